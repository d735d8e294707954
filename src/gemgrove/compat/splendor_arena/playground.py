"""The playground: seats players, plays games between them and keeps the results.

A player that answers with an invalid action, or fails, loses that game, and the result says why. In
a game of two the other player wins; in a larger game the others neither win nor lose.
"""
# ruff: noqa: N802 - the names are those of the interface

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from gemgrove.agents.agent import Forfeit
from gemgrove.agents.class_loader import error_text
from gemgrove.compat.splendor_arena.base_game import BaseGame, call_in_order
from gemgrove.compat.splendor_arena.checked_game import CheckedGame, GameError
from gemgrove.compat.splendor_arena.players import Plays, attach_game
from gemgrove.deal import Deal
from gemgrove.deal_sequence import DealSequence
from gemgrove.record import Record
from gemgrove.rng import checked_seed
from gemgrove.variant import shown, whole

Progress = Callable[[int, int], None]
"""Called after every game with the number of games played and their total."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a player lost a game before its end."""

    player: int
    """The player's index in the list of players."""
    reason: str
    """One of `gemgrove.agents.agent.REASONS`."""
    detail: str


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one game. Players are given by their index in the list of players."""

    seats: tuple[int, ...]
    """The players in the order of turns."""
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    """Points in the order of the list of players; empty in a game without points."""
    length: int
    """Turns, if the game counts them; otherwise actions."""
    fault: Fault | None
    stopped: bool
    """True if the game reached the largest number of actions it may have."""
    record: Record | None
    """A record of the game, if it has records; seats in the order of turns."""


@dataclass(slots=True)
class Performance:
    """A player's results."""

    name: str
    games: int = 0
    wins: int = 0
    draws: int = 0
    """Shared wins, and games that were stopped at the limit."""
    losses: int = 0
    forfeits: int = 0
    """The losses that were the player's own fault."""
    unrated: int = 0
    """Games that another player forfeited."""
    points: int = 0


class PlayGround:
    """Plays games between players and keeps their results.

    >>> from gemgrove.compat.splendor_arena import BotPlayer, Game, RandomPlayer
    >>> game = Game(players=2)
    >>> ground = PlayGround(game, [BotPlayer("greedy"), RandomPlayer(game, seed=1)], seed=1)
    >>> [performance.wins for performance in ground.playGames(4)]
    [4, 0]
    >>> ground.results[0].record.replay().over
    True
    """

    def __init__(
        self,
        game: BaseGame,
        players: Sequence[Plays],
        *,
        names: Sequence[str] | None = None,
        display: bool = False,
        seed: int | None = None,
        most_actions: int | None = None,
    ) -> None:
        """Create a playground. With `seed`, deals are repeatable, but a player that tries seeds can
        guess them; without it, they come from a secret. `most_actions` ends games that would not
        end by themselves.
        """
        self._game = CheckedGame(game)
        wanted = self._game.players
        if isinstance(players, str) or not isinstance(players, Sequence):
            raise TypeError(
                f"players is {shown(players)}; it must be a list of {wanted} players, objects with "
                "a method play(state)."
            )
        if len(players) != wanted:
            raise ValueError(f"The game is for {wanted} players, and there are {len(players)}.")
        if names is not None and len(names) != wanted:
            raise ValueError(f"There are {len(names)} names for {wanted} players.")
        for player in players:
            if isinstance(player, type):
                name = player.__name__
                raise TypeError(f"{name} is a class; a player is an object of it: {name}().")
            if not callable(getattr(player, "play", None)):
                raise TypeError(f"{shown(player)} is not a player: it has no method play(state).")
            attach_game(player, game)
        self.game = game
        self.players = tuple(players)
        self.names = tuple(names or (f"player {place}" for place in range(1, wanted + 1)))
        self.results: list[GameResult] = []
        self._display = display
        self._deals = DealSequence.new(checked_seed(seed))
        self._most_actions = most_actions
        if most_actions is not None:
            _count_of(most_actions, "most_actions")

    def playGames(self, games: int, *, progress: Progress | None = None) -> list[Performance]:
        """Play more games; return the players' results in all games so far.

        Every deal is played once from each seat.
        """
        games = _count_of(games, "games")
        for done in range(1, games + 1):
            number, rotation = divmod(len(self.results), len(self.players))
            seats = [(seat + rotation) % len(self.players) for seat in range(len(self.players))]
            seed = None if self._deals.seed is None else self._deals.seed + number
            deal = self._deals.deal(number + 1) if seed is None else None
            self.results.append(self.playGame(seats, seed=seed, deal=deal))
            if progress is not None:
                progress(done, games)
        return self.performances()

    def playGame(
        self,
        seats: Sequence[int] | None = None,
        *,
        seed: int | None = None,
        deal: Deal | None = None,
    ) -> GameResult:
        """Play one game; `seats` are the players' indices, in the order of turns."""
        if seed is not None and deal is not None:
            raise ValueError("Give a seed or a deal, not both.")
        seed = checked_seed(seed)
        order = self._order(seats)
        state = self._game.dealt(seed, deal)
        place, player, actions = order[0], 1, 0
        fault = None
        self._show(state)
        try:
            for number, place in enumerate(order, 1):
                begin = getattr(self.players[place], "begin", None)
                if begin is not None:
                    self._asked(begin, state, number)
            while self._game.winners(state, player) == [] and actions != self._most_actions:
                place = order[player - 1]
                action = self._action(self.players[place], state, player)
                self._say(f"{self.names[place]}: {self._game.action_text(action)}")
                state, player = self._game.following(state, player, action)
                actions += 1
                self._show(state)
        except Forfeit as forfeit:
            fault = Fault(place, forfeit.reason, forfeit.detail)
            self._say(f"{self.names[fault.player]} forfeits, {fault.reason}: {fault.detail}")
        for number, place in enumerate(order, 1):
            end = getattr(self.players[place], "end", None)
            if end is not None:
                seen = self._game.ask("canonicalForm", state, number)
                with suppress(Exception, SystemExit):  # the game is over: nothing is left to lose
                    end(seen)
        return self._result(state, player, actions, order, fault)

    def performances(self) -> list[Performance]:
        """Return the results of all players, in their order."""
        performances = [Performance(name) for name in self.names]
        for result in self.results:
            for place, performance in enumerate(performances):
                _count(performance, place, result)
        return performances

    def close(self) -> None:
        """Let the players free their resources."""
        for player in self.players:
            close = getattr(player, "close", None)
            if close is not None:
                with suppress(Exception):  # if one fails, the others are still closed
                    close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _order(self, seats: Sequence[int] | None) -> tuple[int, ...]:
        """Return the players' indices by seat, after checking that everybody has one."""
        everybody = list(range(len(self.players)))
        if seats is None:
            return tuple(everybody)
        places = [whole(place) for place in seats] if isinstance(seats, Iterable) else [None]
        order = tuple(place for place in places if place is not None)
        if len(order) != len(places) or sorted(order) != everybody:
            kind = ValueError if len(order) == len(places) else TypeError
            raise kind(
                f"seats is {shown(seats)}; it must give every player one seat, as {everybody} does."
            )
        return order

    def _action(self, asked: Plays, state: Any, player: int) -> int:
        valid = self._game.valid(state, player)
        if not any(valid):
            raise self._game.no_valid_action(player)
        answer = self._asked(asked.play, state, player)
        number = whole(answer)
        if number is None or not 0 <= number < len(valid):
            raise Forfeit(
                "illegal move",
                f"{shown(answer)} is not an action; actions are 0 to {len(valid) - 1}.",
            )
        action = self._game.translated(number, player)
        if not valid[action]:
            raise Forfeit("illegal move", self._refusal(state, player, action))
        return action

    def _refusal(self, state: Any, player: int, action: int) -> str:
        with suppress(Exception):  # a game need not say what is wrong with the action
            try:
                call_in_order(self.game.getNextState, state, player, action)
            except ValueError as error:
                return str(error)
        return f"{self._game.action_text(action)} ({action}) is not valid now."

    def _asked(self, method: Callable[[Any], Any], state: Any, player: int) -> Any:
        """Return a player's answer; if it fails, find out whether the game is to blame."""
        seen = self._game.ask("canonicalForm", state, player)
        try:
            return method(seen)
        except (Forfeit, GameError):
            raise
        except (Exception, SystemExit) as error:
            self._game.check_canonical(state, player, error)
            raise Forfeit("crash", error_text(error)) from error

    def _result(
        self, state: Any, player: int, actions: int, order: tuple[int, ...], fault: Fault | None
    ) -> GameResult:
        ended = self._game.winners(state, player)
        winners = [order[winner - 1] for winner in ended]
        if fault is not None:
            winners = [place for place in order if place != fault.player] if len(order) == 2 else []
        scores = self._game.scores(state)
        turns = self._game.turns(state)
        return GameResult(
            seats=order,
            winners=tuple(sorted(winners)),
            scores=tuple(scores[order.index(place)] for place in range(len(scores))),
            length=actions if turns is None else turns,
            fault=fault,
            stopped=fault is None and not ended,
            record=self._game.record(state, [self.names[place] for place in order]),
        )

    def _show(self, state: Any) -> None:
        if self._display:
            self._game.ask("display", state)

    def _say(self, text: str) -> None:
        if self._display:
            print(text)


def _count_of(value: object, name: str) -> int:
    number = whole(value)
    if number is None:
        raise TypeError(f"{name} is {shown(value)}; it must be a whole number.")
    if number < 0:
        raise ValueError(f"{name} is {number}; it must be 0 or more.")
    return number


def _count(performance: Performance, place: int, result: GameResult) -> None:
    performance.games += 1
    performance.points += result.scores[place] if result.scores else 0
    if result.fault is not None and result.fault.player == place:
        performance.losses += 1
        performance.forfeits += 1
    elif place in result.winners:
        performance.wins += len(result.winners) == 1
        performance.draws += len(result.winners) > 1
    elif result.fault is not None:
        performance.unrated += 1
    elif result.stopped:
        performance.draws += 1
    else:
        performance.losses += 1
