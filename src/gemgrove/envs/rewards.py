"""Rewards as small functions that are added and scaled.

>>> import gemgrove as gg
>>> reward = outcome() + 0.1 * points_gained()
>>> before = gg.new("splendor", seed=42)
>>> after = before.copy()
>>> after.play("p3 red white blue")
>>> reward(before, after, seat=0)
0.0
>>> print(reward)
outcome + 0.1 * points_gained
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from gemgrove.game import Game, View

Position = Game | View


class Reward(ABC):
    """What a step from `before` to `after` is worth to a seat. A value: it compares and pickles."""

    def __call__(self, before: Position, after: Position, seat: int) -> float:
        """The reward of the step."""
        if not 0 <= seat < after.players:
            raise ValueError(f"There is no seat {seat}; seats are 0 to {after.players - 1}.")
        return self.measure(before, after, seat)

    @abstractmethod
    def measure(self, before: Position, after: Position, seat: int) -> float:
        """The reward of the step, to a seat that is there."""

    def __add__(self, other: "Reward") -> "Reward":
        return _Sum(self, other)

    def __sub__(self, other: "Reward") -> "Reward":
        return _Sum(self, -other)

    def __neg__(self) -> "Reward":
        return _Scaled(self, -1)

    def __mul__(self, factor: float) -> "Reward":
        return _Scaled(self, factor)

    def __rmul__(self, factor: float) -> "Reward":
        return _Scaled(self, factor)


@dataclass(frozen=True, slots=True)
class _Sum(Reward):
    first: Reward
    second: Reward

    def measure(self, before: Position, after: Position, seat: int) -> float:
        return self.first(before, after, seat) + self.second(before, after, seat)

    def __str__(self) -> str:
        return f"{self.first} + {self.second}"


@dataclass(frozen=True, slots=True)
class _Scaled(Reward):
    reward: Reward
    factor: float

    def measure(self, before: Position, after: Position, seat: int) -> float:
        return self.factor * self.reward(before, after, seat)

    def __str__(self) -> str:
        inner = f"({self.reward})" if isinstance(self.reward, _Sum) else str(self.reward)
        return f"{self.factor} * {inner}"


@dataclass(frozen=True, slots=True)
class _Outcome(Reward):
    win: float
    draw: float
    loss: float

    def measure(self, before: Position, after: Position, seat: int) -> float:
        if before.over or not after.over:
            return 0.0
        if seat not in after.winners:
            return self.loss
        return self.win if len(after.winners) == 1 else self.draw

    def __str__(self) -> str:
        return "outcome"


@dataclass(frozen=True, slots=True)
class _PointsGained(Reward):
    def measure(self, before: Position, after: Position, seat: int) -> float:
        return float(after.scores[seat] - before.scores[seat])

    def __str__(self) -> str:
        return "points_gained"


@dataclass(frozen=True, slots=True)
class _LeadGained(Reward):
    def measure(self, before: Position, after: Position, seat: int) -> float:
        return float(_lead(after.scores, seat) - _lead(before.scores, seat))

    def __str__(self) -> str:
        return "lead_gained"


@dataclass(frozen=True, slots=True)
class _CardsBought(Reward):
    def measure(self, before: Position, after: Position, seat: int) -> float:
        return float(_bought(after, seat) - _bought(before, seat))

    def __str__(self) -> str:
        return "cards_bought"


def outcome(*, win: float = 1.0, draw: float = 0.0, loss: float = -1.0) -> Reward:
    """Given once, by the step that ends the game; a shared win is a draw."""
    return _Outcome(win, draw, loss)


def points_gained() -> Reward:
    """The points the seat has gained."""
    return _PointsGained()


def lead_gained() -> Reward:
    """By how much the seat's lead over its best opponent has grown."""
    return _LeadGained()


def cards_bought() -> Reward:
    """The cards the seat has bought; for Splendor."""
    return _CardsBought()


def _lead(scores: list[int], seat: int) -> int:
    return scores[seat] - max(scores[:seat] + scores[seat + 1 :])


def _bought(position: Position, seat: int) -> int:
    if position.name != "splendor":
        raise ValueError(f"No cards are bought in {position.name}; cards_bought is for splendor.")
    return len(position.board.players[seat].bought)
