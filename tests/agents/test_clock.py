"""Time control and forfeits."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemgrove.agents import REASONS, Clock, Forfeit, TimeControl


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("60", TimeControl(60)),
        ("60+0.5", TimeControl(60, 0.5)),
        (" 0.25 + 0 ", TimeControl(0.25)),
        ("300+3", TimeControl(300, 3)),
    ],
)
def test_a_time_control_is_a_bank_and_an_increment(text: str, control: TimeControl) -> None:
    assert TimeControl.parse(text) == control
    assert TimeControl.parse(str(control)) == control


SECONDS = st.floats(1e-6, 1e6)


@given(SECONDS, SECONDS | st.just(0.0))
def test_a_time_control_is_read_as_it_was_written(bank: float, increment: float) -> None:
    control = TimeControl(bank, increment)
    assert TimeControl.parse(str(control)) == control


@pytest.mark.parametrize("text", ["", "+", "60+", "+1", "1e3", "-1", "60+-1", "nan", "1m", "60 1"])
def test_invalid_times_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match=r"cannot be read; .* as in 60\+0\.5\.$"):
        TimeControl.parse(text)


@pytest.mark.parametrize("values", [(0,), (-1,), (float("nan"),), (1, -1), (10**9,)])
def test_a_time_control_needs_some_time(values: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match=r"it must be .*\.$"):
        TimeControl(*values)


@given(st.text(max_size=12))
def test_any_text_is_a_time_control_or_a_sentence(text: str) -> None:
    try:
        sentence = f"{TimeControl.parse(text)}."
    except ValueError as error:
        sentence = str(error)
    assert sentence.endswith(".")


def test_a_decision_is_charged_and_then_the_increment_added() -> None:
    clock = Clock(TimeControl(10, 2))
    clock.spend(4)
    assert clock.remaining == 8
    clock.spend(8)
    assert clock.remaining == 2


def test_the_increment_does_not_save_a_decision_that_took_too_long() -> None:
    clock = Clock(TimeControl(1, 100))
    with pytest.raises(Forfeit) as caught:
        clock.spend(1.5)
    assert caught.value.reason == "timeout"
    assert caught.value.detail == (
        "The decision took 1.50 seconds, and the clock had 1.00 left (time control 1+100)."
    )
    assert clock.remaining == 0


def test_a_forfeit_travels_between_processes() -> None:
    forfeit = pickle.loads(pickle.dumps(Forfeit("crash", "It ended.")))
    assert (forfeit.reason, forfeit.detail) == ("crash", "It ended.")
    assert str(forfeit) == "crash: It ended."


def test_a_forfeit_has_one_of_the_known_reasons() -> None:
    assert all(Forfeit(reason, "So.").reason == reason for reason in REASONS)
    with pytest.raises(ValueError, match=r"'mood' is not a reason to forfeit"):
        Forfeit("mood", "So.")
