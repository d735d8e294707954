"""Moves.

A list of decisions is accepted whole or not at all. It may go on after a card was drawn from a deck
but must not depend on that card: otherwise a refusal would reveal it for free. So a list must be
legal in every game consistent with the player's view; a sample of those is tried.
"""

from collections.abc import Sequence

import gemgrove as gg
from gemgrove.server.domain import commands, events
from gemgrove.server.domain.commands import CommandContext
from gemgrove.server.domain.decider import decides, game_in_play, seat_of
from gemgrove.server.domain.events import EventBody
from gemgrove.server.domain.ranking import played_out
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.domain.table import Step, Table
from gemgrove.variant import IllegalMove, Move, NotationError

MAX_MOVES = 40
"""Per list. Splendor's longest turn pays seven tokens for a card, and takes a noble."""
MAX_MOVE_LENGTH = 200
"""In characters."""

_SAMPLES = 16


@decides(commands.Play)
def play(table: Table, command: commands.Play, context: CommandContext) -> list[EventBody | Step]:
    """Make the decisions, and end the game if it is over. The server plays for bots."""
    game = game_in_play(table)
    by_bot = context.by is None
    seat = game.to_move if by_bot else seat_of(table, context.by)
    if command.position != table.position_seq:
        raise Refused(
            "stale_position",
            f"The move answers position {command.position}; the table is at position "
            f"{table.position_seq}.",
        )
    if game.to_move != seat or (by_bot and table.seats[seat].person):
        raise Refused("not_your_turn", f"It is the turn of player {game.to_move + 1}.")
    moves = _parsed(game, command.moves)
    if len(moves) > 1:
        _check_unseen(game, seat, moves)
    texts, games = _played(game, seat, moves)
    after = games[-1]
    played = events.Played(seat, after.actions[-len(texts) :], texts, by_bot)
    step = Step(played, games)
    return [step, played_out(table, after)] if after.over else [step]


def _parsed(game: gg.Game, moves: Sequence[str | int]) -> list[Move | int]:
    """Return the single decisions that the texts and numbers stand for."""
    if not 1 <= len(moves) <= MAX_MOVES:
        raise Refused("bad_move", f"A move is a list of 1 to {MAX_MOVES} decisions.")
    found: list[Move | int] = []
    for move in moves:
        if isinstance(move, int):
            found.append(move)
        elif len(move) > MAX_MOVE_LENGTH:
            raise Refused("bad_move", f"A decision has {MAX_MOVE_LENGTH} characters at most.")
        else:
            try:
                found += game.variant.parse_all(move)
            except NotationError as error:
                raise Refused("bad_move", str(error)) from error
    return found


def _played(
    game: gg.Game, seat: int, moves: Sequence[Move | int]
) -> tuple[list[str], list[gg.Game]]:
    """Return the decisions as texts, and the games from before the first to after the last."""
    games = [game]
    texts: list[str] = []
    for move in moves:
        before = games[-1]
        if texts and (before.over or before.to_move != seat):
            raise Refused(
                "illegal_move",
                f"The turn ends after {texts[-1]}; a list of decisions must end with the turn.",
            )
        after = before.copy()
        try:
            texts.append((before.move(move) if isinstance(move, int) else move).text)
            after.play_legal(move)
        except NotationError as error:
            raise Refused("bad_move", str(error)) from error
        except IllegalMove as error:
            raise Refused("illegal_move", str(error)) from error
        games.append(after)
    return texts, games


def _check_unseen(game: gg.Game, seat: int, moves: Sequence[Move | int]) -> None:
    """Refuse moves whose legality depends on cards that the player cannot know."""
    view = game.view(seat)
    _, games = _played(view.sample(0), seat, moves)
    actions = games[-1].actions[-len(moves) :]
    for seed in range(1, _SAMPLES):
        other = view.sample(seed)
        for action in actions:
            if other.over or other.to_move != seat or not other.is_legal(action):
                raise Refused(
                    "unseen_cards",
                    "Whether these decisions are legal depends on a card that you have not seen; "
                    "send the draw first, and the others when you see the card.",
                )
            other.play(action)
