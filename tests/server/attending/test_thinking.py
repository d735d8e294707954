"""Bots that move by themselves, whatever happens."""

import asyncio
import logging
import os
import random
import signal
from typing import Any

import pytest
from sqlalchemy import delete

import gemgrove as gg
from gemgrove.server.attending.chores import told
from gemgrove.server.bots.pool import Pool
from gemgrove.server.database import tables as relations
from gemgrove.server.domain import events
from gemgrove.server.domain.commands import Abort, OfferUndo, Resign
from gemgrove.server.hall import Ask
from tests.server.attending.venues import (
    ADA,
    BEN,
    BUSY,
    Venue,
    attended,
    bots_turn,
    persons_turn,
    play,
)
from tests.server.bots.thinking import until

ENDLESS = "Endless = mcts:seconds=600,iterations=100000000"
BRIEF = "Brief = mcts:seconds=1,iterations=100000000"
BOT_FIRST: dict[str, Any] = {"bots": 1, "options": {"first_player": 1}}
PERSON_FIRST: dict[str, Any] = {"bots": 1, "options": {"first_player": 0}}


async def movers(place: Venue, table: str) -> list[bool]:
    """Whether each move of a table was a bot's."""
    found: list[events.Happening | events.Unknown] = []
    after = 0
    while page := await place.journal.events(table, after):
        found += [events.read(event.body) for event in page]
        after = page[-1].seq
    return [what.by_bot for what in found if isinstance(what, events.Played)]


@pytest.mark.parametrize("game", gg.GAMES)
@pytest.mark.parametrize("bots", [1, 3])
def test_a_person_plays_with_bots_to_the_end(sqlite_url: str, game: str, bots: int) -> None:
    async def scene(place: Venue) -> None:
        async with attended(place):
            table = await place.started(ADA, bots=bots, game=game)
            over = await place.end(table)
        assert over.outcome is not None
        moves = await movers(place, table)
        assert moves.count(False) > 5
        assert moves.count(True) > 5 * bots

    play(sqlite_url, scene)


def test_persons_and_bots_play_to_the_end_on_postgresql(postgres_url: str) -> None:
    async def scene(place: Venue) -> None:
        async with attended(place):
            table = await place.started(ADA, BEN, bots=2, game="arboretum")
            assert (await place.end(table)).outcome is not None

    play(postgres_url, scene)


def test_a_bots_move_costs_no_transaction_but_that_of_its_event(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(place: Venue) -> None:
        written: list[object] = []
        writing = place.database.writing

        def counted() -> Any:
            written.append(None)
            return writing()

        async with attended(place):
            await asyncio.sleep(0.1)
            monkeypatch.setattr(place.database, "writing", counted)
            await place.end(await place.started(ADA, bots=3))
            assert not written

    play(sqlite_url, scene)


def test_what_was_left_undone_is_done_after_a_restart(database_url: str) -> None:
    tables: list[str] = []

    async def before(place: Venue) -> None:
        wishes = (BOT_FIRST, PERSON_FIRST, BOT_FIRST)
        tables.extend([await place.started(ADA, **wish) for wish in wishes])

    async def after(place: Venue) -> None:
        async with attended(place):
            for table in tables:
                await place.until(table, persons_turn)
        assert [len(await movers(place, table)) > 0 for table in tables] == [True, False, True]

    play(database_url, before, after)


def test_a_worker_that_is_killed_in_mid_thought_costs_the_bot_nothing(sqlite_url: str) -> None:
    async def scene(place: Venue) -> None:
        pool = Pool(workers=1)
        async with attended(place, pool=pool):
            table = await place.started(ADA, bot="brief", **BOT_FIRST)
            await until(lambda: pool.figures.thinking and pool.processes)
            await asyncio.sleep(0.3)
            os.kill(pool.processes[0], signal.SIGKILL)
            await place.until(table, persons_turn)
            assert pool.figures.lost == 1
            assert pool.figures.stood_in == 0

    play(sqlite_url, scene, bots=(BRIEF,))


def test_more_tables_than_the_pool_takes_all_have_their_moves(sqlite_url: str) -> None:
    async def scene(place: Venue) -> None:
        async with attended(place, most_waiting=1):
            tables = [await place.started(ADA, **BOT_FIRST) for _ in range(8)]
            for table in tables:
                await place.until(table, persons_turn)

    play(sqlite_url, scene)


def test_a_turn_taken_back_calls_the_thought_off(sqlite_url: str) -> None:
    async def scene(place: Venue) -> None:
        pool = Pool(workers=1, patience=600)
        async with attended(place, pool=pool):
            table = await place.started(ADA, bot="endless", **PERSON_FIRST)
            await place.move(table)
            await until(lambda: pool.figures.thinking)
            await place.ask(ADA, table, OfferUndo())
            assert persons_turn(await place.hall.table(table))
            await until(lambda: not pool.figures.thinking)
            await place.move(table)
            await until(lambda: pool.figures.thinking)
            assert bots_turn(await place.hall.table(table))

    play(sqlite_url, scene, bots=(ENDLESS,))


@pytest.mark.parametrize("how", ["resigned", "aborted"])
def test_the_end_of_a_table_calls_the_thought_off(sqlite_url: str, how: str) -> None:
    async def scene(place: Venue) -> None:
        pool = Pool(workers=1, patience=600)
        async with attended(place, pool=pool):
            table = await place.started(ADA, bot="endless", **PERSON_FIRST)
            await place.move(table)
            await until(lambda: pool.figures.thinking)
            if how == "resigned":
                await place.ask(ADA, table, Resign())
            else:
                await place.hall.act(table, Abort(why="The host wants it."), Ask())
            await until(lambda: not pool.figures.thinking)

    play(sqlite_url, scene, bots=(ENDLESS,))


def test_a_table_that_cannot_be_read_does_not_stop_the_others(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    tables: list[str] = []

    async def before(place: Venue) -> None:
        tables.extend([await place.started(ADA, **BOT_FIRST) for _ in range(3)])
        events_of = relations.events.c
        async with place.database.writing() as connection:
            gap = delete(relations.events).where(events_of.table == tables[0], events_of.seq == 2)
            await connection.execute(gap)

    async def after(place: Venue) -> None:
        async with attended(place, pace=BUSY):
            for table in tables[1:]:
                await place.until(table, persons_turn)

    play(sqlite_url, before, after)
    assert f"{tables[0]} could not be looked at: ValueError at table.py" in caplog.text


def test_a_move_that_cannot_be_stored_is_tried_again(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(place: Venue) -> None:
        act = place.hall.act
        failures = [OSError("the disk is full"), OSError("still")]

        async def failing(table: str, command: Any, ask: Ask, **more: Any) -> Any:
            if ask.player is None and failures:
                raise failures.pop()
            return await act(table, command, ask, **more)

        monkeypatch.setattr(place.hall, "act", failing)
        async with attended(place):
            table = await place.started(ADA, **BOT_FIRST)
            await place.until(table, persons_turn)
        assert not failures

    play(sqlite_url, scene)


def test_a_bot_that_is_not_lent_any_more_is_played_for(sqlite_url: str) -> None:
    tables: list[str] = []

    async def before(place: Venue) -> None:
        tables.append(await place.started(ADA, bot="endless", **BOT_FIRST))

    async def after(place: Venue) -> None:
        async with attended(place):
            await place.until(tables[0], persons_turn)

    play(sqlite_url, before, bots=(ENDLESS,))
    play(sqlite_url, after)


def test_nothing_is_left_when_the_attendants_have_gone(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(place: Venue) -> None:
        before = asyncio.all_tasks()
        async with attended(place, patience=600) as attendants:
            for _ in range(3):
                await place.started(ADA, bot="endless", **BOT_FIRST)
            await place.started(ADA, BEN, turn_seconds=5)
            await asyncio.sleep(0.1)
            assert len(asyncio.all_tasks()) > len(before) + 3
            await attendants.close()
            assert place.hall.observers == []
        assert asyncio.all_tasks() == before

    with caplog.at_level(logging.WARNING):
        play(sqlite_url, scene, bots=(ENDLESS,))
    # Who reaps a process is no matter of ours, and asyncio remarks on it now and then.
    assert not [record for record in caplog.records if "child process" not in record.msg]


def test_the_log_tells_no_message_of_an_error() -> None:
    with pytest.raises(ValueError, match="hidden card") as caught:
        int("the hidden card is 42")
    assert told(caught.value).startswith("ValueError at test_thinking.py:")
    assert "card" not in told(caught.value)


def test_tables_take_turns_when_few_may_think_at_once(sqlite_url: str) -> None:
    async def scene(place: Venue) -> None:
        async with attended(place) as attendants:
            attendants.thinking._most = 1
            tables = [await place.started(ADA, bots=3) for _ in range(3)]
            chance = random.Random(1)
            for _ in range(3):
                for table in tables:
                    await place.until(table, persons_turn)
                    await place.move(table, chance)

    play(sqlite_url, scene)
