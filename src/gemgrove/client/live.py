"""A live connection: following tables and playing at them over one WebSocket."""

import asyncio
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from websockets.asyncio.client import ClientConnection

from gemgrove.client.address import Address
from gemgrove.client.backoff import Backoff
from gemgrove.client.problems import ServerProblem, Unreachable
from gemgrove.client.rest import RETRY_SECONDS, new_key
from gemgrove.client.websocket import ReconnectingWebSocket

Message = dict[str, Any]
Receive = Callable[[Message], None]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request."""

    status: int
    body: dict[str, Any]
    again: bool
    """True if the server had answered it before."""


@dataclass(slots=True)
class _Ask:
    """A request that waits for its answer."""

    text: str
    answered: "asyncio.Future[Answer]"


@dataclass(slots=True)
class _Watch:
    """A table, or the lobby, that is followed."""

    receive: Receive | None
    invite: str | None = None
    last_seq: int | None = None
    begun: "asyncio.Future[Message]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Live:
    """A live connection to a server, which is made again when it is lost.

    Tables that are watched go on after the last event that was heard, and requests that have not
    been answered are sent again with their keys: no event is missing or doubled, and no request is
    fulfilled twice. Use it as an asynchronous context, or `start` and `close` it.
    """

    def __init__(
        self,
        url: str | Address,
        token: str | None = None,
        *,
        invites: Mapping[str, str] | None = None,
        retry_seconds: float = RETRY_SECONDS,
    ) -> None:
        """Without a token one can look on. `invites` has the invite codes by table.

        `retry_seconds` is how long to retry connecting, and to wait for an answer.
        """
        address = Address.read(url) if isinstance(url, str) else url
        self.welcome: Message = {}
        """The server's welcome on the current connection."""
        self.connections = 0
        """The number of connections so far."""
        self._token = token
        self._invites = {} if invites is None else invites
        self._retry_seconds = retry_seconds
        self._asks: dict[str, _Ask] = {}
        self._watches: dict[str, _Watch] = {}
        self._lobby: _Watch | None = None
        self._failed: Exception | None = None
        self._welcomed = asyncio.Event()
        self._url = address.socket("/live")
        self._link = ReconnectingWebSocket(
            self._url,
            greet=self._greet,
            again=self._say_again,
            receive=self._heard,
            ended=self._end,
            retry_seconds=retry_seconds,
        )

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def start(self) -> None:
        """Connect; it returns when the server has said welcome."""
        self._link.start()
        try:
            await self._welcomed.wait()
        except BaseException:
            await self._link.close()
            raise
        if self._failed is not None:
            raise self._failed

    async def close(self) -> None:
        """Close the connection. Whoever waits for an answer is told."""
        await self._link.close()
        self._end(ConnectionError("The live connection was closed."))

    def drop(self) -> None:
        """Lose the connection as a network does, without a word; it is made again."""
        self._link.drop()

    async def watch(
        self, table: str, receive: Receive | None = None, *, after: int | None = None
    ) -> Message:
        """Follow a table: its snapshot, or with `after` what was said to resume from that event.

        `receive` then gets every message about the table as the server sent it, events in order
        and each once. It must not wait. One that raises ends the connection for good.
        """
        self._must_go_on()
        watch = _Watch(receive, self._invites.get(table), after)
        self._watches[table] = watch
        await self._send({"do": "watch", "table": table, "after": after, "invite": watch.invite})
        try:
            message = await watch.begun
        except ServerProblem:
            if self._watches.get(table) is watch:
                del self._watches[table]
            raise
        found: Message = message["snapshot"] if message["is"] == "snapshot" else message
        return found

    async def unwatch(self, table: str) -> None:
        """Follow it no longer."""
        if self._watches.pop(table, None) is not None:
            await self._send({"do": "unwatch", "table": table})

    async def watch_lobby(self, receive: Receive | None = None) -> Message:
        """Follow what tables there are: the first list. `receive` gets the changes."""
        self._must_go_on()
        self._lobby = _Watch(receive)
        await self._send({"do": "watch_lobby"})
        return await self._lobby.begun

    async def ask(
        self, table: str, request: Mapping[str, Any], *, key: str | None = None
    ) -> Answer:
        """Ask something of a table, such as `{"do": "play", "moves": [...], "position": 12}`."""
        self._must_go_on()
        name = key or new_key()
        told = {
            "do": "ask",
            "id": name,
            "table": table,
            "request": dict(request),
            "invite": self._invites.get(table),
        }
        text = _written(told)
        backoff = Backoff(self._retry_seconds)
        limit = None if math.isinf(self._retry_seconds) else self._retry_seconds
        while True:
            ask = _Ask(text, asyncio.get_running_loop().create_future())
            self._asks[name] = ask
            try:
                await self._link.send(text)
                async with asyncio.timeout(limit):
                    return await ask.answered
            except TimeoutError:
                raise Unreachable(
                    f"{self._url} cannot be reached: no answer came in {limit:g} seconds."
                ) from None
            except ServerProblem as problem:
                if not (problem.passes and await backoff.wait()):
                    raise
            finally:
                self._asks.pop(name, None)

    async def _send(self, message: Message) -> None:
        await self._link.send(_written(message))

    def _must_go_on(self) -> None:
        if self._failed is not None:
            raise self._failed

    async def _greet(self, socket: ClientConnection) -> None:
        await socket.send(_written({"do": "hello", "token": self._token}))
        message = json.loads(await socket.recv())
        if message["is"] == "problem":
            raise ServerProblem.of(message["problem"])
        self.welcome = message
        self.connections += 1

    async def _say_again(self, socket: ClientConnection) -> None:
        self._welcomed.set()
        for table, watch in list(self._watches.items()):
            watching = {"table": table, "after": watch.last_seq, "invite": watch.invite}
            await socket.send(_written({"do": "watch", **watching}))
        if self._lobby is not None:
            await socket.send(_written({"do": "watch_lobby"}))
        for ask in list(self._asks.values()):
            await socket.send(ask.text)

    def _heard(self, text: str) -> None:
        message = json.loads(text)
        match message["is"]:
            case "event":
                self._happened(message)
            case "answer":
                ask = self._asks.get(message["id"])
                if ask is not None and not ask.answered.done():
                    answer = Answer(message["status"], message["body"], message["again"])
                    ask.answered.set_result(answer)
            case "problem":
                self._refused(message)
            case "snapshot":
                self._begin(message, message["snapshot"]["last_seq"])
            case "resumed":
                self._begin(message, None)
            case "lobby" | "lobby_change":
                if self._lobby is not None:
                    _tell(self._lobby, message)
            case "presence":
                watch = self._watches.get(message["table"])
                if watch is not None and watch.receive is not None:
                    watch.receive(message)

    def _happened(self, message: Message) -> None:
        watch = self._watches.get(message["table"])
        if watch is None:
            return
        seq = message["event"]["seq"]
        if watch.last_seq is not None and seq <= watch.last_seq:
            return  # it was on its way when the table was watched anew
        watch.last_seq = seq
        if watch.receive is not None:
            watch.receive(message)

    def _begin(self, message: Message, last_seq: int | None) -> None:
        watch = self._watches.get(message["table"])
        if watch is not None:
            if last_seq is not None:
                watch.last_seq = last_seq
            _tell(watch, message)

    def _refused(self, message: Message) -> None:
        problem = ServerProblem.of(message["problem"])
        ask = self._asks.get(message.get("id") or "")
        if ask is not None:
            if not ask.answered.done():
                ask.answered.set_exception(problem)
            return
        watch = self._watches.get(message.get("table") or "")
        if watch is None:
            return
        if not watch.begun.done():
            watch.begun.set_exception(problem)
        elif watch.receive is not None:
            watch.receive(message)

    def _end(self, error: Exception) -> None:
        """There will be no connection any more."""
        self._failed = self._failed or error
        lobby = [] if self._lobby is None else [self._lobby]
        waiting: list[asyncio.Future[Any]] = [ask.answered for ask in self._asks.values()]
        waiting += [watch.begun for watch in (*self._watches.values(), *lobby)]
        for future in waiting:
            if not future.done():
                future.set_exception(self._failed)
                future.exception()  # nobody may be waiting, and that is all right
        self._welcomed.set()


def _tell(watch: _Watch, message: Message) -> None:
    """The first message is what `watch` returns; all others go to who receives."""
    if not watch.begun.done():
        watch.begun.set_result(message)
    elif watch.receive is not None:
        watch.receive(message)


def _written(message: Message) -> str:
    return json.dumps(message, separators=(",", ":"))
