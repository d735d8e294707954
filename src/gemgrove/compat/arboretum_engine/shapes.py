"""Document 004's values, by its names: cards, moves and tableaus.

A card is a tuple and equal to the one of `gemgrove.arboretum`; either may be given where the other
is expected. So may tableaus: columns with texts or whole numbers as keys, as JSON and the document
write them, or cards by cell, as `Board.arboretum` has them.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from gemgrove.variant import shown

Cell: TypeAlias = tuple[int, int]
Tableau: TypeAlias = "dict[int, dict[int, Card]]"

_BESIDE = ((0, 1), (0, -1), (1, 0), (-1, 0))


class FormatError(ValueError):
    """A value that is not as document 004 describes it. The text says where and why."""


class Card(NamedTuple):
    """A tree: the letter of its species, and its rank, which document 004 calls value."""

    species: str
    value: int

    @property
    def rank(self) -> int:
        """The value, as `gemgrove.arboretum` calls it."""
        return self.value

    def __str__(self) -> str:
        return f"{self.species}{self.value}"


class Move(NamedTuple):
    """What a player does after the two draws: plants a card in a cell, and discards another."""

    play_card: Card
    placement: Cell
    discard_card: Card


def get_valid_placements(tableau: Mapping[Any, Any] | None) -> list[Cell]:
    """The cells a card may be planted in, in order: only (0, 0) where there is no card yet.

    >>> get_valid_placements({"0": {}})
    [(0, 0)]
    """
    taken = cards_by_cell(tableau)
    return sorted(beside(taken.keys())) if taken else [(0, 0)]


def beside(cells: Any) -> set[Cell]:
    """The cells that are orthogonally adjacent to some of these, and none of them."""
    return {(x + dx, y + dy) for x, y in cells for dx, dy in _BESIDE} - set(cells)


def cards_by_cell(tableau: Mapping[Any, Any] | None) -> dict[Cell, Any]:
    """The cards of a tableau, however it is written; a column or a cell may be empty."""
    found: dict[Cell, Any] = {}
    try:
        for key, value in (tableau or {}).items():
            x, column = (key[0], {key[1]: value}) if isinstance(key, tuple) else (key, value)
            for y, card in (column or {}).items():
                if card is not None:
                    found[int(x), int(y)] = card
    except (AttributeError, LookupError, OverflowError, TypeError, ValueError):
        raise FormatError(
            f"{shown(tableau)} is no tableau; one is written as {{0: {{0: Card('C', 2)}}}}."
        ) from None
    return found
