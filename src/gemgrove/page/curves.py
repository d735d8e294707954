"""A page of curves, such as those of a training."""

from collections.abc import Sequence
from dataclasses import dataclass

from gemgrove.page.document import Section, document, facts, note
from gemgrove.page.lines import Line, line_plot
from gemgrove.page.markup import Content
from gemgrove.page.plot import Label, plain
from gemgrove.page.scale import Scale, scale_over


@dataclass(frozen=True, slots=True)
class Curves:
    """Lines in one plot over a common axis."""

    title: str
    lines: Sequence[Line]
    x_title: str
    y: Scale | None = None
    """The axis of the values; None: as long as they need."""
    y_label: Label = plain
    about: str = ""


def curves_page(title: str, known: Sequence[tuple[str, str]], plots: Sequence[Curves]) -> str:
    """The page: what is known, and the plots that have anything to show."""
    shown = [plot for plot in plots if any(len(line.points) > 1 for line in plot.lines)]
    sections = [
        Section(f"plot-{number}", plot.title, _drawn(plot)) for number, plot in enumerate(shown, 1)
    ]
    return document(title, facts(known), sections)


def _drawn(plot: Curves) -> Content:
    points = [point for line in plot.lines for point in line.points]
    drawn = line_plot(
        plot.title,
        f"{plot.title}: {', '.join(line.name for line in plot.lines)}.",
        plot.lines,
        x=scale_over(x for x, _ in points),
        y=plot.y or scale_over(y for _, y in points),
        x_title=plot.x_title,
        y_label=plot.y_label,
    )
    return [drawn, note(plot.about)] if plot.about else drawn
