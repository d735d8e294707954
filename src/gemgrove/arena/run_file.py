"""The file of a run: SQLite, written by one process, a transaction for each game.

A process that is killed loses what it had not yet added and nothing else; the file stays
consistent. While a run goes on others may read it.
"""

import json
import os
import sqlite3
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import astuple
from pathlib import Path
from typing import TYPE_CHECKING, Self

from gemgrove.arena.outcome import GameOutcome
from gemgrove.arena.schedule import DealtGame
from gemgrove.arena.settings import Bot, Settings

if TYPE_CHECKING:
    from filelock import FileLock

APPLICATION = 0x47454D47  # "GEMG": tells a run's file from other SQLite files
VERSION = 2

SCHEMA = """
CREATE TABLE run (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE bots (
    bot INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, spec TEXT NOT NULL, fingerprint TEXT
) STRICT;
CREATE TABLE blocks (
    block INTEGER PRIMARY KEY, place INTEGER NOT NULL, deal INTEGER NOT NULL, deal_id TEXT NOT NULL
) STRICT;
CREATE TABLE games (
    game INTEGER PRIMARY KEY, block INTEGER NOT NULL REFERENCES blocks, rotation INTEGER NOT NULL,
    ending TEXT NOT NULL, length INTEGER NOT NULL, retries INTEGER NOT NULL,
    record BLOB
) STRICT;
CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games, seat INTEGER NOT NULL,
    bot INTEGER NOT NULL REFERENCES bots, score INTEGER NOT NULL, rank INTEGER, share REAL,
    decisions INTEGER NOT NULL, seconds REAL NOT NULL, longest REAL NOT NULL,
    forfeit TEXT, detail TEXT, stderr TEXT,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
"""


class RunFileError(ValueError):
    """A file that is no run, or one of another version."""


def connect(path: Path, *, writable: bool) -> sqlite3.Connection:
    """Open the file of a run; `RunFileError` where it is none."""
    if not path.is_file():
        raise RunFileError(f"There is no file {path}.")
    mode = "rw" if writable else "ro"
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True)
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.DatabaseError as error:
        connection.close()
        raise RunFileError(f"{path} was not written by an arena ({error}).") from error
    if (application, version) == (APPLICATION, VERSION):
        return connection
    connection.close()
    if application != APPLICATION:
        raise RunFileError(f"{path} was not written by an arena.")
    raise RunFileError(f"{path} has version {version}; this program reads version {VERSION}.")


class RunWriter:
    """The file of a run, open for writing."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: "FileLock") -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        # A commit then survives the end of this process without waiting for the disk.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")

    @classmethod
    def create(
        cls, path: Path, settings: Settings, bots: Iterable[Bot], secret: bytes | None = None
    ) -> Self:
        """A new file; one that is there is an error. `secret` is that of the deals."""
        # Its secret is for nobody else while the run goes on, such as bots of another user.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        try:
            store = cls._opened(path, sqlite3.connect(path))
            try:
                store._fill(settings, bots, secret)
            except BaseException:
                store.close()
                raise
        except BaseException as error:
            # Nothing half-done is left behind.
            for part in ("", "-wal", "-shm", "-journal"):
                path.with_name(path.name + part).unlink(missing_ok=True)
            if isinstance(error, sqlite3.Error):
                raise RunFileError(f"{path} cannot be written: {error}.") from error
            raise
        return store

    @classmethod
    def open(cls, path: Path) -> Self:
        return cls._opened(path, connect(path, writable=True))

    @classmethod
    def _opened(cls, path: Path, connection: sqlite3.Connection) -> Self:
        """The file, held by this process alone; else the connection is closed."""
        from filelock import FileLock, Timeout

        # A file of its own: a lock on the run's file itself would interfere with SQLite.
        lock = FileLock(f"{path}-lock", blocking=False, thread_local=False)
        try:
            lock.acquire()
            return cls(path, connection, lock)
        except BaseException as error:
            connection.close()
            _unlock(lock)
            if isinstance(error, Timeout):
                raise RunFileError(
                    f"{path} is being written by another arena; wait for its end."
                ) from None
            if isinstance(error, sqlite3.Error):
                raise RunFileError(f"{path} cannot be written: {error}.") from error
            raise

    def _fill(self, settings: Settings, bots: Iterable[Bot], secret: bytes | None) -> None:
        self._connection.executescript(
            f"BEGIN; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
            f"{SCHEMA} COMMIT;"
        )
        with self._connection:
            self._connection.executemany("INSERT INTO bots VALUES (?, ?, ?, ?)", map(astuple, bots))
            if secret is not None:
                self._connection.execute("INSERT INTO run VALUES ('secret', ?)", (secret.hex(),))
        self.change_settings(settings)

    def change_settings(self, settings: Settings) -> None:
        """Write other settings, such as more games."""
        with self._connection:
            self._connection.execute(
                "INSERT OR REPLACE INTO run VALUES ('settings', ?)",
                (json.dumps(settings.to_dict()),),
            )

    def add(self, dealt: DealtGame, outcome: GameOutcome, record: str | None) -> None:
        """Add one game, whole or not at all."""
        packed = None if record is None else zlib.compress(record.encode())
        game = dealt.scheduled
        with self._connection:
            self._connection.execute(
                "INSERT OR IGNORE INTO blocks VALUES (?, ?, ?, ?)",
                (game.block, game.table, game.deal, dealt.deal.id),
            )
            self._connection.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    outcome.number,
                    outcome.block,
                    outcome.rotation,
                    outcome.ending,
                    outcome.length,
                    outcome.retries,
                    packed,
                ),
            )
            self._connection.executemany(
                "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [(outcome.number, *astuple(seat)) for seat in outcome.seats],
            )

    def close(self) -> None:
        """Leave a single file behind."""
        with suppress(sqlite3.OperationalError):  # somebody is reading it
            self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.close()
        _unlock(self._lock)


def _unlock(lock: "FileLock") -> None:
    if lock.is_locked:
        Path(lock.lock_file).unlink(missing_ok=True)
        lock.release()
