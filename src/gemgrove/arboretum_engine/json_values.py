"""Cards, tableaus and moves to and from JSON, by the engine's names."""

from collections.abc import Mapping
from typing import Any

from gemgrove.arboretum_engine import parser
from gemgrove.arboretum_engine.tableau import cards_by_cell
from gemgrove.arboretum_engine.types import Card, FormatError, Move, Tableau
from gemgrove.english import listed
from gemgrove.variant import shown


def json_to_card(json_card: Any) -> Card:
    """The card that `["M", 5]` is; `FormatError` if it is none."""
    return parser.card(json_card, "card")


def card_to_json(card: tuple[str, int]) -> list[Any]:
    """A card as JSON has it, such as `["M", 5]`; `FormatError` if it is none."""
    return list(parser.card(card, "card"))


def json_to_tableau(json_tableau: Any) -> Tableau:
    """A tableau with whole numbers as keys, where JSON has texts; `FormatError` says what is wrong.

    >>> json_to_tableau({"0": {"-1": ["C", 2]}, "1": {}})
    {0: {-1: Card(species='C', value=2)}, 1: {}}
    """
    return parser.columns(json_tableau, "tableau")


def tableau_to_json(tableau: Mapping[Any, Any]) -> dict[str, dict[str, list[Any]]]:
    """A tableau as JSON has it, without empty columns; `FormatError` says what is wrong."""
    columns: dict[str, dict[str, list[Any]]] = {}
    for (x, y), card in cards_by_cell(tableau).items():
        written = list(parser.card(card, f'tableau["{x}"]["{y}"]'))
        columns.setdefault(str(x), {})[str(y)] = written
    return columns


def json_to_move(json_move: Any) -> Move:
    """The move that `move_to_json` wrote; `FormatError` if it is none."""
    values = parser.parsed(json_move, "move")
    return Move(
        parser.card(parser.field(values, "play_card"), "play_card"),
        parser.cell(parser.field(values, "placement"), "placement"),
        parser.card(parser.field(values, "discard_card"), "discard_card"),
    )


def move_to_json(move: Move) -> dict[str, Any]:
    """A move as JSON can hold it; `FormatError` says what is wrong with it."""
    if not isinstance(move, tuple) or len(move) != len(Move._fields):
        names = listed(Move._fields)
        raise FormatError(f"move is {shown(move)}; it must be a Move: {names}.")
    play_card, placement, discard_card = move
    return {
        "play_card": list(parser.card(play_card, "play_card")),
        "placement": parser.cell(placement, "placement"),
        "discard_card": list(parser.card(discard_card, "discard_card")),
    }
