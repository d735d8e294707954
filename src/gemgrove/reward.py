"""The base of all rewards: small functions of a step that can be added and scaled."""

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real
from operator import add
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from gemgrove.variant import shown

if TYPE_CHECKING:
    from gemgrove.game import Game, View

Position: TypeAlias = "Game | View"


class Reward(ABC):
    """The worth of a step from `before` to `after` to a seat. Can be compared and pickled."""

    __slots__ = ()

    @property
    def terminal(self) -> bool:
        """True if the reward is zero except for the step that ends the game."""
        return False

    def __call__(self, before: Position, after: Position, seat: int) -> float:
        """Return a seat's reward for the step."""
        if not 0 <= seat < after.players:
            raise ValueError(f"There is no seat {seat}; seats are 0 to {after.players - 1}.")
        return self.measure(before, after, seat)

    @abstractmethod
    def measure(self, before: Position, after: Position, seat: int) -> float:
        """Return the reward for the step; `seat` has already been checked."""

    def by_seat(self, before: Position, after: Position) -> list[float]:
        """Return every seat's reward for the step. A subclass may have a faster way."""
        return [self.measure(before, after, seat) for seat in range(after.players)]

    def forfeit(self, players: int, loser: int, seat: int) -> float:  # noqa: ARG002
        """Return a seat's reward if `loser` has lost because of an illegal action.

        Nobody gains a point or a card; the loser comes last, and the others share first place.
        """
        return 0.0

    def terms(self) -> Mapping[str, float]:
        """Return the weights with which the native core computes the same reward.

        A custom reward has none; it works everywhere except in a batch.
        """
        raise ValueError(
            f"The native core does not know the reward {self}; a batch takes sums of the named "
            "rewards."
        )

    def check_game(self, game: str) -> None:
        """Raise a `ValueError` if the reward is not defined for a game."""
        del game  # by default, a reward is defined for every game

    def __add__(self, other: "Reward") -> "Reward":
        if not isinstance(other, Reward):
            raise TypeError(f"A reward can be added to a reward, not to {shown(other)}.")
        return _Sum(self, other)

    def __sub__(self, other: "Reward") -> "Reward":
        if not isinstance(other, Reward):
            raise TypeError(f"Only a reward can be subtracted, not {shown(other)}.")
        return _Sum(self, -other)

    def __neg__(self) -> "Reward":
        return self * -1

    def __mul__(self, factor: float) -> "Reward":
        return _Scaled(self, finite(factor))

    def __rmul__(self, factor: float) -> "Reward":
        return self * factor


@dataclass(frozen=True, slots=True)
class _Sum(Reward):
    first: Reward
    second: Reward

    @property
    def terminal(self) -> bool:
        return self.first.terminal and self.second.terminal

    def check_game(self, game: str) -> None:
        self.first.check_game(game)
        self.second.check_game(game)

    def measure(self, before: Position, after: Position, seat: int) -> float:
        return self.first.measure(before, after, seat) + self.second.measure(before, after, seat)

    def by_seat(self, before: Position, after: Position) -> list[float]:
        return list(map(add, self.first.by_seat(before, after), self.second.by_seat(before, after)))

    def forfeit(self, players: int, loser: int, seat: int) -> float:
        return self.first.forfeit(players, loser, seat) + self.second.forfeit(players, loser, seat)

    def terms(self) -> Mapping[str, float]:
        both = Counter(self.first.terms())
        both.update(self.second.terms())
        return both

    def __str__(self) -> str:
        second = f"({self.second})" if isinstance(self.second, _Sum) else str(self.second)
        return f"{self.first} + {second}"


@dataclass(frozen=True, slots=True)
class _Scaled(Reward):
    reward: Reward
    factor: float

    @property
    def terminal(self) -> bool:
        return self.reward.terminal

    def check_game(self, game: str) -> None:
        self.reward.check_game(game)

    def measure(self, before: Position, after: Position, seat: int) -> float:
        return self.factor * self.reward.measure(before, after, seat)

    def by_seat(self, before: Position, after: Position) -> list[float]:
        return [self.factor * gain for gain in self.reward.by_seat(before, after)]

    def forfeit(self, players: int, loser: int, seat: int) -> float:
        return self.factor * self.reward.forfeit(players, loser, seat)

    def terms(self) -> Mapping[str, float]:
        return {name: self.factor * weight for name, weight in self.reward.terms().items()}

    def __mul__(self, factor: float) -> Reward:
        return self.reward * (self.factor * finite(factor))

    def __str__(self) -> str:
        inner = f"({self.reward})" if isinstance(self.reward, _Sum) else str(self.reward)
        return f"{self.factor} * {inner}"


class GameReward(Reward):
    """A reward that is defined for only one game."""

    __slots__ = ()

    game: ClassVar[str]

    def check_game(self, game: str) -> None:
        """Raise a `ValueError` for any other game."""
        if game != self.game:
            raise ValueError(f"{self} is a reward for {self.game}, not for {game}.")


def finite(value: float) -> float:
    """Return a finite number as a Python number; raise an error for anything else."""
    if not isinstance(value, Real):
        raise TypeError(f"Rewards are made with numbers, not with {shown(value)}.")
    try:
        number = value if type(value) in (int, float) else float(value)
        if math.isfinite(number):
            return number
    except OverflowError:
        pass
    raise ValueError(f"Rewards are made with finite numbers, not with {shown(value)}.")
