"""Pages of curves."""

from gemgrove.pages.axes import SHARES
from gemgrove.pages.charts import Line, LineChart, line_chart
from gemgrove.pages.curves import curves_page
from tests.pages.elements import check_page, elements


def page(*charts: LineChart) -> str:
    text = curves_page("A <training>", [("Rules", "official")], charts)
    check_page(text)
    return text


def test_each_chart_has_its_section_and_its_lines() -> None:
    won = [Line("random", [(0, 0), (1, 0.5)]), Line("x", [(0, 1)])]
    text = page(
        line_chart("Games won", won, x_title="steps", y=SHARES),
        line_chart("Loss", [Line("loss", [(0, 2), (1, 1)])], x_title="steps", note="Lower."),
    )
    assert text.count("<polyline") == 3
    assert [each.text for each in elements(text, "h2")] == ["Games won", "Loss"]
    assert "Lower." in text
    assert "A &lt;training&gt;" in text


def test_a_chart_with_nothing_to_show_is_left_out() -> None:
    assert "Loss" not in page(line_chart("Loss", [Line("loss", [(0, 2)])], x_title="steps"))
