"""Writes groups of entries to SQLite, in one thread with a plain connection, which is much faster
than SQLAlchemy, one statement at a time."""

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import ClauseElement, Select
from sqlalchemy.dialects import sqlite

from gemgrove.server.database.sqlite import SqliteDatabase
from gemgrove.server.journal import statements
from gemgrove.server.journal.entry import (
    Committed,
    Conflict,
    Entry,
    Outcome,
    StoredRequest,
    taken,
)

# Errors that are an entry's own fault; all others are due to the disk or file, and fail the group.
_OWN_FAULTS = {
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_RANGE,
    sqlite3.SQLITE_TOOBIG,
}

_FEW = 2
"""Fewer entries than this are written one by one."""

_dialect = sqlite.dialect(paramstyle="qmark")


class SqliteWriter:
    """Commits groups of entries, one group at a time."""

    lanes = 1

    def __init__(self, database: SqliteDatabase) -> None:
        self._turn = database.turn
        self.connection = database.connect()
        self._reader = database.connect()
        self._reader.execute("PRAGMA query_only=ON")
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="gemgrove-journal")

    async def write(self, entries: Sequence[Entry]) -> list[Outcome]:
        loop = asyncio.get_running_loop()
        async with self._turn:
            return await loop.run_in_executor(self._thread, self._write, entries)

    async def recall(self, player: str, key: str) -> StoredRequest | None:
        # One row by its primary key: reading it here is faster than asking a thread to, and a
        # reader never waits for the writer.
        return _recall(self._reader, player, key)

    async def close(self) -> None:
        self._thread.submit(self.connection.close)
        await asyncio.to_thread(self._thread.shutdown)
        self._reader.close()

    def abandon(self) -> None:
        self._thread.submit(self.connection.close)
        self._thread.shutdown(wait=False)
        self._reader.close()

    def _write(self, entries: Sequence[Entry]) -> list[Outcome]:
        connection = self.connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            together = self._write_together([entry for entry in entries if _is_plain(entry)])
            outcomes = [
                Committed(entry.last_seq)
                if together and _is_plain(entry)
                else self._write_one(entry)
                for entry in entries
            ]
            connection.execute("COMMIT")
        except BaseException:
            # After some errors SQLite has rolled back by itself.
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return outcomes

    def _write_together(self, entries: Sequence[Entry]) -> bool:
        """Write all entries together, statement by statement; return False if any is in conflict.

        That is rare, and this takes a third of the time. After a conflict nothing is written, and
        each entry must be written separately.
        """
        if len(entries) < _FEW or len({entry.table for entry in entries}) < len(entries):
            return False
        requests = [asdict(entry.request) for entry in entries if entry.request is not None]
        advances = [statements.advance_values(entry) for entry in entries]
        events = [values for entry in entries for values in statements.append_values(entry)]
        self.connection.execute("SAVEPOINT entries")
        try:
            done = (
                self._run(statements.REMEMBER["sqlite"], *requests) == len(requests)
                and self._run(statements.ADVANCE, *advances) == len(entries)
                and self._run(statements.APPEND, *events) == len(events)
            )
        except (sqlite3.Error, sqlite3.Warning, ValueError, TypeError, OverflowError) as error:
            if not _own_fault(error):
                raise
            done = False
        if not done:
            self.connection.execute("ROLLBACK TO entries")
        self.connection.execute("RELEASE entries")
        return done

    def _write_one(self, entry: Entry) -> Outcome:
        connection = self.connection
        connection.execute("SAVEPOINT entry")
        outcome: Outcome
        try:
            outcome = self._put(entry)
        except sqlite3.IntegrityError as error:
            outcome = Conflict("constraint", detail=str(error))
        except (sqlite3.Error, sqlite3.Warning, ValueError, TypeError, OverflowError) as error:
            if not _own_fault(error):
                raise
            outcome = error
        if not isinstance(outcome, Committed):
            connection.execute("ROLLBACK TO entry")
        connection.execute("RELEASE entry")
        return outcome

    def _put(self, entry: Entry) -> Committed | Conflict:
        request = entry.request
        if request is not None and not self._run(statements.REMEMBER["sqlite"], asdict(request)):
            earlier = _recall(self.connection, request.player, request.key)
            assert earlier is not None
            return taken(earlier, request)
        for change in entry.makes:
            self._run(change.statement, change.values)
        if entry.table is not None and not self._run(
            statements.ADVANCE, statements.advance_values(entry)
        ):
            found = _find(self.connection, statements.LAST_SEQ, {"table_is": entry.table})
            return Conflict("seq", last_seq=found and found[0])
        self._run(statements.APPEND, *statements.append_values(entry))
        for change in entry.changes:
            self._run(change.statement, change.values)
        return Committed(entry.last_seq)

    def _run(self, statement: ClauseElement, *rows: Mapping[str, Any]) -> int:
        """Run a statement for each of the rows; return how many database rows it touched."""
        if not rows:
            return 0
        return self.connection.executemany(*statements.bind(statement, rows, _dialect)).rowcount


def _recall(connection: sqlite3.Connection, player: str, key: str) -> StoredRequest | None:
    row = _find(connection, statements.RECALL, {"player_is": player, "key_is": key})
    return StoredRequest(*row) if row else None


def _find(connection: sqlite3.Connection, statement: Select[Any], values: Mapping[str, Any]) -> Any:
    sql, (row,) = statements.bind(statement, [values], _dialect)
    return connection.execute(sql, row).fetchone()


def _is_plain(entry: Entry) -> bool:
    """Return whether an entry has only events and a request, like a move."""
    return bool(entry.events) and not entry.makes and not entry.changes


def _own_fault(error: Exception) -> bool:
    """Return whether an entry is at fault, rather than the disk."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code & 0xFF in _OWN_FAULTS
