"""When a server was up, and when it was down."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import insert, select

from gemgrove.server.background.uptime import LAPSE_SECONDS, Uptime, merged, needed_since, ran
from gemgrove.server.database.base import Database
from gemgrove.server.database.engine import open_database
from gemgrove.server.database.tables import alive
from gemgrove.server.domain.setup import MAX_TURN_SECONDS

HOUR = 3600.0


class FakeClock:
    """The database's time, as the test sets it."""

    def __init__(self, database: Database, now: float) -> None:
        self.now = now
        vars(database)["now"] = self._read

    async def _read(self) -> float:
        return self.now


async def add_runs(database: Database, *runs: tuple[float, float]) -> None:
    """Store runs of processes that have ended."""
    async with database.writing() as connection:
        rows = [
            {"process": f"u_{number}", "began": began, "at": at}
            for number, (began, at) in enumerate(runs)
        ]
        await connection.execute(insert(alive), rows)


async def kept(database: Database) -> Sequence[float]:
    """The start times of the stored runs."""
    async with database.reading() as connection:
        query = select(alive.c.began).order_by(alive.c.began)
        return (await connection.execute(query)).scalars().all()


@asynccontextmanager
async def database_at(
    url: str, *, now: float = 100_000.0
) -> AsyncIterator[tuple[Database, FakeClock]]:
    """A database whose time the test sets."""
    database = await open_database(url)
    try:
        yield database, FakeClock(database, now)
    finally:
        await database.close()


async def test_the_time_since_the_last_server_died_is_credited(database_url: str) -> None:
    async with database_at(database_url) as (database, time):
        await add_runs(database, (time.now - 5 * HOUR, time.now - HOUR))
        uptime = Uptime(database)
        await uptime.begin()
        assert uptime.credited(time.now - 2 * HOUR, time.now) == HOUR
        assert uptime.credited(time.now - HOUR / 2, time.now) == HOUR / 2
        assert uptime.credited(time.now - 2 * HOUR, time.now + 10) == HOUR


async def test_several_restarts_in_one_turn_are_all_credited(sqlite_url: str) -> None:
    async with database_at(sqlite_url) as (database, time):
        await add_runs(database, (1000, 1100), (1200, 1300), (1250, 1400), (1600, 1700))
        time.now = 2000
        uptime = Uptime(database)
        await uptime.begin()
        assert uptime.credited(1050, 2010) == 100 + 200 + 300
        assert uptime.credited(1350, 2010) == 200 + 300
        assert uptime.credited(1150, 2010) == 50 + 200 + 300


async def test_no_time_is_credited_while_it_runs(sqlite_url: str) -> None:
    async with database_at(sqlite_url) as (database, time):
        uptime = Uptime(database)
        start = time.now
        await uptime.begin()
        for _ in range(20):
            time.now += 5
            assert uptime.credited(start, time.now) == 0
            await uptime.beat()
        assert await kept(database) == [start]


async def test_time_in_which_another_process_ran_is_not_credited(database_url: str) -> None:
    async with database_at(database_url) as (database, time):
        first, second = Uptime(database), Uptime(database)
        start = time.now
        await first.begin()
        time.now += 5
        await second.begin()
        time.now += 5
        await first.beat()
        await second.beat()
        assert second.credited(start, time.now) == 0


async def test_a_silence_is_credited_as_if_the_server_had_been_off(sqlite_url: str) -> None:
    async with database_at(sqlite_url) as (database, time):
        uptime = Uptime(database)
        start = time.now
        await uptime.begin()
        time.now += HOUR
        assert uptime.credited(start, time.now) == HOUR
        await uptime.beat()
        time.now += 10
        assert uptime.credited(start, time.now) == HOUR
        again = Uptime(database)
        await again.begin()
        assert again.credited(start, time.now) == pytest.approx(HOUR + 10)


async def test_a_late_beat_is_no_silence(sqlite_url: str) -> None:
    async with database_at(sqlite_url) as (database, time):
        uptime = Uptime(database)
        start = time.now
        await uptime.begin()
        time.now += LAPSE_SECONDS
        await uptime.beat()
        assert uptime.credited(start, time.now) == 0


async def test_before_it_has_begun_nothing_is_credited(sqlite_url: str) -> None:
    async with database_at(sqlite_url) as (database, time):
        assert Uptime(database).credited(0, time.now) == 0


async def test_runs_are_forgotten_that_no_turn_can_reach(sqlite_url: str) -> None:
    day = 24 * HOUR
    now = 100 * day

    assert 14 * day == MAX_TURN_SECONDS
    async with database_at(sqlite_url, now=now) as (database, _time):
        # A 14-day turn may have begun in the second run, since the server was down for 30 days.
        await add_runs(
            database,
            (10 * day, 30 * day),
            (32 * day, 60 * day),
            (90 * day, 95 * day),
            (96 * day,) * 2,
        )
        await Uptime(database).begin()
        assert await kept(database) == [32 * day, 90 * day, now]


def test_runs_that_touch_are_one() -> None:
    assert merged([(5, 6), (1, 3), (2, 4), (4, 5), (8, 9)]) == [(1, 6), (8, 9)]
    assert ran([(1, 6), (8, 9)], 2, 8.5) == 4.5
    assert needed_since([(0, 5)]) == float("-inf")
    assert needed_since([(0, MAX_TURN_SECONDS + 5)]) == 5
