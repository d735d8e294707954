"""Several processes on one PostgreSQL."""

import asyncio
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text, update

from gemgrove.server.database.base import Database
from gemgrove.server.database.engine import open_database
from gemgrove.server.database.postgresql import PostgresDatabase
from gemgrove.server.database.tables import tables
from gemgrove.server.journal import (
    Change,
    CommitListener,
    Committed,
    Conflict,
    Entry,
    postgresql_writer,
)
from gemgrove.server.journal.postgresql_writer import CHANNEL, MAX_NOTICE_LENGTH, notices
from tests.server.journal_racer import LAST, TABLES
from tests.server.journals import committed, following, journal_of, opening, request, seqs
from tests.waiting import PATIENCE, becomes

ROOT = Path(__file__).parents[2]


async def postgresql(url: str) -> PostgresDatabase:
    """An open database."""
    database = await open_database(url)
    assert isinstance(database, PostgresDatabase)
    return database


async def end_connections(database: Database, which: str) -> None:
    """End the server's connections that match a condition, as a network failure would."""
    async with database.writing() as connection:
        ending = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE"
        mine = "pid <> pg_backend_pid() AND datname = current_database()"
        await connection.execute(text(f"{ending} {mine} AND {which}"))


async def test_two_processes_race_for_every_seq_and_one_wins(postgres_url: str) -> None:
    async with journal_of(postgres_url) as (journal, _):
        await committed(journal, *(opening(table) for table in TABLES))
    command = [sys.executable, "-m", "tests.server.journal_racer", postgres_url]
    racers = [
        subprocess.Popen(
            [*command, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        for name in ("ann", "ben")
    ]
    try:
        for racer in racers:
            assert racer.stdout is not None
            assert racer.stdout.readline() == "ready\n"
        for racer in racers:
            assert racer.stdin is not None
            racer.stdin.write("go\n")
            racer.stdin.flush()
        won = [racer.communicate(timeout=PATIENCE)[0].splitlines() for racer in racers]
    finally:
        for racer in racers:
            racer.kill()
            racer.wait()
    everything = [f"{table} {seq}" for table in TABLES for seq in range(2, LAST + 1)]
    assert sorted(won[0] + won[1]) == sorted(everything)

    async with journal_of(postgres_url) as (journal, _):
        for table in TABLES:
            assert await seqs(journal, table) == list(range(1, LAST + 1))


async def test_one_of_two_processes_answers_a_request_and_the_other_repeats_it(
    postgres_url: str,
) -> None:
    async with journal_of(postgres_url) as (ann, _), journal_of(postgres_url) as (ben, _):
        await committed(ann, opening("t_1"))
        for seq in range(2, 20):
            entry = following("t_1", seq, f"key {seq}")
            outcomes = tuple(await asyncio.gather(ann.commit(entry), ben.commit(entry)))
            repeated = Conflict("answered", request=request(f"key {seq}"))
            assert outcomes in [(Committed(seq), repeated), (repeated, Committed(seq))]


async def test_groups_that_cross_each_other_are_tried_again(postgres_url: str) -> None:
    def spoil(table: str) -> list[Change]:
        return [Change(update(tables).where(tables.c.id == table).values(summary="{}"), {})]

    async with journal_of(postgres_url) as (ann, _), journal_of(postgres_url) as (ben, _):
        await committed(ann, opening("t_1"), opening("t_2"))
        for seq in range(2, 12):
            crossing = asyncio.gather(
                ann.commit(following("t_1", seq, changes=spoil("t_2"))),
                ben.commit(following("t_2", seq, changes=spoil("t_1"))),
            )
            outcomes = tuple(await crossing)
            assert outcomes == (Committed(seq), Committed(seq))


async def test_a_journal_goes_on_after_its_connections_were_lost(postgres_url: str) -> None:
    async with journal_of(postgres_url) as (journal, database):
        await committed(journal, opening("t_1"))
        await end_connections(database, "true")
        await committed(journal, following("t_1", 2))
        assert await seqs(journal, "t_1") == [1, 2]


async def test_a_group_whose_connection_is_lost_in_the_middle_is_tried_again(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_all = postgresql_writer._put_all

    async with journal_of(postgres_url) as (journal, database):
        lost: list[bool] = []

        async def lose_once(connection: Any, entries: Sequence[Entry]) -> bool:
            if not lost:
                await end_connections(database, f"pid = {connection.get_server_pid()}")
                # The pool takes a connection back once it notices the end.
                await becomes(lambda: "released" in repr(connection))
                lost.append(True)
            return await put_all(connection, entries)

        await committed(journal, opening("t_1"))
        monkeypatch.setattr(postgresql_writer, "_put_all", lose_once)
        await committed(journal, following("t_1", 2))
        assert lost
        assert await seqs(journal, "t_1") == [1, 2]


async def test_another_process_hears_of_every_commit(postgres_url: str) -> None:
    heard: list[tuple[str, int]] = []
    listener = await postgresql(postgres_url)
    ears = CommitListener(listener, lambda table, seq: heard.append((table, seq)), lambda: None)
    await ears.listening.wait()
    async with journal_of(postgres_url) as (journal, _):
        await committed(journal, opening("t_1"), following("t_1", 2))
        assert await journal.commit(following("t_1", 2)) == Conflict("seq", last_seq=2)
        await committed(journal, following("t_1", 3))
        await becomes(lambda: len(heard) >= 3)
    await ears.close()
    await listener.close()
    assert heard == [("t_1", 1), ("t_1", 2), ("t_1", 3)]


async def test_a_group_gives_one_notice(postgres_url: str) -> None:
    heard: list[str] = []
    async with journal_of(postgres_url) as (journal, database):
        assert isinstance(database, PostgresDatabase)
        connection = await database.connect()
        await connection.add_listener(CHANNEL, lambda *notice: heard.append(notice[-1]))
        entries = [opening(f"t_{number}") for number in range(20)]
        await journal.writer.write(entries)
        await becomes(lambda: bool(heard))
        await connection.close()
    assert [sorted(notice.split()) for notice in heard] == [
        sorted(f"t_{number}:1" for number in range(20))
    ]


async def test_a_listener_looks_at_everything_again_after_a_lost_connection(
    postgres_url: str,
) -> None:
    heard: list[tuple[str, int]] = []
    rescans: list[int] = []
    async with journal_of(postgres_url) as (journal, database):
        listener = await postgresql(postgres_url)
        ears = CommitListener(
            listener,
            lambda table, seq: heard.append((table, seq)),
            lambda: rescans.append(len(heard)),
        )
        await committed(journal, opening("t_1"))
        await ears.listening.wait()
        assert len(rescans) == 1
        await end_connections(database, "query LIKE 'LISTEN%'")
        await becomes(lambda: not ears.listening.is_set())
        await committed(journal, following("t_1", 2))
        await becomes(lambda: len(rescans) == 2)
        await committed(journal, following("t_1", 3))
        await becomes(lambda: ("t_1", 3) in heard)
        await ears.close()
        await listener.close()


async def test_a_notice_that_is_not_understood_means_looking_at_everything(
    postgres_url: str,
) -> None:
    rescans: list[int] = []
    database = await postgresql(postgres_url)
    ears = CommitListener(database, lambda *_: None, lambda: rescans.append(1))
    await ears.listening.wait()
    async with database.writing() as connection:
        await connection.execute(text(f"NOTIFY {CHANNEL}, 'something else'"))
    await becomes(lambda: len(rescans) == 2)
    await ears.close()
    await database.close()


def test_a_notice_names_each_table_once_and_is_never_too_long() -> None:
    assert notices([("t_a", 1), ("t_b", 1), ("t_a", 2)]) == ["t_a:2 t_b:1"]
    many = {f"t_{number:016}": number for number in range(1, 2000)}
    payloads = notices(many.items())
    assert max(map(len, payloads)) <= MAX_NOTICE_LENGTH
    assert " ".join(payloads).split() == [f"{table}:{seq}" for table, seq in many.items()]
