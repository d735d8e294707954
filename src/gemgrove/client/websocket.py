"""A WebSocket for JSON messages that reconnects when the connection is lost."""

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import Generator
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gemgrove.client.backoff import Backoff
from gemgrove.client.problems import ServerProblem, Unreachable

NOT_IN_FORCE = 4401
"""The close code for a token that is not valid, or no longer."""
TOO_MANY = 4429
"""The close code for too many messages or connections."""
LONGEST_MESSAGE = 8 << 20

_TOO_MANY_PAUSE_SECONDS = 2.0
_WELCOME_SECONDS = 10.0
_CLOSE_SECONDS = 2.0

Message = dict[str, Any]


class ReconnectingWebSocket(ABC):
    """Keeps a WebSocket open until `close`, a refusal, or `retry_seconds` without success."""

    def __init__(self, url: str, retry_seconds: float) -> None:
        self._url = url
        self._backoff = Backoff(retry_seconds)
        self._reason = ""  # why the last connection was lost
        self._socket: ClientConnection | None = None
        self._running: asyncio.Task[None] | None = None

    @abstractmethod
    async def _greet(self, socket: ClientConnection) -> None:
        """Say hello on a new connection; the server answers with its welcome, or a problem."""

    @abstractmethod
    async def _on_welcome(self, welcome: Message) -> None:
        """Repeat what the server must know on a new connection."""

    @abstractmethod
    def _receive(self, message: Message) -> None:
        """Handle any later message."""

    def _on_loss(self, reason: str) -> None:  # noqa: B027 - `Live` says nothing
        """Handle the loss of a connection."""

    @abstractmethod
    def _on_end(self, error: Exception) -> None:
        """Handle the error after which there will be no other connection."""

    def drop(self) -> None:
        """Drop the connection as a network would, without closing it; then reconnect."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def close(self) -> None:
        """Close the connection for good."""
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running
            self._running = None

    def _start(self) -> None:
        self._running = asyncio.create_task(self._run())

    async def _send(self, message: Message) -> bool:
        """Send a message; return False if there is no connection, or it is lost meanwhile."""
        if self._socket is None:
            return False
        try:
            await self._socket.send(json.dumps(message, separators=(",", ":")))
        except ConnectionClosed:
            return False
        return True

    async def _run(self) -> None:
        try:
            async for socket in connect(
                self._url,
                compression=None,
                max_size=LONGEST_MESSAGE,
                open_timeout=_WELCOME_SECONDS,
                close_timeout=_CLOSE_SECONDS,
                process_exception=self._fatal,
                reconnect_delays=self._delays,
            ):
                pause = await self._use(socket)
                await asyncio.sleep(max(pause, next(self._delays())))
        except Exception as error:  # noqa: BLE001 - whoever waits for an answer is told
            self._on_end(error)

    async def _use(self, socket: ClientConnection) -> float:
        """Use a connection until it is lost; return the minimum pause before the next."""
        try:
            async with asyncio.timeout(_WELCOME_SECONDS):
                await self._greet(socket)
                welcome = json.loads(await socket.recv())
            if "problem" in welcome:
                raise ServerProblem.of(welcome["problem"])
            self._backoff.reset()
            self._socket = socket
            await self._on_welcome(welcome)
            while True:
                self._receive(json.loads(await socket.recv()))
        except ConnectionClosed as closed:
            code = None if closed.rcvd is None else closed.rcvd.code
            self._lose(_reason(closed))
            return _TOO_MANY_PAUSE_SECONDS if code == TOO_MANY else 0.0
        except TimeoutError:
            self._lose("the server did not answer in time")
            return 0.0
        except ServerProblem as problem:
            if not problem.passes:
                raise
            self._lose(problem.sentence.rstrip("."))
            return _TOO_MANY_PAUSE_SECONDS
        finally:
            self._socket = None

    def _fatal(self, error: Exception) -> Exception | None:
        """Return the error to end with if connecting failed for good; None: try again."""
        if isinstance(error, InvalidStatus):
            status = error.response.status_code
            problem = ServerProblem.of(None, status)
            if not problem.passes and status < HTTPStatus.INTERNAL_SERVER_ERROR:
                return problem
            self._lose(f"the server answered {status}")
        elif isinstance(error, TimeoutError):
            self._lose("the server did not answer in time")
        else:
            self._lose(str(error) or type(error).__name__)
        return None

    def _lose(self, reason: str) -> None:
        self._reason = reason
        self._on_loss(reason)

    def _delays(self) -> Generator[float]:
        while (delay := self._backoff.next()) is not None:
            yield delay
        raise Unreachable(f"{self._url} cannot be reached: {self._reason}.")


def _reason(closed: ConnectionClosed) -> str:
    if closed.rcvd is None:
        return "the connection was lost"
    if closed.rcvd.code == NOT_IN_FORCE:
        raise ServerProblem(
            "unauthenticated",
            "The server does not accept this token: it is not valid, or no longer valid.",
            HTTPStatus.UNAUTHORIZED,
        ) from closed
    reason = f", {closed.rcvd.reason}" if closed.rcvd.reason else ""
    return f"the server closed the connection ({closed.rcvd.code}{reason})"
