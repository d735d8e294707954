"""One client's WebSocket: who it is, what it asks, and how it ends.

A reader takes messages and a writer sends; what concerns a table is done beside them, so that a
client who plays at many tables waits for each of them alone. What concerns one table is done in the
order in which it came.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Protocol

import gemgrove
from gemgrove.server import failures, problems
from gemgrove.server.live import messages
from gemgrove.server.live.lobby import Lobby
from gemgrove.server.live.messages import (
    Ask,
    Hello,
    Message,
    Ping,
    Unwatch,
    UnwatchLobby,
    Watch,
    WatchLobby,
)
from gemgrove.server.live.outbox import Outbox
from gemgrove.server.live.room import Rooms, Watcher
from gemgrove.server.live.watching import Watching
from gemgrove.server.players.tokens import Token
from gemgrove.server.problems import Problem
from gemgrove.server.service import Service

if TYPE_CHECKING:
    from gemgrove.server.players.access import Caller

log = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 20.0
"""How often a WebSocket is asked whether it is still there, and how long it may take."""
HELLO_SECONDS = 10.0
MOST_AT_ONCE = 64
"""What one client may have asked of tables and not been answered; then nothing more is read."""
MOST_MALFORMED = 10
MOST_REFUSED = 100
"""Messages in a row that come too fast, before the connection is ended."""
LAST_WORDS_SECONDS = 1.0
"""How long a client may take for what is sent to it before it is disconnected."""
ANSWERS_SECONDS = 2.0
"""How long a server that ends waits for what is being done for a client."""

_SPELL = 32
"""Messages after which a reader lets others come to their turn."""

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


class Close(IntEnum):
    """Why the server ends a connection."""

    TOO_LARGE = 1009
    RESTART = 1012
    MALFORMED = 4400
    NOT_IN_FORCE = 4401
    NO_HELLO = 4408
    TOO_MANY = 4429
    TOO_SLOW = 4490


REASONS = {
    Close.TOO_LARGE: "The message is too large.",
    Close.RESTART: "The server restarts; connect again.",
    Close.MALFORMED: "These are no messages of the protocol.",
    Close.NOT_IN_FORCE: "The token is not in force.",
    Close.NO_HELLO: "There was no hello in time.",
    Close.TOO_MANY: "These are too many messages.",
    Close.TOO_SLOW: "What is sent is not taken fast enough; connect again and resume.",
}


class Host(Protocol):
    """What a connection needs of the hub."""

    service: Service
    rooms: Rooms
    lobby: Lobby

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else, to its end."""


class _Ended(Exception):  # noqa: N818 - nothing is wrong
    """Nothing more is to be read."""

    def __init__(self, code: Close | None) -> None:
        super().__init__()
        self.code = code


class Connection:
    """A client. `run` it; `end` ends it from elsewhere."""

    def __init__(self, host: Host, receive: Receive, send: Send, address: str) -> None:
        """`address` is whom the messages count for beside the token."""
        settings = host.service.settings
        self.token: Token | None = None
        self.outbox = Outbox(send, self._overflowed, messages=settings.queue_messages)
        self._host = host
        self._service = host.service
        self._receive = receive
        self._send = send
        self._address = address
        self._hash: str | None = None
        self._watching: Watching | None = None
        self._longest = settings.message_bytes
        self._lines: dict[str, deque[Message | Watcher]] = {}
        self._at_once = 0
        self._slot: asyncio.Future[None] | None = None
        self._malformed = 0
        self._refused = 0
        self._ended: asyncio.Future[Close | None] = asyncio.get_running_loop().create_future()

    def end(self, code: Close | None) -> None:
        """End the connection; None: the client has gone by itself."""
        if not self._ended.done():
            self._ended.set_result(code)

    async def run(self) -> Close | None:
        """Serve the client until one of the two goes; why."""
        loop = asyncio.get_running_loop()
        reader, writer = loop.create_task(self._read()), loop.create_task(self._write())
        code: Close | None = None
        try:
            code = await self._ended
        finally:
            reader.cancel()
            self._host.lobby.leave(self.outbox)
            if self._watching is not None:
                self._watching.close()
            if code is not None and code is not Close.TOO_SLOW:
                await self._last_words(answers=code is Close.RESTART)
            self.outbox.close()
            writer.cancel()
            await asyncio.wait([reader, writer])
        if code is not None:
            await self._close(code)
        return code

    async def check(self) -> None:
        """See that the client takes what it is sent, and its token is still in force."""
        now = asyncio.get_running_loop().time()
        if self.outbox.blocked_for(now) > HEARTBEAT_SECONDS:
            self.end(Close.TOO_SLOW)
        elif self.token is not None:
            try:
                await self._service.caller(self.token)
            except Problem as problem:
                if problem.status in (401, 403):
                    self.outbox.put(messages.problem(problem))
                    self.end(Close.NOT_IN_FORCE)

    # Reading

    async def _read(self) -> None:
        code: Close | None = None
        try:
            await self._greet()
            spell = 0
            while True:
                self._take(await self._next())
                while self._at_once >= MOST_AT_ONCE:
                    self._slot = asyncio.get_running_loop().create_future()
                    await self._slot
                spell += 1
                if spell == _SPELL:
                    spell = 0
                    await asyncio.sleep(0)
        except _Ended as ended:
            code = ended.code
        except OSError:
            pass  # the client has gone
        except Exception:
            log.exception("A connection failed.")
        finally:
            self.end(code)

    async def _greet(self) -> None:
        """The first message says who it is."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                text = await self._next()
        except TimeoutError:
            raise _Ended(Close.NO_HELLO) from None
        try:
            hello = messages.read(text)
            if not isinstance(hello, Hello):
                raise problems.malformed('The first message is {"do": "hello", "token": ...}.')
        except Problem as problem:
            self.outbox.put(messages.problem(problem))
            raise _Ended(Close.MALFORMED) from None
        caller: Caller | None = None
        if hello.token is not None:
            try:
                caller = await self._authenticate(hello.token)
            except Exception as error:  # noqa: BLE001 - it is logged, and the client is told
                found = failures.problem_of(error)
                self.outbox.put(messages.problem(found))
                refused = found.status in (401, 403)
                raise _Ended(Close.NOT_IN_FORCE if refused else Close.RESTART) from None
        self._watching = Watching(
            self._service, self._host.rooms, self.outbox, caller, self._reseated
        )
        player, name = (None, None) if caller is None else (caller.player, caller.name)
        server = f"gemgrove {gemgrove.__version__}"
        self.outbox.put(messages.welcome(player, name, HEARTBEAT_SECONDS, server))

    async def _authenticate(self, text: str) -> "Caller":
        token = Token.read(text)
        if token is None:
            raise problems.unauthenticated("This is no token; one begins with gg_play_ or gg_bot_.")
        caller = await self._service.caller(token)
        self.token = token
        self._hash = token.hash
        return caller

    async def _next(self) -> str:
        """The next message as text."""
        message = await self._receive()
        kind = message["type"]
        if kind == "websocket.receive":
            text: str | None = message.get("text")
            if text is None:
                return ""  # bytes are no message
            if len(text) > self._longest:
                raise _Ended(Close.TOO_LARGE)
            return text
        if kind == "websocket.disconnect":
            raise _Ended(None)
        return await self._next()

    def _take(self, text: str) -> None:
        """Do what a message says, or let it be done."""
        try:
            message = messages.read(text)
        except Problem as problem:
            self._let_in(None)
            self._malformed += 1
            self.outbox.put(messages.problem(problem))
            if self._malformed > MOST_MALFORMED:
                raise _Ended(Close.MALFORMED) from None
            return
        if self._let_in(message):
            match message:
                case Ask() | Watch() | Unwatch():
                    self._line_up(message.table, message)
                case Ping():
                    self.outbox.put(messages.PONG)
                case WatchLobby():
                    self._host.lobby.join(self.outbox)
                case UnwatchLobby():
                    self._host.lobby.leave(self.outbox)
                case Hello():
                    self._refuse(message, problems.malformed("There was a hello already."))

    def _let_in(self, message: Message | None) -> bool:
        """Whether the message comes within the limits; else the client is told."""
        wait = self._service.limits.ask(
            token=self._hash, address=self._address, now=time.monotonic()
        )
        if wait == 0:
            self._refused = 0
            return True
        self._refused += 1
        if self._refused > MOST_REFUSED:
            raise _Ended(Close.TOO_MANY)
        if message is not None:
            self._refuse(message, problems.too_many_requests(wait))
        return False

    # What concerns a table

    def _line_up(self, table: str, item: Message | Watcher) -> None:
        self._at_once += 1
        line = self._lines.get(table)
        if line is None:
            self._lines[table] = deque()
            self._host.begin(self._work(table, item))
        else:
            line.append(item)

    async def _work(self, table: str, item: Message | Watcher) -> None:
        """Do one thing after the other, and what has come in the meantime."""
        line = self._lines[table]
        while True:
            try:
                await self._do(item)
            except Exception as error:  # noqa: BLE001 - it is logged, and the client is told
                self._refuse(item, failures.problem_of(error))
            self._at_once -= 1
            if self._slot is not None and not self._slot.done():
                self._slot.set_result(None)
            if not line:
                del self._lines[table]
                return
            item = line.popleft()

    async def _do(self, item: Message | Watcher) -> None:
        watching = self._watching
        if watching is None or self._ended.done():
            return  # nobody waits for it
        match item:
            case Ask():
                if self.token is None:
                    raise problems.unauthenticated("Only who said hello with a token can ask.")
                request = messages.request_of(item)
                caller = await self._service.caller(self.token)  # it may have changed since hello
                given = await self._service.act(
                    caller, item.table, request, item.id, invite=item.invite
                )
                self.outbox.put(messages.answer(item.id, given))
            case Watch():
                await watching.watch(item)
            case Unwatch():
                watching.unwatch(item.table)
            case Watcher():
                await watching.renew(item)

    def _reseated(self, watcher: Watcher) -> None:
        self._line_up(watcher.table, watcher)

    def _refuse(self, item: Message | Watcher, problem: Problem) -> None:
        key = item.id if isinstance(item, Ask) else None
        table = item.table if isinstance(item, Ask | Watch | Unwatch | Watcher) else None
        self.outbox.put(messages.problem(problem, key=key, table=table))

    # Writing and ending

    async def _write(self) -> None:
        try:
            await self.outbox.run()
        except Exception as error:  # noqa: BLE001 - whatever a server raises for a client that left
            log.debug("A client has gone: %s", type(error).__name__)
        finally:
            self.end(None)

    def _overflowed(self) -> None:
        self.end(Close.TOO_SLOW)

    async def _last_words(self, *, answers: bool) -> None:
        """Let the client have what waits for it, within a bound."""
        try:
            if answers:
                async with asyncio.timeout(ANSWERS_SECONDS):
                    while self._at_once:
                        self._slot = asyncio.get_running_loop().create_future()
                        await self._slot
            async with asyncio.timeout(LAST_WORDS_SECONDS):
                await self.outbox.flushed()
        except TimeoutError:
            pass

    async def _close(self, code: Close) -> None:
        try:
            async with asyncio.timeout(LAST_WORDS_SECONDS):
                await self._send(
                    {"type": "websocket.close", "code": int(code), "reason": REASONS[code]}
                )
        except Exception as error:  # noqa: BLE001 - it has gone, or takes nothing
            log.debug("A client could not be told why: %s", type(error).__name__)
