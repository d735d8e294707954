"""A bot's game at a table, as messages of the bot protocol.

Nothing here sends anything. The same table may be passed any number of times: only news becomes
messages.
"""

from dataclasses import replace

from gemgrove.protocol import End, NewGame, ToBot, YourTurn
from gemgrove.server.domain import Table

ENDED_BY = {"left", "resigned", "timed out", "withdrawn"}
"""Endings caused by a single seat; the `reason` of a forfeit is one of these."""


class BotGame:
    """One of a bot's games, as far as the bot knows it."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.asked_turn: int | None = None
        """The last turn sent to the bot; it may have answered by now."""
        self.ended = False
        """True once the bot has been told everything."""
        self._seat: int | None = None
        self._known = 0  # decisions
        self._refused = (0, 0)  # a turn, and how many answers to it were refused

    @property
    def begun(self) -> bool:
        """True once the bot knows of the game."""
        return self._seat is not None

    def due(self, table: Table) -> bool:
        """Return whether the bot is to move and has not been asked yet."""
        seat = table.seat_of(self.player)
        return seat is not None and table.to_move == seat and self.asked_turn != table.position_seq

    def ask_again(self, turn: int) -> None:
        """Note that the answer to this turn did not count."""
        if self.asked_turn == turn:
            self.asked_turn = None

    def refuse(self, turn: int) -> int:
        """Count an answer to this turn that was not a legal move; return how many there were."""
        earlier, times = self._refused
        self._refused = (turn, times + 1 if earlier == turn else 1)
        return self._refused[1]

    def undone(self, to: int) -> None:
        """Note that the game was undone to this number of decisions."""
        self._known = min(self._known, to)

    def begin(self, table: Table) -> NewGame | None:
        """Return the beginning of the game if the bot does not know of it yet."""
        seat = table.seat_of(self.player)
        if self.begun or self.ended or table.frozen is not None:
            return None
        if seat is None or table.ended:
            self.ended = True
            return None
        if table.game is None or table.terms is None:
            return None
        self._seat = seat
        seconds = table.terms.turn_seconds
        return NewGame.of(
            table.game.view(seat),
            game_id=table.id,
            names=[other.name or other.bot or "" for other in table.seats],
            time=None if seconds is None else {"bank": seconds, "increment": 0.0},
        )

    def messages(self, table: Table, left: float | None = None) -> list[ToBot]:
        """Return the messages that bring the bot up to date with a table.

        `left` is the number of seconds left for its turn; None: there is no clock.
        """
        beginning = self.begin(table)
        found: list[ToBot] = [] if beginning is None else [beginning]
        if self._seat is None or self.ended or table.frozen is not None:
            return found
        if table.ended or table.seat_of(self.player) is None:
            self.ended = True
            found.append(self._end(table, self._seat))
        elif self.due(table):
            found.append(self._turn(table, self._seat, left))
        return found

    def _turn(self, table: Table, seat: int, left: float | None) -> YourTurn:
        assert table.game is not None
        turn = table.position_seq
        clock = None
        if left is not None:
            seats: list[float | None] = [None] * table.players
            seats[seat] = round(max(left, 0.0), 3)
            clock = {"remaining": seats[seat], "increment": 0.0, "seats": seats}
        view = table.game.view(seat)
        message = YourTurn.of(view, game_id=table.id, turn_id=turn, since=self._known, clock=clock)
        self._known = len(view.actions)
        self.asked_turn = turn
        return message

    def _end(self, table: Table, seat: int) -> End:
        assert table.game is not None
        view = table.game.view(seat)
        plain = End.of(view, game_id=table.id, since=self._known)
        outcome = table.outcome
        if outcome is None:
            if table.ended:
                return replace(plain, ending="unfinished", winners=())
            # The game goes on without this player.
            gone = {"seat": seat, "reason": table.seats[seat].gone}
            return replace(plain, ending="forfeit", winners=(), forfeit=gone)
        reached = replace(
            plain, ending=outcome.ending, scores=outcome.scores, winners=outcome.winners
        )
        if outcome.ending not in ENDED_BY:
            return reached
        lost = {"seat": table.losers[-1], "reason": outcome.ending}
        return replace(reached, ending="forfeit", forfeit=lost)
