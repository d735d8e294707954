"""A table that somebody watches: its events to all who do, players first, and who is there."""

import asyncio
import math
from collections.abc import Callable, Sequence

from gemgrove.server.feed import Feed, Following
from gemgrove.server.journal import StoredEvent
from gemgrove.server.live import messages
from gemgrove.server.live.outbox import Outbox
from gemgrove.server.live.telling import Told

SLICE = 50
"""Spectators that are served before others come to their turn."""
MOST_BEHIND = 256
"""Events that may wait for the spectators; beyond that they are too slow."""
PRESENCE_SECONDS = 1.0
"""The shortest time between two messages about who is there."""
_PRESENCE_SOON = 0.05
_CROWD = 200
"""With more watchers than that, they are told in turn less often who is there."""


class Watcher:
    """A client that watches a table.

    Its seat changes with the events that it is told, so that it is told each as what it was just
    then. A seat is only ever that of its own player.
    """

    __slots__ = ("_outbox", "_presence", "_reseated", "_seen", "at", "player", "seat", "table")

    def __init__(
        self,
        table: str,
        player: str | None,
        outbox: Outbox,
        reseated: Callable[["Watcher"], None],
    ) -> None:
        """`reseated` is called after the event by which its seat has become another."""
        self.table = table
        self.player = player
        self.seat: int | None = None
        self.at = 0
        """The last event that it knows."""
        self._seen = 0  # up to which event the seat is known
        self._outbox = outbox
        self._reseated = reseated
        self._presence = ""

    def stand(self, *, at: int, seen: int, seat: int | None) -> None:
        """It knows the events up to `at`, and `seat` is its seat after the event `seen`."""
        self.at = at
        self._seen = seen
        self.seat = seat

    def say(self, text: str) -> None:
        """Send it something."""
        self._outbox.put(text)

    async def space(self) -> None:
        """Wait until it has taken most of what was sent."""
        await self._outbox.space()

    def tell(self, told: Told) -> None:
        """Tell it the next event; one that it knows is passed over."""
        if told.seq <= self.at:
            return
        if told.seq != self.at + 1:
            self.too_slow()  # never a gap: it resumes where it was
            return
        self.at = told.seq
        self._outbox.put(told.frame(self.seat))
        if told.seating is not None and told.seq > self._seen and self.player is not None:
            self._seen = told.seq
            seat, player = told.seating
            if player == self.player:
                now: int | None = seat
            elif seat == self.seat:
                now = None
            else:
                return
            if now != self.seat:
                self.seat = now
                self._reseated(self)

    def tell_all(self, told: Sequence[Told]) -> None:
        """Tell it what comes next."""
        for each in told:
            self.tell(each)

    def tell_presence(self, text: str | None) -> None:
        """Tell it who is there, unless it knows."""
        if text is not None and text != self._presence:
            self._presence = text
            self._outbox.put(text)

    def too_slow(self) -> None:
        """It cannot be told everything any more."""
        self._outbox.overflow()


class Room:
    """Those who watch one table. It follows the table while there is somebody."""

    def __init__(
        self, table: str, seats: int, feed: Feed, after: int, emptied: Callable[[str], None]
    ) -> None:
        """Tell what happens after a seq; `emptied` is called when the last one has left."""
        self.table = table
        self.at = after
        """The last event that came."""
        self.watchers: dict[Watcher, None] = {}
        self._seats = seats
        self._emptied = emptied
        self._behind: list[Told] = []  # what the spectators are still to be told
        self._news: str | None = None  # and who is there
        self._serving: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._presented = -math.inf
        self._following: Following = feed.follow(table, after, self._receive)

    def enter(self, watcher: Watcher) -> None:
        """Tell it from here on. It must know all that has come so far."""
        self.watchers[watcher] = None
        self.present()

    def leave(self, watcher: Watcher) -> None:
        """Tell it no more."""
        self.watchers.pop(watcher, None)
        if self.watchers:
            self.present()
        else:
            self.close()

    def close(self) -> None:
        """Follow the table no more."""
        self.watchers.clear()
        self._following.close()
        if self._serving is not None:
            self._serving.cancel()
        if self._timer is not None:
            self._timer.cancel()
        self._emptied(self.table)

    def present(self) -> None:
        """Somebody has come, gone or changed places: soon all are told."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            pause = PRESENCE_SECONDS * max(1, len(self.watchers) / _CROWD)
            due = max(self._presented + pause, loop.time() + _PRESENCE_SOON)
            self._timer = loop.call_at(due, self._tell_presence)

    def _receive(self, events: Sequence[StoredEvent]) -> None:
        told = [Told(self.table, event) for event in events]
        before, self.at = told[0].seq - 1, told[-1].seq
        later = []
        for watcher in tuple(self.watchers):
            # A player who was a spectator a moment ago may have to be told more before this.
            if watcher.seat is None or watcher.at < before:
                later.append(watcher)
            else:
                watcher.tell_all(told)
        if self._serving is None and len(later) <= SLICE:
            for watcher in later:
                watcher.tell_all(told)
            return
        self._behind += told
        if len(self._behind) > MOST_BEHIND:
            self._behind.clear()
            for watcher in later:
                watcher.too_slow()
        self._serve_soon()

    def _tell_presence(self) -> None:
        self._timer = None
        self._presented = asyncio.get_running_loop().time()
        seats = [False] * self._seats
        for watcher in self.watchers:
            if watcher.seat is not None:
                seats[watcher.seat] = True
        spectators = sum(watcher.seat is None for watcher in self.watchers)
        self._news = messages.presence(self.table, seats, spectators)
        self._serve_soon()

    def _serve_soon(self) -> None:
        if self._serving is None and self.watchers:
            self._serving = asyncio.get_running_loop().create_task(self._serve())

    async def _serve(self) -> None:
        """Tell all what they have not been told, in slices: others come to their turn between."""
        try:
            while self._behind or self._news is not None:
                told, self._behind = self._behind, []
                news, self._news = self._news, None
                for served, watcher in enumerate(tuple(self.watchers), 1):
                    if watcher in self.watchers:
                        watcher.tell_all(told)
                        watcher.tell_presence(news)
                    if served % SLICE == 0:
                        await asyncio.sleep(0)
        finally:
            self._serving = None


class Rooms:
    """The tables that are watched."""

    def __init__(self, feed: Feed) -> None:
        """None yet."""
        self._feed = feed
        self._rooms: dict[str, Room] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def at(self, table: str) -> int:
        """The last event that came to those who watch; 0 where nobody does."""
        room = self._rooms.get(table)
        return 0 if room is None else room.at

    def enter(self, watcher: Watcher, *, seats: int) -> None:
        """Let it watch from here on: it knows the events up to `at`, or more."""
        room = self._rooms.get(watcher.table)
        if room is None:
            room = Room(watcher.table, seats, self._feed, watcher.at, self._emptied)
            self._rooms[watcher.table] = room
        room.enter(watcher)

    def leave(self, watcher: Watcher) -> None:
        """Let it watch no more."""
        room = self._rooms.get(watcher.table)
        if room is not None and watcher in room.watchers:
            room.leave(watcher)

    def present(self, table: str) -> None:
        """Somebody has changed places."""
        room = self._rooms.get(table)
        if room is not None:
            room.present()

    def close(self) -> None:
        """Close all rooms."""
        for room in tuple(self._rooms.values()):
            room.close()

    def _emptied(self, table: str) -> None:
        del self._rooms[table]
