"""Who waits for the journal, and in which order."""

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemgrove.server.journal.waiting import Waiting, WaitingFull


def test_a_long_line_does_not_keep_the_others_waiting() -> None:
    waiting: Waiting[str] = Waiting(100, 100)
    for number in range(50):
        waiting.put("flood", f"flood {number}")
    waiting.put("ann", "ann")
    waiting.put("ben", "ben")
    assert waiting.take(4) == ["flood 0", "ann", "ben", "flood 1"]


def test_who_came_first_to_a_free_line_is_first() -> None:
    waiting: Waiting[str] = Waiting(100, 100)
    for line in ("c", "a", "b"):
        waiting.put(line, line)
    assert waiting.take(3) == ["c", "a", "b"]


def test_a_line_has_a_greatest_length_and_so_have_all_together() -> None:
    waiting: Waiting[int] = Waiting(3, 2)
    waiting.put("a", 1)
    waiting.put("a", 2)
    with pytest.raises(WaitingFull):
        waiting.put("a", 3)
    waiting.put("b", 1)
    with pytest.raises(WaitingFull):
        waiting.put("c", 1)
    assert len(waiting) == 3
    waiting.take(1)
    waiting.put("c", 1)
    assert waiting.take(9) == [1, 2, 1]


@given(st.lists(st.one_of(st.sampled_from("abcd"), st.integers(1, 5)), max_size=60))
def test_every_line_keeps_its_order_and_nobody_is_forgotten(steps: list[str | int]) -> None:
    waiting: Waiting[tuple[str, int]] = Waiting(1000, 1000)
    put: dict[str, int] = defaultdict(int)
    seen: list[tuple[str, int]] = []
    for step in steps:
        if isinstance(step, int):
            taken = waiting.take(step)
            assert len(taken) == min(step, sum(put.values()) - len(seen))
            seen += taken
        else:
            waiting.put(step, (step, put[step]))
            put[step] += 1
    seen += waiting.take(len(waiting))
    for line, number in put.items():
        assert [place for name, place in seen if name == line] == list(range(number))
    assert len(waiting) == 0
