"""The queue in which tables take turns."""

import asyncio
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from gemgrove.server.bots.waiting import Waiting


def drained(waiting: Waiting[int]) -> list[int]:
    """What comes out of a queue until it is empty."""

    async def drain() -> list[int]:
        taken = []
        while len(waiting):
            item = await waiting.next()
            assert item is not None
            taken.append(item)
        return taken

    return asyncio.run(drain())


@given(st.lists(st.sampled_from("abcd"), max_size=30))
def test_no_table_has_a_second_turn_before_all_that_wait_have_had_one(tables: list[str]) -> None:
    waiting: Waiting[int] = Waiting()
    for number, table in enumerate(tables):
        waiting.put(table, number)
    assert len(waiting) == len(tables)
    order = drained(waiting)
    assert sorted(order) == list(range(len(tables)))
    served: Counter[str] = Counter()
    for number in order:
        left = Counter(tables) - served
        assert all(served[tables[number]] <= served[other] for other in left)
        served[tables[number]] += 1
    for table in set(tables):
        of_table = [number for number in order if tables[number] == table]
        assert of_table == sorted(of_table)


def test_what_lost_its_turn_has_the_next_one() -> None:
    waiting: Waiting[int] = Waiting()
    for number, table in enumerate("abb"):
        waiting.put(table, number)
    waiting.put("c", 3, first=True)
    waiting.put("b", 4, first=True)
    assert drained(waiting) == [4, 3, 0, 1, 2]


def test_what_is_removed_waits_no_longer_and_only_it() -> None:
    waiting: Waiting[int] = Waiting()
    for number, table in enumerate("aab"):
        waiting.put(table, number)
    assert waiting.remove("a", 0)
    assert not waiting.remove("a", 0)
    assert not waiting.remove("c", 1)
    assert waiting.of("a") == [1]
    assert waiting.remove("b", 2)
    assert (len(waiting), drained(waiting)) == (1, [1])


def test_closing_hands_back_what_waits_and_lets_nobody_wait_for_more() -> None:
    async def close() -> None:
        waiting: Waiting[int] = Waiting()
        waiting.put("a", 1)
        assert waiting.close() == [1]
        assert len(waiting) == 0
        assert await waiting.next() is None

    asyncio.run(close())


def test_closing_wakes_all_who_wait() -> None:
    async def close() -> None:
        waiting: Waiting[int] = Waiting()
        takers = [asyncio.create_task(waiting.next()) for _ in range(3)]
        await asyncio.sleep(0)
        waiting.close()
        async with asyncio.timeout(20):
            assert await asyncio.gather(*takers) == [None, None, None]

    asyncio.run(close())
