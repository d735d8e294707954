"""A watched table: its events for all subscribers, players first, and their presence."""

import asyncio
import math
from collections.abc import Callable, Sequence

import msgspec

from gemgrove.server.feed import Feed
from gemgrove.server.journal import StoredEvent
from gemgrove.server.live import messages
from gemgrove.server.live.outbox import Outbox

SLICE = 50
"""Number of spectators served before other tasks run."""
MAX_BEHIND = 256
"""Number of events that may wait for the spectators; beyond it they are too slow."""
PRESENCE_SECONDS = 1.0
"""The shortest time between two presence messages."""
_PRESENCE_SOON = 0.05
_CROWD = 200
"""With more subscribers than this, presence is sent less often."""
_SEATING = frozenset({"joined", "left", "resigned", "timed_out", "withdrawn"})
"""Events that change a seat's occupant."""


class _Seated(msgspec.Struct):
    """A seat's player after an event; None: nobody is sent that seat's payloads."""

    seat: int
    player: str | None = None


_seated = msgspec.json.Decoder(_Seated)


class OutgoingEvent:
    """An event to be sent: each payload is encoded once, however many clients get it."""

    __slots__ = ("_event", "_frames", "_table", "seated", "seq")

    def __init__(self, table: str, event: StoredEvent) -> None:
        self._table = table
        self._event = event
        self._frames: dict[int | None, str] = {}
        self.seq = event.seq
        self.seated = _seated.decode(event.body) if event.kind in _SEATING else None

    def frame(self, seat: int | None) -> str:
        """Return the message for a seat, or for spectators (None)."""
        if self._event.seats is None:
            seat = None  # the same for everybody
        found = self._frames.get(seat)
        if found is None:
            found = self._frames[seat] = messages.event(self._table, self._event.payload(seat))
        return found


class Subscriber:
    """A client that watches a table.

    Its seat changes with the events it is sent, so each event comes with the payload of the seat
    held at that event. The seat is always one held by the client's own player.
    """

    __slots__ = ("_presence", "_reseated", "_seen", "at", "outbox", "player", "seat", "table")

    def __init__(
        self,
        table: str,
        player: str | None,
        outbox: Outbox,
        reseated: Callable[["Subscriber"], None],
    ) -> None:
        """Call `reseated` after each event that changes the client's seat."""
        self.table = table
        self.player = player
        self.outbox = outbox
        self.seat: int | None = None
        self.at = 0
        """The last event that the client was sent."""
        self._seen = 0  # the event up to which the seat is known
        self._reseated = reseated
        self._presence = ""

    def reset(self, *, at: int, seen: int, seat: int | None) -> None:
        """Continue after the event `at`; `seat` is the client's seat after the event `seen`."""
        self.at = at
        self._seen = seen
        self.seat = seat

    def send_event(self, event: OutgoingEvent) -> None:
        """Send the next event; skip one that was already sent."""
        if event.seq <= self.at:
            return
        if event.seq != self.at + 1:
            self.outbox.overflow()  # never leave a gap: the client will resume where it was
            return
        self.at = event.seq
        self.outbox.put(event.frame(self.seat))
        seated = event.seated
        if seated is None or event.seq <= self._seen or self.player is None:
            return
        self._seen = event.seq
        if seated.player == self.player:
            seat: int | None = seated.seat
        else:
            seat = None if seated.seat == self.seat else self.seat
        if seat != self.seat:
            self.seat = seat
            self._reseated(self)

    def send_events(self, outgoing: Sequence[OutgoingEvent]) -> None:
        for each in outgoing:
            self.send_event(each)

    def send_presence(self, text: str | None) -> None:
        """Send a presence message, unless it is the same as the last one."""
        if text is not None and text != self._presence:
            self._presence = text
            self.outbox.put(text)


class TableChannel:
    """The subscribers of one table, subscribed to its feed."""

    def __init__(self, table: str, seats: int, feed: Feed, after: int) -> None:
        self.at = after
        """The last event received."""
        self.subscribers: dict[Subscriber, None] = {}
        self._table = table
        self._seats = seats
        self._behind: list[OutgoingEvent] = []  # events that the spectators have not been sent
        self._news: str | None = None  # the presence message, likewise
        self._serving: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._presented = -math.inf
        self._subscription = feed.subscribe(table, after, self._receive)

    def close(self) -> None:
        self.subscribers.clear()
        self._subscription.close()
        if self._serving is not None:
            self._serving.cancel()
        if self._timer is not None:
            self._timer.cancel()

    def present(self) -> None:
        """Send a presence message soon, since somebody has come, gone or changed seats."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            pause = PRESENCE_SECONDS * max(1, len(self.subscribers) / _CROWD)
            due = max(self._presented + pause, loop.time() + _PRESENCE_SOON)
            self._timer = loop.call_at(due, self._update_presence)

    def _receive(self, events: Sequence[StoredEvent]) -> None:
        outgoing = [OutgoingEvent(self._table, event) for event in events]
        before, self.at = outgoing[0].seq - 1, outgoing[-1].seq
        later = []
        for subscriber in tuple(self.subscribers):
            # A player who was a spectator a moment ago may still be missing earlier events.
            if subscriber.seat is None or subscriber.at < before:
                later.append(subscriber)
            else:
                subscriber.send_events(outgoing)
        if self._serving is None and len(later) <= SLICE:
            for subscriber in later:
                subscriber.send_events(outgoing)
            return
        self._behind += outgoing
        if len(self._behind) > MAX_BEHIND:
            self._behind.clear()
            for subscriber in later:
                subscriber.outbox.overflow()
        self._serve_soon()

    def _update_presence(self) -> None:
        self._timer = None
        self._presented = asyncio.get_running_loop().time()
        taken = [subscriber.seat for subscriber in self.subscribers]
        seats = [seat in taken for seat in range(self._seats)]
        self._news = messages.write(
            messages.Presence(table=self._table, seats=seats, spectators=taken.count(None))
        )
        self._serve_soon()

    def _serve_soon(self) -> None:
        if self._serving is None and self.subscribers:
            self._serving = asyncio.get_running_loop().create_task(self._serve())

    async def _serve(self) -> None:
        """Send everything that is pending, in slices, to let other tasks run in between."""
        try:
            while self._behind or self._news is not None:
                outgoing, self._behind = self._behind, []
                news, self._news = self._news, None
                for served, subscriber in enumerate(tuple(self.subscribers), 1):
                    if subscriber in self.subscribers:
                        subscriber.send_events(outgoing)
                        subscriber.send_presence(news)
                    if served % SLICE == 0:
                        await asyncio.sleep(0)
        finally:
            self._serving = None


class TableChannels:
    """The channels of all watched tables: each exists as long as it has subscribers."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._channels: dict[str, TableChannel] = {}

    def __len__(self) -> int:
        return len(self._channels)

    def at(self, table: str) -> int:
        """Return the last event that a table's channel received; 0 without a channel."""
        channel = self._channels.get(table)
        return 0 if channel is None else channel.at

    def enter(self, subscriber: Subscriber, *, seats: int) -> None:
        """Add a subscriber that has been sent all events up to the channel's `at`."""
        table = subscriber.table
        if table not in self._channels:
            self._channels[table] = TableChannel(table, seats, self._feed, subscriber.at)
        self._channels[table].subscribers[subscriber] = None
        self._channels[table].present()

    def leave(self, subscriber: Subscriber) -> None:
        channel = self._channels.get(subscriber.table)
        if channel is None or subscriber not in channel.subscribers:
            return
        del channel.subscribers[subscriber]
        if channel.subscribers:
            channel.present()
        else:
            channel.close()
            del self._channels[subscriber.table]

    def present(self, table: str) -> None:
        """Send a presence message soon, since somebody has changed seats."""
        if table in self._channels:
            self._channels[table].present()

    def close(self) -> None:
        for channel in self._channels.values():
            channel.close()
        self._channels.clear()
