"""The WebSocket for bots from outside, `/api/bots`."""

import asyncio
import logging
from collections.abc import Collection, Coroutine, Sequence
from contextlib import suppress
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import select

from gemgrove.server.database.tables import seats, tables
from gemgrove.server.domain import Table
from gemgrove.server.journal import StoredEvent
from gemgrove.server.listing import UNFINISHED
from gemgrove.server.live.bot_connection import BotConnection, too_many_connections
from gemgrove.server.live.connection import Close
from gemgrove.server.live.entrance import Entrance
from gemgrove.server.service import Service

log = logging.getLogger(__name__)

MOST_CONNECTIONS = 8
"""Of one player."""
RESCAN_SECONDS = 10.0
"""How often it is looked for tables that a player has joined by another process."""

_CLOSE_SECONDS = 5.0
_PLAYERS = 500
_NEW_TABLES = frozenset({"joined", "started", "rematch"})


class BotLinks:
    """All connections of bots. Made within the running loop; `close` it."""

    def __init__(self, service: Service) -> None:
        """Connections are served by `serve`."""
        self._service = service
        self._entrance = Entrance(service)
        self._connections: dict[BotConnection, asyncio.Task[None]] = {}
        self._players: dict[str, set[BotConnection]] = {}
        self._moves: set[asyncio.Task[None]] = set()
        service.hall.observers.append(self._observe)
        self._scanning = asyncio.create_task(self._rescan())

    def __len__(self) -> int:
        """How many connections there are."""
        return len(self._connections)

    async def serve(self, socket: WebSocket[Any, Any, Any]) -> None:
        """One connection, from its beginning to its end."""
        address = await self._entrance.let_in(socket.scope, socket.receive, socket.send)
        if address is None:
            return
        # The bot may have gone before it was there.
        with self._entrance.inside(address), suppress(OSError, WebSocketDisconnect):
            await socket.send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            await self._link(socket, address)

    def begin(self, move: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Play a move to its end, whether its bot goes or not: what is being stored cannot be taken
        back, and everybody is to hear of it."""
        task = asyncio.create_task(move)
        self._moves.add(task)
        task.add_done_callback(self._moves.discard)
        return task

    async def _link(self, socket: WebSocket[Any, Any, Any], address: str) -> None:
        connection = BotConnection(
            self._service, socket.receive, socket.send, address, begin=self.begin
        )
        task = asyncio.create_task(connection.run(lambda player: self._enter(connection, player)))
        self._connections[connection] = task
        try:
            await task
        except asyncio.CancelledError:
            task.cancel()
            raise
        finally:
            self._leave(connection)

    async def close(self) -> None:
        """Close all connections, soon, and take no more. What is being played has as long."""
        self._entrance.close()
        with suppress(ValueError):
            self._service.hall.observers.remove(self._observe)
        self._scanning.cancel()
        for connection in list(self._connections):
            connection.close(Close.RESTART)
        last = asyncio.get_running_loop().time() + _CLOSE_SECONDS
        await _ended(list(self._connections.values()), last)
        await _ended(list(self._moves), last)  # none is begun any more
        await asyncio.gather(self._scanning, return_exceptions=True)

    def _enter(self, connection: BotConnection, player: str) -> None:
        others = self._players.setdefault(player, set())
        if len(others) >= MOST_CONNECTIONS:
            raise too_many_connections()
        others.add(connection)

    def _leave(self, connection: BotConnection) -> None:
        self._connections.pop(connection, None)
        player = connection.player
        if player is None:
            return
        others = self._players.get(player, set())
        others.discard(connection)
        if not others:
            self._players.pop(player, None)

    def _observe(self, table: Table, happened: Sequence[StoredEvent]) -> None:
        """This process has let something happen; a player may have a new table by it."""
        if not self._players or not any(event.kind in _NEW_TABLES for event in happened):
            return
        for seat in table.seats:
            for connection in self._players.get(seat.player or "", ()):
                connection.stir(table.id)
                if table.rematch is not None:
                    connection.stir(table.rematch)

    async def _rescan(self) -> None:
        while True:
            await asyncio.sleep(RESCAN_SECONDS)
            players = list(self._players)
            try:
                for start in range(0, len(players), _PLAYERS):
                    await self._find(players[start : start + _PLAYERS])
            except Exception:
                log.exception("Tables of bots could not be looked for; it is tried again.")

    async def _find(self, players: Sequence[str]) -> None:
        query = (
            select(seats.c.player, seats.c.table)
            .join(tables, seats.c.table == tables.c.id)
            .where(seats.c.player.in_(players), tables.c.status.in_(UNFINISHED))
        )
        async with self._service.database.reading() as connection:
            rows = (await connection.execute(query)).all()
        for player, table in rows:
            for link in self._players.get(player, ()):
                link.stir(table)


async def _ended(tasks: Collection["asyncio.Task[None]"], last: float) -> None:
    """Wait for tasks until then, by the loop's time, and cancel those that are late."""
    if not tasks:
        return
    left = last - asyncio.get_running_loop().time()
    _, late = await asyncio.wait(tasks, timeout=max(0.0, left))
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)


@websocket("/api/bots")
async def bots_handler(socket: WebSocket[Any, Any, Any]) -> None:
    """Bots from outside: see docs/bot-protocol.md."""
    links: BotLinks = socket.app.state.links
    await links.serve(socket)
