"""Charts: everything is drawn in its place, and described for people who cannot see it."""

import pytest

from gemgrove.pages.axes import SHARES, Axis
from gemgrove.pages.charts import (
    BarChart,
    Dot,
    HeatCell,
    HeatMatrix,
    Histogram,
    Interval,
    IntervalChart,
    Line,
    LineChart,
    Stop,
    histogram,
    series_class,
)
from gemgrove.pages.render import environment
from tests.pages.elements import elements

_HOSTILE = '</title><script>alert("x")</script>'
_TEN = Axis(0, 10, (0, 5, 10))


def drawn(chart: LineChart | IntervalChart | BarChart | Histogram) -> str:
    """The markup of a chart."""
    macros = environment().get_template("charts.html").module
    return str(macros.chart(chart))  # type: ignore[attr-defined]


def drawn_matrix(matrix: HeatMatrix) -> str:
    """The markup of a heat matrix."""
    macros = environment().get_template("charts.html").module
    return str(macros.heat_matrix(matrix))  # type: ignore[attr-defined]


def test_a_line_goes_through_its_points_from_the_lower_left() -> None:
    plot = drawn(LineChart("T", "S", [Line("a", [(0, 0), (5, 1)])], _TEN, SHARES))
    (line,) = elements(plot, "polyline")
    assert line.attributes["points"] == "0,100 50,0"


def test_each_line_is_in_the_legend_in_its_own_color() -> None:
    plot = drawn(LineChart("T", "S", [Line("a", [(0, 0)]), Line("b", [(1, 1)])], _TEN, SHARES))
    assert [entry.text.strip() for entry in elements(plot, "li")] == ["a", "b"]
    colors = [line.attributes["class"] for line in elements(plot, "polyline")]
    assert colors == ["line series-1", "line series-2"]


def test_the_ninth_line_has_the_series_class_the_first_and_other_dashes() -> None:
    assert (series_class(0), series_class(8)) == ("series-1", "series-1 again")


def test_stops_share_the_width_between_them() -> None:
    stops = [Stop(0, "first"), Stop(2, "second", "#row"), Stop(10, "third")]
    plot = drawn(LineChart("T", "S", [Line("a", [(0, 0)])], _TEN, SHARES, stops=stops))
    found = [each for each in elements(plot, "rect") if "data-x" in each.attributes]
    assert [(each.attributes["x"], each.attributes["width"]) for each in found] == [
        ("0%", "10%"),
        ("10%", "50%"),
        ("60%", "40%"),
    ]
    assert [each.text for each in found] == ["first", "second", "third"]
    assert [each.attributes.get("data-href") for each in found] == [None, "#row", None]


def test_a_dot_is_drawn_at_its_value() -> None:
    dots = [Dot(5, 0.75, 1, "here", "blunder")]
    plot = drawn(LineChart("T", "S", [Line("a", [(0, 0)])], _TEN, SHARES, dots=dots))
    (dot,) = elements(plot, "circle")
    assert (dot.attributes["cx"], dot.attributes["cy"], dot.text) == ("50%", "25%", "here")
    assert dot.attributes["class"] == "dot series-2 blunder"


def test_an_interval_has_a_whisker_with_two_ends() -> None:
    plot = drawn(IntervalChart("T", [Interval("a", 5, 2, 8, "five")], _TEN))
    whiskers = [each.attributes for each in elements(plot, "line", class_="whisker series-1")]
    assert [(each["x1"], each["x2"]) for each in whiskers] == [
        ("20%", "80%"),
        ("20%", "20%"),
        ("80%", "80%"),
    ]
    assert [row.text for row in elements(plot, "p")] == ["a five"]


def test_an_open_interval_goes_to_the_edge_and_has_no_end_there() -> None:
    plot = drawn(IntervalChart("T", [Interval("a", 5, None, 8, "five")], _TEN))
    whiskers = [each.attributes for each in elements(plot, "line", class_="whisker series-1")]
    assert [(each["x1"], each["x2"]) for each in whiskers] == [("0%", "80%"), ("80%", "80%")]


def test_the_longest_bar_is_as_wide_as_the_plot() -> None:
    plot = drawn(BarChart("T", [("a", 4, "four"), ("b", 1, "one"), ("c", 0, "none")]))
    assert [bar.attributes["width"] for bar in elements(plot, "rect")] == ["100%", "25%", "0%"]


def test_bars_without_length_are_drawn_too() -> None:
    assert len(elements(drawn(BarChart("T", [("a", 0, "none")])), "rect")) == 1


def test_a_histogram_counts_each_value() -> None:
    plot = drawn(histogram("T", [("all", [3, 3, 5])], unit="games", x_title="points"))
    assert [bar.text for bar in elements(plot, "rect")] == ["3: 2 games", "5: 1 games"]
    heights = [bar.attributes["height"] for bar in elements(plot, "rect")]
    assert heights == ["100%", "50%"]


def test_a_histogram_of_many_values_has_wider_bars() -> None:
    plot = drawn(histogram("T", [("all", [*range(400)])], unit="games", x_title="points"))
    bars = elements(plot, "rect")
    assert len(bars) <= 40
    assert bars[0].text == "0 to 9: 10 games"


def test_groups_share_an_axis_and_one_may_be_empty() -> None:
    plot = drawn(
        histogram("T", [("a", [0, 9]), ("b", []), ("c", [9])], unit="games", x_title="points")
    )
    places = [bar.attributes["x"] for bar in elements(plot, "rect")]
    assert places[1] == places[2] != places[0]
    assert [svg.attributes["aria-label"] for svg in elements(plot, "svg")][1] == "b: no games."


def test_a_histogram_of_nothing_says_so() -> None:
    assert "There are no games to count." in drawn(
        histogram("T", [("a", [])], unit="games", x_title="x")
    )


@pytest.mark.parametrize(
    ("share", "expected"), [(0, "heat-0"), (0.5, "heat-5"), (1, "heat-10"), (0.66, "heat-7")]
)
def test_a_cell_has_the_series_class_its_share(share: float, expected: str) -> None:
    assert HeatCell(share, "").class_ == expected


def test_a_matrix_has_a_cell_for_each_pair_and_none_for_those_who_never_met() -> None:
    cells = [[None, HeatCell(0, "0 against 1")], [HeatCell(1, "1 against 0"), None]]
    found = elements(drawn_matrix(HeatMatrix("C", ["a", "b"], cells)), "td")
    assert [(cell.attributes.get("class"), cell.text) for cell in found] == [
        (None, ""),
        ("none", "·"),
        ("heat-0", "0 against 1"),
        ("heat-10", "1 against 0"),
        ("none", "·"),
    ]


def test_hostile_names_stay_text_in_every_chart() -> None:
    line = LineChart(
        _HOSTILE,
        _HOSTILE,
        [Line(_HOSTILE, [(0, 0)])],
        _TEN,
        SHARES,
        stops=[Stop(0, _HOSTILE)],
        dots=[Dot(0, 0, 0, _HOSTILE)],
    )
    cell = HeatCell(0.5, _HOSTILE, _HOSTILE, _HOSTILE)
    for found in [
        drawn(line),
        drawn(IntervalChart(_HOSTILE, [Interval(_HOSTILE, 1, 0, 2, _HOSTILE)], _TEN)),
        drawn(BarChart(_HOSTILE, [(_HOSTILE, 1, _HOSTILE)])),
        drawn(histogram(_HOSTILE, [(_HOSTILE, [1])], unit=_HOSTILE, x_title=_HOSTILE)),
        drawn_matrix(HeatMatrix(_HOSTILE, [_HOSTILE], [[cell]])),
    ]:
        assert not elements(found, "script")
        assert _HOSTILE in "".join(element.text for element in elements(found))
