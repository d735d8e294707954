"""Databases that can be opened, and those that are refused with a sentence."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import insert, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from gemgrove.server.database.base import Database
from gemgrove.server.database.engine import open_database
from gemgrove.server.database.postgresql import PostgresDatabase
from gemgrove.server.database.sqlite import PRAGMAS, SqliteDatabase
from gemgrove.server.database.tables import alive
from gemgrove.server.settings import UnusableDatabaseError
from tests.server.journals import count

HOLD = """
import asyncio, sys, time
from gemgrove.server.database.engine import open_database
async def hold():
    database = await open_database(sys.argv[1])
    print("open", flush=True)
    time.sleep(600)
asyncio.run(hold())
"""


async def opened(url: str) -> str:
    """Open and close a database; return the URL that it reports."""
    database = await open_database(url)
    await database.close()
    return database.url


def row(process: str | None) -> dict[str, object]:
    """The row of a process that has ended."""
    return {"process": process, "began": 1.0, "at": 1.0}


async def write(database: Database, *processes: str | None) -> None:
    """Write rows of these processes."""
    async with database.writing() as connection:
        for process in processes:
            await connection.execute(insert(alive), row(process))


async def test_the_files_of_a_database_are_their_owners_alone(tmp_path: Path) -> None:
    database = await open_database(f"sqlite:///{tmp_path}/gemgrove.db")
    async with database.writing() as connection:
        await connection.execute(text("SELECT 1"))
    modes = {file.name: file.stat().st_mode & 0o077 for file in tmp_path.iterdir()}
    await database.close()
    assert set(modes) > {"gemgrove.db", "gemgrove.db-wal"}
    assert not any(modes.values())


async def test_every_connection_to_a_file_syncs_all_commits_and_checks_references(
    sqlite_url: str,
) -> None:
    database = await open_database(sqlite_url)
    assert isinstance(database, SqliteDatabase)
    plain = database.connect()
    async with database.reading() as reader, database.writing() as writer:
        for name, answer in [
            ("journal_mode", "wal"),
            ("synchronous", 2),
            ("foreign_keys", 1),
            ("busy_timeout", 10_000),
        ]:
            query = f"PRAGMA {name}"
            assert plain.execute(query).fetchone() == (answer,)
            assert (await reader.execute(text(query))).scalar_one() == answer
            assert (await writer.execute(text(query))).scalar_one() == answer
    plain.close()
    await database.close()


def test_a_choice_that_does_not_hold_is_refused(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PRAGMAS, "synchronous", ("NORMAL", 2))
    with pytest.raises(UnusableDatabaseError, match="synchronous=NORMAL here, it answers 1"):
        asyncio.run(opened(sqlite_url))


async def test_what_reads_cannot_write(sqlite_url: str) -> None:
    database = await open_database(sqlite_url)
    try:
        async with database.reading() as connection:
            with pytest.raises(DBAPIError, match="readonly"):
                await connection.execute(insert(alive), row("a"))
    finally:
        await database.close()


async def test_what_is_written_is_there_for_the_next_to_open(database_url: str) -> None:
    database = await open_database(database_url)
    await write(database, "a")
    await database.close()
    database = await open_database(database_url)
    assert await count(database, alive) == 1
    await database.close()


async def test_an_exception_undoes_what_was_written_with_it(database_url: str) -> None:
    database = await open_database(database_url)
    with pytest.raises(IntegrityError):
        await write(database, "a", None)
    assert await count(database, alive) == 0
    await database.close()


async def test_writers_take_turns(database_url: str) -> None:
    database = await open_database(database_url)
    await asyncio.gather(*(write(database, f"process {number}") for number in range(20)))
    assert await count(database, alive) == 20
    await database.close()


async def test_whoever_writes_to_a_file_holds_the_turn_that_the_journal_waits_for(
    sqlite_url: str,
) -> None:
    database = await open_database(sqlite_url)
    assert isinstance(database, SqliteDatabase)
    async with database.writing():
        assert database.turn.locked()
    assert not database.turn.locked()
    await database.close()


async def test_a_file_in_use_is_refused_by_naming_its_user(sqlite_url: str) -> None:
    database = await open_database(sqlite_url)
    with pytest.raises(UnusableDatabaseError, match=rf"in use by process {os.getpid()} on"):
        await open_database(sqlite_url)
    await database.close()
    await opened(sqlite_url)


def test_a_file_is_free_again_once_its_process_was_killed(sqlite_url: str) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLD, sqlite_url], stdout=subprocess.PIPE)
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"open\n"
        with pytest.raises(UnusableDatabaseError, match=f"in use by process {holder.pid} on"):
            asyncio.run(opened(sqlite_url))
    finally:
        holder.send_signal(signal.SIGKILL)
        holder.communicate()
    asyncio.run(opened(sqlite_url))


def test_urls_that_name_no_database_are_refused(tmp_path: Path) -> None:
    for url, sentence in [
        ("nonsense", "not a database URL"),
        ("mysql://localhost/x", "'mysql' are not supported"),
        ("sqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        (f"sqlite:///{tmp_path}/none/x.db", "There is no folder"),
    ]:
        with pytest.raises(UnusableDatabaseError, match=sentence):
            asyncio.run(opened(url))
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "notes.db"
    file.write_text("My notes.\n" * 1000)
    with pytest.raises(UnusableDatabaseError, match="not a database"):
        asyncio.run(opened(f"sqlite:///{file}"))
    assert file.read_text() == "My notes.\n" * 1000


async def test_the_time_of_a_file_stands_still_while_the_clock_is_behind(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = await open_database(sqlite_url)
    times = iter([100.0, 90.0, 101.0])
    monkeypatch.setattr("time.time", lambda: next(times))
    assert [await database.now() for _ in range(3)] == [100.0, 100.0, 101.0]
    await database.close()


async def test_the_time_is_postgresqls_and_goes_on_between_two_looks(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = await open_database(postgres_url)
    ticks = 0.0
    monkeypatch.setattr("time.monotonic", lambda: ticks)
    monkeypatch.setattr("time.time", lambda: 0.0)  # this machine's clock does not matter
    first = await database.now()
    async with database.reading() as connection:
        query = text("SELECT extract(epoch FROM clock_timestamp())::float8")
        there = (await connection.execute(query)).scalar_one()
    assert 0 <= there - first < 60
    ticks = 5.0
    assert await database.now() == pytest.approx(first + 5.0, rel=0, abs=0.001)
    ticks = 3.0
    assert await database.now() == pytest.approx(first + 5.0, rel=0, abs=0.001)
    await database.close()


async def test_postgresql_answers_a_commit_when_it_is_on_disk(
    postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        database = await open_database(postgres_url)
    async with database.writing() as connection:
        setting = (await connection.execute(text("SHOW synchronous_commit"))).scalar_one()
    assert setting == "on"
    await database.close()
    assert "fsync=off: a power cut can lose moves" in caplog.text


def test_a_server_that_is_not_there_is_refused_without_telling_the_password(
    tmp_path: Path,
) -> None:
    url = f"postgresql+asyncpg://ann:secret@/none?host={tmp_path}"
    with pytest.raises(UnusableDatabaseError, match="cannot be used") as refused:
        asyncio.run(opened(url))
    assert "secret" not in str(refused.value)


async def test_processes_that_start_at_once_make_one_database(postgres_url: str) -> None:
    databases = await asyncio.gather(*(open_database(postgres_url) for _ in range(4)))
    for database in databases:
        assert isinstance(database, PostgresDatabase)
        await database.close()
