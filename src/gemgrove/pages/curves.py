"""A page of line charts, such as training curves."""

from collections.abc import Sequence

from gemgrove.pages.charts import LineChart
from gemgrove.pages.render import render


def curves_page(title: str, facts: Sequence[tuple[str, str]], charts: Sequence[LineChart]) -> str:
    """Return a page with the facts, and with the charts that have a line of several points."""
    drawn = [chart for chart in charts if any(len(line.points) > 1 for line in chart.lines)]
    sections = {f"chart-{number}": chart.title for number, chart in enumerate(drawn, 1)}
    return render("curves.html", title=title, facts=facts, sections=sections, charts=drawn)
