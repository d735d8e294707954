"""How often which value came up: one histogram for each group, all over the same axis."""

from collections import Counter
from collections.abc import Sequence
from math import ceil

from gemgrove.page.markup import Content, Markup, tag
from gemgrove.page.plot import area, color_of, columns_axis, figure
from gemgrove.page.scale import Scale, percent, whole_scale

_MOST_BARS = 40
_HEIGHT_ONE, _HEIGHT_MANY = 200, 72
_GAP = 0.12
_TICKS = 10


def histogram(
    title: Content,
    groups: Sequence[tuple[str, Sequence[int]]],
    *,
    of: str,
    x_title: str,
) -> Markup:
    """Whole numbers counted; `of` is what they are numbers of, such as games.

    Groups without any value are left out of the picture but not of the words.
    """
    every = [value for _, values in groups for value in values]
    if not every:
        return figure(title, tag("p", f"There are no {of} to count."))
    low, high = min(every), max(every)
    width = ceil((high - low + 1) / _MOST_BARS)
    # Ends are those of the bars, so that the first and the last have their full width.
    bars = ceil((high - low + 1) / width)
    scale = whole_scale(low, low + bars * width, ticks=_TICKS)
    height = _HEIGHT_ONE if len(groups) == 1 else _HEIGHT_MANY
    drawn = []
    for number, (name, values) in enumerate(groups):
        counts = Counter((value - low) // width for value in values)
        summary = _summary(name, values, of)
        last = number == len(groups) - 1
        axis = _axis(scale, width, x_title if last else "")
        drawn.append(tag("p", tag("bdi", name), " ", tag("span", _average(values)), class_="group"))
        drawn.append(
            area(
                summary,
                height,
                axis,
                _bars(counts, scale, low, width, of, color_of(number)),
                class_="area rows" if last else "area rows tight",
            )
        )
    return figure(title, drawn)


def _axis(scale: Scale, width: int, title: str) -> Markup:
    """Labels under the middle of a bar where it stands for one number, else at its edge."""
    shift = 0.5 if width == 1 else 0.0
    moved = Scale(scale.low - shift, scale.high - shift, scale.ticks)
    inside = tuple(tick for tick in moved.ticks if moved.low <= tick <= moved.high)
    return columns_axis(Scale(moved.low, moved.high, inside), title=title)


def _bars(
    counts: Counter[int], scale: Scale, low: int, width: int, of: str, color: str
) -> list[Markup]:
    highest = max(counts.values(), default=1)
    drawn = []
    for place, count in sorted(counts.items()):
        first = low + place * width
        span = str(first) if width == 1 else f"{first} to {first + width - 1}"
        left, right = scale.share(first), scale.share(first + width)
        gap = (right - left) * _GAP
        drawn.append(
            tag(
                "rect",
                tag("title", f"{span}: {count} {of}"),
                x=percent(left + gap / 2),
                width=percent(right - left - gap),
                y=percent(100 - 100 * count / highest),
                height=percent(100 * count / highest),
                class_=f"bar {color}",
            )
        )
    return drawn


def _average(values: Sequence[int]) -> str:
    return f"{sum(values) / len(values):.1f} on average" if values else "none"


def _summary(name: str, values: Sequence[int], of: str) -> str:
    if not values:
        return f"{name}: no {of}."
    return f"{name}: {len(values)} {of}, from {min(values)} to {max(values)}, {_average(values)}."
