"""Bots move by themselves, whatever happens."""

import asyncio
import logging
import os
import random
import signal
from typing import Any

import pytest
from sqlalchemy import delete

import gemgrove as gg
from gemgrove.server.bots.pool import BotPool
from gemgrove.server.database import tables as relations
from gemgrove.server.domain import events
from gemgrove.server.domain.commands import Abort, OfferUndo, Resign
from gemgrove.server.table_service import Requester
from gemgrove.worker_pool import describe
from tests.server.background.offline_server import (
    ADA,
    BEN,
    BUSY,
    OfflineServer,
    background_jobs,
    bots_turn,
    offline_server,
    persons_turn,
)
from tests.waiting import becomes

ENDLESS = "Endless = mcts:seconds=600,iterations=100000000"
BRIEF = "Brief = mcts:seconds=1,iterations=100000000"
FEW = 5
"""Transactions of the background jobs, regardless of the number of moves."""
BOT_FIRST: dict[str, Any] = {"bots": 1, "options": {"first_player": 1}}
PERSON_FIRST: dict[str, Any] = {"bots": 1, "options": {"first_player": 0}}


async def movers(server: OfflineServer, table: str) -> list[bool]:
    """For each move at a table, True if it was a bot's."""
    found: list[events.EventBody | events.Unknown] = []
    after = 0
    while page := await server.journal.events(table, after):
        found += [events.read(event.body) for event in page]
        after = page[-1].seq
    return [what.by_bot for what in found if isinstance(what, events.Played)]


@pytest.mark.parametrize("game", gg.GAMES)
@pytest.mark.parametrize("bots", [1, 3])
async def test_a_person_plays_with_bots_to_the_end(sqlite_url: str, game: str, bots: int) -> None:
    async with offline_server(sqlite_url) as server:
        async with background_jobs(server):
            table = await server.started(ADA, bots=bots, game=game)
            over = await server.end(table)
        assert over.outcome is not None
        moves = await movers(server, table)
        assert moves.count(False) > 5
        assert moves.count(True) > 5 * bots


async def test_persons_and_bots_play_to_the_end_on_postgresql(postgres_url: str) -> None:
    async with offline_server(postgres_url) as server, background_jobs(server):
        table = await server.started(ADA, BEN, bots=2, game="arboretum")
        assert (await server.end(table)).outcome is not None


async def test_a_bots_move_costs_no_transaction_but_that_of_its_event(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with offline_server(sqlite_url) as server:
        written: list[object] = []
        writing = server.database.writing

        def counted() -> Any:
            written.append(None)
            return writing()

        async with background_jobs(server):
            monkeypatch.setattr(server.database, "writing", counted)
            table = await server.started(ADA, bots=3)
            await server.end(table)
        assert len(written) < FEW < (await movers(server, table)).count(True)


async def test_what_was_left_undone_is_done_after_a_restart(database_url: str) -> None:
    tables: list[str] = []

    async with offline_server(database_url) as server:
        wishes = (BOT_FIRST, PERSON_FIRST, BOT_FIRST)
        tables.extend([await server.started(ADA, **wish) for wish in wishes])
    async with offline_server(database_url) as server:
        async with background_jobs(server):
            for table in tables:
                await server.until(table, persons_turn)
        assert [len(await movers(server, table)) > 0 for table in tables] == [True, False, True]


async def test_a_worker_killed_while_it_thinks_costs_the_bot_nothing(
    sqlite_url: str,
) -> None:
    async with offline_server(sqlite_url, bots=(BRIEF,)) as server:
        pool = BotPool(workers=1)
        async with background_jobs(server, pool=pool):
            table = await server.started(ADA, bot="brief", **BOT_FIRST)
            await becomes(lambda: pool.stats.busy and pool.pids)
            os.kill(pool.pids[0], signal.SIGKILL)
            await server.until(table, persons_turn)
            assert pool.stats.lost == 1
            assert pool.stats.substituted == 0


async def test_more_tables_than_the_pool_takes_all_have_their_moves(sqlite_url: str) -> None:
    async with offline_server(sqlite_url) as server, background_jobs(server, max_queued=1):
        tables = [await server.started(ADA, **BOT_FIRST) for _ in range(8)]
        for table in tables:
            await server.until(table, persons_turn)


async def test_a_turn_taken_back_calls_the_thought_off(sqlite_url: str) -> None:
    async with offline_server(sqlite_url, bots=(ENDLESS,)) as server:
        pool = BotPool(workers=1, seconds=600)
        async with background_jobs(server, pool=pool):
            table = await server.started(ADA, bot="endless", **PERSON_FIRST)
            await server.move(table)
            await becomes(lambda: pool.stats.busy)
            await server.ask(ADA, table, OfferUndo())
            assert persons_turn(await server.table_service.table(table))
            await becomes(lambda: not pool.stats.busy)
            await server.move(table)
            await becomes(lambda: pool.stats.busy)
            assert bots_turn(await server.table_service.table(table))


@pytest.mark.parametrize("how", ["resigned", "aborted"])
async def test_the_end_of_a_table_calls_the_thought_off(sqlite_url: str, how: str) -> None:
    async with offline_server(sqlite_url, bots=(ENDLESS,)) as server:
        pool = BotPool(workers=1, seconds=600)
        async with background_jobs(server, pool=pool):
            table = await server.started(ADA, bot="endless", **PERSON_FIRST)
            await server.move(table)
            await becomes(lambda: pool.stats.busy)
            if how == "resigned":
                await server.ask(ADA, table, Resign())
            else:
                await server.table_service.act(table, Abort(why="The host wants it."), Requester())
            await becomes(lambda: not pool.stats.busy)


async def test_a_table_that_cannot_be_read_does_not_stop_the_others(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    tables: list[str] = []

    async with offline_server(sqlite_url) as server:
        tables.extend([await server.started(ADA, **BOT_FIRST) for _ in range(3)])
        events_of = relations.events.c
        async with server.database.writing() as connection:
            gap = delete(relations.events).where(events_of.table == tables[0], events_of.seq == 2)
            await connection.execute(gap)
    async with offline_server(sqlite_url) as server, background_jobs(server, intervals=BUSY):
        for table in tables[1:]:
            await server.until(table, persons_turn)
    assert f"{tables[0]} could not be checked: ValueError at table.py" in caplog.text


async def test_a_move_that_cannot_be_stored_is_tried_again(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with offline_server(sqlite_url) as server:
        act = server.table_service.act
        failures = [OSError("the disk is full"), OSError("still")]

        async def failing(table: str, command: Any, ask: Requester, **more: Any) -> Any:
            if ask.player is None and failures:
                raise failures.pop()
            return await act(table, command, ask, **more)

        monkeypatch.setattr(server.table_service, "act", failing)
        async with background_jobs(server):
            table = await server.started(ADA, **BOT_FIRST)
            await server.until(table, persons_turn)
        assert not failures


async def test_a_bot_that_is_not_offered_any_more_is_played_for(sqlite_url: str) -> None:
    async with offline_server(sqlite_url, bots=(ENDLESS,)) as server:
        table = await server.started(ADA, bot="endless", **BOT_FIRST)
    async with offline_server(sqlite_url) as server, background_jobs(server):
        await server.until(table, persons_turn)


async def test_nothing_is_left_when_the_background_jobs_have_ended(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        async with offline_server(sqlite_url, bots=(ENDLESS,)) as server:
            before = asyncio.all_tasks()
            async with background_jobs(server, seconds=600) as jobs:
                for _ in range(3):
                    await server.started(ADA, bot="endless", **BOT_FIRST)
                await server.started(ADA, BEN, turn_seconds=5)
                await becomes(lambda: len(asyncio.all_tasks()) > len(before) + 3)
                await jobs.close()
                assert server.table_service.observers == []
            assert asyncio.all_tasks() == before
    # Sometimes asyncio warns about who reaps a process, which does not concern us.
    assert not [record for record in caplog.records if "child process" not in record.msg]


def test_the_log_tells_no_message_of_an_error() -> None:
    with pytest.raises(ValueError, match="hidden card") as caught:
        int("the hidden card is 42")
    assert describe(caught.value).startswith("ValueError at test_bot_moves.py:")
    assert "card" not in describe(caught.value)


async def test_tables_take_turns_when_few_may_think_at_once(sqlite_url: str) -> None:
    async with offline_server(sqlite_url) as server, background_jobs(server) as jobs:
        jobs.bot_moves._slots = asyncio.Semaphore(1)
        tables = [await server.started(ADA, bots=3) for _ in range(3)]
        chance = random.Random(1)
        for _ in range(3):
            for table in tables:
                await server.until(table, persons_turn)
                await server.move(table, chance)
