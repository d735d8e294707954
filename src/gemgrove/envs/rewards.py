"""Rewards as small functions that can be added and scaled, or read from a text.

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
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from operator import sub
from typing import ClassVar

from gemgrove.game import GAMES, variant_class
from gemgrove.reward import Position, Reward, finite
from gemgrove.variant import shown

__all__ = [
    "DEFAULT",
    "Reward",
    "lead_gained",
    "margin",
    "names",
    "outcome",
    "points_gained",
    "rank",
    "read",
]

DEFAULT = "rank"
"""The default reward of every environment."""

_MOST_CHARACTERS = 1000  # so that no reward is nested too deeply to be computed


class _Plain(Reward):
    """A reward without options: one term of the native core."""

    __slots__ = ()

    name: ClassVar[str]
    term: ClassVar[str]

    def terms(self) -> Mapping[str, float]:
        return {self.term: 1.0}

    def __str__(self) -> str:
        return self.name


class _AtTheEnd(Reward):
    """A reward given once, in the step that ends the game."""

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
        """Return a seat's reward for the final position."""


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
        changed = [f"{name}={v}" for name, v in self.terms().items() if v != defaults[name]]
        return f"outcome({', '.join(changed)})" if changed else "outcome"


@dataclass(frozen=True, slots=True)
class _Rank(_AtTheEnd, _Plain):
    name, term = "rank", "rank"

    def judge(self, end: Position, seat: int) -> float:
        places = end.places
        worse = sum(place > places[seat] for place in places)
        better = sum(place < places[seat] for place in places)
        return (worse - better) / (len(places) - 1)

    def forfeit(self, players: int, loser: int, seat: int) -> float:
        return -1.0 if seat == loser else 1 / (players - 1)


@dataclass(frozen=True, slots=True)
class _Margin(_AtTheEnd, _Plain):
    name, term = "margin", "margin"

    def judge(self, end: Position, seat: int) -> float:
        return float(_lead(end.scores, seat))


@dataclass(frozen=True, slots=True)
class _PointsGained(_Plain):
    name, term = "points_gained", "points"

    def measure(self, before: Position, after: Position, seat: int) -> float:
        return float(after.scores[seat] - before.scores[seat])

    def by_seat(self, before: Position, after: Position) -> list[float]:
        return list(map(float, map(sub, after.scores, before.scores)))


@dataclass(frozen=True, slots=True)
class _LeadGained(_Plain):
    name, term = "lead_gained", "lead"

    def measure(self, before: Position, after: Position, seat: int) -> float:
        return float(_lead(after.scores, seat) - _lead(before.scores, seat))

    def by_seat(self, before: Position, after: Position) -> list[float]:
        now, then = after.scores, before.scores
        return [float(_lead(now, seat) - _lead(then, seat)) for seat in range(len(now))]


def outcome(*, win: float = 1.0, draw: float = 0.0, loss: float = -1.0) -> Reward:
    """Given once, in the step that ends the game: +1 for a win, 0 for a draw, -1 for a loss.

    A shared win is a draw. `outcome(win=2, draw=0.5)` changes the values.
    """
    return _Outcome(finite(win), finite(draw), finite(loss))


def rank() -> Reward:
    """Given once, in the step that ends the game: from +1 for the first place to -1 for the last.

    The places in between are evenly spaced, and ties share their mean, so a game's rewards add up
    to zero. With two players it is the same as `outcome`.
    """
    return _Rank()


def margin() -> Reward:
    """Given once, in the step that ends the game: the points ahead of the best opponent."""
    return _Margin()


def points_gained() -> Reward:
    """The points that the seat has gained."""
    return _PointsGained()


def lead_gained() -> Reward:
    """The increase in the seat's lead over its best opponent."""
    return _LeadGained()


@cache
def names() -> Mapping[str, Callable[..., Reward]]:
    """Return the rewards that a text can name, including those that only one game defines."""
    found: dict[str, Callable[..., Reward]] = {
        make.__name__: make for make in (outcome, rank, margin, points_gained, lead_gained)
    }
    for game in GAMES:
        found |= variant_class(game).rewards()
    return found


def read(reward: str | Reward) -> Reward:
    """Parse a reward's text, such as `rank` or `outcome + 0.1 * points_gained`.

    The text may add, subtract and scale the rewards in `names`, and set the values of `outcome`:
    `outcome(draw=0.5)`. A `Reward` is returned unchanged.
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
        found = _value(_parsed(reward))
    except (RecursionError, _UnreadableError):
        found = None
    if not isinstance(found, Reward):
        raise ValueError(
            f"{shown(reward)} is not a reward; rewards are {', '.join(names())}, added and scaled, "
            "as in 'outcome + 0.1 * points_gained'."
        )
    return found


class _UnreadableError(Exception):
    """A part of a reward's text is neither a reward nor a number."""


def _parsed(text: str) -> ast.expr:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError):
        raise _UnreadableError from None


def _value(node: ast.expr) -> Reward | float:
    """Return the reward or the number that a part of a text stands for."""
    match node:
        case ast.Name(name) | ast.Call(func=ast.Name(name), args=[]) if name in names():
            return _named(name, node.keywords if isinstance(node, ast.Call) else [])
        case ast.Constant(int() | float() as number) if not isinstance(number, bool):
            return finite(number)
        case ast.UnaryOp(ast.USub(), operand):
            return -_value(operand)
        case ast.BinOp(left, operator, right):
            return _combined(_value(left), operator, _value(right))
    raise _UnreadableError


def _combined(left: Reward | float, operator: ast.operator, right: Reward | float) -> Reward:
    match left, operator, right:
        case Reward(), ast.Add(), Reward():
            return left + right
        case Reward(), ast.Sub(), Reward():
            return left - right
        case Reward(), ast.Mult(), int() | float():
            return left * right
        case int() | float(), ast.Mult(), Reward():
            return left * right
    raise _UnreadableError


def _named(name: str, keywords: list[ast.keyword]) -> Reward:
    values = {str(item.arg): _value(item.value) for item in keywords}
    if len(values) < len(keywords):  # the same name twice
        raise _UnreadableError
    try:
        return names()[name](**values)
    except TypeError:
        raise _UnreadableError from None


def _lead(scores: list[int], seat: int) -> int:
    return scores[seat] - max(scores[:seat] + scores[seat + 1 :])
