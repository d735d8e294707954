"""Moves of Arboretum and their notation.

    draw deck, draw 2    draw the top card of the deck, or of player 2's pile
    pick M5              choose the card to plant
    at 1 0               plant it there: x to the right, y upward
    discard W7           put a card on your own pile
    plant M5 1 0         pick M5 and at 1 0, two decisions in one text

Players count from 1. Case does not matter.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Literal

from gemgrove import _native, variant
from gemgrove.arboretum.board import Cell
from gemgrove.arboretum.cards import Card
from gemgrove.notation import read_command
from gemgrove.variant import NotationError, shown

Kind = Literal["draw", "pick", "plant", "discard"]

MOST_PLAYERS = _native.MAX_PLAYERS
FURTHEST = 99
"""The largest coordinate that is accepted."""
_COORDINATE = re.compile("-?[0-9]{1,2}")


@dataclass(frozen=True, slots=True, repr=False)
class Move(variant.Move):
    """A decision in Arboretum.

    >>> Move.parse("draw 2").seat
    1
    >>> Move.parse("at -1 0")
    Move.parse('at -1 0')
    """

    kind: Kind
    seat: int | None = None
    """The owner of the pile that is drawn from; None for the deck."""
    card: Card | None = None
    """The card that is picked or discarded."""
    cell: Cell | None = None
    """The cell in which the picked card is planted."""

    def __post_init__(self) -> None:
        if not _is_move(self):
            raise NotationError(
                f"There is no move with kind={shown(self.kind)}, seat={shown(self.seat)}, "
                f"card={shown(self.card)}, cell={shown(self.cell)}; Move.parse reads one from text."
            )

    @classmethod
    def parse(cls, text: str) -> "Move":
        moves = cls.parse_all(text)
        if len(moves) != 1:
            named = " and ".join(move.text for move in moves)
            raise NotationError(f"{shown(text)} names {len(moves)} moves, {named}; give only one.")
        return moves[0]

    @classmethod
    def parse_all(cls, text: str) -> list["Move"]:
        """Parse a text that names one or more moves, and return them in order."""
        return read_command(text, _COMMANDS, _USAGE, _MEANING)

    @property
    def text(self) -> str:
        match self.kind:
            case "draw":
                return f"draw {'deck' if self.seat is None else self.seat + 1}"
            case "plant":
                assert self.cell is not None
                return f"at {self.cell[0]} {self.cell[1]}"
            case _:
                return f"{self.kind} {self.card}"

    def __repr__(self) -> str:
        return f"Move.parse({self.text!r})"


def _is_move(move: Move) -> bool:
    """Return True if a move has the fields that its kind needs, and no others."""
    match move.kind, move.seat, move.card, move.cell:
        case "draw", None, None, None:
            return True
        case "draw", int(seat), None, None:
            return _within(seat, 0, MOST_PLAYERS - 1)
        case "pick" | "discard", None, Card() as card, None:
            return card.exists
        case "plant", None, None, (int(), int()) as cell if isinstance(cell, tuple):
            return all(_within(number, -FURTHEST, FURTHEST) for number in cell)
    return False


def _within(number: int, least: int, most: int) -> bool:
    return not isinstance(number, bool) and least <= number <= most


@lru_cache(maxsize=4096)
def planting(x: int, y: int) -> Move:
    """Return the move that plants the picked card in this cell."""
    return Move("plant", cell=(x, y))


def _draw(words: Sequence[str]) -> list[Move]:
    if len(words) != 1:
        raise ValueError("the deck or the number of a player is needed")
    if "deck".startswith(words[0]):
        return [Move("draw")]
    if words[0] not in map(str, range(1, MOST_PLAYERS + 1)):
        raise ValueError(
            f"{shown(words[0])} is neither the deck nor a player; players are 1 to {MOST_PLAYERS}"
        )
    return [Move("draw", seat=int(words[0]) - 1)]


def _of_card(kind: Kind, words: Sequence[str]) -> list[Move]:
    if len(words) != 1:
        raise ValueError("one card is needed")
    return [Move(kind, card=Card.parse(words[0]))]


def _at(words: Sequence[str]) -> list[Move]:
    if len(words) != 2:
        raise ValueError("two numbers are needed, x and y")
    for word in words:
        if not _COORDINATE.fullmatch(word):
            raise ValueError(
                f"{shown(word)} is not a coordinate; coordinates are whole numbers "
                f"from {-FURTHEST} to {FURTHEST}"
            )
    return [Move("plant", cell=(int(words[0]), int(words[1])))]


def _plant(words: Sequence[str]) -> list[Move]:
    return _of_card("pick", words[:1]) + _at(words[1:])


_COMMANDS: dict[str, tuple[str, Callable[[Sequence[str]], list[Move]]]] = {
    "draw": ("draw deck or draw 2", _draw),
    "pick": ("pick M5", partial(_of_card, "pick")),
    "at": ("at 1 0", _at),
    "plant": ("plant M5 1 0", _plant),
    "discard": ("discard W7", partial(_of_card, "discard")),
}
_USAGE = f"Moves are written as {'; '.join(usage for usage, _ in _COMMANDS.values())}."
_MEANING = {"take": ("draw",), "choose": ("pick",), "place": ("at",), "drop": ("discard",)}
"""Words that people might try, with the commands they mean."""
