"""Figures, and how to measure them.

The machine is shared and noisy: a rate is the best of several short runs, and each run's unit of
work is large enough that the clock does not matter.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

REPEATS = 5
SECONDS = 0.4


@dataclass(frozen=True, slots=True)
class Figure:
    """One row of the table."""

    what: str
    value: float
    unit: str
    wanted: float | None = None
    at_most: bool = False
    """True if `wanted` is an upper bound."""

    @property
    def reached(self) -> bool | None:
        """True if the figure reaches its target; None without a target."""
        if self.wanted is None:
            return None
        return self.value <= self.wanted if self.at_most else self.value >= self.wanted


def best_rate(work: Callable[[], int]) -> float:
    """Measure units of work per second; `work` does some and returns how many."""
    return max(_rate(work) for _ in range(REPEATS))


def percentile(times: Sequence[float], percent: float) -> float:
    """Return the time that this percentage of the times does not exceed."""
    return sorted(times)[min(len(times) - 1, int(len(times) * percent / 100))]


def _rate(work: Callable[[], int]) -> float:
    done = 0
    start = time.perf_counter()
    elapsed = 0.0
    while elapsed < SECONDS:
        done += work()
        elapsed = time.perf_counter() - start
    return done / elapsed
