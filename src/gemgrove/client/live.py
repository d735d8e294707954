"""A live connection: follows tables and plays at them over one WebSocket."""

import asyncio
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from websockets.asyncio.client import ClientConnection

from gemgrove.client.address import Address
from gemgrove.client.backoff import Backoff
from gemgrove.client.problems import ServerProblem, Unreachable
from gemgrove.client.rest import RETRY_SECONDS, new_key
from gemgrove.client.websocket import Message, ReconnectingWebSocket

Receive = Callable[[Message], None]

_ANSWERS = frozenset({"snapshot", "resumed", "lobby", "lobby_change"})
"""The messages that answer a request to watch."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request."""

    status: int
    body: dict[str, Any]
    again: bool
    """True if the server had answered the request before."""


@dataclass(slots=True)
class _Request:
    """A request that is sent again on every new connection, until it is answered or withdrawn."""

    message: Message
    receive: Receive | None = None
    """Called with the messages after the answer."""
    answer: "asyncio.Future[Message]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def deliver(self, message: Message) -> None:
        """Deliver a message about the watched table or the lobby."""
        if message["is"] == "event":
            seq, last = message["event"]["seq"], self.message["after"]
            if last is not None and seq <= last:
                return  # it was on its way when the table was watched again
            self.message["after"] = seq
        elif message["is"] == "snapshot":
            self.message["after"] = message["snapshot"]["last_seq"]
        if message["is"] in _ANSWERS and not self.answer.done():
            self.answer.set_result(message)
        elif self.receive is not None:
            self.receive(message)

    def fail(self, error: Exception) -> bool:
        """Raise an error for whoever waits for the answer; return False if nobody does."""
        if self.answer.done():
            return False
        self.answer.set_exception(error)
        return True


class Live(ReconnectingWebSocket):
    """A live connection to a server, which reconnects when it is lost.

    Watched tables resume after the last event received, and unanswered requests are sent again with
    their keys: no event is missing or repeated, and no request is executed twice. Use it as an
    asynchronous context manager, or `start` and `close` it.
    """

    def __init__(
        self,
        url: str | Address,
        token: str | None = None,
        *,
        invites: Mapping[str, str] | None = None,
        retry_seconds: float = RETRY_SECONDS,
    ) -> None:
        """Without a token you can only watch. `invites` contains the invite codes by table.

        `retry_seconds` is how long to retry connecting, and to wait for an answer.
        """
        super().__init__(Address.read(url).socket("/live"), retry_seconds)
        self.welcome: Message = {}
        """The server's welcome on the current connection."""
        self.connections = 0
        """The number of connections so far."""
        self._token = token
        self._invites = {} if invites is None else invites
        self._retry_seconds = retry_seconds
        self._asks: dict[str, _Request] = {}
        self._watches: dict[str | None, _Request] = {}  # by table; None: the lobby
        self._failed: Exception | None = None
        self._welcomed = asyncio.Event()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def start(self) -> None:
        """Connect; return once the server has said welcome."""
        self._start()
        try:
            await self._welcomed.wait()
        except BaseException:
            await super().close()
            raise
        self._check()

    async def close(self) -> None:
        """Close the connection. Whoever waits for an answer gets an error."""
        await super().close()
        self._on_end(ConnectionError("The live connection was closed."))

    async def watch(
        self, table: str, receive: Receive | None = None, *, after: int | None = None
    ) -> Message:
        """Follow a table; return its snapshot, or the answer to resuming after the event `after`.

        `receive` then gets every message about the table as the server sent it, with events in
        order and each once. It must not wait. If it raises, the connection ends for good.
        """
        invite = self._invites.get(table)
        request = {"do": "watch", "table": table, "after": after, "invite": invite}
        message = await self._watch(table, _Request(request, receive))
        found: Message = message["snapshot"] if message["is"] == "snapshot" else message
        return found

    async def unwatch(self, table: str) -> None:
        """Stop following a table."""
        if self._watches.pop(table, None) is not None:
            await self._send({"do": "unwatch", "table": table})

    async def watch_lobby(self, receive: Receive | None = None) -> Message:
        """Follow the lobby; return the first list of tables. `receive` gets the changes."""
        return await self._watch(None, _Request({"do": "watch_lobby"}, receive))

    async def ask(
        self, table: str, request: Mapping[str, Any], *, key: str | None = None
    ) -> Answer:
        """Send a command to a table, such as `{"do": "play", "moves": [...], "position": 12}`."""
        self._check()
        name = key or new_key()
        message = {
            "do": "ask",
            "id": name,
            "table": table,
            "request": dict(request),
            "invite": self._invites.get(table),
        }
        backoff = Backoff(self._retry_seconds)
        limit = None if math.isinf(self._retry_seconds) else self._retry_seconds
        while True:
            ask = self._asks[name] = _Request(message)
            try:
                await self._send(message)
                async with asyncio.timeout(limit):
                    found = await ask.answer
                return Answer(found["status"], found["body"], found["again"])
            except TimeoutError:
                raise Unreachable(
                    f"{self._url} cannot be reached: no answer came in {limit:g} seconds."
                ) from None
            except ServerProblem as problem:
                if not (problem.passes and await backoff.wait()):
                    raise
            finally:
                self._asks.pop(name, None)

    async def _watch(self, table: str | None, watch: _Request) -> Message:
        self._check()
        self._watches[table] = watch
        await self._send(watch.message)
        try:
            return await watch.answer
        except ServerProblem:
            if self._watches.get(table) is watch:
                del self._watches[table]
            raise

    def _check(self) -> None:
        """Raise the error that ended the connection, if any."""
        if self._failed is not None:
            raise self._failed

    async def _greet(self, socket: ClientConnection) -> None:
        await socket.send(json.dumps({"do": "hello", "token": self._token}))

    async def _on_welcome(self, welcome: Message) -> None:
        self.welcome = welcome
        self.connections += 1
        self._welcomed.set()
        for request in (*self._watches.values(), *self._asks.values()):
            await self._send(request.message)

    def _receive(self, message: Message) -> None:
        match message["is"]:
            case "answer":
                ask = self._asks.get(message["id"])
                if ask is not None and not ask.answer.done():
                    ask.answer.set_result(message)
            case "problem":
                self._refused(message)
            case "event" | "presence" | "snapshot" | "resumed" | "lobby" | "lobby_change":
                watch = self._watches.get(message.get("table"))
                if watch is not None:
                    watch.deliver(message)

    def _refused(self, message: Message) -> None:
        problem = ServerProblem.of(message["problem"])
        ask = self._asks.get(message.get("id") or "")
        watch = self._watches.get(message.get("table") or "")
        if ask is not None:
            ask.fail(problem)
        elif watch is not None and not watch.fail(problem):
            watch.deliver(message)

    def _on_end(self, error: Exception) -> None:
        self._failed = self._failed or error
        for request in (*self._asks.values(), *self._watches.values()):
            if request.fail(self._failed):
                request.answer.exception()  # marks it as seen, since nobody may be waiting
        self._welcomed.set()
