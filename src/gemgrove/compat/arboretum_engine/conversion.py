"""Cards, tableaus and moves to and from JSON, by the engine's names."""

from collections.abc import Mapping
from typing import Any

from gemgrove.compat.arboretum_engine import reading
from gemgrove.compat.arboretum_engine.shapes import Card, Move, Tableau
from gemgrove.compat.arboretum_engine.tableau import cards_by_cell


def json_to_card(json_card: Any) -> Card:
    """The card that `["M", 5]` is; `FormatError` if it is none."""
    return reading.card(json_card, "card")


def card_to_json(card: tuple[str, int]) -> list[Any]:
    """A card as JSON has it, such as `["M", 5]`."""
    return list(card)


def json_to_tableau(json_tableau: Any) -> Tableau:
    """A tableau with whole numbers as keys, where JSON has texts; `FormatError` says what is wrong.

    >>> json_to_tableau({"0": {"-1": ["C", 2]}, "1": {}})
    {0: {-1: Card(species='C', value=2)}, 1: {}}
    """
    return reading.columns(json_tableau, "tableau")


def tableau_to_json(tableau: Mapping[Any, Any]) -> dict[str, dict[str, list[Any]]]:
    """A tableau as JSON has it, without empty columns."""
    columns: dict[str, dict[str, list[Any]]] = {}
    for (x, y), card in cards_by_cell(tableau).items():
        columns.setdefault(str(x), {})[str(y)] = card_to_json(card)
    return columns


def json_to_move(json_move: Any) -> Move:
    """The move that `move_to_json` wrote; `FormatError` if it is none."""
    values = reading.parsed(json_move, "move")
    return Move(
        reading.card(reading.field(values, "play_card"), "play_card"),
        reading.cell(reading.field(values, "placement"), "placement"),
        reading.card(reading.field(values, "discard_card"), "discard_card"),
    )


def move_to_json(move: Move) -> dict[str, Any]:
    """A move as JSON can hold it."""
    return {
        "play_card": card_to_json(move.play_card),
        "placement": move.placement,
        "discard_card": card_to_json(move.discard_card),
    }
