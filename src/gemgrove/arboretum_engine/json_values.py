"""Conversion of cards, tableaus and moves to and from JSON, and free cells."""

from collections.abc import Iterable, Mapping
from typing import Any

from gemgrove.arboretum_engine.reader import Reader
from gemgrove.arboretum_engine.types import Card, Cell, FormatError, Move, Tableau
from gemgrove.english import listed
from gemgrove.variant import shown

_BESIDE = ((0, 1), (0, -1), (1, 0), (-1, 0))


def json_to_card(json_card: Any) -> Card:
    """Read a card such as `["M", 5]`; raise a `FormatError` if it is invalid."""
    return Reader(json_card, "card").card()


def card_to_json(card: tuple[str, int]) -> list[Any]:
    """Write a card as JSON, such as `["M", 5]`; raise a `FormatError` if it is invalid."""
    return list(json_to_card(card))


def json_to_tableau(json_tableau: Any) -> Tableau:
    """Read a tableau, with integers instead of JSON's texts as keys, or raise a `FormatError`.

    >>> json_to_tableau({"0": {"-1": ["C", 2]}, "1": {}})
    {0: {-1: Card(species='C', value=2)}, 1: {}}
    """
    tableau = Reader(json_tableau, "tableau")
    columns: Tableau = {x: {} for x, _ in tableau.columns()}
    for (x, y), card in tableau.cells().items():
        columns[x][y] = card.card()
    return columns


def tableau_to_json(tableau: Mapping[Any, Any]) -> dict[str, dict[str, list[Any]]]:
    """Write a tableau as JSON, without empty columns; a `FormatError` says what is wrong."""
    columns: dict[str, dict[str, list[Any]]] = {}
    for (x, y), card in any_cells(tableau).items():
        columns.setdefault(str(x), {})[str(y)] = list(card.card())
    return columns


def json_to_move(json_move: Any) -> Move:
    """Read a move that `move_to_json` wrote; raise a `FormatError` if it is invalid."""
    move = Reader.parse(json_move, "move")
    return Move(move["play_card"].card(), move["placement"].cell(), move["discard_card"].card())


def move_to_json(move: Move) -> dict[str, Any]:
    """Write a move as JSON values; a `FormatError` says what is wrong with it."""
    if not isinstance(move, tuple) or len(move) != len(Move._fields):
        names = listed(Move._fields)
        raise FormatError(f"move is {shown(move)}; it must be a Move: {names}.")
    play_card, placement, discard_card = json_to_move(dict(zip(Move._fields, move, strict=True)))
    return {
        "play_card": list(play_card),
        "placement": placement,
        "discard_card": list(discard_card),
    }


def get_valid_placements(tableau: Mapping[Any, Any] | None) -> list[Cell]:
    """Return the cells in which a card may be planted, in order: at first only (0, 0).

    >>> get_valid_placements({"0": {}})
    [(0, 0)]
    """
    return sorted(beside(any_cells(tableau))) or [(0, 0)]


def beside(cells: Iterable[Cell]) -> set[Cell]:
    """Return the cells orthogonally adjacent to any of these, without these."""
    taken = set(cells)
    return {(x + dx, y + dy) for x, y in taken for dx, dy in _BESIDE} - taken


def any_cells(tableau: Any, place: str = "tableau") -> dict[Cell, Reader]:
    """Return the cells of a tableau, written by column or by cell; None means no cards."""
    if not isinstance(tableau, Mapping):
        return Reader(tableau or {}, place).cells()
    found: dict[Cell, Reader] = {}
    for key, value in tableau.items():
        by_cell = isinstance(key, tuple) and len(key) == 2
        x, column = (key[0], {key[1]: value}) if by_cell else (key, value or {})
        if isinstance(column, Mapping):
            column = {y: card for y, card in column.items() if card is not None}
        for cell, card in Reader({x: column}, place).cells().items():
            if cell in found:
                raise FormatError(f"{card.place}: there is another card in this cell.")
            found[cell] = card
    Reader(tableau, place).check_number(len(found))
    return found
