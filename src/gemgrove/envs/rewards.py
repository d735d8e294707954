"""Rewards as small functions that are added and scaled, or read from a text.

>>> import gemgrove as gg
>>> reward = outcome() + 0.1 * points_gained()
>>> before = gg.new("splendor", seed=42)
>>> after = before.copy()
>>> after.play("p3 red white blue")
>>> reward(before, after, seat=0)
0.0
>>> print(reward)
outcome + 0.1 * points_gained
>>> read("outcome + 0.1 * points_gained") == reward
True
"""

import ast
import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from numbers import Real
from operator import add, sub

from gemgrove.game import Game, View
from gemgrove.variant import shown

Position = Game | View

DEFAULT = "rank"
"""The reward of every environment that is not told another."""

_BUYING = "splendor"  # the game in which cards are bought
_MOST_CHARACTERS = 1000  # so that no text makes a reward too deep to be computed


class Reward(ABC):
    """What a step from `before` to `after` is worth to a seat. A value: it compares and pickles."""

    __slots__ = ()

    @property
    def terminal(self) -> bool:
        """Whether it is zero for every step but the one that ends the game."""
        return False

    def __call__(self, before: Position, after: Position, seat: int) -> float:
        """The reward of the step."""
        if not 0 <= seat < after.players:
            raise ValueError(f"There is no seat {seat}; seats are 0 to {after.players - 1}.")
        return self.measure(before, after, seat)

    @abstractmethod
    def measure(self, before: Position, after: Position, seat: int) -> float:
        """The reward of the step, to a seat that is there."""

    def by_seat(self, before: Position, after: Position) -> list[float]:
        """The reward of the step to every seat. A reward may know a faster way than one by one."""
        return [self.measure(before, after, seat) for seat in range(after.players)]

    def forfeit(self, players: int, loser: int, seat: int) -> float:  # noqa: ARG002
        """What a seat gets when `loser` has lost by an illegal action.

        By it nobody gains a point or a card; the loser comes last, the others share the first
        place.
        """
        return 0.0

    def terms(self) -> Mapping[str, float]:
        """The weights by which the native core gives the same reward.

        A reward of one's own has none, and serves everywhere but in a batch.
        """
        raise ValueError(
            f"{self} is a reward that the native core does not know; a batch takes "
            f"{', '.join(NAMES)}, added and scaled."
        )

    def __add__(self, other: "Reward") -> "Reward":
        if not isinstance(other, Reward):
            raise TypeError(f"A reward can be added to a reward, not to {shown(other)}.")
        return _Sum(self, other)

    def __sub__(self, other: "Reward") -> "Reward":
        if not isinstance(other, Reward):
            raise TypeError(f"From a reward a reward can be subtracted, not {shown(other)}.")
        return _Sum(self, -other)

    def __neg__(self) -> "Reward":
        return self * -1

    def __mul__(self, factor: float) -> "Reward":
        return _Scaled(self, _finite(factor))

    def __rmul__(self, factor: float) -> "Reward":
        return self * factor


@dataclass(frozen=True, slots=True)
class _Sum(Reward):
    first: Reward
    second: Reward

    @property
    def terminal(self) -> bool:
        return self.first.terminal and self.second.terminal

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

    def measure(self, before: Position, after: Position, seat: int) -> float:
        return self.factor * self.reward.measure(before, after, seat)

    def by_seat(self, before: Position, after: Position) -> list[float]:
        return [self.factor * gain for gain in self.reward.by_seat(before, after)]

    def forfeit(self, players: int, loser: int, seat: int) -> float:
        return self.factor * self.reward.forfeit(players, loser, seat)

    def terms(self) -> Mapping[str, float]:
        return {name: self.factor * weight for name, weight in self.reward.terms().items()}

    def __mul__(self, factor: float) -> Reward:
        return self.reward * (self.factor * _finite(factor))

    def __str__(self) -> str:
        inner = f"({self.reward})" if isinstance(self.reward, _Sum) else str(self.reward)
        return f"{self.factor} * {inner}"


class _AtTheEnd(Reward):
    """Given once, by the step that ends the game."""

    __slots__ = ()

    @property
    def terminal(self) -> bool:
        return True

    def measure(self, before: Position, after: Position, seat: int) -> float:
        return self.judge(after, seat) if after.over and not before.over else 0.0

    def by_seat(self, before: Position, after: Position) -> list[float]:
        if after.over and not before.over:
            return [self.judge(after, seat) for seat in range(after.players)]
        return [0.0] * after.players

    @abstractmethod
    def judge(self, end: Position, seat: int) -> float:
        """What the end is worth to a seat."""


@dataclass(frozen=True, slots=True)
class _Outcome(_AtTheEnd):
    win: float
    draw: float
    loss: float

    def judge(self, end: Position, seat: int) -> float:
        if seat not in end.winners:
            return self.loss
        return self.win if len(end.winners) == 1 else self.draw

    def forfeit(self, players: int, loser: int, seat: int) -> float:
        if seat == loser:
            return self.loss
        return self.win if players == 2 else self.draw

    def terms(self) -> Mapping[str, float]:
        return {"win": self.win, "draw": self.draw, "loss": self.loss}

    def __str__(self) -> str:
        defaults = {"win": 1.0, "draw": 0.0, "loss": -1.0}
        told = [f"{name}={v}" for name, v in self.terms().items() if v != defaults[name]]
        return f"outcome({', '.join(told)})" if told else "outcome"


@dataclass(frozen=True, slots=True)
class _Rank(_AtTheEnd):
    def judge(self, end: Position, seat: int) -> float:
        places = end.places
        worse = sum(place > places[seat] for place in places)
        better = sum(place < places[seat] for place in places)
        return (worse - better) / (len(places) - 1)

    def forfeit(self, players: int, loser: int, seat: int) -> float:
        return -1.0 if seat == loser else 1 / (players - 1)

    def terms(self) -> Mapping[str, float]:
        return {"rank": 1.0}

    def __str__(self) -> str:
        return "rank"


@dataclass(frozen=True, slots=True)
class _Margin(_AtTheEnd):
    def judge(self, end: Position, seat: int) -> float:
        return float(_lead(end.scores, seat))

    def terms(self) -> Mapping[str, float]:
        return {"margin": 1.0}

    def __str__(self) -> str:
        return "margin"


@dataclass(frozen=True, slots=True)
class _PointsGained(Reward):
    def measure(self, before: Position, after: Position, seat: int) -> float:
        return float(after.scores[seat] - before.scores[seat])

    def by_seat(self, before: Position, after: Position) -> list[float]:
        return list(map(float, map(sub, after.scores, before.scores)))

    def terms(self) -> Mapping[str, float]:
        return {"points": 1.0}

    def __str__(self) -> str:
        return "points_gained"


@dataclass(frozen=True, slots=True)
class _LeadGained(Reward):
    def measure(self, before: Position, after: Position, seat: int) -> float:
        return float(_lead(after.scores, seat) - _lead(before.scores, seat))

    def by_seat(self, before: Position, after: Position) -> list[float]:
        now, then = after.scores, before.scores
        return [float(_lead(now, seat) - _lead(then, seat)) for seat in range(len(now))]

    def terms(self) -> Mapping[str, float]:
        return {"lead": 1.0}

    def __str__(self) -> str:
        return "lead_gained"


@dataclass(frozen=True, slots=True)
class _CardsBought(Reward):
    def measure(self, before: Position, after: Position, seat: int) -> float:
        return float(_bought(after, seat) - _bought(before, seat))

    def terms(self) -> Mapping[str, float]:
        return {"cards": 1.0}

    def __str__(self) -> str:
        return "cards_bought"


def outcome(*, win: float = 1.0, draw: float = 0.0, loss: float = -1.0) -> Reward:
    """Given once, by the step that ends the game; a shared win is a draw."""
    return _Outcome(_finite(win), _finite(draw), _finite(loss))


def rank() -> Reward:
    """Given once, by the step that ends the game: from +1 for the first place to -1 for the last.

    The places between are evenly spaced, and equal ones share their mean, so that the rewards of
    a game add up to zero. With two players it is the `outcome`.
    """
    return _Rank()


def margin() -> Reward:
    """Given once, by the step that ends the game: the points ahead of the best opponent."""
    return _Margin()


def points_gained() -> Reward:
    """The points the seat has gained."""
    return _PointsGained()


def lead_gained() -> Reward:
    """By how much the seat's lead over its best opponent has grown."""
    return _LeadGained()


def cards_bought() -> Reward:
    """The cards the seat has bought; for Splendor."""
    return _CardsBought()


NAMES: Mapping[str, Callable[..., Reward]] = {
    make.__name__: make
    for make in (outcome, rank, margin, points_gained, lead_gained, cards_bought)
}
"""The rewards that a text can name."""


def read(reward: str | Reward) -> Reward:
    """The reward that a text names, such as `rank` or `outcome + 0.1 * points_gained`.

    A text may add, subtract and scale the rewards of `NAMES`, and give `outcome` its values:
    `outcome(draw=0.5)`. What is a reward already is returned as it is.
    """
    if isinstance(reward, Reward):
        return reward
    if not isinstance(reward, str):
        raise TypeError(f"A reward is a Reward or a text that names one, not {shown(reward)}.")
    if len(reward) > _MOST_CHARACTERS:
        raise ValueError(
            f"A reward's text has at most {_MOST_CHARACTERS} characters, not {len(reward)}."
        )
    try:
        found = _evaluated(reward, _parsed(reward))
    except RecursionError:
        raise _unreadable(reward) from None
    if not isinstance(found, Reward):
        raise _unreadable(reward)
    return found


def _parsed(text: str) -> ast.expr:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError):
        raise _unreadable(text) from None


def _evaluated(text: str, node: ast.expr) -> Reward | float:
    """The value of a part of a text: names, numbers, sums and products, and nothing else."""
    match node:
        case ast.Name(name) | ast.Call(func=ast.Name(name), args=[]) if name in NAMES:
            return _named(text, name, node.keywords if isinstance(node, ast.Call) else [])
        case ast.Constant(int() | float() as number) if not isinstance(number, bool):
            return _finite(number)
        case ast.UnaryOp(ast.USub(), operand):
            return -_evaluated(text, operand)
        case ast.BinOp(left, operator, right):
            return _combined(text, _evaluated(text, left), operator, _evaluated(text, right))
    raise _unreadable(text)


def _combined(
    text: str, left: Reward | float, operator: ast.operator, right: Reward | float
) -> Reward:
    match operator:
        case ast.Add() if isinstance(left, Reward) and isinstance(right, Reward):
            return left + right
        case ast.Sub() if isinstance(left, Reward) and isinstance(right, Reward):
            return left - right
        case ast.Mult() if isinstance(left, Reward) and not isinstance(right, Reward):
            return left * right
        case ast.Mult() if isinstance(right, Reward) and not isinstance(left, Reward):
            return left * right
    raise _unreadable(text)


def _named(text: str, name: str, keywords: list[ast.keyword]) -> Reward:
    values = {str(item.arg): _evaluated(text, item.value) for item in keywords}
    if len(values) < len(keywords):  # the same name twice
        raise _unreadable(text)
    try:
        return NAMES[name](**values)
    except TypeError:
        raise _unreadable(text) from None


def _finite(value: float) -> float:
    """A number that rewards can be made of, as Python's own."""
    if not isinstance(value, Real):
        raise TypeError(f"Rewards are made with numbers, not with {shown(value)}.")
    try:
        number = value if type(value) in (int, float) else float(value)
        if math.isfinite(number):
            return number
    except OverflowError:
        pass
    raise ValueError(f"Rewards are made with finite numbers, not with {shown(value)}.")


def _unreadable(text: str) -> ValueError:
    return ValueError(
        f"{shown(text)} is no reward; rewards are {', '.join(NAMES)}, added and scaled, as in "
        "'outcome + 0.1 * points_gained'."
    )


def _lead(scores: list[int], seat: int) -> int:
    return scores[seat] - max(scores[:seat] + scores[seat + 1 :])


def check_fits(reward: Reward, game: str) -> None:
    """That a reward has a meaning in a game; else a `ValueError`."""
    if reward.terms().get("cards") and game != _BUYING:
        raise ValueError(f"No cards are bought in {game}; cards_bought is for {_BUYING}.")


def _bought(position: Position, seat: int) -> int:
    if position.name != _BUYING:
        raise ValueError(f"No cards are bought in {position.name}; cards_bought is for {_BUYING}.")
    return len(position.board.players[seat].bought)
