"""Lines over a common axis, such as everybody's chance in the course of a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from gemgrove.page.markup import Markup, tag
from gemgrove.page.plot import (
    Label,
    area,
    color_of,
    columns_axis,
    figure,
    legend,
    plain,
    rows_axis,
)
from gemgrove.page.scale import Scale, percent, place

_HEIGHT = 300
_DOT = 5


@dataclass(frozen=True, slots=True)
class Line:
    """A series of points."""

    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Stop:
    """A place on the axis below that has something to say, and where to read more."""

    x: float
    text: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class Dot:
    """A point that is marked; `series` is the number of its line."""

    x: float
    y: float
    series: int
    text: str
    class_: str = ""


def line_plot(
    title: str,
    summary: str,
    lines: Sequence[Line],
    *,
    x: Scale,
    y: Scale,
    x_title: str = "",
    y_title: str = "",
    y_label: Label = plain,
    stops: Sequence[Stop] = (),
    dots: Sequence[Dot] = (),
) -> Markup:
    """The lines with a legend. Where there are stops, a slider goes from one to the next."""
    drawn = [
        tag(
            "polyline",
            points=" ".join(place(x.share(px), 100 - y.share(py)) for px, py in line.points),
            class_=f"line {color_of(number)}",
            vector_effect="non-scaling-stroke",
        )
        for number, line in enumerate(lines)
    ]
    stretched = tag(
        "svg", drawn, viewBox="0 0 100 100", preserveAspectRatio="none", class_="stretched"
    )
    marked = [
        tag(
            "circle",
            tag("title", dot.text),
            cx=percent(x.share(dot.x)),
            cy=percent(100 - y.share(dot.y)),
            r=_DOT,
            class_=f"dot {color_of(dot.series)} {dot.class_}",
        )
        for dot in dots
    ]
    svg = area(
        summary,
        _HEIGHT,
        rows_axis(y, y_label, title=y_title),
        columns_axis(x, title=x_title, line=False),
        stretched,
        marked,
        _stops(x, stops),
    )
    names = legend([line.name for line in lines])
    readout = tag("div", class_="readout", hidden=True) if stops else None
    return figure(title, names, svg, readout)


def _stops(x: Scale, stops: Sequence[Stop]) -> Markup | None:
    """A column around each stop that shows its text; the script makes a slider of them."""
    if not stops:
        return None
    places = [x.share(stop.x) for stop in stops]
    between = [(left + right) / 2 for left, right in pairwise(places)]
    edges = [0.0, *between, 100.0]
    columns = [
        tag(
            "rect",
            tag("title", stop.text),
            x=percent(left),
            width=percent(max(0.0, right - left)),
            y="0",
            height="100%",
            data_x=percent(at),
            data_href=stop.href or None,
        )
        for stop, at, (left, right) in zip(stops, places, pairwise(edges), strict=True)
    ]
    cursor = tag("line", x1="0", x2="0", y1="0", y2="100%", class_="cursor", visibility="hidden")
    return tag("g", cursor, columns, class_="stops")
