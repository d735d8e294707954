"""Groups of entries into SQLite: by one thread with a plain connection, which is much faster than
a statement at a time through SQLAlchemy."""

import asyncio
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

from sqlalchemy import ClauseElement
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

# Errors that are an entry's own fault; all others are the disk's or the file's, and fail the group.
_OWN_FAULTS = {
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_RANGE,
    sqlite3.SQLITE_TOOBIG,
}

_FEW = 2
"""Fewer entries are written by themselves."""


class SqliteWriter:
    """Commits groups of entries, one group at a time."""

    lanes = 1

    def __init__(self, database: SqliteDatabase) -> None:
        """A writer with a connection and a thread of its own."""
        self._turn = database.turn
        self.connection = database.connect()
        self._reader = database.connect()
        self._reader.execute("PRAGMA query_only=ON")
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="gemgrove-journal")

    async def write(self, entries: Sequence[Entry]) -> list[Outcome]:
        """Commit and sync; what became of each. An exception: nothing was committed."""
        loop = asyncio.get_running_loop()
        async with self._turn:
            return await loop.run_in_executor(self._thread, self._write, entries)

    async def recall(self, player: str, key: str) -> StoredRequest | None:
        """Return the request that was stored under a key.

        One row by its primary key: to read it here takes less than to ask a thread, and a reader
        never waits for the writer.
        """
        sql, _ = _compiled(statements.RECALL, ())
        row = self._reader.execute(sql, {"player_is": player, "key_is": key}).fetchone()
        return StoredRequest(*row) if row else None

    async def close(self) -> None:
        """Close the connections, after what is being written."""
        self._thread.submit(self.connection.close)
        await asyncio.to_thread(self._thread.shutdown)
        self._reader.close()

    def abandon(self) -> None:
        """Close without waiting for what is being written."""
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
        """Write entries a statement for all at a time, if none of them has anything against it.

        Nearly always none has, and it takes a third of the time. Else nothing is written, and each
        is to be asked by itself.
        """
        if len(entries) < _FEW or len({entry.table for entry in entries}) < len(entries):
            return False
        requests = [entry.request for entry in entries if entry.request is not None]
        self.connection.execute("SAVEPOINT entries")
        try:
            done = self._run_many(
                statements.REMEMBER["sqlite"], map(statements.remember_values, requests)
            ) == len(requests) and self._run_many(
                statements.ADVANCE, map(statements.advance_values, entries)
            ) == len(entries)
            if done:
                events = [values for entry in entries for values in statements.append_values(entry)]
                self._run_many(statements.APPEND, events)
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
        if request is not None and not self._run(
            statements.REMEMBER["sqlite"],
            statements.remember_values(request),
        ):
            earlier = self._find(statements.RECALL, statements.recall_values(request))
            return taken(StoredRequest(*earlier), request)
        for change in entry.makes:
            self._run(change.statement, change.values)
        if entry.table is not None and not self._run(
            statements.ADVANCE, statements.advance_values(entry)
        ):
            found = self._find(statements.REACHED, {"table_is": entry.table})
            return Conflict("seq", last_seq=found and found[0])
        for values in statements.append_values(entry):
            self._run(statements.APPEND, values)
        for change in entry.changes:
            self._run(change.statement, change.values)
        return Committed(entry.last_seq)

    def _run(self, statement: ClauseElement, values: Mapping[str, Any]) -> int:
        sql, own = _compiled(statement, tuple(values))
        return self.connection.execute(sql, {**own, **values}).rowcount

    def _run_many(self, statement: ClauseElement, values: Iterable[Mapping[str, Any]]) -> int:
        rows = list(values)
        if not rows:
            return 0
        sql, own = _compiled(statement, tuple(rows[0]))
        if own:
            rows = [{**own, **row} for row in rows]
        return self.connection.executemany(sql, rows).rowcount

    def _find(self, statement: ClauseElement, values: Mapping[str, Any]) -> Any:
        sql, _ = _compiled(statement, ())
        return self.connection.execute(sql, values).fetchone()


def _is_plain(entry: Entry) -> bool:
    """Return whether it has nothing but events and a request, as a move has."""
    return bool(entry.events) and not entry.makes and not entry.changes


def _own_fault(error: Exception) -> bool:
    """Return whether an entry is at fault, rather than the disk."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code & 0xFF in _OWN_FAULTS


@lru_cache(maxsize=256)
def _compiled(statement: ClauseElement, names: tuple[str, ...]) -> tuple[str, dict[str, Any]]:
    """A statement as SQL for parameters of these names, and the values that it has itself."""
    compiled = statement.compile(
        dialect=sqlite.dialect(paramstyle="named"), column_keys=list(names) or None
    )
    given = set(names)
    own = {name: value for name, value in compiled.params.items() if name not in given}
    return str(compiled), own
