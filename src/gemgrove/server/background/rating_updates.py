"""Counts finished games for their players' ratings, once each.

That a game is to be counted is stored with its end, and that it has been with the ratings. So one
that was missed, because the server ended in between, is found and counted later.
"""

import asyncio
import logging
from collections.abc import Sequence

from sqlalchemy import select, update

from gemgrove.server.background.periodic import wait_for
from gemgrove.server.database.base import Database
from gemgrove.server.database.tables import tables
from gemgrove.server.domain import Table, events
from gemgrove.server.journal import Journal, StoredEvent
from gemgrove.server.projections import COUNTED, DUE
from gemgrove.server.ratings import store
from gemgrove.server.ratings.skill import Finished, why_unrated
from gemgrove.server.table_service import rebuilt
from gemgrove.worker_pool import describe

MAX_FOUND = 500
"""Tables that are looked for at once."""

_OVER = events.Over.__struct_config__.tag
_log = logging.getLogger(__name__)


class RatingUpdates:
    """Counts games, one after the other."""

    def __init__(self, database: Database, journal: Journal) -> None:
        self._database = database
        self._journal = journal
        self._ended: dict[str, Finished] = {}
        self._not_understood: set[str] = set()
        self._more = asyncio.Event()

    def table_changed(self, table: Table, news: Sequence[StoredEvent]) -> None:
        """This has happened at a table: if it has ended, it counts. It does not wait."""
        at = _ended_at(news)
        if at is None or table.frozen is not None:
            return
        finished = Finished.of(table, at)
        if why_unrated(finished) is None:
            self._ended[table.id] = finished
            self._more.set()

    async def run(self, ending: asyncio.Event) -> None:
        """Count games as they end, until the end; those that are left are found again."""
        while not ending.is_set():
            while self._ended and not ending.is_set():
                finished = self._ended.pop(next(iter(self._ended)))
                try:
                    await self._count(finished)
                except Exception as error:  # noqa: BLE001 - it is found again
                    _log.warning("%s was not rated yet: %s", finished.table, describe(error))
            await wait_for(self._more, None)
            self._more.clear()

    def wake(self) -> None:
        """Let `run` look whether it has ended."""
        self._more.set()

    async def catch_up(self) -> None:
        """Count what has ended and was not counted, here or elsewhere."""
        query = select(tables.c.id).where(tables.c.rating == DUE).limit(MAX_FOUND)
        async with self._database.reading() as connection:
            found = (await connection.execute(query)).scalars().all()
        for table in found:
            if table in self._ended or table in self._not_understood:
                continue
            try:
                await self._count_stored(table)
            except Exception as error:  # noqa: BLE001 - one table must not stop the others
                _log.error("%s could not be rated: %s", table, describe(error))

    async def _count_stored(self, table: str) -> None:
        stored = await self._journal.load(table)
        if stored is None:
            return
        current = rebuilt(table, stored.secret, stored.events)
        if current.frozen is not None:
            self._not_understood.add(table)  # a newer program may understand it
            return
        at = _ended_at(stored.events)
        await self._count(Finished.of(current, current.changed_at if at is None else at))

    async def _count(self, finished: Finished) -> None:
        rating = why_unrated(finished) or COUNTED
        settled = (
            update(tables)
            .where(tables.c.id == finished.table, tables.c.rating == DUE)
            .values(rating=rating)
        )
        async with self._database.writing() as connection:
            await store.record(connection, finished)
            await connection.execute(settled)


def _ended_at(news: Sequence[StoredEvent]) -> float | None:
    """Return the time of the event that decided the game."""
    return next((event.at for event in news if event.kind == _OVER), None)
