"""A WebSocket that is made again when it is lost."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from gemgrove.client.patience import Patience
from gemgrove.client.problems import ServerProblem, Unreachable

NOT_IN_FORCE = 4401
"""The close code that says that a token is not in force, or not any more."""
TOO_MANY = 4429
"""The close code that says that too much was asked."""
LONGEST_MESSAGE = 8 << 20

_PAUSE_AFTER_TOO_MANY = 2.0
_WELCOME_SECONDS = 10.0
_CLOSE_SECONDS = 2.0

Greet = Callable[[ClientConnection], Awaitable[None]]
Receive = Callable[[str], None]


class Link:
    """Keeps a WebSocket open, until it is closed here, the token is void or patience is over."""

    def __init__(
        self,
        url: str,
        *,
        greet: Greet,
        again: Greet,
        receive: Receive,
        ended: Callable[[Exception], None],
        lost: Callable[[str], None] | None = None,
        patience: float = math.inf,
    ) -> None:
        """Every connection begins with `greet`, which hears the first messages itself, and with
        `again`, which says anew what the server has to know. `receive` gets what comes then.
        `lost` is told why a connection is gone, `ended` why there will be no other one.
        """
        self._url = url
        self._greet = greet
        self._again = again
        self._receive = receive
        self._ended = ended
        self._lost = lost
        self._patience = patience
        self._socket: ClientConnection | None = None
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to connect."""
        self._running = asyncio.create_task(self._run())

    async def send(self, text: str) -> bool:
        """Send a message, or False: there is no connection now, or it was lost with this."""
        socket = self._socket
        if socket is None:
            return False
        try:
            await socket.send(text)
        except ConnectionClosed:
            return False
        return True

    def drop(self) -> None:
        """Lose the connection as a network does, without a word; it is made again."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def close(self) -> None:
        """Close it for good."""
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running
            self._running = None

    async def _run(self) -> None:
        patience = Patience(self._patience)
        try:
            while True:
                why, pause = await self._connected(patience)
                if self._lost is not None:
                    self._lost(why)
                if not await patience.wait(pause):
                    raise Unreachable(f"{self._url} cannot be reached: {why}.")
        except Exception as error:  # noqa: BLE001 - whoever waits for an answer is told
            self._ended(error)

    async def _connected(self, patience: Patience) -> tuple[str, float]:
        """One connection, from its beginning to its end; why it ended, and how long to wait."""
        try:
            async with connect(
                self._url,
                compression=None,
                max_size=LONGEST_MESSAGE,
                open_timeout=_WELCOME_SECONDS,
                close_timeout=_CLOSE_SECONDS,
            ) as socket:
                async with asyncio.timeout(_WELCOME_SECONDS):
                    await self._greet(socket)
                patience.renew()
                self._socket = socket
                await self._again(socket)
                while True:
                    text = await socket.recv()
                    if isinstance(text, str):
                        self._receive(text)
        except ConnectionClosed as closed:
            return _told(closed)
        except TimeoutError:
            return "the server did not answer in time", 0.0
        except InvalidStatus as refused:
            status = refused.response.status_code
            problem = ServerProblem.of(None, status)
            if not problem.passes and status < HTTPStatus.INTERNAL_SERVER_ERROR:
                raise problem from refused
            return f"the server answered {status}", 0.0
        except (OSError, WebSocketException) as error:
            return str(error) or type(error).__name__, 0.0
        except ServerProblem as problem:
            if not problem.passes:
                raise
            return problem.sentence.rstrip("."), _PAUSE_AFTER_TOO_MANY
        finally:
            self._socket = None


def _told(closed: ConnectionClosed) -> tuple[str, float]:
    code = None if closed.rcvd is None else closed.rcvd.code
    if code == NOT_IN_FORCE:
        raise ServerProblem(
            "unauthenticated",
            "The server does not take this token: it is not in force, or not any more.",
            HTTPStatus.UNAUTHORIZED,
        ) from closed
    if code is None:
        return "the connection was lost", 0.0
    reason = "" if closed.rcvd is None or not closed.rcvd.reason else f", {closed.rcvd.reason}"
    pause = _PAUSE_AFTER_TOO_MANY if code == TOO_MANY else 0.0
    return f"the server closed the connection ({code}{reason})", pause
