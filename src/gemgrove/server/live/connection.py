"""A WebSocket connection: its hello, its messages, and its end.

A reader receives messages and a writer sends them. What they mean is up to a handler: there is one
for people's clients and one for bots. Work for a table is done outside the reader, in the order in
which it came, so one table never delays the client's others.
"""

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine
from enum import IntEnum
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, ClassVar
from weakref import WeakValueDictionary

from litestar import WebSocket

from gemgrove.server import problems
from gemgrove.server.live.outbox import OCTETS, Outbox
from gemgrove.server.problems import Problem
from gemgrove.server.service import Service

if TYPE_CHECKING:
    from gemgrove.server.players.tokens import Token

log = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 20.0
"""Seconds between pings, and the time within which a client must read or answer."""
HELLO_SECONDS = 10.0
MAX_PENDING = 64
"""Unfinished requests per client; at that number, nothing more is read."""
FLUSH_SECONDS = 1.0
"""The time a client gets to read its last messages before it is disconnected."""
ANSWERS_SECONDS = 2.0
"""The time a server waits for a client's pending requests when shutting down."""

_BATCH = 32
"""Messages after which a reader lets other tasks run."""

Work = Callable[[], Awaitable[None]]
Begin = Callable[[Coroutine[Any, Any, None]], object]
"""Runs a coroutine to completion, even if the connection ends before."""


class Close(IntEnum):
    """The codes with which the server closes a connection."""

    TOO_LARGE = 1009
    FAILED = 1011
    RESTART = 1012
    MALFORMED = 4400
    NOT_IN_FORCE = 4401
    NO_HELLO = 4408
    TOO_MANY = 4429
    TOO_SLOW = 4490


REASONS = {
    Close.TOO_LARGE: "The message is too large.",
    Close.FAILED: "The server has failed; connect again.",
    Close.RESTART: "The server is restarting; connect again.",
    Close.MALFORMED: "These are not messages of the protocol.",
    Close.NOT_IN_FORCE: "The token is not valid.",
    Close.NO_HELLO: "The hello did not arrive in time.",
    Close.TOO_MANY: "There were too many messages.",
    Close.TOO_SLOW: "Messages are not read fast enough; connect again and resume.",
}
_HELLO_REFUSED = {
    HTTPStatus.BAD_REQUEST: Close.MALFORMED,
    HTTPStatus.UNAUTHORIZED: Close.NOT_IN_FORCE,
    HTTPStatus.FORBIDDEN: Close.NOT_IN_FORCE,
    HTTPStatus.TOO_MANY_REQUESTS: Close.TOO_MANY,
}


class ConnectionEnd(Exception):  # noqa: N818 - not an error, but how a connection ends
    """Raised to close the connection; without a code, the client has disconnected."""

    def __init__(self, code: Close | None, problem: Problem | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.problem = problem


class Handler(ABC):
    """The messages of one kind of client."""

    max_malformed: ClassVar[int]
    """Number of malformed messages in a row that ends the connection."""

    def __init__(self, connection: "Connection") -> None:
        self.connection = connection
        self.service = connection.service
        self.outbox = connection.outbox

    def greet(self) -> None:  # noqa: B027 - most say nothing
        """Send anything that comes before the client's hello."""

    @abstractmethod
    async def hello(self, text: str) -> None:
        """Handle the first message; raising a `Problem` ends the connection."""

    @abstractmethod
    async def receive(self, text: str) -> None:
        """Handle a later message; raise a `Problem` if it is malformed."""

    @abstractmethod
    def problem_message(self, problem: Problem) -> str:
        """Return the message that tells the client of a problem."""

    @abstractmethod
    def close(self) -> None:
        """Send nothing more than what is already queued."""


class Connection:
    """A connected client. `run` it; `end` ends it from elsewhere."""

    def __init__(
        self,
        service: Service,
        socket: WebSocket[Any, Any, Any],
        address: str,
        *,
        begin: Begin,
        handler: Callable[["Connection"], Handler],
        queue_bytes: int = OCTETS,
    ) -> None:
        """Prepare to serve a client; its rate limit applies per token and `address`."""
        self.service = service
        self.token: Token | None = None
        self.pending = 0
        """Number of submitted pieces of work that are not done yet."""
        self.outbox = Outbox(
            socket.send,
            lambda: self.end(Close.TOO_SLOW),
            messages=service.settings.queue_messages,
            octets=queue_bytes,
        )
        self._socket = socket
        self._address = address
        self._begin = begin
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._done = asyncio.Event()  # set when a piece of work is done
        self._tasks: list[asyncio.Task[None]] = []
        self._ended: asyncio.Future[Close | None] = asyncio.get_running_loop().create_future()
        self.handler = handler(self)

    @property
    def ended(self) -> bool:
        """True once the connection is being closed."""
        return self._ended.done()

    def end(self, code: Close | None, problem: Problem | None = None) -> None:
        """End the connection; a `code` of None means that the client has disconnected."""
        if not self._ended.done():
            if problem is not None:
                self.outbox.put(self.handler.problem_message(problem))
            self._ended.set_result(code)

    async def run(self) -> Close | None:
        """Serve the client until either side ends the connection; return the close code."""
        reader = self.spawn(self._read())
        self.spawn(self._write())
        code: Close | None = None
        try:
            code = await self._ended
        finally:
            reader.cancel()
            self.handler.close()
            if code is not None and code is not Close.TOO_SLOW:
                await self._flush(answers=code is Close.RESTART)
            self.outbox.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(self._tasks)
        if code is not None:
            await self._close(code)
        return code

    async def check(self) -> None:
        """End the connection if the client does not read, or its token is no longer valid."""
        if self.outbox.blocked_for(asyncio.get_running_loop().time()) > HEARTBEAT_SECONDS:
            self.end(Close.TOO_SLOW)
        elif self.token is not None:
            try:
                await self.service.caller(self.token)
            except Problem as problem:
                if problem.status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
                    self.end(Close.NOT_IN_FORCE, problem)

    def rate_limited(self) -> float:
        """Count a message; return the seconds to wait if it exceeds the limit, or else 0."""
        token = None if self.token is None else self.token.hash
        return self.service.limits.ask(token=token, address=self._address, now=time.monotonic())

    def spawn(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Run something for as long as the connection lasts; if it fails, the connection ends."""
        task = asyncio.get_running_loop().create_task(self._guard(work))
        self._tasks.append(task)
        return task

    def submit(self, key: str, work: Work) -> None:
        """Run work to completion, after everything submitted earlier under the same key."""
        self.pending += 1
        lock = self._locks.setdefault(key, asyncio.Lock())  # first come, first served
        self._begin(self._work(lock, work))

    async def _work(self, lock: asyncio.Lock, work: Work) -> None:
        async with lock:
            await self._guard(work())
        self.pending -= 1
        self._done.set()

    async def _guard(self, work: Awaitable[None]) -> None:
        try:
            await work
        except ConnectionEnd as end:
            self.end(end.code, end.problem)
        except OSError:
            self.end(None)  # the client has disconnected
        except Exception:
            log.exception("A connection failed.")
            self.end(Close.FAILED)

    async def _read(self) -> None:
        self.handler.greet()
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                text = await self._next()
        except TimeoutError:
            raise ConnectionEnd(Close.NO_HELLO) from None
        try:
            await self.handler.hello(text)
        except ConnectionEnd:
            raise
        except Exception as error:  # noqa: BLE001 - it is logged, and the client is told
            problem = problems.problem_of(error)
            code = _HELLO_REFUSED.get(HTTPStatus(problem.status), Close.RESTART)
            raise ConnectionEnd(code, problem) from None
        await self._read_on()

    async def _read_on(self) -> None:
        malformed = count = 0
        while True:
            text = await self._next()
            try:
                await self.handler.receive(text)
                malformed = 0
            except Problem as problem:
                malformed += 1
                if malformed >= self.handler.max_malformed:
                    raise ConnectionEnd(Close.MALFORMED, problem) from None
                self.outbox.put(self.handler.problem_message(problem))
            await self._pending_below(MAX_PENDING)
            count += 1
            if count % _BATCH == 0:
                await asyncio.sleep(0)

    async def _next(self) -> str:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                raise ConnectionEnd(None)
            if message["type"] == "websocket.receive":
                break
        text: str | None = message.get("text")
        if text is None:
            text = (message.get("bytes") or b"").decode(errors="replace")
        if len(text) > self.service.settings.message_bytes:
            raise ConnectionEnd(Close.TOO_LARGE)
        return text

    async def _write(self) -> None:
        try:
            await self.outbox.run()
        except Exception as error:  # noqa: BLE001 - whatever is raised when a client has left
            log.debug("A client has gone: %s", type(error).__name__)
        finally:
            self.end(None)

    async def _pending_below(self, most: int) -> None:
        while self.pending >= most:
            self._done.clear()
            await self._done.wait()

    async def _flush(self, *, answers: bool) -> None:
        """Give the client a moment to read what is queued, and answers to pending work."""
        try:
            if answers:
                async with asyncio.timeout(ANSWERS_SECONDS):
                    await self._pending_below(1)
            async with asyncio.timeout(FLUSH_SECONDS):
                await self.outbox.flushed()
        except TimeoutError:
            pass

    async def _close(self, code: Close) -> None:
        try:
            async with asyncio.timeout(FLUSH_SECONDS):
                await self._socket.send(
                    {"type": "websocket.close", "code": int(code), "reason": REASONS[code]}
                )
        except Exception as error:  # noqa: BLE001 - the client has left, or reads nothing
            log.debug("A client was not told why it was disconnected: %s", type(error).__name__)
