"""A position of Arboretum as a value with names for everything."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from gemgrove.arboretum.cards import Card

Phase = Literal["draw", "second draw", "pick", "plant", "discard", "over"]
Cell = tuple[int, int]
"""x to the right, y upward."""

START: Cell = (0, 0)
"""Where the first card of an arboretum is planted."""
EMPTY = -1
"""Stands in a position's fields for no card."""
HIDDEN = -2
"""Stands in a position's fields for a card that may not be known."""


def neighbors(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells next to one."""
    x, y = cell
    return (x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)


def free_cells(arboretum: Collection[Cell]) -> list[Cell]:
    """Where the next card may be planted, row by row from below."""
    if not arboretum:
        return [START]
    beside = {near for cell in arboretum for near in neighbors(cell) if near not in arboretum}
    return sorted(beside, key=lambda cell: (cell[1], cell[0]))


@dataclass(frozen=True, slots=True)
class Player:
    """What one seat has, as far as it may be known."""

    hand: tuple[Card, ...]
    """The cards known to be in the hand: all of one's own, of others those taken from a pile."""
    shown: tuple[Card, ...]
    """Those of them that everybody knows."""
    hidden: int
    """How many more cards the hand has."""
    pile: tuple[Card, ...]
    """The discard pile, its top last."""
    arboretum: Mapping[Cell, Card]


@dataclass(frozen=True, slots=True)
class Board:
    """The table, as a `Game` holds it or as a `View` shows it."""

    to_move: int
    phase: Phase
    first: int
    turns: int
    """Completed turns, of all seats."""
    picked: Card | None
    """In the phase `plant`: the card to be planted, if it may be known."""
    deck: int
    """How many cards are left to draw."""
    players: tuple[Player, ...]

    @property
    def player(self) -> Player:
        """The player to move."""
        return self.players[self.to_move]


def read_board(fields: Mapping[str, Any]) -> Board:
    """The board of a position's fields."""

    def cards(numbers: list[int]) -> tuple[Card, ...]:
        return tuple(map(Card.of, numbers))

    return Board(
        to_move=fields["to_move"],
        phase=fields["phase"],
        first=fields["first"],
        turns=fields["turns"],
        picked=Card.of(fields["picked"]) if fields["picked"] >= 0 else None,
        deck=len(fields["deck"]),
        players=tuple(
            Player(
                hand=cards(seat["hand"]),
                shown=cards(seat["shown"]),
                hidden=seat["hidden"],
                pile=cards(seat["pile"]),
                arboretum={(x, y): Card.of(card) for card, x, y in seat["arboretum"]},
            )
            for seat in fields["players"]
        ),
    )
