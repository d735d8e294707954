"""The engine's values under its own names: cards, moves and tableaus.

A card is a tuple that equals the same card of `gemgrove.arboretum`; either is accepted where the
other is expected. The same is true of tableaus: columns with texts or integers as keys, as JSON and
the engine write them, or cards by cell, as in the boards of `gemgrove.arboretum`.
"""

from typing import NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]
Tableau: TypeAlias = "dict[int, dict[int, Card]]"


class FormatError(ValueError):
    """Raised for a value that is not in the engine's format; says where and why."""


class Card(NamedTuple):
    """A tree: the letter of its species, and its rank, which the engine calls value."""

    species: str
    value: int

    @property
    def rank(self) -> int:
        """The value, as `gemgrove.arboretum` calls it."""
        return self.value

    def __str__(self) -> str:
        return f"{self.species}{self.value}"


class Move(NamedTuple):
    """The move after the two draws: a card planted in a cell, and another discarded."""

    play_card: Card
    placement: Cell
    discard_card: Card
