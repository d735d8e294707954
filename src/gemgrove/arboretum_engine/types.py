"""The engine's values, by its names: cards, moves and tableaus.

A card is a tuple and equal to the one of `gemgrove.arboretum`; either may be given where the other
is expected. So may tableaus: columns with texts or whole numbers as keys, as JSON and the engine
write them, or cards by cell, as `Board.arboretum` has them.
"""

from typing import NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]
Tableau: TypeAlias = "dict[int, dict[int, Card]]"


class FormatError(ValueError):
    """A value that is not as the engine has it. The text says where and why."""


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
