"""Chart axes: their range, ticks and labels."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil, floor, log10

from gemgrove.pages.formats import number, percent

Label = Callable[[float], str]


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis from `low` to `high`, with labels at the `ticks`."""

    low: float
    high: float
    ticks: tuple[float, ...]
    title: str = ""
    label: Label = number

    def position(self, value: float) -> float:
        """Return a value's position along the axis, 0 to 100."""
        return 100 * (value - self.low) / (self.high - self.low)


SHARES = Axis(0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 1.0), label=percent)
"""An axis from 0 to 100 percent."""


def axis_over(
    values: Iterable[float], *, ticks: int = 5, title: str = "", label: Label = number
) -> Axis:
    """Return an axis with round ends that has room for all values.

    >>> axis_over([3, 96]).ticks
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
    return Axis(marks[0], marks[-1], marks, title, label)


def integer_axis(low: int, high: int, *, ticks: int = 8, title: str = "") -> Axis:
    """Return an axis over integers that ends exactly at the last one."""
    step = max(1, round(_round_step((high - low) / ticks))) if high > low else 1
    marks = tuple(range(ceil(low / step) * step, high + 1, step))
    return Axis(low, max(high, low + 1), marks, title)


def _round_step(least: float) -> float:
    """Return the smallest of 1, 2, 5, 10, ... (and their tenths) that is not less than `least`."""
    power: float = 10.0 ** floor(log10(least))
    # Slightly less is enough: 2.0000001 is meant to be 2.
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * 0.999999)


def _tidy(value: float) -> float:
    """Remove the last digits that floating point adds to tenths."""
    rounded = round(value, 10)
    return int(rounded) if rounded == int(rounded) else rounded
