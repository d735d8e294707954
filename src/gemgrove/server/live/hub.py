"""The hub: all clients of `/api/live`, the tables they watch, and the lobby."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from litestar.exceptions import WebSocketDisconnect

from gemgrove.server.limits import client
from gemgrove.server.live.connection import Close, Connection, Receive, Send
from gemgrove.server.live.lobby import Lobby
from gemgrove.server.live.room import Rooms
from gemgrove.server.service import Service

log = logging.getLogger(__name__)

CHECK_SECONDS = 10.0
"""How often each token is looked up again."""
CHECKS_PER_SECOND = 200
"""The most that is spent on that; with very many clients it takes longer."""
CLOSING_SECONDS = 5.0


class Hub:
    """Serves clients until it is closed. Made and used within one running loop."""

    def __init__(self, service: Service) -> None:
        """Nothing is open yet."""
        self.service = service
        self.rooms = Rooms(service.feed)
        self.lobby = Lobby(service)
        self.connections: set[Connection] = set()
        self.ended: Counter[str] = Counter()
        """How many connections have ended, by the reason; for figures."""
        self._proxies = service.settings.trusted()
        self._serving: set[asyncio.Task[Any]] = set()
        self._work: set[asyncio.Task[None]] = set()
        self._checks: asyncio.Task[None] | None = None
        self._closing = False

    def __len__(self) -> int:
        """How many clients are connected."""
        return len(self.connections)

    async def serve(self, scope: Any, receive: Receive, send: Send) -> None:
        """Serve one client: an ASGI application for WebSockets."""
        await receive()  # that it would connect
        address = self._address(scope)
        limits = self.service.limits
        if self._closing or len(self.connections) >= self.service.settings.most_connections:
            await _turn_away(scope, send, 503)
            return
        if limits.ask(token=None, address=address, now=time.monotonic()):
            await _turn_away(scope, send, 429)
            return
        connection = Connection(self, receive, send, address)
        task = asyncio.current_task()
        assert task is not None
        self.connections.add(connection)
        self._serving.add(task)
        if self._checks is None:
            self._checks = asyncio.get_running_loop().create_task(self._check())
        try:
            with suppress(OSError, WebSocketDisconnect):  # it has gone before it was there
                await send({"type": "websocket.accept"})
                code = await connection.run()
                self.ended["gone" if code is None else code.name.lower()] += 1
        finally:
            self.connections.discard(connection)
            self._serving.discard(task)

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something to its end, whoever has asked for it goes or not."""
        task = asyncio.get_running_loop().create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def close(self) -> None:
        """End all connections, once what is being done for them is answered, and take no more."""
        self._closing = True
        for connection in tuple(self.connections):
            connection.end(Close.RESTART)
        busy = self._serving | self._work
        if busy:
            await asyncio.wait(busy, timeout=CLOSING_SECONDS)
        if self._checks is not None:
            self._checks.cancel()
            await asyncio.wait([self._checks])
        await self.lobby.close()
        self.rooms.close()

    async def _check(self) -> None:
        """Look after every connection, again and again."""
        while True:
            connections = tuple(self.connections)
            pause = max(CHECK_SECONDS / max(1, len(connections)), 1 / CHECKS_PER_SECOND)
            for connection in connections:
                await asyncio.sleep(pause)
                try:
                    await connection.check()
                except Exception:
                    log.exception("A connection could not be checked; that is done again.")
            if not connections:
                await asyncio.sleep(CHECK_SECONDS)

    def _address(self, scope: Any) -> str:
        peer = scope.get("client")
        forwarded = [
            value.decode("latin-1")
            for name, value in scope["headers"]
            if name == b"x-forwarded-for"
        ]
        return client(peer[0] if peer else None, forwarded, self._proxies)


async def _turn_away(scope: Any, send: Send, status: int) -> None:
    """Refuse a client before it is connected."""
    if "websocket.http.response" not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "code": int(Close.RESTART)})
        return
    headers = [(b"retry-after", b"5")]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": b""})
