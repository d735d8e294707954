"""The messages of people's clients: commands, subscriptions and the lobby."""

from collections.abc import Awaitable, Callable
from functools import partial

import gemgrove
from gemgrove.server import problems
from gemgrove.server.live import messages
from gemgrove.server.live.connection import (
    HEARTBEAT_SECONDS,
    Close,
    Connection,
    ConnectionEnd,
    Handler,
)
from gemgrove.server.live.lobby import Lobby
from gemgrove.server.live.messages import (
    Ask,
    ClientMessage,
    Hello,
    Ping,
    Unwatch,
    UnwatchLobby,
    Watch,
    WatchLobby,
)
from gemgrove.server.live.subscriptions import Subscriptions
from gemgrove.server.live.table_channel import Subscriber, TableChannels
from gemgrove.server.players.tokens import Token
from gemgrove.server.problems import Problem

MAX_RATE_LIMITED = 100
"""Messages over the rate limit, in a row, after which the connection is closed."""
MAX_MALFORMED = 10


class PlayerHandler(Handler):
    """Plays, subscribes and answers for one person's client."""

    max_malformed = MAX_MALFORMED

    def __init__(self, connection: Connection, channels: TableChannels, lobby: Lobby) -> None:
        super().__init__(connection)
        self._channels = channels
        self._lobby = lobby
        self._subscriptions: Subscriptions | None = None
        self._rate_limited = 0

    async def hello(self, text: str) -> None:
        """Authenticate the client, if it has a token, and welcome it."""
        hello = messages.read(text)
        if not isinstance(hello, Hello):
            raise problems.malformed('The first message is {"do": "hello", "token": ...}.')
        caller = None
        if hello.token is not None:
            token = Token.read(hello.token)
            if token is None:
                raise problems.unauthenticated(
                    "This is no token; one begins with gg_play_ or gg_bot_."
                )
            caller = await self.service.caller(token)
            self.connection.token = token
        self._subscriptions = Subscriptions(
            self.service, self._channels, self.outbox, caller, self._on_seat_changed
        )
        player, name = (None, None) if caller is None else (caller.player, caller.name)
        server = f"gemgrove {gemgrove.__version__}"
        self.outbox.put(
            messages.write(
                messages.Welcome(
                    player=player, name=name, heartbeat=HEARTBEAT_SECONDS, server=server
                )
            )
        )

    async def receive(self, text: str) -> None:
        """Do what a message says, or have it done."""
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
            case Ping():
                self.outbox.put(messages.PONG)
            case WatchLobby():
                self._lobby.join(self.outbox)
            case UnwatchLobby():
                self._lobby.leave(self.outbox)
            case Hello():
                self._refuse(message, problems.malformed("There was a hello already."))

    def problem_message(self, problem: Problem) -> str:
        """A problem that belongs to no message."""
        return messages.problem(problem)

    def close(self) -> None:
        """Leave the lobby and all tables."""
        self._lobby.leave(self.outbox)
        if self._subscriptions is not None:
            self._subscriptions.close()

    def _within_rate(self, message: ClientMessage | None) -> bool:
        """Return whether a message is within the rate limit; if not, the client is told."""
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

    def _on_seat_changed(self, subscriber: Subscriber) -> None:
        subscriptions = self._subscriptions
        assert subscriptions is not None
        self._submit(subscriber, lambda: subscriptions.renew(subscriber))

    def _submit(
        self, item: Ask | Watch | Unwatch | Subscriber, work: Callable[[], Awaitable[None]]
    ) -> None:
        async def answer() -> None:
            if self.connection.ended:
                return  # nobody waits for it
            try:
                await work()
            except Exception as error:  # noqa: BLE001 - it is logged, and the client is told
                self._refuse(item, problems.problem_of(error))

        self.connection.submit(item.table, answer)

    async def _do(self, message: Ask | Watch | Unwatch) -> None:
        assert self._subscriptions is not None
        match message:
            case Ask():
                await self._act(message)
            case Watch():
                await self._subscriptions.watch(message)
            case Unwatch():
                self._subscriptions.unwatch(message.table)

    async def _act(self, ask: Ask) -> None:
        token = self.connection.token
        if token is None:
            raise problems.unauthenticated("Say hello with a token first; without one you watch.")
        request = messages.command_of(ask)
        caller = await self.service.caller(token)  # it may have changed since hello
        given = await self.service.act(caller, ask.table, request, ask.id, invite=ask.invite)
        self.outbox.put(messages.answer(ask.id, given))

    def _refuse(self, item: ClientMessage | Subscriber, problem: Problem) -> None:
        key = item.id if isinstance(item, Ask) else None
        table = item.table if isinstance(item, Ask | Watch | Unwatch | Subscriber) else None
        self.outbox.put(messages.problem(problem, key=key, table=table))
