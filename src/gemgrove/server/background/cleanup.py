"""Cleans up abandoned tables and old answers to idempotent requests."""

import asyncio
import logging
from collections.abc import Sequence

from sqlalchemy import delete, or_, select, tuple_

from gemgrove.server.background.periodic import errors_logged
from gemgrove.server.background.uptime import Uptime
from gemgrove.server.database.base import Database
from gemgrove.server.database.tables import players, requests, seats, tables
from gemgrove.server.domain.commands import Archive, Withdraw
from gemgrove.server.domain.setup import MAX_TURN_SECONDS
from gemgrove.server.table_service import Requester, TableService

KEPT_SECONDS = 30 * 24 * 3600.0
"""How long answers to idempotent requests are kept."""
BATCH = 1_000
"""Number of requests checked at a time."""
MAX_TABLES = 200
"""Number of tables closed at a time."""

_log = logging.getLogger(__name__)


class Cleanup:
    """Closes abandoned tables and deletes old answers, a few at a time."""

    def __init__(
        self,
        database: Database,
        table_service: TableService,
        uptime: Uptime,
        *,
        open_seconds: float,
        playing_seconds: float,
    ) -> None:
        """Treat a table without events for that long as abandoned, unless it has a clock."""
        self._database = database
        self._table_service = table_service
        self._uptime = uptime
        self._longest = {"open": open_seconds, "playing": playing_seconds}
        self._last_request: tuple[str, str] = ("", "")

    async def close_abandoned(self, ending: asyncio.Event) -> None:
        """Archive some of the abandoned tables."""
        for status in self._longest:
            for table in await self._untouched(status):
                if ending.is_set():
                    return
                with errors_logged("%s could not be archived", table):
                    await self._close(table, status)

    async def withdraw_the_gone(self, ending: asyncio.Event) -> None:
        """Free seats that were taken while their player was being deleted or banned."""
        gone = or_(players.c.deleted.is_not(None), players.c.banned.is_not(None))
        query = (
            select(seats.c.table, seats.c.player)
            .join(players, players.c.id == seats.c.player)
            .join(tables, tables.c.id == seats.c.table)
            .where(gone, tables.c.status.in_(tuple(self._longest)))
        )
        async with self._database.reading() as connection:
            found = (await connection.execute(query)).all()
        for table, player in found:
            if ending.is_set():
                return
            with errors_logged("%s could not be left", table):
                if (await self._table_service.table(table)).seat_of(player) is not None:
                    await self._table_service.act(table, Withdraw(player=player), Requester())

    async def prune_requests(self) -> None:
        """Delete the old ones among the next `BATCH` requests; the next call continues there."""
        before = await self._database.now() - KEPT_SECONDS
        key = tuple_(requests.c.player, requests.c.key)
        since = key > self._last_request
        query = (
            select(requests.c.player, requests.c.key)
            .where(since)
            .order_by(requests.c.player, requests.c.key)
            .limit(1)
            .offset(BATCH - 1)
        )
        async with self._database.reading() as connection:
            last = (await connection.execute(query)).one_or_none()
            batch = since if last is None else since & (key <= (last.player, last.key))
            old = batch & (requests.c.at < before)
            some = (await connection.execute(select(requests.c.at).where(old).limit(1))).first()
        if some is not None:
            async with self._database.writing() as connection:
                await connection.execute(delete(requests).where(old))
        self._last_request = ("", "") if last is None else (last.player, last.key)

    async def _untouched(self, status: str) -> Sequence[str]:
        before = await self._database.now() - self._longest[status]
        query = (
            select(tables.c.id)
            .where(tables.c.status == status, tables.c.changed < before)
            .order_by(tables.c.created)
            .limit(MAX_TABLES)
        )
        async with self._database.reading() as connection:
            return (await connection.execute(query)).scalars().all()

    async def _close(self, table: str, status: str) -> None:
        current = await self._table_service.table(table)
        if current.deadline() is not None or current.frozen is not None:
            return
        now = await self._database.now()
        # While the server was down, nobody could play.
        away = self._uptime.credited(max(current.changed_at, now - MAX_TURN_SECONDS), now)
        if now - current.changed_at - away >= self._longest[status]:
            await self._table_service.act(table, Archive(), Requester())
            _log.info("%s was abandoned and is closed.", table)
