"""Delivers every event of a table to its subscribers, in order and exactly once.

Events of this process are delivered as soon as they are committed; those of other processes are
read when there is a hint. A hint may be missing, late or repeated; it decides when something is
sent, never what.
"""

import asyncio
import logging
import math
from collections import deque
from collections.abc import Awaitable, Callable, Sequence

from gemgrove.server.journal import StoredEvent

log = logging.getLogger(__name__)

Read = Callable[[str, int], Awaitable[list[StoredEvent]]]
Receive = Callable[[Sequence[StoredEvent]], None]

READERS = 4
"""Number of tables read at once; the database has other readers."""
RETRY_SECONDS = 0.2
MAX_RETRY_SECONDS = 5.0

_ALL = math.inf
"""The target of a table whose stored events must all be read."""


class Subscription:
    """A subscription to the events of a table; `close` ends it."""

    __slots__ = ("_receive", "_table", "at")

    def __init__(self, table: "_FeedTable", after: int, receive: Receive) -> None:
        """Do not call this; use `Feed.subscribe`."""
        self.at = after
        """The seq of the last event received."""
        self._table: _FeedTable | None = table
        self._receive = receive

    def close(self) -> None:
        if self._table is not None:
            self._table.leave(self)
            self._table = None

    def _take(self, events: Sequence[StoredEvent]) -> None:
        """Receive new events; known ones are skipped, and a gap must be read first."""
        if self._table is None or events[-1].seq <= self.at:
            return
        if events[0].seq > self.at + 1:
            self._table.want(events[-1].seq)
            return
        fresh = events[self.at + 1 - events[0].seq :]
        self.at = events[-1].seq
        try:
            self._receive(fresh)
        except Exception:
            log.exception("Events of a table were not received.")


class _FeedTable:
    """A table with subscriptions."""

    __slots__ = ("_tables", "busy", "failures", "subscriptions", "table", "target")

    def __init__(self, table: str, tables: "dict[str, _FeedTable]") -> None:
        self.table = table
        self.subscriptions: list[Subscription] = []
        self.target: float = 0
        """The seq up to which events must be read for subscriptions that lack them."""
        self.busy = False
        """True while the table waits to be read, is being read, or pauses after a failure."""
        self.failures = 0
        self._tables = tables

    def leave(self, subscription: Subscription) -> None:
        self.subscriptions.remove(subscription)
        if not self.subscriptions and self._tables.get(self.table) is self:
            del self._tables[self.table]

    def deliver(self, events: Sequence[StoredEvent]) -> None:
        for subscription in tuple(self.subscriptions):
            subscription._take(events)

    def want(self, seq: float) -> None:
        self.target = max(self.target, seq)

    @property
    def behind(self) -> list[Subscription]:
        """The subscriptions for which events must be read."""
        return [each for each in self.subscriptions if each.at < self.target]


class Feed:
    """Events as they come, for all tables. Use it within one running loop, and `close` it."""

    def __init__(self, read: Read) -> None:
        """Use `read(table, after)` to get a page of a table's stored events after a seq."""
        self.changed: list[Callable[[str], None]] = []
        """Called with every table changed by any process, perhaps twice for the same event. They
        must not block."""
        self._read = read
        self._tables: dict[str, _FeedTable] = {}
        self._queue: deque[_FeedTable] = deque()
        self._readers: set[asyncio.Task[None]] = set()
        self._closed = False

    def publish(self, table: str, events: Sequence[StoredEvent]) -> None:
        """Deliver consecutive events that this process has committed."""
        entry = self._tables.get(table)
        if entry is not None and events:
            entry.deliver(events)
            self._read_if_behind(entry)
        self._notify_changed(table)

    def hint(self, table: str, seq: int) -> None:
        """Note that some process has committed events up to this seq."""
        entry = self._tables.get(table)
        if entry is not None:
            entry.want(seq)
            self._read_if_behind(entry)
        self._notify_changed(table)

    def rescan(self) -> None:
        """Read every table with subscriptions again, since hints may have been lost."""
        for entry in self._tables.values():
            entry.want(_ALL)
            self._read_if_behind(entry)

    def subscribe(self, table: str, after: int, receive: Receive) -> Subscription:
        """Call `receive` with every event after this seq, in order, each once.

        `receive` is called soon, never from within this call, and must not block. Its errors are
        logged, and the events count as received.
        """
        entry = self._tables.get(table)
        if entry is None:
            entry = self._tables[table] = _FeedTable(table, self._tables)
        subscription = Subscription(entry, after, receive)
        # If all others are up to date, only what they have received needs to be read.
        received = [each.at for each in entry.subscriptions]
        entry.want(_ALL if entry.busy or not received else max(received))
        entry.subscriptions.append(subscription)
        self._read_if_behind(entry)
        return subscription

    async def close(self) -> None:
        """Stop reading and delivering."""
        self._closed = True
        self._tables.clear()
        self._queue.clear()
        readers = list(self._readers)
        for reader in readers:
            reader.cancel()
        await asyncio.gather(*readers, return_exceptions=True)

    def _notify_changed(self, table: str) -> None:
        for changed in self.changed:
            try:
                changed(table)
            except Exception:
                log.exception("A change of a table was not received.")

    def _read_if_behind(self, entry: _FeedTable) -> None:
        """Have the table read if a subscription is behind."""
        if self._closed or entry.busy or not entry.behind:
            return
        entry.busy = True
        self._queue.append(entry)
        if len(self._readers) < READERS:
            self._readers.add(asyncio.get_running_loop().create_task(self._read_queued()))

    async def _read_queued(self) -> None:
        try:
            while self._queue:
                await self._read_page(self._queue.popleft())
        finally:
            # Not in a done callback, which runs later: events until then need another reader.
            task = asyncio.current_task()
            assert task is not None
            self._readers.discard(task)

    async def _read_page(self, entry: _FeedTable) -> None:
        """Read one page for the subscriptions that are behind; further pages wait their turn."""
        # Events that this process has just committed are about to be published: do not read them.
        await asyncio.sleep(0)
        if behind := entry.behind:
            received = [each.at for each in behind]
            target, entry.target = entry.target, 0  # the page may lack events hinted at later
            try:
                page = await self._read(entry.table, min(received))
            except Exception:
                log.exception(
                    "Events of %s could not be read; it will be tried again.", entry.table
                )
                self._retry(entry, target)
                return
            if page:
                entry.want(target)
                entry.deliver(page)
                if received == [each.at for each in behind] and entry.behind:
                    log.error("Events of %s are missing after %d.", entry.table, min(received))
                    self._retry(entry, target)
                    return
            # After an empty page there is nothing more, whatever was hinted.
            entry.failures = 0
        self._resume(entry)

    def _retry(self, entry: _FeedTable, target: float) -> None:
        entry.want(target)
        pause = min(RETRY_SECONDS * 2**entry.failures, MAX_RETRY_SECONDS)
        entry.failures += 1
        asyncio.get_running_loop().call_later(pause, self._resume, entry)

    def _resume(self, entry: _FeedTable) -> None:
        entry.busy = False
        self._read_if_behind(entry)
