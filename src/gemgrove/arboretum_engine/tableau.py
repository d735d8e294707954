"""Tableaus however they are written, and the cells that are free in them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gemgrove.arboretum_engine import parser
from gemgrove.arboretum_engine.types import Cell, FormatError
from gemgrove.variant import shown

_BESIDE = ((0, 1), (0, -1), (1, 0), (-1, 0))


def get_valid_placements(tableau: Mapping[Any, Any] | None) -> list[Cell]:
    """The cells a card may be planted in, in order: only (0, 0) where there is no card yet.

    >>> get_valid_placements({"0": {}})
    [(0, 0)]
    """
    taken = cards_by_cell(tableau)
    return sorted(beside(taken.keys())) if taken else [(0, 0)]


def beside(cells: Iterable[Cell]) -> set[Cell]:
    """The cells that are orthogonally adjacent to some of these, and none of them."""
    taken = set(cells)
    return {(x + dx, y + dy) for x, y in taken for dx, dy in _BESIDE} - taken


def cards_by_cell(tableau: Mapping[Any, Any] | None, place: str = "tableau") -> dict[Cell, Any]:
    """The cards of a tableau, however it is written; a column or a cell may be empty."""
    found: dict[Cell, Any] = {}
    for x_key, y_key, card in _entries(tableau, place):
        column_place = f"{place}{parser.index(x_key)}"
        cell_place = f"{column_place}{parser.index(y_key)}"
        cell = parser.coordinate(x_key, column_place), parser.coordinate(y_key, cell_place)
        if cell in found:
            raise FormatError(f"{cell_place}: there is another card in this cell.")
        found[cell] = card
        parser.check_number(len(found), place)
    return found


def _entries(tableau: Mapping[Any, Any] | None, place: str) -> Iterator[tuple[Any, Any, Any]]:
    """The cards with the keys of their columns and rows."""
    try:
        for key, value in (tableau or {}).items():
            x, column = (key[0], {key[1]: value}) if isinstance(key, tuple) else (key, value)
            for y, card in (column or {}).items():
                if card is not None:
                    yield x, y, card
    except (AttributeError, LookupError):
        raise FormatError(
            f"{shown(tableau)} is not a {place}; one is written as {{0: {{0: Card('C', 2)}}}}."
        ) from None
