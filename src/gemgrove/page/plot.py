"""What all plots have in common: the figure around them, the axes, the legend.

A plot's SVG is its area alone, measured in percent, so that it is as wide as the page allows while
its letters keep their size. The labels of the axes stand outside of the area, in its margins.
"""

from collections.abc import Callable, Sequence

from gemgrove.page.markup import Content, Markup, safe, tag
from gemgrove.page.scale import Scale, percent

COLORS = 8
"""How many series have colors of their own; then they begin again, with other dashes."""

Label = Callable[[float], str]


def plain(value: float) -> str:
    """A tick's label: the number."""
    return f"{value:g}".replace("-", "−")


def as_percent(value: float) -> str:
    """A tick's label: a share as a percentage."""
    return f"{100 * value:g} %"


def color_of(number: int) -> str:
    """The class that colors the series of this number, from 0."""
    again = " again" if number // COLORS % 2 else ""
    return f"series-{number % COLORS + 1}{again}"


def figure(title: Content, *content: Content, class_: str = "plot") -> Markup:
    """A plot with its title."""
    return tag("figure", tag("figcaption", title), *content, class_=class_)


def area(summary: str, height: int, *content: Content, class_: str = "area") -> Markup:
    """The SVG of a plot; `summary` is what is said of it to those who do not see it."""
    return tag(
        "svg",
        *content,
        class_=class_,
        width="100%",
        height=height,
        role="img",
        aria_label=summary,
    )


def columns_axis(
    scale: Scale, label: Label = plain, *, title: str = "", line: bool = True
) -> Markup:
    """The labels below an area, a line upward at each."""
    parts: list[Markup] = []
    for number, tick in enumerate(scale.ticks):
        x = percent(scale.share(tick))
        if line:
            parts.append(tag("line", x1=x, x2=x, y1="0", y2="100%", class_="grid"))
        # Where the page is narrow, every second label is left out.
        minor = " minor" if number % 2 else ""
        parts.append(tag("text", label(tick), x=x, y="100%", dy="1.4em", class_=f"below{minor}"))
    if title:
        parts.append(tag("text", title, x="100%", y="100%", dy="2.8em", class_="before title"))
    return safe(parts)


def rows_axis(scale: Scale, label: Label = plain, *, title: str = "") -> Markup:
    """The labels to the left of an area, a line to the right at each."""
    parts: list[Markup] = []
    for tick in scale.ticks:
        y = percent(100 - scale.share(tick))
        parts.append(tag("line", x1="0", x2="100%", y1=y, y2=y, class_="grid"))
        parts.append(tag("text", label(tick), x="-8", y=y, dy="0.35em", class_="before"))
    if title:
        parts.append(tag("text", title, x="0", y="0", dy="-0.9em", class_="title"))
    return safe(parts)


def legend(names: Sequence[str]) -> Markup:
    """Which line is whose."""
    entries = []
    for number, name in enumerate(names):
        line = tag("line", x1="0", x2="28", y1="6", y2="6", class_=f"line {color_of(number)}")
        swatch = tag("svg", line, width="28", height="12", aria_hidden="true")
        entries.append(tag("li", swatch, " ", tag("bdi", name)))
    return tag("ul", entries, class_="legend")
