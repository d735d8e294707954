"""Clocks that run out, and those that do not because the server was down."""

import random

from gemgrove.server.background import BackgroundJobs
from gemgrove.server.background.clocks import Clocks
from gemgrove.server.domain import Table
from gemgrove.server.domain.commands import Resign
from tests.server.background.offline_server import (
    ADA,
    BEN,
    BUSY,
    CAT,
    OfflineServer,
    background_jobs,
    offline_server,
)
from tests.waiting import becomes

CLOCK = {"turn_seconds": 60.0}


async def later(server: OfflineServer, jobs: BackgroundJobs, seconds: float) -> None:
    """Let time pass while the server is running."""
    while seconds > 0:
        server.clock.ahead += min(seconds, 20)
        seconds -= 20
        await server.uptime.beat()
    jobs.clocks.wake()


async def settled(server: OfflineServer, jobs: BackgroundJobs, table: str) -> Table:
    """Wait until all clocks have been checked once; return a table."""
    for _ in range(3):  # a round may read the time twice
        jobs.clocks.wake()
        await server.clock.read_again()
    return await server.table_service.table(table)


async def test_a_player_who_runs_out_of_time_has_lost(database_url: str) -> None:
    async with offline_server(database_url) as server, background_jobs(server) as jobs:
        table = await server.started(ADA, BEN, **CLOCK)
        for _ in range(2):
            await server.move(table)
            await later(server, jobs, 50)
        standing = await server.table_service.table(table)
        loser = standing.to_move
        assert await settled(server, jobs, table) == standing
        await later(server, jobs, 11)
        over = await server.until(table, lambda now: now.ended)
        assert over.outcome is not None
        assert over.outcome.ending == "timed out"
        assert over.losers == [loser]
        assert len(jobs.clocks) == 0


async def test_a_bot_takes_over_from_a_player_out_of_time_and_the_next_clock_runs(
    sqlite_url: str,
) -> None:
    async with offline_server(sqlite_url) as server, background_jobs(server) as jobs:
        table = await server.started(ADA, BEN, CAT, **CLOCK)
        late = (await server.table_service.table(table)).to_move
        assert late is not None
        await later(server, jobs, 61)
        standing = await server.until(table, lambda now: now.to_move != late)
        assert standing.seats[late].gone == "timed out"
        await later(server, jobs, 61)
        await server.until(table, lambda now: len(now.persons()) == 1)


async def test_a_timer_goes_off_by_itself(sqlite_url: str) -> None:
    async with offline_server(sqlite_url) as server, background_jobs(server) as jobs:
        table = await server.started(ADA, BEN, **CLOCK)
        await becomes(lambda: len(jobs.clocks) == 1)
        await later(server, jobs, 59.7)
        await server.until(table, lambda now: now.ended)


async def test_a_bot_has_no_clock(sqlite_url: str) -> None:
    async with (
        offline_server(
            sqlite_url, bots=("Endless = mcts:seconds=600,iterations=100000000",)
        ) as server,
        background_jobs(server, seconds=600) as jobs,
    ):
        wish = {"options": {"first_player": 1}, **CLOCK}
        table = await server.started(ADA, bots=1, bot="endless", **wish)
        before = await server.table_service.table(table)
        await later(server, jobs, 1000)
        assert await settled(server, jobs, table) == before


async def test_the_time_in_which_the_server_was_off_is_credited(database_url: str) -> None:
    tables: list[str] = []

    async with offline_server(database_url) as server:
        server.clock.ahead = -3600
        async with background_jobs(server):
            tables.append(await server.started(ADA, BEN, **CLOCK))
    async with offline_server(database_url) as server:
        (table,) = tables
        async with background_jobs(server) as jobs:
            await later(server, jobs, 50)
            assert not (await settled(server, jobs, table)).ended
            await later(server, jobs, 20)
            await server.until(table, lambda now: now.ended)


async def test_the_clock_of_another_process_is_found_in_the_rounds(postgres_url: str) -> None:
    async with (
        offline_server(postgres_url) as server,
        background_jobs(server, intervals=BUSY) as jobs,
        offline_server(postgres_url) as other,
    ):
        table = await other.started(ADA, BEN, **CLOCK)
        await becomes(lambda: len(jobs.clocks) == 1)
        await later(server, jobs, 61)
        await server.until(table, lambda now: now.ended)


async def test_a_timer_that_another_process_has_outdated_does_no_harm(postgres_url: str) -> None:
    async with (
        offline_server(postgres_url) as server,
        background_jobs(server) as jobs,
        offline_server(postgres_url) as other,
    ):
        table = await server.started(ADA, BEN, **CLOCK)
        await later(server, jobs, 55)
        other.clock.ahead = server.clock.ahead
        await other.move(table)
        await later(server, jobs, 10)
        await settled(server, jobs, table)
        assert not (await other.table_service.table(table)).ended
        await later(server, jobs, 55)
        await server.until(table, lambda now: now.ended)


async def test_timers_that_are_not_in_force_any_more_do_not_pile_up(sqlite_url: str) -> None:
    async with offline_server(sqlite_url) as server:
        clocks = Clocks(server.database, server.table_service, server.uptime)
        table = await server.started(ADA, BEN, turn_seconds=14 * 24 * 3600.0)
        standing = (await server.table_service.table(table)).copy()
        for turn in range(20_000):
            standing.turn_began = float(turn)
            clocks.table_changed(standing)
        assert len(clocks) == 1
        assert len(clocks._heap) < 2_000
        await server.move(table, random.Random(1))
        await server.move(table, random.Random(1))
        await server.ask(ADA, table, Resign())
        clocks.table_changed(await server.table_service.table(table))
        assert len(clocks) == 0
