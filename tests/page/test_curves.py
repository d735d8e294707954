"""Pages of curves."""

from gemgrove.page.curves import Curves, curves_page
from gemgrove.page.lines import Line


def page(*plots: Curves) -> str:
    return curves_page("A <training>", [("Rules", "official")], plots)


def test_each_plot_has_its_section_and_its_lines() -> None:
    plot = Curves("Games won", [Line("random", [(0, 0), (1, 5)]), Line("x", [(0, 1)])], "steps")
    text = page(plot, Curves("Loss", [Line("loss", [(0, 2), (1, 1)])], "steps", about="Lower."))
    assert text.count("<polyline") == 3
    assert "Games won" in text
    assert "Lower." in text
    assert "A &lt;training&gt;" in text


def test_a_plot_with_nothing_to_show_is_left_out() -> None:
    assert "Loss" not in page(Curves("Loss", [Line("loss", [(0, 2)])], "steps"))
