"""The journal: entries wait, are committed in groups, and are then published and acknowledged."""

import asyncio
import logging
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from gemgrove.server.database.base import Database
from gemgrove.server.database.postgresql import PostgresDatabase
from gemgrove.server.database.sqlite import SqliteDatabase
from gemgrove.server.journal.entry import (
    Committed,
    Conflict,
    Entry,
    Outcome,
    StoredEvent,
    StoredRequest,
    StoredTable,
)
from gemgrove.server.journal.postgresql_writer import PostgresWriter
from gemgrove.server.journal.sqlite_writer import SqliteWriter
from gemgrove.server.journal.statements import EVENTS, LAST_SEQ, TABLE
from gemgrove.server.problems import TemporaryError
from gemgrove.worker_pool import FairQueue

log = logging.getLogger(__name__)

LIMIT = 10_000
MAX_PER_KEY = 100
GROUP = 256
PAGE = 500
_NO_END = 2**31 - 1

Publish = Callable[[str, Sequence[StoredEvent]], None]


class NotStoredError(TemporaryError):
    """The database could not commit a group of entries: a full disk or a lost connection."""


class JournalFullError(TemporaryError):
    """Too many entries are waiting already; try again later."""


class JournalClosedError(TemporaryError):
    """The journal is closed, or was closed before the entry's turn came."""


class Writer(Protocol):
    """Commits groups of entries."""

    lanes: int

    async def write(self, entries: Sequence[Entry]) -> list[Outcome]:
        """Commit and sync entries; return the outcome of each.

        If this raises, nothing was committed, unless the connection was lost during the commit
        itself.
        """

    async def recall(self, player: str, key: str) -> StoredRequest | None:
        """Return the request that was stored under a key."""

    async def close(self) -> None:
        """Close once the current group is written."""

    def abandon(self) -> None:
        """Close without waiting for the current group."""


@dataclass(slots=True)
class _Waiter:
    entry: Entry
    done: "asyncio.Future[Committed | Conflict]"


@dataclass(slots=True)
class _Lane:
    """Entries that are committed one group after another."""

    queue: FairQueue[_Waiter] = field(default_factory=FairQueue)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    group: list[_Waiter] = field(default_factory=list)


class Journal:
    """Commits entries and reads them back. Create it within the running loop, and `close` it."""

    def __init__(
        self,
        database: Database,
        publish: Publish = lambda _table, _events: None,
        *,
        limit: int = LIMIT,
        group: int = GROUP,
    ) -> None:
        """Call `publish` with every committed entry's table and events, in order of seq for each
        table, before `commit` returns. It must not wait."""
        self._database = database
        self._publish = publish
        self._group = group
        self._closing = False
        self.writer: Writer = _writer(database)
        self._limit = limit
        self._lanes = [_Lane() for _ in range(self.writer.lanes)]
        self._tasks = [asyncio.create_task(self._run(lane)) for lane in self._lanes]

    @property
    def waiting(self) -> int:
        """The number of entries that wait to be committed."""
        return sum(len(lane.queue) for lane in self._lanes)

    async def commit(self, entry: Entry) -> Committed | Conflict:
        """Commit an entry; return once it is on disk, or in conflict with what is there.

        Cancelling does not take it back: it may still be committed, and is then published like any
        other. After `NotStoredError` it is almost never committed; its request's key tells.
        """
        if self._closing:
            raise JournalClosedError("The server is shutting down.")
        lane = self._lanes[zlib.crc32(entry.key.encode()) % len(self._lanes)]
        waiter = _Waiter(entry, asyncio.get_running_loop().create_future())
        if len(lane.queue) >= self._limit or len(lane.queue.of(entry.key)) >= MAX_PER_KEY:
            raise JournalFullError("Too many changes wait to be stored; try again later.")
        lane.queue.put(entry.key, waiter)
        lane.wake.set()
        return await waiter.done

    async def answered(self, player: str, key: str) -> StoredRequest | None:
        """Return the request for which the player used this key, with its answer."""
        return await self.writer.recall(player, key)

    async def events(
        self, table: str, after: int = 0, most: int = PAGE, *, through: int = _NO_END
    ) -> list[StoredEvent]:
        """Return at most `most` events of a table, after one seq and up to another."""
        values = {"table_is": table, "after": after, "through": through, "most": most}
        async with self._database.reading() as connection:
            return [StoredEvent(*row) for row in await connection.execute(EVENTS, values)]

    async def load(self, table: str) -> StoredTable | None:
        """Return a whole table, with events up to its row's `last_seq`; None if there is none."""
        async with self._database.reading() as connection:
            rows = (await connection.execute(TABLE, {"table_is": table})).mappings()
            row = rows.one_or_none()
        if row is None:
            return None
        values = dict(row)
        secret = values.pop("secret")
        last = values["last_seq"]
        found: list[StoredEvent] = []
        while len(found) < last and (page := await self.events(table, len(found), through=last)):
            found += page
        return StoredTable(values, secret, found)

    async def reached(self, table: str) -> int | None:
        """Return the seq of a table's last event, according to its row; None if there is none."""
        async with self._database.reading() as connection:
            return (await connection.execute(LAST_SEQ, {"table_is": table})).scalar()

    async def close(self, deadline: float = 10.0) -> None:
        """Accept no more entries, and commit those that are waiting.

        Those not committed within `deadline` seconds are refused with `JournalClosedError`.
        """
        if self._closing:
            return
        self._closing = True
        for lane in self._lanes:
            lane.wake.set()
        _, late = await asyncio.wait(self._tasks, timeout=deadline)
        for task in late:
            task.cancel()
        if not late:
            await self.writer.close()
            return
        for lane in self._lanes:
            for waiter in lane.group:
                _fail(waiter, JournalClosedError("The server stopped; this may be stored or not."))
            for waiter in lane.queue.clear():
                _fail(waiter, JournalClosedError("The server stopped before this was stored."))
        self.writer.abandon()

    async def _run(self, lane: _Lane) -> None:
        while True:
            count = min(self._group, len(lane.queue))
            lane.group = [lane.queue.pop() for _ in range(count)]
            if lane.group:
                await self._commit_group(lane.group)
            elif self._closing:
                return
            else:
                lane.wake.clear()
                await lane.wake.wait()

    async def _commit_group(self, group: list[_Waiter]) -> None:
        try:
            outcomes = await self.writer.write([waiter.entry for waiter in group])
        except Exception as error:
            log.exception("A group of %d entries was not stored.", len(group))
            for waiter in group:
                _fail(waiter, NotStoredError("The database could not store this."), error)
            return
        self._tell(group, outcomes)

    def _tell(self, group: list[_Waiter], outcomes: list[Outcome]) -> None:
        """Publish and acknowledge the entries: only after the group has been committed."""
        for waiter, outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, Exception):
                _fail(waiter, outcome)
                continue
            entry = waiter.entry
            if isinstance(outcome, Committed) and entry.table is not None and entry.events:
                try:
                    self._publish(entry.table, entry.events)
                except Exception:
                    log.exception("Committed events of %s were not published.", entry.table)
            if not waiter.done.done():
                waiter.done.set_result(outcome)


def _fail(waiter: _Waiter, error: Exception, cause: Exception | None = None) -> None:
    error.__cause__ = cause
    if not waiter.done.done():
        waiter.done.set_exception(error)


def _writer(database: Database) -> Writer:
    match database:
        case SqliteDatabase():
            return SqliteWriter(database)
        case PostgresDatabase():
            return PostgresWriter(database)
    raise TypeError(f"There is no journal for {type(database).__name__}.")
