"""All WebSockets of a server, from people's clients and from bots."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from gemgrove.server.live.bot_handler import QUEUE_BYTES, BotHandler
from gemgrove.server.live.bot_registry import BotRegistry
from gemgrove.server.live.connection import Close, Connection, Handler
from gemgrove.server.live.connection_limit import ConnectionLimit
from gemgrove.server.live.lobby import Lobby
from gemgrove.server.live.outbox import OCTETS
from gemgrove.server.live.player_handler import PlayerHandler
from gemgrove.server.live.table_channel import TableChannels
from gemgrove.server.service import Service

log = logging.getLogger(__name__)

CHECK_SECONDS = 10.0
"""Seconds between two checks of a connection."""
CHECKS_PER_SECOND = 200
"""Upper limit; with very many connections, each is checked less often."""
CLOSING_SECONDS = 5.0


class WebSocketServer:
    """Serves WebSockets until it is closed. Create and use it within one running loop."""

    def __init__(self, service: Service) -> None:
        self.channels = TableChannels(service.feed)
        self.lobby = Lobby(service)
        self.bots = BotRegistry(service)
        self.connections: dict[Connection, asyncio.Task[Any]] = {}
        """The open connections, and the tasks that serve them."""
        self.ended: Counter[str] = Counter()
        """Number of connections that have ended, by reason."""
        self._service = service
        self._limit = ConnectionLimit(service)
        self._work: set[asyncio.Task[None]] = set()
        self._checks: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self.connections)

    async def serve_player(self, socket: WebSocket[Any, Any, Any]) -> None:
        await self._serve(socket, lambda it: PlayerHandler(it, self.channels, self.lobby), OCTETS)

    async def serve_bot(self, socket: WebSocket[Any, Any, Any]) -> None:
        await self._serve(socket, lambda it: BotHandler(it, self.bots), QUEUE_BYTES)

    async def close(self) -> None:
        """End all connections, after their pending work, and accept no more."""
        self._limit.close()
        for connection in tuple(self.connections):
            connection.end(Close.RESTART)
        if busy := {*self.connections.values(), *self._work}:
            await asyncio.wait(busy, timeout=CLOSING_SECONDS)
        late = [*self._work, *([] if self._checks is None else [self._checks])]
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        await self.bots.close()
        await self.lobby.close()
        self.channels.close()

    async def _serve(
        self,
        socket: WebSocket[Any, Any, Any],
        handler: Callable[[Connection], Handler],
        queue_bytes: int,
    ) -> None:
        async with self._limit.admit(socket) as address:
            if address is None:
                return
            connection = Connection(
                self._service,
                socket,
                address,
                begin=self._begin,
                handler=handler,
                queue_bytes=queue_bytes,
            )
            task = asyncio.current_task()
            assert task is not None
            self.connections[connection] = task
            if self._checks is None:
                self._checks = asyncio.get_running_loop().create_task(self._check())
            try:
                # The client may have left before it was accepted.
                with suppress(OSError, WebSocketDisconnect):
                    await socket.send(
                        {"type": "websocket.accept", "subprotocol": None, "headers": []}
                    )
                    code = await connection.run()
                    self.ended["gone" if code is None else code.name.lower()] += 1
            finally:
                del self.connections[connection]

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Run work to completion even if its client leaves: what is stored must be published."""
        task = asyncio.get_running_loop().create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _check(self) -> None:
        while True:
            connections = tuple(self.connections)
            pause = max(CHECK_SECONDS / max(1, len(connections)), 1 / CHECKS_PER_SECOND)
            for connection in connections:
                await asyncio.sleep(pause)
                try:
                    await connection.check()
                except Exception:
                    log.exception("The check of a connection failed and is repeated.")
            if not connections:
                await asyncio.sleep(CHECK_SECONDS)


@websocket("/api/live")
async def live_endpoint(socket: WebSocket[Any, Any, Any]) -> None:
    """Serve people's clients: see docs/server.md."""
    await socket.app.state.websockets.serve_player(socket)


@websocket("/api/bots")
async def bots_endpoint(socket: WebSocket[Any, Any, Any]) -> None:
    """Serve bots: see docs/bot-protocol.md."""
    await socket.app.state.websockets.serve_bot(socket)


WEBSOCKETS = (live_endpoint, bots_endpoint)
