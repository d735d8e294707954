"""What one client watches: how each table stands, or what it has missed, and then what comes."""

from collections.abc import Callable
from http import HTTPStatus

from gemgrove.server import problems
from gemgrove.server.domain import snapshot
from gemgrove.server.live import messages
from gemgrove.server.live.messages import Watch
from gemgrove.server.live.outbox import Outbox
from gemgrove.server.live.room import Rooms, Watcher
from gemgrove.server.live.telling import Told
from gemgrove.server.players.access import Caller
from gemgrove.server.problems import Problem
from gemgrove.server.service import Service

MOST_WATCHED = 500
"""Tables that one client watches at once."""
PAGE = 100
"""Events that are read at once for a client that has missed some."""
_TRIES = 20


class Watching:
    """The tables that a client watches."""

    def __init__(
        self,
        service: Service,
        rooms: Rooms,
        outbox: Outbox,
        caller: Caller | None,
        reseated: Callable[[Watcher], None],
    ) -> None:
        """`reseated` is called when the client has another seat at a table: `renew` it soon."""
        self._service = service
        self._rooms = rooms
        self._outbox = outbox
        self._caller = caller
        self._reseated = reseated
        self._watchers: dict[str, Watcher] = {}
        self._closed = False

    async def watch(self, wish: Watch) -> None:
        """Begin to watch a table, or begin again. A `Problem` where one may not."""
        self.unwatch(wish.table)
        if len(self._watchers) >= MOST_WATCHED:
            raise Problem(
                "too_many_watched",
                f"One connection watches at most {MOST_WATCHED} tables; unwatch one first.",
                HTTPStatus.CONFLICT,
            )
        # The table is as far as any process has committed: what a client says that it knows is
        # never a reason to read a table again.
        standing, seat = await self._service.enter(self._caller, wish.table, wish.invite)
        after = wish.after
        credited = await self._service.credited(standing)
        last = standing.last_seq
        player = None if self._caller is None else self._caller.player
        watcher = Watcher(standing.id, player, self._outbox, self._reseated)
        if after is not None and after <= last:
            watcher.stand(at=after, seen=last, seat=seat)
            watcher.say(messages.resumed(standing, credited))
        else:
            # What it knows beyond that was never here: it begins again.
            watcher.stand(at=last, seen=last, seat=seat)
            shown = snapshot(standing, seat, credited=credited)
            watcher.say(messages.snapshot(standing.id, shown))
        self._watchers[standing.id] = watcher
        await self._catch_up(watcher, last)
        if self._is_watched(watcher):
            self._rooms.enter(watcher, seats=standing.players)

    def unwatch(self, table: str) -> None:
        """Watch a table no more."""
        watcher = self._watchers.pop(table, None)
        if watcher is not None:
            self._rooms.leave(watcher)

    async def renew(self, watcher: Watcher) -> None:
        """Tell a client anew how a table stands, whose seat at it has become another."""
        hall = self._service.hall
        for _ in range(_TRIES):
            standing = await hall.table(watcher.table)
            credited = await self._service.credited(standing)
            if not self._is_watched(watcher):
                return
            last = standing.last_seq
            if last >= watcher.at:
                seat = standing.seat_of(watcher.player)
                watcher.stand(at=last, seen=last, seat=seat)
                shown = snapshot(standing, seat, credited=credited)
                watcher.say(messages.snapshot(standing.id, shown))
                self._rooms.present(watcher.table)
                return
            hall.catch_up(watcher.table, watcher.at)

    def close(self) -> None:
        """Watch nothing any more."""
        self._closed = True
        for table in tuple(self._watchers):
            self.unwatch(table)

    def _is_watched(self, watcher: Watcher) -> bool:
        return not self._closed and self._watchers.get(watcher.table) is watcher

    async def _catch_up(self, watcher: Watcher, last: int) -> None:
        """Tell it what it has missed, as fast as it takes that, until it is as far as the others
        in the room."""
        table = watcher.table
        while watcher.at < max(last, self._rooms.at(table)) and self._is_watched(watcher):
            await watcher.space()
            page = await self._service.journal.events(table, watcher.at, PAGE)
            if not page:
                self.unwatch(table)
                raise problems.unavailable("The events of this table cannot be read; try again.")
            watcher.tell_all([Told(table, event) for event in page])
