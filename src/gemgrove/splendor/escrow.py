"""The tokens that a player has taken this turn: held apart, for all to see, until the next acts.

This says what lies apart and decides nothing: whatever a player holds may be returned or paid.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gemgrove import _native
from gemgrove.splendor.board import Tokens
from gemgrove.splendor.history import begins_a_turn


class Escrow(NamedTuple):
    """Tokens held apart."""

    seat: int
    tokens: Tokens


def escrow(game: _native.Game) -> Escrow | None:
    """What the player of the last turn has more of than before it; None where that is nothing.

    A token of a color that was just taken goes back out of the escrow first.
    """
    if game.over:
        return None
    before = game.copy()
    for _ in range(_last_turn(game.actions)):
        before._undo()
    seat = before.to_move
    then, now = (_native.splendor.tokens(each, seat) for each in (before, game))
    kept = tuple(max(0, more - less) for less, more in zip(then, now, strict=True))
    return Escrow(seat, kept) if any(kept) else None


def _last_turn(actions: Sequence[int]) -> int:
    """How many decisions the last turn has that was begun."""
    for number, action in enumerate(reversed(actions), 1):
        if begins_a_turn(action):
            return number
    return len(actions)
