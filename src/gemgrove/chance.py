"""Chance nodes: draws that are made one at a time, for algorithms that choose the outcomes.

A `Game` is dealt at once and knows the order of its decks. The same game can be seen as draws:
first those of the deal, then one for each card that a decision takes from a deck. An outcome is a
number with one meaning throughout the game, and all possible outcomes are equally likely.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gemgrove import _native


class Draw(NamedTuple):
    """A chance node."""

    outcomes: Sequence[int]
    """The possible outcomes, in rising order."""
    seat: int | None = None
    """The only seat that sees the outcome; None: everybody sees it."""


class Effect(NamedTuple):
    """The effect of a decision on hidden information."""

    draw: Draw | None = None
    """The card that it takes from a deck."""
    secret: bool = False
    """Only the seat that decides knows what it decided."""
    shows: int | None = None
    """The outcome, seen by one seat so far, that is revealed to everybody."""


class Retelling(NamedTuple):
    """A game with other cards where a seat cannot see."""

    outcomes: Mapping[int, int]
    """The new outcomes by the old ones; those that are missing stay as they were."""
    actions: list[int]


class Chance(ABC):
    """The draws of a game under its rules. Each game has its own."""

    outcome_count: int
    """Outcomes are the numbers below it."""
    deal_size: int
    """The number of draws of the deal."""
    most_draws: int
    """The largest number of draws in a game, the deal's included."""
    most_decisions: int
    """The largest number of decisions in a game."""
    most_shown: int
    """The largest number of decisions that reveal an outcome."""

    @abstractmethod
    def deal(self, drawn: Sequence[int]) -> Draw:
        """The next draw of the deal after these; there are `deal_size`."""

    @abstractmethod
    def start(self, drawn: Sequence[int]) -> _native.Position:
        """The starting position of a game in which these come, the deal's first.

        What lies in a deck beneath them is in the order of its numbers.
        """

    @abstractmethod
    def effect(self, game: _native.Game, action: int, drawn: Sequence[int]) -> Effect:
        """The draw of a legal action, and what it hides or reveals, after these draws."""

    @abstractmethod
    def retold(
        self, game: _native.Game, sample: _native.Game, seat: int, rng: random.Random
    ) -> Retelling:
        """Outcomes and actions by which `game` becomes `sample`, which the seat's view allows."""

    @abstractmethod
    def text(self, outcome: int) -> str:
        """The name of an outcome."""


def without(numbers: Sequence[int], drawn: Sequence[int]) -> list[int]:
    """The numbers that have not been drawn, in their order."""
    gone = set(drawn)
    return [number for number in numbers if number not in gone]
