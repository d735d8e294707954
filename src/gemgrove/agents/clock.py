"""Time control: a bank of seconds for each game, and an increment after each decision."""

import re
from dataclasses import dataclass
from decimal import Decimal

from gemgrove.agents.agent import Forfeit
from gemgrove.variant import shown

_SECONDS = re.compile(r"[0-9]{1,7}(?:\.[0-9]{1,30})?")
_MOST_SECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A time control: how long a seat may think.

    >>> TimeControl.parse("60+0.5")
    TimeControl(bank=60.0, increment=0.5)
    >>> str(TimeControl(60))
    '60'
    """

    bank: float
    """Seconds at the start of a game."""
    increment: float = 0.0
    """Seconds added after each decision."""

    def __post_init__(self) -> None:
        if not 0 < self.bank <= _MOST_SECONDS:
            raise ValueError(
                f"The bank is {self.bank} seconds; it must be more than 0 and at most "
                f"{_MOST_SECONDS:,}."
            )
        if not 0 <= self.increment <= _MOST_SECONDS:
            raise ValueError(
                f"The increment is {self.increment} seconds; it must be 0 to {_MOST_SECONDS:,}."
            )

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Read `60` or `60+0.5`: the bank and the increment, in seconds."""
        bank, plus, increment = (part.strip() for part in text.partition("+"))
        parts = (bank, increment) if plus else (bank,)
        if not all(_SECONDS.fullmatch(part) for part in parts):
            raise ValueError(
                f"The time {shown(text)} cannot be read; it must be seconds and, after a plus, the "
                "seconds added after each decision, as in 60+0.5."
            )
        return cls(*map(float, parts))

    def __str__(self) -> str:
        return _written(self.bank) + (f"+{_written(self.increment)}" if self.increment else "")


def _written(seconds: float) -> str:
    """Write seconds as `parse` reads them: exactly, and without an exponent."""
    text = f"{Decimal(repr(float(seconds))):f}"
    return text.removesuffix(".0")


class Clock:
    """One seat's clock in one game."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.remaining = float(control.bank)
        """Seconds left for the next decision."""

    def spend(self, seconds: float) -> None:
        """Charge for a decision, then add the increment; raise `Forfeit` if it took too long."""
        left = self.remaining - seconds
        if left < 0:
            had = self.remaining
            self.remaining = 0.0
            raise Forfeit(
                "timeout",
                f"The decision took {seconds:.2f} seconds, and the clock had {had:.2f} left "
                f"(time control {self.control}).",
            )
        self.remaining = left + self.control.increment
