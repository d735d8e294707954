"""Everybody against everybody: a table whose cells are colored by their value."""

from collections.abc import Callable, Sequence

from gemgrove.page.markup import Content, Markup, tag
from gemgrove.page.table import scrolling

STEPS = 11
"""How many colors there are between nothing and everything; the middle one is neutral."""


def heat_class(share: float) -> str:
    """The class that colors a cell whose value is this share, 0 to 1."""
    return f"heat-{min(STEPS - 1, max(0, round(share * (STEPS - 1))))}"


def heat_matrix(
    caption: str,
    names: Sequence[str],
    share: Callable[[int, int], float | None],
    text: Callable[[int, int], Content],
) -> Markup:
    """The share of row against column, 0 to 1, in color and in words; None where there is none.

    Columns are headed by numbers, which the rows explain: names are too long for a phone.
    """
    head = [
        tag("th", number, scope="col", title=name, aria_label=name)
        for number, name in enumerate(names, 1)
    ]
    rows = []
    for row, name in enumerate(names):
        cells = []
        for column in range(len(names)):
            value = share(row, column)
            if value is None:
                cells.append(tag("td", "·", class_="none"))
            else:
                cells.append(tag("td", text(row, column), class_=heat_class(value)))
        label = [tag("span", row + 1, class_="place"), " ", tag("bdi", name)]
        rows.append(tag("tr", tag("th", label, scope="row"), cells))
    whole = tag(
        "table",
        tag("caption", caption),
        tag("thead", tag("tr", tag("td"), head)),
        tag("tbody", rows),
        class_="matrix",
    )
    return scrolling(caption, whole)
