"""Cleanup of abandoned tables and old answers."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from gemgrove.server.background import cleanup
from gemgrove.server.background.cleanup import KEPT_SECONDS, Cleanup
from gemgrove.server.background.uptime import LAPSE_SECONDS
from gemgrove.server.bots.leases import SharedLeases
from gemgrove.server.database import tables as relations
from gemgrove.server.domain.setup import MAX_TURN_SECONDS
from tests.server.background.offline_server import (
    ADA,
    BEN,
    BUSY,
    OfflineServer,
    background_jobs,
    offline_server,
)
from tests.server.journals import count
from tests.waiting import becomes

HOUR = 3600.0


def cleanup_of(server: OfflineServer) -> Cleanup:
    """A cleanup that closes open tables after 24 hours and games after 60."""
    return Cleanup(
        server.database,
        server.table_service,
        server.uptime,
        open_seconds=24 * HOUR,
        playing_seconds=60 * HOUR,
    )


async def running(server: OfflineServer, seconds: float) -> None:
    """Let time pass while a server is running."""
    now = await server.database.now()
    server.clock.ahead += seconds
    async with server.database.writing() as connection:
        row = {"process": f"u_{seconds}", "began": now - 1, "at": now + seconds}
        await connection.execute(insert(relations.alive), row)
    await server.uptime.beat()


async def status(server: OfflineServer, table: str) -> Any:
    """Run a cleanup and return a table's status."""
    await cleanup_of(server).close_abandoned(asyncio.Event())
    return await server.stored(table, "status")


async def test_a_table_that_never_starts_is_closed_after_a_day(database_url: str) -> None:
    async with offline_server(database_url) as server:
        await server.uptime.begin()
        table = await server.seated(ADA, players=2)
        await running(server, 23 * HOUR)
        assert await status(server, table) == "open"
        await running(server, 1.1 * HOUR)
        assert await status(server, table) == "archived"
        assert await server.stored(table, "rating") == "unfinished"


async def test_a_game_at_which_nothing_happens_is_closed_later(sqlite_url: str) -> None:
    async with offline_server(sqlite_url) as server:
        await server.uptime.begin()
        table = await server.started(ADA, BEN)
        await running(server, 30 * HOUR)
        await server.move(table)
        await running(server, 59 * HOUR)
        assert await status(server, table) == "playing"
        await running(server, 1.1 * HOUR)
        assert await status(server, table) == "archived"


async def test_a_game_with_a_clock_is_left_to_its_clock(sqlite_url: str) -> None:
    async with offline_server(sqlite_url) as server:
        await server.uptime.begin()
        table = await server.started(ADA, BEN, turn_seconds=MAX_TURN_SECONDS)
        await running(server, 100 * HOUR)
        assert await status(server, table) == "playing"


async def test_a_table_is_not_abandoned_because_the_server_was_off(sqlite_url: str) -> None:
    async with offline_server(sqlite_url) as server:
        server.clock.ahead = -200 * HOUR
        await server.uptime.begin()
        table = await server.seated(ADA, players=2)
    async with offline_server(sqlite_url) as server:
        await server.uptime.begin()
        assert await status(server, table) == "open"
    assert LAPSE_SECONDS < HOUR


async def test_old_answers_are_forgotten_a_few_at_a_time(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cleanup, "BATCH", 10)

    async with offline_server(database_url) as server:
        now = await server.database.now()
        ages = {f"k{number:02}": number % 3 for number in range(35)}
        rows = [
            {"player": player, "key": key, "at": now - age * 0.75 * KEPT_SECONDS, **_ANSWER}
            for key, age in ages.items()
            for player in (ADA, BEN)
        ]
        async with server.database.writing() as connection:
            await connection.execute(insert(relations.requests), rows)
        job = cleanup_of(server)
        await job.prune_requests()
        left = await count(server.database, relations.requests)
        assert 70 - 10 <= left < 70
        for _ in range(8):
            await job.prune_requests()
        async with server.database.reading() as connection:
            kept = (await connection.execute(select(relations.requests.c.key))).scalars().all()
        assert sorted(kept) == sorted(2 * [key for key, age in ages.items() if age < 2])


_ANSWER = {"hash": "h", "status": 200, "answer": "{}"}


async def test_answers_that_become_old_later_are_found_later(sqlite_url: str) -> None:
    async with offline_server(sqlite_url) as server:
        row = {"player": ADA, "key": "k", "at": await server.database.now(), **_ANSWER}
        async with server.database.writing() as connection:
            await connection.execute(insert(relations.requests), row)
        job = cleanup_of(server)
        for _ in range(3):
            await job.prune_requests()
        assert await count(server.database, relations.requests) == 1
        await running(server, KEPT_SECONDS + 1)
        await job.prune_requests()
        assert await count(server.database, relations.requests) == 0


async def test_leases_that_are_of_no_use_any_more_are_removed(postgres_url: str) -> None:
    async with offline_server(postgres_url) as server:
        table = await server.started(ADA, BEN)
        dead = SharedLeases(server.database, holder="dead", term=0.1)
        for seq in (3, 5):
            assert await dead.acquire(table, seq)
        async with background_jobs(server, intervals=BUSY):

            async def removed() -> bool:
                return await count(server.database, relations.leases) == 0

            await becomes(removed)


async def test_the_background_jobs_close_tables_by_the_settings(sqlite_url: str) -> None:
    tables: list[str] = []

    async with offline_server(sqlite_url) as server:
        tables.append(await server.seated(ADA, players=2))
        long_ago = update(relations.tables).values(changed=1.0)
        stored = update(relations.events).values(at=1.0)
        async with server.database.writing() as connection:
            for statement in (long_ago, stored):
                await connection.execute(statement)
    async with offline_server(sqlite_url) as server:
        now = await server.database.now()
        async with server.database.writing() as connection:
            row = {"process": "u_1", "began": 1.0, "at": now}
            await connection.execute(insert(relations.alive), row)
        async with background_jobs(server):
            await server.until(tables[0], lambda table: table.archived)


async def test_the_seat_of_a_deleted_player_is_given_up(database_url: str) -> None:
    async with offline_server(database_url) as server:
        table = await server.seated(ADA, BEN, players=3)
        async with server.database.writing() as connection:
            gone = update(relations.players).where(relations.players.c.id == BEN)
            await connection.execute(gone.values(deleted=1.0))
        await cleanup_of(server).withdraw_the_gone(asyncio.Event())
        standing = await server.table_service.table(table)
        assert (standing.seat_of(ADA), standing.seat_of(BEN)) == (0, None)
