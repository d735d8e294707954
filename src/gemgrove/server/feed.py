"""Who follows a table hears of every event, in order and once: those that this process commits as
soon as they are, and those of other processes by reading them when there is a hint.

A hint may be missing, late or doubled; what is sent never depends on one, only when it is sent.
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
LONGEST_RETRY_SECONDS = 5.0

_ALL = math.inf
"""Wanted: everything there is, however much that may be."""
_NOTHING = 0


class Following:
    """One who follows a table. `close` it to hear no more."""

    __slots__ = ("_line", "_reading", "_receive", "_wanted", "at")

    def __init__(self, line: "_Line", after: int, receive: Receive) -> None:
        """Made by `Feed.follow`."""
        self.at = after
        """The seq of the last event that was heard."""
        self._line: _Line | None = line
        self._receive = receive
        self._wanted: float = _ALL  # up to which seq has to be read; nothing: all is heard
        self._reading = False

    def close(self) -> None:
        """Hear no more."""
        if self._line is not None:
            self._line.leave(self)
            self._line = None

    @property
    def _current(self) -> bool:
        """Whether nothing that was committed is missing, but for what will be told or hinted."""
        return self._wanted <= self.at and not self._reading

    def _take(self, events: Sequence[StoredEvent]) -> None:
        """Hear those that come next; what is known is passed over, and a gap has to be read."""
        if self._line is None or events[-1].seq <= self.at:
            return
        if events[0].seq > self.at + 1:
            self._wanted = max(self._wanted, events[-1].seq)
            return
        fresh = events[self.at + 1 - events[0].seq :]
        self.at = events[-1].seq
        try:
            self._receive(fresh)
        except Exception:
            log.exception("Events of a table were not received.")


class _Line:
    """A table that is followed."""

    __slots__ = ("_lines", "failures", "followers", "queued", "table")

    def __init__(self, table: str, lines: "dict[str, _Line]") -> None:
        self.table = table
        self.followers: list[Following] = []
        self.queued = False
        self.failures = 0
        self._lines = lines

    def leave(self, following: Following) -> None:
        self.followers.remove(following)
        if not self.followers and self._lines.get(self.table) is self:
            del self._lines[self.table]

    def tell(self, events: Sequence[StoredEvent]) -> None:
        for following in tuple(self.followers):
            following._take(events)

    def want(self, seq: float) -> None:
        """All have to hear up to this seq."""
        for following in self.followers:
            following._wanted = max(following._wanted, seq)

    @property
    def behind(self) -> list[Following]:
        """Those for whom something has to be read."""
        return [one for one in self.followers if one._wanted > one.at]


class Feed:
    """Events as they come, for all tables. Used within one running loop; `close` it."""

    def __init__(self, read: Read) -> None:
        """`read(table, after)` is a page of a table's stored events after a seq, in order."""
        self.changed: list[Callable[[str], None]] = []
        """Told of every table at which something happened, here or elsewhere. They must not wait;
        the same event may be told twice."""
        self._read = read
        self._lines: dict[str, _Line] = {}
        self._queue: deque[_Line] = deque()
        self._readers: set[asyncio.Task[None]] = set()
        self._closed = False

    def publish(self, table: str, events: Sequence[StoredEvent]) -> None:
        """This process has committed these events, one after the other."""
        line = self._lines.get(table)
        if line is not None and events:
            line.tell(events)
            self._look_after(line)
        self._tell_changed(table)

    def hint(self, table: str, seq: int) -> None:
        """A process, this one or another, has committed events up to this one."""
        line = self._lines.get(table)
        if line is not None:
            line.want(seq)
            self._look_after(line)
        self._tell_changed(table)

    def rescan(self) -> None:
        """Hints may have been lost: read again for every table that is followed."""
        for line in self._lines.values():
            line.want(_ALL)
            self._look_after(line)

    def follow(self, table: str, after: int, receive: Receive) -> Following:
        """`receive` is called with every event after this seq, in order, each once.

        It is called soon, never from within this call, and must not wait. What raises in it is
        logged, and counts as received.
        """
        line = self._lines.get(table)
        if line is None:
            line = self._lines[table] = _Line(table, self._lines)
        following = Following(line, after, receive)
        # Where another one has heard all, no more has to be read than what that one has heard.
        heard = max((one.at for one in line.followers if one._current), default=None)
        if heard is not None:
            following._wanted = heard
        line.followers.append(following)
        self._look_after(line)
        return following

    async def close(self) -> None:
        """Read no more. Nobody hears anything from here on."""
        self._closed = True
        self._lines.clear()
        self._queue.clear()
        readers = list(self._readers)
        for reader in readers:
            reader.cancel()
        await asyncio.gather(*readers, return_exceptions=True)

    def _tell_changed(self, table: str) -> None:
        for changed in self.changed:
            try:
                changed(table)
            except Exception:
                log.exception("A change of a table was not received.")

    def _look_after(self, line: _Line) -> None:
        """Have the line read if somebody is behind."""
        if self._closed or line.queued or not line.behind:
            return
        line.queued = True
        self._queue.append(line)
        if len(self._readers) < READERS:
            self._readers.add(asyncio.get_running_loop().create_task(self._read_queued()))

    async def _read_queued(self) -> None:
        try:
            while self._queue:
                line = self._queue.popleft()
                line.queued = False
                await self._read_page(line)
        finally:
            # At once, not when the task is seen to be done: what comes until then needs another.
            self._readers.discard(_this_task())

    async def _read_page(self, line: _Line) -> None:
        """Read one page for those who are behind; whoever needs more waits for another turn."""
        # What this process has just committed itself is published in a moment, and not read.
        await asyncio.sleep(0)
        behind = [one for one in line.behind if not one._reading]
        if not behind:
            return
        wanted = [one._wanted for one in behind]
        heard = [one.at for one in behind]
        for one in behind:
            one._wanted = _NOTHING  # what is wanted from here on, this page may not have
            one._reading = True
        try:
            page = await self._read(line.table, min(heard))
        except Exception:
            log.exception("Events of %s could not be read; they are read again.", line.table)
            self._retry(line, behind, wanted)
            return
        finally:
            for one in behind:
                one._reading = False
        if page:
            for one, seq in zip(behind, wanted, strict=True):
                one._wanted = max(one._wanted, seq)
            line.tell(page)
            if heard == [one.at for one in behind] and line.behind:
                log.error("Events of %s are missing after %d.", line.table, min(heard))
                self._retry(line, behind, wanted)
                return
        # An empty page: there is nothing more, whatever was hinted.
        line.failures = 0
        self._look_after(line)

    def _retry(self, line: _Line, behind: list[Following], wanted: list[float]) -> None:
        for one, seq in zip(behind, wanted, strict=True):
            one._wanted = max(one._wanted, seq)
        pause = min(RETRY_SECONDS * 2**line.failures, LONGEST_RETRY_SECONDS)
        line.failures += 1
        line.queued = True  # so that nothing else has it read before
        asyncio.get_running_loop().call_later(pause, self._again, line)

    def _again(self, line: _Line) -> None:
        line.queued = False
        self._look_after(line)


def _this_task() -> "asyncio.Task[None]":
    task = asyncio.current_task()
    assert task is not None
    return task
