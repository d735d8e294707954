"""Number formats of the pages."""

_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))


def number(value: float) -> str:
    """Format a number without superfluous digits, and with a true minus sign."""
    return f"{value:g}".replace("-", "−")


def elo(value: float) -> str:
    """Format an Elo difference with its sign.

    >>> elo(-12.3), elo(0)
    ('−12', '0')
    """
    text = f"{value:+.0f}".replace("-", "−")
    return "0" if text[1:] == "0" else text


def percent(share: float) -> str:
    """Format a share in whole percent."""
    return f"{100 * share:.0f} %"


def precise_percent(share: float) -> str:
    """Format a share to a tenth of a percent, unless it is 0 or 1.

    >>> precise_percent(0.5), precise_percent(1)
    ('50.0 %', '100 %')
    """
    return percent(share) if share in (0, 1) else f"{100 * share:.1f} %"


def duration(seconds: float) -> str:
    """Format a time in a suitable unit.

    >>> duration(0.00125), duration(2), duration(0.0425)
    ('1.2 ms', '2 s', '42 ms')
    """
    # Computed powers of ten are sometimes slightly too small.
    size, unit = next((pair for pair in _UNITS if seconds >= pair[0] * 0.9999), (1e-9, "ns"))
    count = seconds / size
    return f"{count:.0f} {unit}" if count >= 10 else f"{count:.2g} {unit}"


def coordinate(value: float) -> str:
    """Format a percentage for SVG.

    >>> coordinate(12.5), coordinate(100)
    ('12.5%', '100%')
    """
    return f"{digits(value)}%"


def digits(value: float) -> str:
    """Format a number with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
