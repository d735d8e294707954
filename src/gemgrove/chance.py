"""Chance as draws that are made one at a time, for algorithms that want to choose what comes.

A `Game` is dealt at once and knows the order of its decks. The same game can be told as draws:
first those of the deal, then one for each card that a decision takes from a deck. What comes is a
number with one meaning throughout the game, and every number that can come is equally likely.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gemgrove import _native


class Draw(NamedTuple):
    """Something that chance decides."""

    outcomes: Sequence[int]
    """What can come, in rising order."""
    seat: int | None = None
    """Who alone sees what came; None: everybody sees it."""


class Effect(NamedTuple):
    """What a decision has to do with what is hidden."""

    draw: Draw | None = None
    """The card that it takes from a deck."""
    secret: bool = False
    """Only the seat that decides knows what it decided."""
    shows: int | None = None
    """The outcome that everybody comes to know, of a draw that one seat alone has seen."""


class Retelling(NamedTuple):
    """A game told once more, with other cards where a seat cannot see."""

    outcomes: Mapping[int, int]
    """What came instead; an outcome that is not named is as it was."""
    actions: list[int]


class Chance(ABC):
    """The draws of a game under its rules. Each game has its own."""

    outcome_count: int
    """Outcomes are the numbers below it."""
    deal_size: int
    """How many draws the deal is."""
    most_draws: int
    """How many draws a game has at most, the deal's included."""
    most_decisions: int
    """How many decisions a game has at most."""
    most_shown: int
    """How many decisions show something at most."""

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
        """What a legal action draws, hides or shows, in a game in which these have been drawn."""

    @abstractmethod
    def retold(
        self, game: _native.Game, sample: _native.Game, seat: int, rng: random.Random
    ) -> Retelling:
        """How `game` can have become `sample`, which is one that the seat's view allows."""

    @abstractmethod
    def text(self, outcome: int) -> str:
        """What an outcome is called."""


def without(numbers: Sequence[int], drawn: Sequence[int]) -> list[int]:
    """The numbers that have not been drawn, in their order."""
    gone = set(drawn)
    return [number for number in numbers if number not in gone]
