"""Making decisions.

A list of decisions is taken whole or not at all. It may go on after a card has come from a deck,
but not so that it depends on that card: else who is refused would have seen it for nothing. So a
list must be legal in whatever game agrees with what the player sees, of which some are tried.
"""

from collections.abc import Sequence

import gemgrove as gg
from gemgrove.server.domain import commands, events
from gemgrove.server.domain.asking import game_in_play, seat_asking
from gemgrove.server.domain.commands import Occasion
from gemgrove.server.domain.events import Happening
from gemgrove.server.domain.outcomes import played_out
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.domain.table import Table
from gemgrove.variant import IllegalMove, Move, NotationError

MOST_MOVES = 40
"""In one list. Splendor's longest turn pays seven tokens for a card, and takes a noble."""
LONGEST_MOVE = 200
"""In characters."""

_TRIED = 16


def play(table: Table, command: commands.Play, occasion: Occasion) -> list[Happening]:
    """One decision or several, and the end of the game if it comes by them."""
    game = game_in_play(table)
    by_bot = occasion.by is None
    seat = game.to_move if by_bot else seat_asking(table, occasion.by)
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
    played, after = _played(game, seat, moves)
    happening = events.Played(seat, *played, by_bot)
    return [happening, played_out(table, after)] if after.over else [happening]


def _parsed(game: gg.Game, moves: Sequence[str | int]) -> list[Move | int]:
    """The single decisions that texts and numbers name."""
    if not 1 <= len(moves) <= MOST_MOVES:
        raise Refused("bad_move", f"A move is a list of 1 to {MOST_MOVES} decisions.")
    found: list[Move | int] = []
    for move in moves:
        if isinstance(move, int):
            found.append(move)
        elif len(move) > LONGEST_MOVE:
            raise Refused("bad_move", f"A decision has {LONGEST_MOVE} characters at most.")
        else:
            try:
                found += game.variant.parse_all(move)
            except NotationError as error:
                raise Refused("bad_move", str(error)) from error
    return found


def _played(
    game: gg.Game, seat: int, moves: Sequence[Move | int]
) -> tuple[tuple[list[int], list[str]], gg.Game]:
    """The decisions as numbers and as texts, and the game after them."""
    after = game.copy()
    texts: list[str] = []
    for move in moves:
        if texts and (after.over or after.to_move != seat):
            raise Refused(
                "illegal_move",
                f"The turn ends after {texts[-1]}; a list of decisions must end with the turn.",
            )
        try:
            texts.append((after.move(move) if isinstance(move, int) else move).text)
            after.play(move)
        except NotationError as error:
            raise Refused("bad_move", str(error)) from error
        except IllegalMove as error:
            raise Refused("illegal_move", str(error)) from error
    return (after.actions[-len(texts) :], texts), after


def _check_unseen(game: gg.Game, seat: int, moves: Sequence[Move | int]) -> None:
    """Refuse what is not legal as far as the player can know, whatever the cards are."""
    view = game.view(seat)
    (actions, _), _ = _played(view.sample(0), seat, moves)
    for seed in range(1, _TRIED):
        other = view.sample(seed)
        for action in actions:
            if other.over or other.to_move != seat or not other.is_legal(action):
                raise Refused(
                    "unseen_cards",
                    "Whether these decisions are legal depends on a card that you have not seen; "
                    "send the draw first, and the others when you see the card.",
                )
            other.play(action)
