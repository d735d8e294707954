"""The numbers of a state with names: the table, with colors in the interface's order."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from gemgrove.compat.splendor_arena.layout import (
    CARD,
    COLORS,
    MARKET,
    NOBLE,
    PLAYER_COUNTS,
    RESERVES,
    Layout,
    layout_of,
)
from gemgrove.compat.splendor_arena.state import StateError
from gemgrove.english import listed
from gemgrove.variant import shown

MOST_GEMS = 10
_LARGEST = 255

Row = tuple[int, ...]
"""Numbers: gems by color, the 11 of a card or the 6 of a noble. An empty place is all zeros.

A card is its cost by color, its bonus by color (a single 1) and its points; a noble is its
requirement by color and its points.
"""


class Player(NamedTuple):
    """A player's cards and gems."""

    gems: Row
    permanent: Row
    points: int
    reserved: tuple[Row, ...]
    """Three places, the empty ones last."""
    acquired: int
    """The number of cards bought; nobles do not count."""


class Table(NamedTuple):
    """Everything that the numbers say, in their order."""

    market: tuple[Row, ...]
    """Twelve places, level by level."""
    nobles: tuple[Row, ...]
    bank: Row
    players: tuple[Player, ...]

    @property
    def holder(self) -> int | None:
        """The player, counted from 1, who must return gems before the game goes on."""
        held = [sum(player.gems) for player in self.players]
        return held.index(max(held)) + 1 if max(held) > MOST_GEMS else None


def read_table(state: Any) -> Table:
    """Read the table from a state's numbers; a `StateError` says what is wrong with them."""
    plan, numbers = checked_numbers(state)
    sections = plan.sections()

    def row(valid: Callable[[Row], bool] | None = None, rule: str = "") -> Row:
        """Read the numbers of the next section."""
        first, last, meaning = next(sections)
        found = tuple(numbers[first : last + 1])
        if valid is not None and any(found) and not valid(found):
            raise StateError(
                f"Numbers {first} to {last}, {meaning}, are {list(found)}; {rule} An empty place "
                "is all zeros."
            )
        return found

    def cards(places: int) -> tuple[Row, ...]:
        return tuple(row(_is_card, _CARD_RULE) for _ in range(places))

    return Table(
        market=cards(MARKET),
        nobles=tuple(row(_is_noble, _NOBLE_RULE) for _ in range(plan.nobles)),
        bank=row(),
        players=tuple(
            Player(row(), row(), row()[0], _without_gaps(cards(RESERVES), player), row()[0])
            for player in range(1, plan.players + 1)
        ),
    )


def checked_numbers(state: Any) -> tuple[Layout, list[int]]:
    """Return the numbers as nonnegative integers, and their layout."""
    sizes = listed([str(Layout(players).size) for players in PLAYER_COUNTS], "or")
    right = f"one row of {sizes} numbers, for 2, 3 or 4 players"
    try:
        values = np.asarray(state)
    except ValueError:  # a list of lists of different lengths
        values = np.asarray(None)
    if values.ndim == 0:
        raise StateError(f"{shown(state)} is not a state; a state is {right}.")
    plan = layout_of(len(values)) if values.ndim == 1 else None
    if plan is None:
        size = f"{len(values)} numbers" if values.ndim == 1 else f"the shape {values.shape}"
        raise StateError(
            f"The state has {size}; it must be {right}. A card has {CARD} of them and a noble "
            f"{NOBLE}."
        )
    if values.dtype.kind not in "iuf":
        raise StateError(f"The state is an array of {values.dtype}; it must be one of numbers.")
    with np.errstate(invalid="ignore"):
        wrong = (values != np.trunc(values)) | ~(values >= 0) | (values > _LARGEST)
    if wrong.any():
        at = int(wrong.argmax())
        raise StateError(
            f"Number {at} of the state is {values[at]}; it must be a whole number from 0 to "
            f"{_LARGEST}."
        )
    return plan, [int(value) for value in values]


_CARD_RULE = (
    f"a card is {CARD} numbers: 5 for its cost, 5 for the gem it provides, of which one is 1, and "
    "its points."
)
_NOBLE_RULE = "a noble requires gems and has points."


def _is_card(card: Row) -> bool:
    return sorted(card[len(COLORS) : -1]) == [0] * (len(COLORS) - 1) + [1]


def _is_noble(noble: Row) -> bool:
    return any(noble[:-1]) and noble[-1] > 0


def _without_gaps(reserved: tuple[Row, ...], player: int) -> tuple[Row, ...]:
    there = [any(card) for card in reserved]
    if there != sorted(there, reverse=True):
        raise StateError(
            f"Reserved card {there.index(False) + 1} of player {player} is missing, but there is "
            "one after it; there must be no gaps between reserved cards."
        )
    return reserved
