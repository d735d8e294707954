"""The tables that one client watches: a snapshot or the missed events, then every new event."""

from collections.abc import Callable
from http import HTTPStatus

from gemgrove.server import problems
from gemgrove.server.domain import Table
from gemgrove.server.live import messages
from gemgrove.server.live.messages import Watch
from gemgrove.server.live.outbox import Outbox
from gemgrove.server.live.table_channel import OutgoingEvent, Subscriber, TableChannels
from gemgrove.server.players.access import Caller
from gemgrove.server.problems import Problem
from gemgrove.server.service import Service

MAX_WATCHED = 500
"""Tables that one client watches at once."""
PAGE = 100
"""Events that are read at once for a client that has missed some."""
_TRIES = 20


class Subscriptions:
    """The tables that a client watches."""

    def __init__(
        self,
        service: Service,
        channels: TableChannels,
        outbox: Outbox,
        caller: Caller | None,
        reseated: Callable[[Subscriber], None],
    ) -> None:
        """`reseated` is called when the client has another seat at a table: `renew` it soon."""
        self._service = service
        self._channels = channels
        self._outbox = outbox
        self._caller = caller
        self._reseated = reseated
        self._watchers: dict[str, Subscriber] = {}
        self._closed = False

    async def watch(self, wish: Watch) -> None:
        """Begin to watch a table, or begin again; a `Problem` if the client may not."""
        self.unwatch(wish.table)
        if len(self._watchers) >= MAX_WATCHED:
            raise Problem(
                "too_many_watched",
                f"One connection watches at most {MAX_WATCHED} tables; unwatch one first.",
                HTTPStatus.CONFLICT,
            )
        # The table is as far as any process has committed: what a client says that it knows is
        # never a reason to read a table again.
        current, seat = await self._service.enter(self._caller, wish.table, wish.invite)
        credited = await self._service.credited(current)
        last = current.last_seq
        player = None if self._caller is None else self._caller.player
        subscriber = Subscriber(current.id, player, self._outbox, self._reseated)
        if wish.after is not None and wish.after <= last:
            subscriber.reset(at=wish.after, seen=last, seat=seat)
            self._outbox.put(messages.resumed(current, credited))
        else:  # events that the client knows beyond that were never here: it begins again
            self._begin(subscriber, current, seat, credited)
        self._watchers[current.id] = subscriber
        await self._catch_up(subscriber, last)
        if self._is_watched(subscriber):
            self._channels.enter(subscriber, seats=current.players)

    def unwatch(self, table: str) -> None:
        """Watch a table no more."""
        subscriber = self._watchers.pop(table, None)
        if subscriber is not None:
            self._channels.leave(subscriber)

    async def renew(self, subscriber: Subscriber) -> None:
        """Send a new snapshot to a client whose seat at a table has changed."""
        table_service = self._service.table_service
        for _ in range(_TRIES):
            current = await table_service.table(subscriber.table)
            credited = await self._service.credited(current)
            if not self._is_watched(subscriber):
                return
            if current.last_seq >= subscriber.at:
                self._begin(subscriber, current, current.seat_of(subscriber.player), credited)
                self._channels.present(subscriber.table)
                return
            table_service.catch_up(subscriber.table, subscriber.at)

    def close(self) -> None:
        """Watch nothing any more."""
        self._closed = True
        for table in tuple(self._watchers):
            self.unwatch(table)

    def _begin(
        self, subscriber: Subscriber, table: Table, seat: int | None, credited: float
    ) -> None:
        subscriber.reset(at=table.last_seq, seen=table.last_seq, seat=seat)
        self._outbox.put(messages.table_snapshot(table, seat, credited))

    def _is_watched(self, subscriber: Subscriber) -> bool:
        return not self._closed and self._watchers.get(subscriber.table) is subscriber

    async def _catch_up(self, subscriber: Subscriber, last: int) -> None:
        """Send a client the events that it has missed, as fast as it takes them, until it is as far
        as the others in the channel."""
        table = subscriber.table
        while subscriber.at < max(last, self._channels.at(table)) and self._is_watched(subscriber):
            await self._outbox.space()
            page = await self._service.journal.events(table, subscriber.at, PAGE)
            if not page:
                self.unwatch(table)
                raise problems.unavailable("The events of this table cannot be read; try again.")
            subscriber.send_events([OutgoingEvent(table, event) for event in page])
