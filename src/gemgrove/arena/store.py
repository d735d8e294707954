"""Writing the file of a run: by one process, a transaction for each game.

A process that is killed loses what it had not yet added and nothing else; the file stays
consistent. While a run goes on others may read it.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import astuple
from pathlib import Path
from typing import Self

from gemgrove.arena.database import APPLICATION, SCHEMA, VERSION, RunFileError, connect
from gemgrove.arena.lock import RunLock
from gemgrove.arena.outcome import GameOutcome
from gemgrove.arena.schedule import ScheduledGame
from gemgrove.arena.settings import Bot, Settings
from gemgrove.deal import Deal


class Store:
    """The file of a run, open for writing."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: RunLock) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        # A commit then survives the end of this process without waiting for the disk.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")

    @classmethod
    def create(cls, path: Path, settings: Settings, bots: Iterable[Bot]) -> Self:
        """A new file; one that is there is an error."""
        with path.open("x"):
            pass
        try:
            store = cls._opened(path, sqlite3.connect(path))
            try:
                store._fill(settings, bots)
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
        """The file of a run that goes on."""
        return cls._opened(path, connect(path, writable=True))

    @classmethod
    def _opened(cls, path: Path, connection: sqlite3.Connection) -> Self:
        """The file, held by this process alone; else the connection is closed."""
        lock = None
        try:
            lock = RunLock(path)
            return cls(path, connection, lock)
        except BaseException as error:
            connection.close()
            if lock is not None:
                lock.release()
            if isinstance(error, sqlite3.Error):
                raise RunFileError(f"{path} cannot be written: {error}.") from error
            raise

    def _fill(self, settings: Settings, bots: Iterable[Bot]) -> None:
        """What a new file holds."""
        self._connection.executescript(
            f"BEGIN; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
            f"{SCHEMA} COMMIT;"
        )
        with self._connection:
            self._connection.executemany("INSERT INTO bots VALUES (?, ?, ?, ?)", map(astuple, bots))
        self.change_settings(settings)

    def change_settings(self, settings: Settings) -> None:
        """Write other settings, such as more games."""
        with self._connection:
            self._connection.execute(
                "INSERT OR REPLACE INTO run VALUES ('settings', ?)",
                (json.dumps(settings.to_dict()),),
            )

    def add(self, game: ScheduledGame, seed: int, outcome: GameOutcome, record: str | None) -> None:
        """Add one game, whole or not at all. `seed` is that of the run."""
        packed = None if record is None else zlib.compress(record.encode())
        deal_id = Deal.from_seed(seed + game.deal - 1).id
        with self._connection:
            self._connection.execute(
                "INSERT OR IGNORE INTO blocks VALUES (?, ?, ?, ?)",
                (game.block, game.table, game.deal, deal_id),
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
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
