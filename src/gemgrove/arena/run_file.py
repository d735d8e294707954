"""A run's file: SQLite, written by one process, with one transaction per game.

A killed process loses only the games that it had not yet added; the file stays consistent. Other
processes may read it during the run.
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

APPLICATION = 0x47454D47  # "GEMG": distinguishes a run's file from other SQLite files
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
    """A file is not a run's file, or has another version, or is in use."""


def connect(path: Path, *, writable: bool) -> sqlite3.Connection:
    """Open a run's file; raise `RunFileError` if it is not one."""
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
    """A run's file, open for writing."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: "FileLock") -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        # With these, a commit survives the death of this process without waiting for the disk.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")

    @classmethod
    def create(
        cls, path: Path, settings: Settings, bots: Iterable[Bot], secret: bytes | None = None
    ) -> Self:
        """Create a new file, which must not exist; `secret` is the one the deals come from."""
        # During the run nobody else may read the secret, such as bots of another user.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        try:
            store = cls._opened(path, sqlite3.connect(path))
            try:
                store._fill(settings, bots, secret)
            except BaseException:
                store.close()
                raise
        except BaseException as error:
            # Leave no incomplete file behind.
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
        """Lock the file for this process; close the connection if that fails."""
        from filelock import FileLock, Timeout

        # A separate file: a lock on the run's file itself would interfere with SQLite.
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
        """Replace the settings, for example with more games."""
        with self._connection:
            self._connection.execute(
                "INSERT OR REPLACE INTO run VALUES ('settings', ?)",
                (json.dumps(settings.to_dict()),),
            )

    def add(self, dealt: DealtGame, outcome: GameOutcome, record: str | None) -> None:
        """Add one game, in a single transaction."""
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
        """Close the file, leaving no WAL or lock file behind."""
        with suppress(sqlite3.OperationalError):  # another process is reading it
            self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.close()
        _unlock(self._lock)


def _unlock(lock: "FileLock") -> None:
    if lock.is_locked:
        Path(lock.lock_file).unlink(missing_ok=True)
        lock.release()
