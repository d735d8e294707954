"""Tables: wide ones scroll by themselves, so that the page need not."""

from collections.abc import Sequence
from dataclasses import dataclass

from gemgrove.page.markup import Content, Markup, tag


@dataclass(frozen=True, slots=True)
class Row:
    """A row with something about it: an anchor to link to, a class, no value, to color it."""

    cells: Sequence[Content]
    anchor: str | None = None
    class_: str | None = None


def table(
    caption: str,
    columns: Sequence[str],
    rows: Sequence[Row | Sequence[Content]],
    *,
    numbers: str = "",
    stacked: bool = False,
) -> Markup:
    """A table whose first column heads its rows.

    `numbers` has a letter for each column: `n` is aligned as numbers are, anything else as text.
    `stacked` sets the cells of a row below each other where the page is narrow.
    """
    kinds = [
        "number" if kind == "n" else None for kind in numbers[: len(columns)].ljust(len(columns))
    ]
    head = [
        tag("th", title, scope="col", class_=kind)
        for title, kind in zip(columns, kinds, strict=True)
    ]
    labels = columns if stacked else [None] * len(columns)
    lines = [_line(row if isinstance(row, Row) else Row(row), kinds, labels) for row in rows]
    return scrolling(
        caption,
        tag(
            "table",
            tag("caption", caption),
            tag("thead", tag("tr", head)),
            tag("tbody", lines),
            class_="stacked" if stacked else None,
        ),
    )


def scrolling(label: str, content: Content) -> Markup:
    """Content that may be wider than the page; the keyboard can scroll it."""
    return tag("div", content, class_="scroll", role="region", aria_label=label, tabindex="0")


def _line(row: Row, kinds: Sequence[str | None], labels: Sequence[str | None]) -> Markup:
    first, *rest = row.cells
    cells = [
        tag("td", cell, class_=kind, data_label=label)
        for cell, kind, label in zip(rest, kinds[1:], labels[1:], strict=True)
    ]
    head = tag("th", first, scope="row", class_=kinds[0], data_label=labels[0])
    return tag("tr", head, cells, id=row.anchor, class_=row.class_)
