"""Axes end at round numbers and have room for all values."""

from hypothesis import given
from hypothesis import strategies as st

from gemgrove.pages.axes import Axis, axis_over, integer_axis
from gemgrove.pages.formats import coordinate

_VALUES = st.lists(st.floats(-1e6, 1e6).map(lambda value: round(value, 3)), max_size=6)


def test_a_value_has_its_position_on_the_axis() -> None:
    axis = Axis(-10, 30, ())
    assert [axis.position(value) for value in (-10, 10, 30)] == [0, 50, 100]


def test_round_values_are_labeled() -> None:
    assert axis_over([0, 0.83]).ticks == (0, 0.2, 0.4, 0.6, 0.8, 1)
    assert axis_over([-249, 255]).ticks == (-400, -200, 0, 200, 400)


@given(_VALUES)
def test_every_value_has_room(values: list[float]) -> None:
    axis = axis_over(values)
    assert axis.low < axis.high
    assert all(-0.001 <= axis.position(value) <= 100.001 for value in values)
    assert 2 <= len(axis.ticks) <= 8


@given(st.integers(-1000, 1000), st.integers(0, 10000))
def test_whole_numbers_are_labeled_with_whole_numbers(low: int, more: int) -> None:
    axis = integer_axis(low, low + more)
    assert all(isinstance(tick, int) and low <= tick <= low + more for tick in axis.ticks)
    assert 1 <= len(axis.ticks) <= 12


def test_a_coordinate_is_written_shortly() -> None:
    assert [coordinate(value) for value in (0, 12.5, 33.3333, 100)] == [
        "0%",
        "12.5%",
        "33.33%",
        "100%",
    ]
