"""Plots: everything is drawn where it belongs, and said to those who do not see it."""

import pytest

from gemgrove.page.histogram import histogram
from gemgrove.page.intervals import Bar, Interval, bar_plot, interval_plot
from gemgrove.page.lines import Dot, Line, Stop, line_plot
from gemgrove.page.matrix import heat_class, heat_matrix
from gemgrove.page.plot import color_of
from gemgrove.page.scale import SHARES, Scale
from gemgrove.page.table import Row, table
from tests.page.elements import elements

_HOSTILE = '</title><script>alert("x")</script>'
_TEN = Scale(0, 10, (0, 5, 10))


def test_a_line_goes_through_its_points_from_the_lower_left() -> None:
    plot = line_plot("T", "S", [Line("a", [(0, 0), (5, 1)])], x=_TEN, y=SHARES)
    (line,) = elements(plot, "polyline")
    assert line.attributes["points"] == "0,100 50,0"


def test_each_line_is_in_the_legend_in_its_own_color() -> None:
    plot = line_plot("T", "S", [Line("a", [(0, 0)]), Line("b", [(1, 1)])], x=_TEN, y=SHARES)
    assert [entry.text.strip() for entry in elements(plot, "li")] == ["a", "b"]
    colors = [line.attributes["class"] for line in elements(plot, "polyline")]
    assert colors == ["line series-1", "line series-2"]


def test_the_ninth_line_has_the_color_of_the_first_and_other_dashes() -> None:
    assert (color_of(0), color_of(8)) == ("series-1", "series-1 again")


def test_stops_share_the_width_between_them() -> None:
    stops = [Stop(0, "first"), Stop(2, "second", "#row"), Stop(10, "third")]
    plot = line_plot("T", "S", [Line("a", [(0, 0)])], x=_TEN, y=SHARES, stops=stops)
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
    plot = line_plot("T", "S", [Line("a", [(0, 0)])], x=_TEN, y=SHARES, dots=dots)
    (dot,) = elements(plot, "circle")
    assert (dot.attributes["cx"], dot.attributes["cy"], dot.text) == ("50%", "25%", "here")
    assert dot.attributes["class"] == "dot series-2 blunder"


def test_an_interval_has_a_whisker_with_two_ends() -> None:
    plot = interval_plot("T", [Interval("a", 5, 2, 8, "five")], scale=_TEN)
    whiskers = [each.attributes for each in elements(plot, "line", class_="whisker series-1")]
    assert [(each["x1"], each["x2"]) for each in whiskers] == [
        ("20%", "80%"),
        ("20%", "20%"),
        ("80%", "80%"),
    ]
    assert [row.text for row in elements(plot, "p")] == ["a five"]


def test_an_open_interval_goes_to_the_edge_and_has_no_end_there() -> None:
    plot = interval_plot("T", [Interval("a", 5, None, 8, "five")], scale=_TEN)
    whiskers = [each.attributes for each in elements(plot, "line", class_="whisker series-1")]
    assert [(each["x1"], each["x2"]) for each in whiskers] == [("0%", "80%"), ("80%", "80%")]


def test_the_longest_bar_is_as_wide_as_the_plot() -> None:
    plot = bar_plot("T", [Bar("a", 4, "four"), Bar("b", 1, "one"), Bar("c", 0, "none")])
    assert [bar.attributes["width"] for bar in elements(plot, "rect")] == ["100%", "25%", "0%"]


def test_bars_without_length_are_drawn_too() -> None:
    assert len(elements(bar_plot("T", [Bar("a", 0, "none")]), "rect")) == 1


def test_a_histogram_counts_each_value() -> None:
    plot = histogram("T", [("all", [3, 3, 5])], of="games", x_title="points")
    assert [bar.text for bar in elements(plot, "rect")] == ["3: 2 games", "5: 1 games"]
    heights = [bar.attributes["height"] for bar in elements(plot, "rect")]
    assert heights == ["100%", "50%"]


def test_a_histogram_of_many_values_has_wider_bars() -> None:
    plot = histogram("T", [("all", [*range(400)])], of="games", x_title="points")
    bars = elements(plot, "rect")
    assert len(bars) <= 40
    assert bars[0].text == "0 to 9: 10 games"


def test_groups_share_an_axis_and_one_may_be_empty() -> None:
    plot = histogram("T", [("a", [0, 9]), ("b", []), ("c", [9])], of="games", x_title="points")
    places = [bar.attributes["x"] for bar in elements(plot, "rect")]
    assert places[1] == places[2] != places[0]
    assert [svg.attributes["aria-label"] for svg in elements(plot, "svg")][1] == "b: no games."


def test_a_histogram_of_nothing_says_so() -> None:
    assert "There are no games to count." in histogram("T", [("a", [])], of="games", x_title="x")


@pytest.mark.parametrize(
    ("share", "expected"), [(0, "heat-0"), (0.5, "heat-5"), (1, "heat-10"), (0.66, "heat-7")]
)
def test_a_cell_has_the_color_of_its_share(share: float, expected: str) -> None:
    assert heat_class(share) == expected


def test_a_matrix_has_a_cell_for_each_pair_and_none_for_those_who_never_met() -> None:
    plot = heat_matrix(
        "C",
        ["a", "b"],
        lambda row, column: None if row == column else float(row),
        lambda row, column: f"{row} against {column}",
    )
    cells = [(cell.attributes.get("class"), cell.text) for cell in elements(plot, "td")]
    assert cells[1:] == [
        ("none", "·"),
        ("heat-0", "0 against 1"),
        ("heat-10", "1 against 0"),
        ("none", "·"),
    ]


def test_a_table_has_heads_for_its_columns_and_rows() -> None:
    plain = table("C", ["Bot", "Elo"], [["a", 1], Row(["b", 2], anchor="x")], numbers="tn")
    heads = [(cell.attributes["scope"], cell.text) for cell in elements(plain, "th")]
    assert heads == [("col", "Bot"), ("col", "Elo"), ("row", "a"), ("row", "b")]
    assert [cell.attributes["class"] for cell in elements(plain, "td")] == ["number", "number"]
    assert elements(plain, "tr", id="x")


def test_a_stacked_table_names_each_cell() -> None:
    stacked = table("C", ["Bot", "Elo"], [["a", 1]], stacked=True)
    assert [cell.attributes["data-label"] for cell in elements(stacked, "td")] == ["Elo"]


def test_hostile_names_stay_text_in_every_plot() -> None:
    plots = [
        line_plot(
            _HOSTILE,
            _HOSTILE,
            [Line(_HOSTILE, [(0, 0)])],
            x=_TEN,
            y=SHARES,
            stops=[Stop(0, _HOSTILE)],
            dots=[Dot(0, 0, 0, _HOSTILE)],
        ),
        interval_plot(_HOSTILE, [Interval(_HOSTILE, 1, 0, 2, _HOSTILE)], scale=_TEN),
        bar_plot(_HOSTILE, [Bar(_HOSTILE, 1, _HOSTILE)]),
        histogram(_HOSTILE, [(_HOSTILE, [1])], of=_HOSTILE, x_title=_HOSTILE),
        heat_matrix(_HOSTILE, [_HOSTILE], lambda *_: 0.5, lambda *_: _HOSTILE),
        table(_HOSTILE, [_HOSTILE], [[_HOSTILE]], stacked=True),
    ]
    for plot in plots:
        assert not elements(plot, "script")
        assert _HOSTILE in "".join(element.text for element in elements(plot))
