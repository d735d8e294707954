"""A position of Arboretum as a value with named fields."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from gemgrove import _native, board
from gemgrove.arboretum.cards import Card
from gemgrove.arboretum.rule_options import Rules

Phase = Literal["draw", "second draw", "pick", "plant", "discard", "over"]
Cell = tuple[int, int]
"""Coordinates: x to the right, y upward."""

START: Cell = (0, 0)
"""The cell of an arboretum's first card."""
EMPTY = _native.arboretum.EMPTY
"""The value for "no card" in a position's fields."""
HIDDEN = _native.arboretum.HIDDEN
"""The value for a card that may not be known in a position's fields."""


def neighbors(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    x, y = cell
    return (x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)


def free_cells(arboretum: Collection[Cell]) -> list[Cell]:
    """Return the cells in which the next card may be planted, row by row from below."""
    if not arboretum:
        return [START]
    beside = {near for cell in arboretum for near in neighbors(cell) if near not in arboretum}
    return sorted(beside, key=lambda cell: (cell[1], cell[0]))


@dataclass(frozen=True, slots=True)
class Player:
    """A player's cards, as far as they may be known."""

    hand: tuple[Card, ...]
    """The known cards in the hand: all if it is your own, otherwise those taken from a pile."""
    shown: tuple[Card, ...]
    """The cards in `hand` that everybody knows."""
    hidden: int
    """The number of other cards in the hand."""
    pile: tuple[Card, ...]
    """The discard pile, its top last."""
    arboretum: Mapping[Cell, Card]


@dataclass(frozen=True, slots=True)
class Board(board.Board):
    """The table of a `Game`, or as a `View` shows it. `gg.from_board` accepts an edited one."""

    game: ClassVar[str] = "arboretum"

    to_move: int
    phase: Phase
    first: int
    turns: int
    """Completed turns by all seats."""
    picked: Card | None
    """In the phase `plant`: the card to be planted, if it may be known."""
    deck: tuple[Card | None, ...]
    """The cards left to draw, the next one first; None for cards that a view hides."""
    players: tuple[Player, ...]
    rules: Rules

    @property
    def player(self) -> Player:
        return self.players[self.to_move]

    @property
    def task(self) -> str:
        """The mover's next step, beginning with a verb; empty once the game is over."""
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
        """The possible sources of the next card, as in draw moves: the deck and players' piles."""
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
