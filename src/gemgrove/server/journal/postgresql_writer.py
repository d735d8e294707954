"""Writes groups of entries to PostgreSQL, in several lanes and several processes at once.

Every statement costs a round trip. So a group is first tried as a whole, in a few statements; if
any entry is in conflict, the group is rolled back and written entry by entry, each in a savepoint.
The writer uses asyncpg directly, which sends one statement for many rows at once.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import groupby, zip_longest
from typing import Any

import asyncpg
from msgspec.structs import asdict
from sqlalchemy import ClauseElement
from sqlalchemy.dialects.postgresql.asyncpg import dialect

from gemgrove.server.database.postgresql import PostgresDatabase
from gemgrove.server.journal import statements
from gemgrove.server.journal.entry import (
    Change,
    Committed,
    Conflict,
    Entry,
    Outcome,
    StoredRequest,
    taken,
)

CHANNEL = "gemgrove"
# PostgreSQL allows less than 8000 bytes in a notice.
MAX_NOTICE_LENGTH = 7900
LANES = 4
READERS = 4
# Two groups locked the same rows in different orders: one is rolled back and tried again.
CROSSED = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)
# The connection broke before the commit: nothing was committed, and another one can do it.
LOST = (
    OSError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
)
ATTEMPTS = 5

_NOTIFY = "SELECT pg_notify($1, $2)"
# Always in the same order, so that two groups hardly ever wait for each other.
_HOLD = "SELECT id, last_seq FROM tables WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE"

_dialect = dialect()  # type: ignore[no-untyped-call]


class _LostError(Exception):
    """The connection broke before the commit."""


class PostgresWriter:
    """Commits groups of entries, each in a transaction on a connection from its pool."""

    lanes = LANES

    def __init__(self, database: PostgresDatabase) -> None:
        self._pool = database.pool(LANES + READERS)  # filled when it is first used
        self._opening = asyncio.Lock()
        self._opened = False

    async def write(self, entries: Sequence[Entry]) -> list[Outcome]:
        await self._open()
        for attempt in range(1, ATTEMPTS + 1):
            try:
                async with self._pool.acquire() as connection:
                    outcomes = await _write(connection, entries, whole=True)
                    if outcomes is None:
                        outcomes = await _write(connection, entries, whole=False)
                    assert outcomes is not None
                    return outcomes
            except (*CROSSED, _LostError) as error:
                if attempt == ATTEMPTS:
                    raise
                if isinstance(error, _LostError):
                    await self._pool.expire_connections()  # the others are hardly better
        raise AssertionError("unreachable")

    async def recall(self, player: str, key: str) -> StoredRequest | None:
        await self._open()
        async with self._pool.acquire() as connection:
            return await _recall(connection, player, key)

    async def close(self) -> None:
        if self._opened:
            await self._pool.close()

    def abandon(self) -> None:
        if self._opened:
            self._pool.terminate()

    async def _open(self) -> None:
        if not self._opened:
            async with self._opening:
                await self._pool
                self._opened = True


def notices(reached: Iterable[tuple[str, int]]) -> list[str]:
    """Return notices with the tables and their last seqs: one, unless it gets too long."""
    last: dict[str, int] = {}
    for table, seq in reached:
        last[table] = max(seq, last.get(table, 0))
    payloads: list[str] = []
    for table, seq in last.items():
        pair = f"{table}:{seq}"
        if payloads and len(payloads[-1]) + 1 + len(pair) <= MAX_NOTICE_LENGTH:
            payloads[-1] += f" {pair}"
        else:
            payloads.append(pair)
    return payloads


async def _notify(connection: Any, entries: Iterable[Entry]) -> None:
    reached = ((entry.table, entry.last_seq) for entry in entries if entry.table and entry.events)
    for payload in notices(reached):
        await connection.execute(_NOTIFY, CHANNEL, payload)


async def _write(connection: Any, entries: Sequence[Entry], *, whole: bool) -> list[Outcome] | None:
    """Commit a group in a transaction; return None if it cannot be committed as a whole."""
    transaction = connection.transaction()
    outcomes: list[Outcome] | None
    try:
        await transaction.start()
        if whole:
            fits = await _put_all(connection, entries)
            outcomes = [Committed(entry.last_seq) for entry in entries] if fits else None
        else:
            outcomes = await _put_each(connection, entries)
        if outcomes is not None:
            done = zip(entries, outcomes, strict=True)
            await _notify(connection, (one for one, end in done if isinstance(end, Committed)))
    except BaseException as error:
        if isinstance(error, Exception) and not _own_fault(error) and _lost(connection, error):
            _terminate(connection)
            raise _LostError from error
        with suppress(*LOST):
            await transaction.rollback()
        if whole and _own_fault(error):
            return None
        raise
    if outcomes is None:
        await transaction.rollback()
        return None
    try:
        await transaction.commit()
    except BaseException:
        _terminate(connection)  # nobody knows whether it was committed
        raise
    return outcomes


def _lost(connection: Any, error: Exception) -> bool:
    try:
        return isinstance(error, LOST) or connection.is_closed()
    except asyncpg.InterfaceError:  # the connection broke, and the pool has taken it back
        return True


def _terminate(connection: Any) -> None:
    with suppress(asyncpg.InterfaceError):  # the pool has taken it back
        connection.terminate()


async def _put_all(connection: Any, entries: Sequence[Entry]) -> bool:
    if len({entry.key for entry in entries}) < len(entries):
        return False  # one must wait for the other
    await _run_changes(connection, [entry.makes for entry in entries])
    expected = {entry.table: entry.expected_last_seq for entry in entries if entry.table}
    if expected:
        found = await connection.fetch(_HOLD, list(expected))
        if dict(map(tuple, found)) != expected:
            return False
    requests = [asdict(entry.request) for entry in entries if entry.request]
    await _run_many(connection, statements.FIRST_REMEMBER, requests)
    advances = [statements.advance_values(entry) for entry in entries if entry.table]
    await _run_many(connection, statements.ADVANCE, advances)
    events = [values for entry in entries for values in statements.append_values(entry)]
    await _run_many(connection, statements.APPEND, events)
    await _run_changes(connection, [entry.changes for entry in entries])
    return True


async def _run_changes(connection: Any, changes: Sequence[Sequence[Change]]) -> None:
    """Run the first change of each entry, then the second of each: most are the same statement.

    No order is promised between the changes of different entries.
    """
    turns = (change for turn in zip_longest(*changes) for change in turn if change is not None)
    for (statement, _), run in groupby(turns, key=lambda it: (it.statement, tuple(it.values))):
        await _run_many(connection, statement, [change.values for change in run])


async def _put_each(connection: Any, entries: Sequence[Entry]) -> list[Outcome]:
    outcomes: dict[int, Outcome] = {}
    for index in sorted(range(len(entries)), key=lambda index: entries[index].key):
        outcomes[index] = await _put_one(connection, entries[index])
    return [outcomes[index] for index in range(len(entries))]


async def _put_one(connection: Any, entry: Entry) -> Outcome:
    savepoint = connection.transaction()
    await savepoint.start()
    outcome: Outcome
    try:
        outcome = await _put(connection, entry)
    except asyncpg.IntegrityConstraintViolationError as error:
        outcome = Conflict("constraint", detail=str(error))
    except (asyncpg.PostgresError, ValueError) as error:
        if not _own_fault(error):
            raise
        outcome = error
    await (savepoint.commit() if isinstance(outcome, Committed) else savepoint.rollback())
    return outcome


async def _put(connection: Any, entry: Entry) -> Committed | Conflict:
    request = entry.request
    if request is not None and not await _run(
        connection, statements.REMEMBER["postgresql"], asdict(request)
    ):
        earlier = await _recall(connection, request.player, request.key)
        assert earlier is not None
        return taken(earlier, request)
    for change in entry.makes:
        await _run(connection, change.statement, change.values)
    if entry.table is not None and not await _run(
        connection, statements.ADVANCE, statements.advance_values(entry)
    ):
        query = _bind(statements.LAST_SEQ, {"table_is": entry.table})
        return Conflict("seq", last_seq=await connection.fetchval(*query))
    await _run_many(connection, statements.APPEND, statements.append_values(entry))
    for change in entry.changes:
        await _run(connection, change.statement, change.values)
    return Committed(entry.last_seq)


async def _recall(connection: Any, player: str, key: str) -> StoredRequest | None:
    query = _bind(statements.RECALL, {"player_is": player, "key_is": key})
    found = await connection.fetchrow(*query)
    return StoredRequest(*found) if found else None


async def _run(connection: Any, statement: ClauseElement, values: Mapping[str, Any]) -> int:
    """Run a statement; return the number of rows it touched."""
    status = await connection.execute(*_bind(statement, values))
    return int(status.rpartition(" ")[2])


async def _run_many(
    connection: Any, statement: ClauseElement, rows: Sequence[Mapping[str, Any]]
) -> None:
    """Run a statement for many rows with the same names."""
    if rows:
        await connection.executemany(*statements.bind(statement, rows, _dialect))


def _bind(statement: ClauseElement, values: Mapping[str, Any]) -> tuple[Any, ...]:
    sql, (row,) = statements.bind(statement, [values], _dialect)
    return sql, *row


def _own_fault(error: BaseException) -> bool:
    """Return whether an entry is at fault, rather than the connection or the server."""
    return isinstance(
        error,
        asyncpg.IntegrityConstraintViolationError
        | asyncpg.DataError
        | asyncpg.SyntaxOrAccessError
        | ValueError,  # the driver's, for parameters that it cannot encode
    )
