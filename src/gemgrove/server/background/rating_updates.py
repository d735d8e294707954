"""Counts finished games for their players' ratings, once each.

A game is marked as due together with its end, and as counted together with the ratings. So a game
that was missed because the server stopped in between is found and counted later.
"""

import asyncio
from collections.abc import Sequence

from sqlalchemy import func, select, update

from gemgrove.server.background.periodic import errors_logged
from gemgrove.server.database.base import Database
from gemgrove.server.database.tables import events, tables
from gemgrove.server.domain.events import Over
from gemgrove.server.journal import StoredEvent
from gemgrove.server.projections import COUNTED, DUE
from gemgrove.server.ratings import store
from gemgrove.server.ratings.skill import Finished, why_unrated
from gemgrove.server.table_service import TableService

MAX_FOUND = 500
"""Number of tables looked up at once."""

_OVER = Over.__struct_config__.tag


class RatingUpdates:
    """Counts games, one after the other."""

    def __init__(self, database: Database, table_service: TableService) -> None:
        self._database = database
        self._table_service = table_service
        self._not_understood: set[str] = set()
        self.due = asyncio.Event()
        """Set when a game has ended."""

    def note(self, news: Sequence[StoredEvent]) -> None:
        """Note a table's new events, one of which may be the end of its game."""
        if any(event.kind == _OVER for event in news):
            self.due.set()

    async def catch_up(self) -> None:
        """Count the games that have ended but were not counted by any process."""
        query = select(tables.c.id, tables.c.last_seq).where(tables.c.rating == DUE)
        async with self._database.reading() as connection:
            found = (await connection.execute(query.limit(MAX_FOUND))).all()
        for row in found:
            if row.id not in self._not_understood:
                with errors_logged("%s could not be rated", row.id):
                    await self._count(row.id, row.last_seq)

    async def _count(self, table: str, last_seq: int) -> None:
        self._table_service.catch_up(table, last_seq)
        current = await self._table_service.table(table)
        if current.frozen is not None:
            self._not_understood.add(table)  # a newer program may understand it
            return
        end = select(func.min(events.c.at)).where(events.c.table == table, events.c.kind == _OVER)
        async with self._database.reading() as connection:
            at = (await connection.execute(end)).scalar()
        finished = Finished.of(current, current.changed_at if at is None else at)
        settled = update(tables).where(tables.c.id == table, tables.c.rating == DUE)
        async with self._database.writing() as connection:
            await store.record(connection, finished)
            await connection.execute(settled.values(rating=why_unrated(finished) or COUNTED))
