"""Cards, tableaus and moves to and from JSON, by the engine's names, and the free cells."""

from collections.abc import Iterable, Mapping
from typing import Any

from gemgrove.arboretum_engine.reader import Reader
from gemgrove.arboretum_engine.types import Card, Cell, FormatError, Move, Tableau
from gemgrove.english import listed
from gemgrove.variant import shown

_BESIDE = ((0, 1), (0, -1), (1, 0), (-1, 0))


def json_to_card(json_card: Any) -> Card:
    """The card that `["M", 5]` is; `FormatError` if it is none."""
    return Reader(json_card, "card").card()


def card_to_json(card: tuple[str, int]) -> list[Any]:
    """A card as JSON has it, such as `["M", 5]`; `FormatError` if it is none."""
    return list(json_to_card(card))


def json_to_tableau(json_tableau: Any) -> Tableau:
    """A tableau with whole numbers as keys, where JSON has texts; `FormatError` says what is wrong.

    >>> json_to_tableau({"0": {"-1": ["C", 2]}, "1": {}})
    {0: {-1: Card(species='C', value=2)}, 1: {}}
    """
    tableau = Reader(json_tableau, "tableau")
    columns: Tableau = {x: {} for x, _ in tableau.columns()}
    for (x, y), card in tableau.cells().items():
        columns[x][y] = card.card()
    return columns


def tableau_to_json(tableau: Mapping[Any, Any]) -> dict[str, dict[str, list[Any]]]:
    """A tableau as JSON has it, without empty columns; `FormatError` says what is wrong."""
    columns: dict[str, dict[str, list[Any]]] = {}
    for (x, y), card in any_cells(tableau).items():
        columns.setdefault(str(x), {})[str(y)] = list(card.card())
    return columns


def json_to_move(json_move: Any) -> Move:
    """The move that `move_to_json` wrote; `FormatError` if it is none."""
    move = Reader.parse(json_move, "move")
    return Move(move["play_card"].card(), move["placement"].cell(), move["discard_card"].card())


def move_to_json(move: Move) -> dict[str, Any]:
    """A move as JSON can hold it; `FormatError` says what is wrong with it."""
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
    """The cells a card may be planted in, in order: only (0, 0) where there is no card yet.

    >>> get_valid_placements({"0": {}})
    [(0, 0)]
    """
    return sorted(beside(any_cells(tableau))) or [(0, 0)]


def beside(cells: Iterable[Cell]) -> set[Cell]:
    """The cells that are orthogonally adjacent to some of these, and none of them."""
    taken = set(cells)
    return {(x + dx, y + dy) for x, y in taken for dx, dy in _BESIDE} - taken


def any_cells(tableau: Any, place: str = "tableau") -> dict[Cell, Reader]:
    """The cells of a tableau however it is written: by column or by cell, with None for nothing."""
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
