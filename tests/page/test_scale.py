"""Axes have round ends, and room for everything."""

from hypothesis import given
from hypothesis import strategies as st

from gemgrove.page.scale import Scale, percent, scale_over, whole_scale

_VALUES = st.lists(st.floats(-1e6, 1e6).map(lambda value: round(value, 3)), max_size=6)


def test_a_value_lies_where_its_share_says() -> None:
    scale = Scale(-10, 30, ())
    assert [scale.share(value) for value in (-10, 10, 30)] == [0, 50, 100]


def test_round_values_are_labeled() -> None:
    assert scale_over([0, 0.83]).ticks == (0, 0.2, 0.4, 0.6, 0.8, 1)
    assert scale_over([-249, 255]).ticks == (-400, -200, 0, 200, 400)


@given(_VALUES)
def test_every_value_has_room(values: list[float]) -> None:
    scale = scale_over(values)
    assert scale.low < scale.high
    assert all(-0.001 <= scale.share(value) <= 100.001 for value in values)
    assert 2 <= len(scale.ticks) <= 8


@given(st.integers(-1000, 1000), st.integers(0, 10000))
def test_whole_numbers_are_labeled_with_whole_numbers(low: int, more: int) -> None:
    scale = whole_scale(low, low + more)
    assert all(isinstance(tick, int) and low <= tick <= low + more for tick in scale.ticks)
    assert 1 <= len(scale.ticks) <= 12


def test_a_place_is_written_shortly() -> None:
    assert [percent(value) for value in (0, 12.5, 33.3333, 100)] == [
        "0%",
        "12.5%",
        "33.33%",
        "100%",
    ]
