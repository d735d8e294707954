"""Chance nodes: draws that are made one at a time, for algorithms that choose the outcomes.

A `Game` is dealt at once and knows the order of its decks. The same game can be seen as a series of
draws: first those of the deal, then one for each card that a decision takes from a deck. An outcome
is a number with the same meaning throughout the game, and all possible outcomes are equally likely.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gemgrove import _native


class Draw(NamedTuple):
    """A chance node."""

    outcomes: Sequence[int]
    """The possible outcomes, in ascending order."""
    seat: int | None = None
    """The only seat that sees the outcome; None if everybody sees it."""


class Effect(NamedTuple):
    """The effect of a decision on hidden information."""

    draw: Draw | None = None
    """The draw of the card that the decision takes from a deck."""
    secret: bool = False
    """True if only the deciding seat knows what it decided."""
    shows: int | None = None
    """The outcome that is revealed to everybody, after only one seat had seen it."""


class Retelling(NamedTuple):
    """A game with other cards in the places that a seat cannot see."""

    outcomes: Mapping[int, int]
    """Maps old outcomes to new ones; those that are missing stay the same."""
    actions: list[int]


class Chance(ABC):
    """The draws of a game under its rules. Each game defines a subclass."""

    outcome_count: int
    """The number of outcomes, which count from 0."""
    deal_size: int
    """The number of draws in the deal."""
    most_draws: int
    """The largest number of draws in a game, the deal's included."""
    most_decisions: int
    """The largest number of decisions in a game."""
    most_shown: int
    """The largest number of decisions that reveal an outcome."""

    @abstractmethod
    def deal(self, drawn: Sequence[int]) -> Draw:
        """Return the deal's next draw after these; there are `deal_size` in all."""

    @abstractmethod
    def start(self, drawn: Sequence[int]) -> _native.Position:
        """Return the starting position of a game with these draws, the deal's first.

        The rest of each deck, beneath the drawn cards, is in the order of the numbers.
        """

    @abstractmethod
    def effect(self, game: _native.Game, action: int, drawn: Sequence[int]) -> Effect:
        """Return a legal action's draw and what it hides or reveals, after these draws."""

    @abstractmethod
    def retold(
        self, game: _native.Game, sample: _native.Game, seat: int, rng: random.Random
    ) -> Retelling:
        """Return the changes that turn `game` into `sample`, a game that fits the seat's view."""

    @abstractmethod
    def text(self, outcome: int) -> str:
        """Return the name of an outcome."""


def without(numbers: Sequence[int], drawn: Sequence[int]) -> list[int]:
    """Return the numbers that have not been drawn, in their order."""
    gone = set(drawn)
    return [number for number in numbers if number not in gone]
