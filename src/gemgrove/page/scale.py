"""Where a value lies on an axis, and which values get a label."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, log10


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis from `low` to `high` with the values that are labeled."""

    low: float
    high: float
    ticks: tuple[float, ...]

    def share(self, value: float) -> float:
        """How far along the axis a value lies, 0 to 100."""
        return 100 * (value - self.low) / (self.high - self.low)


SHARES = Scale(0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 1.0))
"""An axis from nothing to everything."""


def scale_over(values: Iterable[float], *, ticks: int = 5) -> Scale:
    """An axis with round ends that has room for all values.

    >>> scale_over([3, 96]).ticks
    (0, 20, 40, 60, 80, 100)
    """
    found = list(values) or [0.0]
    low, high = min(found), max(found)
    if low == high:
        high = low + 1
    step = _round_step((high - low) / ticks)
    first, last = floor(low / step), ceil(high / step)
    if first == last:
        last += 1
    marks = tuple(_tidy(count * step) for count in range(first, last + 1))
    return Scale(marks[0], marks[-1], marks)


def whole_scale(low: int, high: int, *, ticks: int = 8) -> Scale:
    """An axis over whole numbers that ends where they end."""
    step = max(1, round(_round_step((high - low) / ticks))) if high > low else 1
    return Scale(low, max(high, low + 1), tuple(range(ceil(low / step) * step, high + 1, step)))


def percent(value: float) -> str:
    """A place on an axis as SVG takes it.

    >>> percent(12.5), percent(100)
    ('12.5%', '100%')
    """
    return f"{_digits(value)}%"


def place(x: float, y: float) -> str:
    """A point of a line."""
    return f"{_digits(x)},{_digits(y)}"


def _digits(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, ... (and their tenths) that is no less."""
    power: float = 10.0 ** floor(log10(least))
    # A little less will do: 2.0000001 is meant to be 2.
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * 0.999999)


def _tidy(value: float) -> float:
    """Without the last digits that floating point adds to tenths."""
    rounded = round(value, 10)
    return int(rounded) if rounded == int(rounded) else rounded
