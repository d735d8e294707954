"""Estimates with their intervals, one below the other; and plain bars in the same manner.

The words of a row are text of the page, which finds its own place on a narrow one; only the lines
are drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from gemgrove.page.markup import Content, Markup, tag
from gemgrove.page.plot import Label, color_of, columns_axis, figure, plain
from gemgrove.page.scale import Scale, percent

_STRIP = 20
_MIDDLE = _STRIP / 2
_CAP = 5
_DOT = 5
_BAR = 12


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate, where it may lie, and the figures in words."""

    name: str
    value: float
    low: float | None
    """None: open, as far as the plot goes."""
    high: float | None
    text: str


@dataclass(frozen=True, slots=True)
class Bar:
    """A length from zero, and the figures in words."""

    name: str
    value: float
    text: str


def interval_plot(
    title: Content,
    rows: Sequence[Interval],
    *,
    scale: Scale,
    reference: float | None = None,
    x_title: str = "",
    label: Label = plain,
    colored: bool = True,
) -> Markup:
    """A point and a whisker for each row; `reference` is a line that they are compared with."""
    drawn = [
        _row(row.name, row.text, _ground(scale, reference), _whisker(row, scale, number * colored))
        for number, row in enumerate(rows)
    ]
    kind = "axis" if x_title else "axis bare"
    return figure(
        title, drawn, _strip(1, columns_axis(scale, label, title=x_title, line=False), kind)
    )


def bar_plot(title: Content, rows: Sequence[Bar]) -> Markup:
    """A bar for each row, the longest as wide as the plot."""
    longest = max((row.value for row in rows), default=0) or 1
    drawn = []
    for row in rows:
        bar = tag(
            "rect",
            x="0",
            y=(_STRIP - _BAR) / 2,
            width=percent(100 * row.value / longest),
            height=_BAR,
            class_=f"bar {color_of(0)}",
        )
        drawn.append(_row(row.name, row.text, bar))
    return figure(title, drawn)


def _row(name: str, text: str, *lines: Content) -> Markup:
    words = tag("p", tag("bdi", name), " ", tag("span", text))
    return tag("div", words, _strip(_STRIP, lines), class_="row")


def _strip(height: int, content: Content, class_: str = "") -> Markup:
    """A low SVG; what it shows is said beside it."""
    kind = f"strip {class_}".rstrip()
    return tag("svg", content, class_=kind, width="100%", height=height, aria_hidden="true")


def _ground(scale: Scale, reference: float | None) -> list[Markup]:
    lines = [_upright(scale, tick, "grid") for tick in scale.ticks]
    return lines if reference is None else [*lines, _upright(scale, reference, "reference")]


def _upright(scale: Scale, value: float, class_: str) -> Markup:
    x = percent(scale.share(value))
    return tag("line", x1=x, x2=x, y1="0", y2="100%", class_=class_)


def _whisker(row: Interval, scale: Scale, number: int) -> list[Markup]:
    color = color_of(number)
    low, high = (
        edge if end is None else percent(scale.share(end))
        for end, edge in ((row.low, "0%"), (row.high, "100%"))
    )
    line = tag("line", x1=low, x2=high, y1=_MIDDLE, y2=_MIDDLE, class_=f"whisker {color}")
    caps = [
        tag("line", x1=x, x2=x, y1=_MIDDLE - _CAP, y2=_MIDDLE + _CAP, class_=f"whisker {color}")
        for x, end in ((low, row.low), (high, row.high))
        if end is not None
    ]
    x = percent(scale.share(row.value))
    return [line, *caps, tag("circle", cx=x, cy=_MIDDLE, r=_DOT, class_=f"dot {color}")]
