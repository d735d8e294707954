"""The fair queue, which serves its keys in turn."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemgrove.worker_pool import FairQueue


def filled(keys: list[str]) -> FairQueue[int]:
    """A queue of numbers under these keys."""
    queue: FairQueue[int] = FairQueue()
    for number, key in enumerate(keys):
        queue.put(key, number)
    return queue


@given(st.lists(st.sampled_from("abcd"), max_size=30))
def test_no_key_has_a_second_turn_before_all_others_have_had_one(keys: list[str]) -> None:
    queue = filled(keys)
    assert len(queue) == len(keys)
    order = [queue.pop() for _ in keys]
    assert sorted(order) == list(range(len(keys)))
    served: Counter[str] = Counter()
    for number in order:
        left = Counter(keys) - served
        assert all(served[keys[number]] <= served[other] for other in left)
        served[keys[number]] += 1
    for key in set(keys):
        of_key = [number for number in order if keys[number] == key]
        assert of_key == sorted(of_key)


def test_what_is_removed_does_not_come_out() -> None:
    queue = filled(["a", "a", "b"])
    assert queue.of("a") == [0, 1]
    assert queue.remove("a", 0)
    assert not queue.remove("a", 0)
    assert not queue.remove("c", 0)
    assert (queue.pop(), queue.pop(), len(queue)) == (1, 2, 0)


def test_an_empty_queue_has_nothing_to_take() -> None:
    queue = filled(["a", "b"])
    assert queue.clear() == [0, 1]
    with pytest.raises(IndexError, match="The queue is empty"):
        queue.pop()
