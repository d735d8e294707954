"""The charts that pages show; `templates/charts.html` draws them.

Positions are percentages of the plot area, so a chart is as wide as the page allows while its text
keeps its size.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil
from typing import ClassVar

from gemgrove.pages.axes import Axis, axis_over, integer_axis
from gemgrove.pages.formats import digits

COLORS = 8
"""The number of colors; further series reuse them, with other dashes."""
HEAT_STEPS = 11
"""The number of colors in a heat matrix between 0 and 1; the middle one is neutral."""

_MOST_BARS = 40
_GAP = 0.12


def series_class(number: int) -> str:
    """Return the CSS class that colors the series with this number, from 0."""
    again = " again" if number // COLORS % 2 else ""
    return f"series-{number % COLORS + 1}{again}"


@dataclass(frozen=True, slots=True)
class Line:
    """A series of points."""

    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Stop:
    """A place on the x axis with a text and, possibly, a link to details."""

    x: float
    text: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class Dot:
    """A marked point on the line with the number `series`."""

    x: float
    y: float
    series: int
    text: str
    class_: str = ""

    @property
    def classes(self) -> str:
        return f"dot {series_class(self.series)} {self.class_}".rstrip()


@dataclass(frozen=True)
class LineChart:
    """Lines over a common axis, with a legend. If there are stops, a slider moves along them."""

    kind: ClassVar = "lines"
    title: str
    summary: str
    """The chart in words, for people who cannot see it."""
    lines: Sequence[Line]
    x: Axis
    y: Axis
    stops: Sequence[Stop] = ()
    dots: Sequence[Dot] = ()
    note: str = ""

    @property
    def series(self) -> Iterator[tuple[str, str, str]]:
        """The name, the CSS class and the points of each line."""
        for number, line in enumerate(self.lines):
            points = " ".join(
                f"{digits(self.x.position(x))},{digits(100 - self.y.position(y))}"
                for x, y in line.points
            )
            yield line.name, series_class(number), points

    @property
    def columns(self) -> Iterator[tuple[Stop, float, float, float]]:
        """Each stop with its position, and the left edge and width of the column around it."""
        places = [self.x.position(stop.x) for stop in self.stops]
        edges = [0.0, *((left + right) / 2 for left, right in pairwise(places)), 100.0]
        for stop, place, (left, right) in zip(self.stops, places, pairwise(edges), strict=True):
            yield stop, place, left, max(0.0, right - left)


def line_chart(
    title: str, lines: Sequence[Line], *, x_title: str, y: Axis | None = None, note: str = ""
) -> LineChart:
    """Return a line chart whose axes fit its points; `y` replaces the fitted axis."""
    points = [point for line in lines for point in line.points]
    return LineChart(
        title,
        f"{title}: {', '.join(line.name for line in lines)}.",
        lines,
        axis_over((x for x, _ in points), title=x_title),
        y or axis_over(y for _, y in points),
        note=note,
    )


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate, its bounds, and the numbers as text. A bound that is None is open."""

    name: str
    value: float
    low: float | None
    high: float | None
    text: str


@dataclass(frozen=True)
class IntervalChart:
    """A point with whiskers for each row; `reference` is a value to compare the points with."""

    kind: ClassVar = "intervals"
    title: str
    rows: Sequence[Interval]
    axis: Axis
    reference: float | None = None
    colored: bool = True

    def series_class(self, number: int) -> str:
        return series_class(number if self.colored else 0)


@dataclass(frozen=True)
class BarChart:
    """Horizontal bars, each with a name, a value and a text. The longest has the full width."""

    kind: ClassVar = "bars"
    title: str
    rows: Sequence[tuple[str, float, str]]

    @property
    def bars(self) -> Iterator[tuple[str, str, float]]:
        """The name, text and width of each bar."""
        longest = max((value for _, value, _ in self.rows), default=0) or 1
        for name, value, text in self.rows:
            yield name, text, 100 * value / longest


@dataclass(frozen=True, slots=True)
class HistogramGroup:
    """One group's histogram, with each bar as left edge, width, height and text."""

    name: str
    average: str
    summary: str
    bars: Sequence[tuple[float, float, float, str]]
    class_: str


@dataclass(frozen=True)
class Histogram:
    """A histogram for each group, all over the same axis."""

    kind: ClassVar = "histogram"
    title: str
    groups: Sequence[HistogramGroup]
    axis: Axis
    unit: str


def histogram(
    title: str, groups: Sequence[tuple[str, Sequence[int]]], *, unit: str, x_title: str
) -> Histogram:
    """Return the histogram of integers in groups; `unit` names what is counted, such as games."""
    values = [value for _, group in groups for value in group]
    if not values:
        return Histogram(title, (), integer_axis(0, 1), unit)
    low = min(values)
    spread = max(values) - low + 1
    width = ceil(spread / _MOST_BARS)
    # The axis ends with the last bar, so the bar has its full width.
    axis = integer_axis(low, low + ceil(spread / width) * width, ticks=10, title=x_title)
    drawn = [
        HistogramGroup(
            name,
            _average(group),
            _summary(name, group, unit),
            list(_bars(group, axis, width, unit)),
            series_class(number),
        )
        for number, (name, group) in enumerate(groups)
    ]
    if width == 1:
        # The label of a bar for a single integer is below its middle, of any other at its edge.
        axis = replace(axis, low=axis.low - 0.5, high=axis.high - 0.5)
        axis = replace(axis, ticks=tuple(tick for tick in axis.ticks if tick <= axis.high))
    return Histogram(title, drawn, axis, unit)


def _bars(
    group: Sequence[int], axis: Axis, width: int, unit: str
) -> Iterator[tuple[float, float, float, str]]:
    low = int(axis.low)
    counts = Counter((value - low) // width for value in group)
    for bar, count in sorted(counts.items()):
        first = low + bar * width
        numbers = str(first) if width == 1 else f"{first} to {first + width - 1}"
        left, right = axis.position(first), axis.position(first + width)
        gap = (right - left) * _GAP
        height = 100 * count / max(counts.values())
        yield left + gap / 2, right - left - gap, height, f"{numbers}: {count} {unit}"


def _average(values: Sequence[int]) -> str:
    return f"{sum(values) / len(values):.1f} on average" if values else "none"


def _summary(name: str, values: Sequence[int], unit: str) -> str:
    if not values:
        return f"{name}: no {unit}."
    return f"{name}: {len(values)} {unit}, from {min(values)} to {max(values)}, {_average(values)}."


@dataclass(frozen=True, slots=True)
class HeatCell:
    """A cell colored by its share, 0 to 1."""

    share: float
    text: str
    detail: str = ""
    tooltip: str = ""

    @property
    def class_(self) -> str:
        return f"heat-{min(HEAT_STEPS - 1, max(0, round(self.share * (HEAT_STEPS - 1))))}"


@dataclass(frozen=True)
class HeatMatrix:
    """A square table of rows against columns, colored by value; cells may be empty.

    The columns have numbers as headings, which the rows explain: names are too long for a phone.
    """

    caption: str
    names: Sequence[str]
    cells: Sequence[Sequence[HeatCell | None]]
