"""Delivers every event of a table to its subscribers, in order and once.

Events of this process are delivered as soon as they are committed, those of other processes are
read when there is a hint. A hint may be missing, late or doubled; it decides when something is
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
"""Tables that are read at once; the database has other readers."""
RETRY_SECONDS = 0.2
MAX_RETRY_SECONDS = 5.0

_ALL = math.inf
"""Target of a subscription that has to read everything stored."""
_NOTHING = 0


class Subscription:
    """A subscription to the events of a table; `close` ends it."""

    __slots__ = ("_reading", "_receive", "_table", "_target", "at")

    def __init__(self, table: "_FeedTable", after: int, receive: Receive) -> None:
        """Made by `Feed.subscribe`."""
        self.at = after
        """The seq of the last event received."""
        self._table: _FeedTable | None = table
        self._receive = receive
        self._target: float = _ALL  # the seq up to which to read; `_NOTHING`: up to date
        self._reading = False

    def close(self) -> None:
        if self._table is not None:
            self._table.leave(self)
            self._table = None

    @property
    def _current(self) -> bool:
        """True if no committed event is missing, but for those yet to be published or hinted."""
        return self._target <= self.at and not self._reading

    def _take(self, events: Sequence[StoredEvent]) -> None:
        """Receive new events; known ones are skipped, and a gap has to be read first."""
        if self._table is None or events[-1].seq <= self.at:
            return
        if events[0].seq > self.at + 1:
            self._target = max(self._target, events[-1].seq)
            return
        fresh = events[self.at + 1 - events[0].seq :]
        self.at = events[-1].seq
        try:
            self._receive(fresh)
        except Exception:
            log.exception("Events of a table were not received.")


class _FeedTable:
    """A table with subscriptions."""

    __slots__ = ("_tables", "failures", "queued", "subscriptions", "table")

    def __init__(self, table: str, tables: "dict[str, _FeedTable]") -> None:
        self.table = table
        self.subscriptions: list[Subscription] = []
        self.queued = False
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
        """Have every subscription receive the events up to this seq."""
        for subscription in self.subscriptions:
            subscription._target = max(subscription._target, seq)

    @property
    def behind(self) -> list[Subscription]:
        """The subscriptions for which events have to be read."""
        return [each for each in self.subscriptions if each._target > each.at]


class Feed:
    """Events as they come, for all tables. Used within one running loop; `close` it."""

    def __init__(self, read: Read) -> None:
        """`read(table, after)` is a page of a table's stored events after a seq, in order."""
        self.changed: list[Callable[[str], None]] = []
        """Called with every table that has changed, here or elsewhere, perhaps twice for the same
        event. They must not block."""
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
        """Read again for every table with subscriptions, since hints may have been lost."""
        for entry in self._tables.values():
            entry.want(_ALL)
            self._read_if_behind(entry)

    def subscribe(self, table: str, after: int, receive: Receive) -> Subscription:
        """Call `receive` with every event after this seq, in order, each once.

        It is called soon, never from within this call, and must not block. Its errors are logged,
        and the events count as received.
        """
        entry = self._tables.get(table)
        if entry is None:
            entry = self._tables[table] = _FeedTable(table, self._tables)
        subscription = Subscription(entry, after, receive)
        # If another subscription is up to date, no more has to be read than what it has received.
        received = max((each.at for each in entry.subscriptions if each._current), default=None)
        if received is not None:
            subscription._target = received
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
        if self._closed or entry.queued or not entry.behind:
            return
        entry.queued = True
        self._queue.append(entry)
        if len(self._readers) < READERS:
            self._readers.add(asyncio.get_running_loop().create_task(self._read_queued()))

    async def _read_queued(self) -> None:
        try:
            while self._queue:
                entry = self._queue.popleft()
                entry.queued = False
                await self._read_page(entry)
        finally:
            # At once, not when the task is seen to be done: events until then need another reader.
            task = asyncio.current_task()
            assert task is not None
            self._readers.discard(task)

    async def _read_page(self, entry: _FeedTable) -> None:
        """Read one page for the subscriptions that are behind; more pages wait for another turn."""
        # Events that this process has just committed are published in a moment, and not read.
        await asyncio.sleep(0)
        behind = [each for each in entry.behind if not each._reading]
        if not behind:
            return
        targets = [each._target for each in behind]
        received = [each.at for each in behind]
        for each in behind:
            each._target = _NOTHING  # this page may lack what is hinted from here on
            each._reading = True
        try:
            page = await self._read(entry.table, min(received))
        except Exception:
            log.exception("Events of %s could not be read; it will be tried again.", entry.table)
            self._retry(entry, behind, targets)
            return
        finally:
            for each in behind:
                each._reading = False
        if page:
            for each, seq in zip(behind, targets, strict=True):
                each._target = max(each._target, seq)
            entry.deliver(page)
            if received == [each.at for each in behind] and entry.behind:
                log.error("Events of %s are missing after %d.", entry.table, min(received))
                self._retry(entry, behind, targets)
                return
        # An empty page: there is nothing more, whatever was hinted.
        entry.failures = 0
        self._read_if_behind(entry)

    def _retry(self, entry: _FeedTable, behind: list[Subscription], targets: list[float]) -> None:
        for each, seq in zip(behind, targets, strict=True):
            each._target = max(each._target, seq)
        pause = min(RETRY_SECONDS * 2**entry.failures, MAX_RETRY_SECONDS)
        entry.failures += 1
        entry.queued = True  # so that nothing else reads it before
        asyncio.get_running_loop().call_later(pause, self._end_pause, entry)

    def _end_pause(self, entry: _FeedTable) -> None:
        entry.queued = False
        self._read_if_behind(entry)
