"""A position of Arboretum as a value with names for everything."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from gemgrove import _native, board
from gemgrove.arboretum.cards import Card
from gemgrove.arboretum.rules import Rules

Phase = Literal["draw", "second draw", "pick", "plant", "discard", "over"]
Cell = tuple[int, int]
"""x to the right, y upward."""

START: Cell = (0, 0)
"""The cell of an arboretum's first card."""
EMPTY = _native.arboretum.EMPTY
"""Stands in a position's fields for no card."""
HIDDEN = _native.arboretum.HIDDEN
"""Stands in a position's fields for a card that may not be known."""


def neighbors(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    x, y = cell
    return (x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)


def free_cells(arboretum: Collection[Cell]) -> list[Cell]:
    """The cells in which the next card may be planted, row by row from below."""
    if not arboretum:
        return [START]
    beside = {near for cell in arboretum for near in neighbors(cell) if near not in arboretum}
    return sorted(beside, key=lambda cell: (cell[1], cell[0]))


@dataclass(frozen=True, slots=True)
class Player:
    """A player's cards, as far as they may be known."""

    hand: tuple[Card, ...]
    """The cards known to be in the hand: all of your own, of others those taken from a pile."""
    shown: tuple[Card, ...]
    """Those of them that everybody knows."""
    hidden: int
    """The number of further cards in the hand."""
    pile: tuple[Card, ...]
    """The discard pile, its top last."""
    arboretum: Mapping[Cell, Card]


@dataclass(frozen=True, slots=True)
class Board(board.Board):
    """The table, as a `Game` holds it or as a `View` shows it. An edited one: `gg.from_board`."""

    game: ClassVar[str] = "arboretum"

    to_move: int
    phase: Phase
    first: int
    turns: int
    """Completed turns, of all seats."""
    picked: Card | None
    """In the phase `plant`: the card to be planted, if it may be known."""
    deck: tuple[Card | None, ...]
    """The cards left to draw, the next one first; None where a view hides them."""
    players: tuple[Player, ...]
    rules: Rules

    @property
    def player(self) -> Player:
        return self.players[self.to_move]

    @property
    def task(self) -> str:
        """The task of the player to move, beginning with the verb; empty once the game is over."""
        return {
            "draw": "draw the first of two cards",
            "second draw": "draw the second of two cards",
            "pick": "choose a card to plant",
            "plant": f"plant {self.picked or 'a card'}",
            "discard": "discard a card",
            "over": "",
        }[self.phase]

    @property
    def sources(self) -> list[str]:
        """The sources of the next card, as a draw names them: the deck, and piles by player."""
        piles = [str(seat) for seat, player in enumerate(self.players, 1) if player.pile]
        return ["deck", *piles] if self.deck else piles


def read_board(fields: Mapping[str, Any], rules: Rules) -> Board:
    def cards(numbers: list[int]) -> tuple[Card, ...]:
        return tuple(map(Card.of, numbers))

    return Board(
        to_move=fields["to_move"],
        phase=fields["phase"],
        first=fields["first"],
        turns=fields["turns"],
        picked=Card.of(fields["picked"]) if fields["picked"] >= 0 else None,
        deck=tuple(None if card == HIDDEN else Card.of(card) for card in fields["deck"]),
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
        rules=rules,
    )
