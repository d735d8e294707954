"""The connected bots, and the tables that are new to them."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from http import HTTPStatus

from sqlalchemy import select

from gemgrove.server.database.tables import seats, tables
from gemgrove.server.domain import Table
from gemgrove.server.journal import StoredEvent
from gemgrove.server.listing import UNFINISHED
from gemgrove.server.live.bot_handler import BotHandler
from gemgrove.server.problems import Problem
from gemgrove.server.service import Service

log = logging.getLogger(__name__)

MAX_CONNECTIONS = 8
"""Per player."""
RESCAN_SECONDS = 10.0
"""Seconds between searches for tables that a player has joined through another process."""

_PLAYERS_PER_QUERY = 500
_NEW_TABLES = frozenset({"joined", "started", "rematch"})


class BotRegistry:
    """The connections of bots, by player. Create it within the running loop, and `close` it."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._players: dict[str, set[BotHandler]] = {}
        service.table_service.observers.append(self._observe)
        self._scanning = asyncio.create_task(self._rescan())

    def add(self, player: str, handler: BotHandler) -> None:
        """Add a connection; raise a `Problem` if the player has too many."""
        handlers = self._players.setdefault(player, set())
        if len(handlers) >= MAX_CONNECTIONS:
            raise Problem(
                "too_many_connections",
                f"A bot may have {MAX_CONNECTIONS} connections; one is enough for many games.",
                HTTPStatus.TOO_MANY_REQUESTS,
            )
        handlers.add(handler)

    def remove(self, player: str, handler: BotHandler) -> None:
        handlers = self._players.get(player, set())
        handlers.discard(handler)
        if not handlers:
            self._players.pop(player, None)

    async def close(self) -> None:
        """Stop looking for new tables."""
        with suppress(ValueError):
            self._service.table_service.observers.remove(self._observe)
        self._scanning.cancel()
        await asyncio.gather(self._scanning, return_exceptions=True)

    def _observe(self, table: Table, happened: Sequence[StoredEvent]) -> None:
        """Refresh the bots that come to a new table through events of this process."""
        if not self._players or not any(event.kind in _NEW_TABLES for event in happened):
            return
        for seat in table.seats:
            self._refresh(seat.player or "", table.id)
            if table.rematch is not None:
                self._refresh(seat.player or "", table.rematch)

    def _refresh(self, player: str, table: str) -> None:
        for handler in self._players.get(player, ()):
            handler.refresh(table)

    async def _rescan(self) -> None:
        while True:
            await asyncio.sleep(RESCAN_SECONDS)
            players = list(self._players)
            try:
                for start in range(0, len(players), _PLAYERS_PER_QUERY):
                    await self._find(players[start : start + _PLAYERS_PER_QUERY])
            except Exception:
                log.exception("The search for tables of bots failed and is repeated.")

    async def _find(self, players: Sequence[str]) -> None:
        query = (
            select(seats.c.player, seats.c.table)
            .join(tables, seats.c.table == tables.c.id)
            .where(seats.c.player.in_(players), tables.c.status.in_(UNFINISHED))
        )
        async with self._service.database.reading() as connection:
            rows = (await connection.execute(query)).all()
        for player, table in rows:
            self._refresh(player, table)
