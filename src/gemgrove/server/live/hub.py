"""The hub: all clients of `/api/live`, the tables they watch, and the lobby."""

import asyncio
import logging
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from litestar.exceptions import WebSocketDisconnect

from gemgrove.server.live.connection import Close, Connection, Receive, Send
from gemgrove.server.live.entrance import Entrance
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
        self._entrance = Entrance(service)
        self._serving: set[asyncio.Task[Any]] = set()
        self._work: set[asyncio.Task[None]] = set()
        self._checks: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        """How many clients are connected."""
        return len(self.connections)

    async def serve(self, scope: Any, receive: Receive, send: Send) -> None:
        """Serve one client: an ASGI application for WebSockets."""
        address = await self._entrance.let_in(scope, receive, send)
        if address is None:
            return
        connection = Connection(self, receive, send, address)
        task = asyncio.current_task()
        assert task is not None
        self.connections.add(connection)
        self._serving.add(task)
        if self._checks is None:
            self._checks = asyncio.get_running_loop().create_task(self._check())
        try:
            # The client may have gone before it was there.
            with self._entrance.inside(address), suppress(OSError, WebSocketDisconnect):
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
        self._entrance.close()
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
