"""Handles messages from people's clients: commands, the tables they watch, and the lobby."""

from collections.abc import Awaitable, Callable
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING

import gemgrove
from gemgrove.server import problems
from gemgrove.server.domain import Table
from gemgrove.server.live import messages
from gemgrove.server.live.connection import (
    HEARTBEAT_SECONDS,
    Close,
    Connection,
    ConnectionEnd,
    Handler,
)
from gemgrove.server.live.lobby import Lobby
from gemgrove.server.live.messages import Ask, ClientMessage, Unwatch, Watch
from gemgrove.server.live.table_channel import OutgoingEvent, Subscriber, TableChannels
from gemgrove.server.players.tokens import Token
from gemgrove.server.problems import Problem

if TYPE_CHECKING:
    from gemgrove.server.players.access import Caller

MAX_RATE_LIMITED = 100
"""Consecutive messages over the rate limit, beyond which the connection is closed."""
MAX_WATCHED = 500
"""Number of tables that one client may watch at once."""
PAGE = 100
"""Number of events read at once for a client that has missed some."""
_TRIES = 20


class PlayerHandler(Handler):
    """Executes the commands of one person's client, and sends what the client watches.

    A client that watches a table gets a snapshot or the missed events, then every new event.
    """

    max_malformed = 10

    def __init__(self, connection: Connection, channels: TableChannels, lobby: Lobby) -> None:
        super().__init__(connection)
        self._channels = channels
        self._lobby = lobby
        self._caller: Caller | None = None
        self._watched: dict[str, Subscriber] = {}
        self._closed = False
        self._rate_limited = 0

    async def hello(self, text: str) -> None:
        """Authenticate the client, if it has a token, and welcome it."""
        hello = messages.read(text)
        if not isinstance(hello, messages.Hello):
            raise problems.malformed('The first message is {"do": "hello", "token": ...}.')
        player, name = None, None
        if hello.token is not None:
            token = Token.read(hello.token)
            if token is None:
                raise problems.unauthenticated(
                    "This is not a token; tokens begin with gg_play_ or gg_bot_."
                )
            self._caller = await self.service.caller(token)
            self.connection.token = token
            player, name = self._caller.player, self._caller.name
        welcome = messages.Welcome(
            player=player,
            name=name,
            heartbeat=HEARTBEAT_SECONDS,
            server=f"gemgrove {gemgrove.__version__}",
        )
        self.outbox.put(messages.write(welcome))

    async def receive(self, text: str) -> None:
        try:
            message = messages.read(text)
        except Problem:
            self._within_rate(None)
            raise
        if not self._within_rate(message):
            return
        match message:
            case Ask() | Watch() | Unwatch():
                self._submit(message, partial(self._do, message))
            case messages.Ping():
                self.outbox.put(messages.PONG)
            case messages.WatchLobby():
                self._lobby.join(self.outbox)
            case messages.UnwatchLobby():
                self._lobby.leave(self.outbox)
            case messages.Hello():
                self._refuse(message, problems.malformed("There was a hello already."))

    def problem_message(self, problem: Problem) -> str:
        return messages.problem(problem)

    def close(self) -> None:
        self._closed = True
        self._lobby.leave(self.outbox)
        for table in tuple(self._watched):
            self._unwatch(table)

    def _within_rate(self, message: ClientMessage | None) -> bool:
        """Return whether a message is within the rate limit; if not, tell the client."""
        wait = self.connection.rate_limited()
        if wait == 0:
            self._rate_limited = 0
            return True
        self._rate_limited += 1
        if self._rate_limited > MAX_RATE_LIMITED:
            raise ConnectionEnd(Close.TOO_MANY)
        if message is not None:
            self._refuse(message, problems.too_many_requests(wait))
        return False

    def _submit(
        self, item: Ask | Watch | Unwatch | Subscriber, work: Callable[[], Awaitable[None]]
    ) -> None:
        async def answer() -> None:
            if self.connection.ended:
                return  # nobody waits for the answer
            try:
                await work()
            except Exception as error:  # noqa: BLE001 - it is logged, and the client is told
                self._refuse(item, problems.problem_of(error))

        self.connection.submit(item.table, answer)

    def _refuse(self, item: ClientMessage | Subscriber, problem: Problem) -> None:
        key = item.id if isinstance(item, Ask) else None
        table = item.table if isinstance(item, Ask | Watch | Unwatch | Subscriber) else None
        self.outbox.put(messages.problem(problem, key=key, table=table))

    async def _do(self, message: Ask | Watch | Unwatch) -> None:
        match message:
            case Ask():
                await self._act(message)
            case Watch():
                await self._watch(message)
            case Unwatch():
                self._unwatch(message.table)

    async def _act(self, ask: Ask) -> None:
        token = self.connection.token
        if token is None:
            raise problems.unauthenticated(
                "Say hello with a token first; without one you can only watch."
            )
        request = messages.command_of(ask)
        caller = await self.service.caller(token)  # the account may have changed since hello
        given = await self.service.act(caller, ask.table, request, ask.id, invite=ask.invite)
        self.outbox.put(messages.answer(ask.id, given))

    # Watched tables

    async def _watch(self, wish: Watch) -> None:
        """Begin to watch a table, or begin again; raise a `Problem` if the client may not."""
        self._unwatch(wish.table)
        if len(self._watched) >= MAX_WATCHED:
            raise Problem(
                "too_many_watched",
                f"One connection watches at most {MAX_WATCHED} tables; unwatch one first.",
                HTTPStatus.CONFLICT,
            )
        # The table includes everything that any process has committed: a client that claims to know
        # more is never a reason to read it again.
        current, seat = await self.service.enter(self._caller, wish.table, wish.invite)
        credited = await self.service.credited(current)
        last = current.last_seq
        player = None if self._caller is None else self._caller.player
        subscriber = Subscriber(current.id, player, self.outbox, self._on_seat_changed)
        if wish.after is not None and wish.after <= last:
            subscriber.reset(at=wish.after, seen=last, seat=seat)
            self.outbox.put(messages.resumed(current, credited))
        else:  # the client claims to know events that never existed here: it begins again
            self._send_snapshot(subscriber, current, seat, credited)
        self._watched[current.id] = subscriber
        await self._catch_up(subscriber, last)
        if self._is_watched(subscriber):
            self._channels.enter(subscriber, seats=current.players)

    def _unwatch(self, table: str) -> None:
        subscriber = self._watched.pop(table, None)
        if subscriber is not None:
            self._channels.leave(subscriber)

    def _is_watched(self, subscriber: Subscriber) -> bool:
        return not self._closed and self._watched.get(subscriber.table) is subscriber

    async def _catch_up(self, subscriber: Subscriber, last: int) -> None:
        """Send the client the events it has missed, as fast as it reads them, until it has caught
        up with the channel."""
        table = subscriber.table
        while subscriber.at < max(last, self._channels.at(table)) and self._is_watched(subscriber):
            await self.outbox.space()
            page = await self.service.journal.events(table, subscriber.at, PAGE)
            if not page:
                self._unwatch(table)
                raise problems.unavailable("The events of this table cannot be read; try again.")
            subscriber.send_events([OutgoingEvent(table, event) for event in page])

    def _on_seat_changed(self, subscriber: Subscriber) -> None:
        self._submit(subscriber, partial(self._renew, subscriber))

    async def _renew(self, subscriber: Subscriber) -> None:
        """Send a new snapshot of a table at which the client's seat has changed."""
        table_service = self.service.table_service
        for _ in range(_TRIES):
            current = await table_service.table(subscriber.table)
            credited = await self.service.credited(current)
            if not self._is_watched(subscriber):
                return
            if current.last_seq >= subscriber.at:
                seat = current.seat_of(subscriber.player)
                self._send_snapshot(subscriber, current, seat, credited)
                self._channels.present(subscriber.table)
                return
            table_service.catch_up(subscriber.table, subscriber.at)

    def _send_snapshot(
        self, subscriber: Subscriber, table: Table, seat: int | None, credited: float
    ) -> None:
        subscriber.reset(at=table.last_seq, seen=table.last_seq, seat=seat)
        self.outbox.put(messages.table_snapshot(table, seat, credited))
