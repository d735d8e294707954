"""Figures as the report writes them."""

from collections.abc import Sequence

from gemgrove.analysis.ratings import Rating

_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))


def mean(values: Sequence[float]) -> float:
    """The average of some values."""
    return sum(values) / len(values)


def elo(value: float) -> str:
    """A difference, with its sign.

    >>> elo(-12.3), elo(0)
    ('−12', '0')
    """
    text = f"{value:+.0f}".replace("-", "−")
    return "0" if text[1:] == "0" else text


def interval(rating: Rating) -> str:
    """Where a rating may lie, as far as that is known."""
    if rating.low is None and rating.high is None:
        return "open"
    if rating.low is None:
        return f"below {elo(rating.high or 0)}"
    if rating.high is None:
        return f"above {elo(rating.low)}"
    return f"{elo(rating.low)} to {elo(rating.high)}"


def percent(share: float) -> str:
    """A share, to a tenth of a percent where it is not nothing or everything."""
    return f"{100 * share:.0f} %" if share in (0, 1) else f"{100 * share:.1f} %"


def duration(seconds: float) -> str:
    """A time in a unit that suits it.

    >>> duration(0.00125), duration(2), duration(0.0425)
    ('1.2 ms', '2 s', '42 ms')
    """
    # Powers of ten come out a little too small.
    size, unit = next((pair for pair in _UNITS if seconds >= pair[0] * 0.9999), (1e-9, "ns"))
    count = seconds / size
    return f"{count:.0f} {unit}" if count >= 10 else f"{count:.2g} {unit}"
