"""Tables that nobody cares for, and answers that nobody asks for."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from gemgrove.server.attending import sweeping
from gemgrove.server.attending.sweeping import KEPT_SECONDS, Sweeping
from gemgrove.server.attending.uptime import LAPSE_SECONDS
from gemgrove.server.bots.leases import SharedLeases
from gemgrove.server.database import tables as relations
from gemgrove.server.domain.seating import LONGEST_TURN
from tests.server.attending.venues import ADA, BEN, BUSY, Venue, attended, play
from tests.server.journals import count

HOUR = 3600.0


def sweeper(place: Venue) -> Sweeping:
    """Closes open tables after 24 hours, and games after 60."""
    return Sweeping(
        place.database,
        place.hall,
        place.uptime,
        open_seconds=24 * HOUR,
        playing_seconds=60 * HOUR,
    )


async def running(place: Venue, seconds: float) -> None:
    """Let time go by while a server runs."""
    now = await place.database.now()
    place.clock.ahead += seconds
    async with place.database.writing() as connection:
        row = {"process": f"u_{seconds}", "began": now - 1, "at": now + seconds}
        await connection.execute(insert(relations.alive), row)
    await place.uptime.beat()


async def status(place: Venue, table: str) -> Any:
    """What a listing says of a table after sweeping."""
    await sweeper(place).close_abandoned(asyncio.Event())
    return await place.stored(table, "status")


def test_a_table_that_never_starts_is_closed_after_a_day(database_url: str) -> None:
    async def scene(place: Venue) -> None:
        await place.uptime.begin()
        table = await place.seated(ADA, players=2)
        await running(place, 23 * HOUR)
        assert await status(place, table) == "open"
        await running(place, 1.1 * HOUR)
        assert await status(place, table) == "archived"
        assert await place.stored(table, "rating") == "unfinished"

    play(database_url, scene)


def test_a_game_at_which_nothing_happens_is_closed_later(sqlite_url: str) -> None:
    async def scene(place: Venue) -> None:
        await place.uptime.begin()
        table = await place.started(ADA, BEN)
        await running(place, 30 * HOUR)
        await place.move(table)
        await running(place, 59 * HOUR)
        assert await status(place, table) == "playing"
        await running(place, 1.1 * HOUR)
        assert await status(place, table) == "archived"

    play(sqlite_url, scene)


def test_a_game_with_a_clock_is_left_to_its_clock(sqlite_url: str) -> None:
    async def scene(place: Venue) -> None:
        await place.uptime.begin()
        table = await place.started(ADA, BEN, turn_seconds=LONGEST_TURN)
        await running(place, 100 * HOUR)
        assert await status(place, table) == "playing"

    play(sqlite_url, scene)


def test_a_table_is_not_abandoned_because_the_server_was_off(sqlite_url: str) -> None:
    tables: list[str] = []

    async def before(place: Venue) -> None:
        place.clock.ahead = -200 * HOUR
        await place.uptime.begin()
        tables.append(await place.seated(ADA, players=2))

    async def after(place: Venue) -> None:
        await place.uptime.begin()
        assert await status(place, tables[0]) == "open"

    play(sqlite_url, before, after)
    assert LAPSE_SECONDS < HOUR


def test_old_answers_are_forgotten_a_few_at_a_time(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "BATCH", 10)

    async def scene(place: Venue) -> None:
        now = await place.database.now()
        ages = {f"k{number:02}": number % 3 for number in range(35)}
        rows = [
            {"player": player, "key": key, "at": now - age * (KEPT_SECONDS - 1), **_ANSWER}
            for key, age in ages.items()
            for player in (ADA, BEN)
        ]
        async with place.database.writing() as connection:
            await connection.execute(insert(relations.requests), rows)
        sweep = sweeper(place)
        await sweep.prune_requests()
        left = await count(place.database, relations.requests)
        assert 70 - 10 <= left < 70
        for _ in range(8):
            await sweep.prune_requests()
        async with place.database.reading() as connection:
            kept = (await connection.execute(select(relations.requests.c.key))).scalars().all()
        assert sorted(kept) == sorted(2 * [key for key, age in ages.items() if age < 2])

    play(database_url, scene)


_ANSWER = {"hash": "h", "status": 200, "answer": "{}"}


def test_answers_that_become_old_later_are_found_later(sqlite_url: str) -> None:
    async def scene(place: Venue) -> None:
        row = {"player": ADA, "key": "k", "at": await place.database.now(), **_ANSWER}
        async with place.database.writing() as connection:
            await connection.execute(insert(relations.requests), row)
        sweep = sweeper(place)
        for _ in range(3):
            await sweep.prune_requests()
        assert await count(place.database, relations.requests) == 1
        await running(place, KEPT_SECONDS + 1)
        await sweep.prune_requests()
        assert await count(place.database, relations.requests) == 0

    play(sqlite_url, scene)


def test_leases_that_are_of_no_use_any_more_are_removed(postgres_url: str) -> None:
    async def scene(place: Venue) -> None:
        table = await place.started(ADA, BEN)
        dead = SharedLeases(place.database, holder="dead", term=0.1)
        for seq in (3, 5):
            assert await dead.acquire(table, seq)
        async with attended(place, pace=BUSY):
            async with asyncio.timeout(20):
                while await count(place.database, relations.leases):
                    await asyncio.sleep(0.05)

    play(postgres_url, scene)


def test_the_attendants_close_tables_by_the_settings(sqlite_url: str) -> None:
    tables: list[str] = []

    async def before(place: Venue) -> None:
        tables.append(await place.seated(ADA, players=2))
        long_ago = update(relations.tables).values(changed=1.0)
        stored = update(relations.events).values(at=1.0)
        async with place.database.writing() as connection:
            for statement in (long_ago, stored):
                await connection.execute(statement)

    async def after(place: Venue) -> None:
        now = await place.database.now()
        async with place.database.writing() as connection:
            row = {"process": "u_1", "began": 1.0, "at": now}
            await connection.execute(insert(relations.alive), row)
        async with attended(place):
            await place.until(tables[0], lambda table: table.archived)

    play(sqlite_url, before, after)


def test_a_seat_of_somebody_who_is_no_more_is_given_up(database_url: str) -> None:
    async def scene(place: Venue) -> None:
        table = await place.seated(ADA, BEN, players=3)
        async with place.database.writing() as connection:
            gone = update(relations.players).where(relations.players.c.id == BEN)
            await connection.execute(gone.values(deleted=1.0))
        await sweeper(place).withdraw_the_gone(asyncio.Event())
        standing = await place.hall.table(table)
        assert (standing.seat_of(ADA), standing.seat_of(BEN)) == (0, None)

    play(database_url, scene)
