"""SQLite: a file in the data folder, used by one process."""

import asyncio
import os
import socket
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from gemgrove.server.database.base import Database
from gemgrove.server.database.migration import migrate
from gemgrove.server.settings import UnusableDatabaseError

BUSY_SECONDS = 10
READERS = 4

# The value that every connection sets, and the answer it must then give. FULL syncs every commit:
# with less, a commit survives the death of the process but not of the machine.
PRAGMAS: dict[str, tuple[str, str | int]] = {
    "journal_mode": ("WAL", "wal"),
    "synchronous": ("FULL", 2),
    "foreign_keys": ("ON", 1),
    "busy_timeout": (str(BUSY_SECONDS * 1000), BUSY_SECONDS * 1000),
}


class SqliteDatabase(Database):
    """A database in a file."""

    def __init__(self, path: Path) -> None:
        """Open the file, or create it; raise `UnusableDatabaseError` if it cannot be used."""
        self.path = path
        self._latest = 0.0
        if not path.parent.is_dir():
            raise UnusableDatabaseError(f"There is no folder {path.parent} for the database.")
        try:
            path.touch(mode=0o600)  # SQLite gives its other files the same mode
            self._lock = lock(path)
        except OSError as error:
            raise UnusableDatabaseError(f"{path} cannot be written: {error}.") from error
        try:
            _migrate(path)
        except DBAPIError as error:
            self._lock.release()
            raise UnusableDatabaseError(
                f"{path} cannot be used as a database: {error.orig}."
            ) from error
        except BaseException:
            self._lock.release()
            raise
        address = URL.create("sqlite+aiosqlite", database=str(path))
        reader = create_async_engine(
            address,
            hide_parameters=True,  # errors are logged, and parameters can be secret
            isolation_level="AUTOCOMMIT",
            skip_autocommit_rollback=True,
            pool_size=READERS,
            max_overflow=0,
        )
        writer = create_async_engine(address, hide_parameters=True, pool_size=1, max_overflow=0)
        event.listen(reader.sync_engine, "connect", _prepare_reader)
        event.listen(writer.sync_engine, "connect", _prepare_writer)
        event.listen(writer.sync_engine, "begin", _begin)
        super().__init__(f"sqlite:///{path}", reader, writer)
        # SQLite allows one writer at a time, and others wait by trying again and again. With this
        # lock they take turns instead.
        self.turn = asyncio.Lock()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        async with self.turn, super().writing() as connection:
            yield connection

    def connect(self) -> sqlite3.Connection:
        """Open a plain connection for use in any thread; the caller manages transactions."""
        return connect(self.path)

    async def now(self) -> float:
        """Return this machine's time. If the clock is set back, the time stands still meanwhile."""
        self._latest = max(self._latest, time.time())
        return self._latest

    async def close(self) -> None:
        try:
            await super().close()
        finally:
            self._lock.release()


def connect(path: Path) -> sqlite3.Connection:
    """Open a plain connection with the usual pragmas set and checked."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        _prepare(connection.cursor())
    except BaseException:
        connection.close()
        raise
    return connection


def file_of(url: URL) -> Path:
    """Return the file that a URL names; raise `UnusableDatabaseError` if it names none."""
    if url.database in (None, "", ":memory:") or url.query:
        raise UnusableDatabaseError(
            f"{url} names no file that could be kept; a SQLite database is named like "
            "sqlite:///folder/gemgrove.db."
        )
    return Path(str(url.database)).absolute()


def lock(path: Path) -> FileLock:
    """Lock a database file until `release`; raise `UnusableDatabaseError` if another process has.

    The lock is a separate file that names its holder, since SQLite locks parts of the database's.
    """
    file = path.with_name(f"{path.name}-lock")
    # Acquired and released by different threads.
    held = FileLock(file, mode=0o600, thread_local=False)
    try:
        held.acquire(timeout=0)
    except Timeout:
        holder = file.read_text("utf-8", "replace").strip()
        raise UnusableDatabaseError(
            f"{path} is in use by {holder or 'another process'}; only one process at a time can "
            "use it. Stop that one first, or use PostgreSQL for several."
        ) from None
    file.write_text(f"process {os.getpid()} on {socket.gethostname()}")
    return held


def _migrate(path: Path) -> None:
    engine = create_engine(make_url("sqlite://"), creator=lambda: connect(path), poolclass=NullPool)
    event.listen(engine, "begin", _begin)
    with engine.begin() as connection:
        migrate(connection)


def _prepare(cursor: Any) -> None:
    for name, (choice, answer) in PRAGMAS.items():
        cursor.execute(f"PRAGMA {name}={choice}")
        cursor.fetchone()
        cursor.execute(f"PRAGMA {name}")
        (found,) = cursor.fetchone()
        if found != answer:
            raise UnusableDatabaseError(
                f"SQLite cannot use {name}={choice} here, it answers {found!r}: the data folder "
                "must be on a local disk."
            )
    cursor.close()


def _prepare_reader(connection: Any, _record: object) -> None:
    _prepare(connection.cursor())
    cursor = connection.cursor()
    cursor.execute("PRAGMA query_only=ON")
    cursor.close()


def _prepare_writer(connection: Any, _record: object) -> None:
    # Left alone, Python's module begins transactions too late and not for every statement.
    connection.isolation_level = None
    _prepare(connection.cursor())


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
