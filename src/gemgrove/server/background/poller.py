"""Polls the tables in play for work left behind by a server process that ended or died.

A table at which something happens is handled by the process that made it happen. So only tables
without recent events are checked, each once until something happens there, unless a bot is to move.
"""

import asyncio
from collections.abc import Callable, Sequence

import msgspec
from sqlalchemy import Row, select, tuple_

from gemgrove.server.background.bot_moves import bot_to_move
from gemgrove.server.background.periodic import errors_logged
from gemgrove.server.bots.leases import Lease, Leases
from gemgrove.server.database.base import Database
from gemgrove.server.database.tables import tables
from gemgrove.server.domain import Table
from gemgrove.server.table_service import TableService

STILL_SECONDS = 20.0
"""The time without events after which a table is checked."""
PAGE = 500

_PLAYING = (
    select(tables.c.id, tables.c.last_seq, tables.c.summary, tables.c.created)
    .where(tables.c.status == "playing")
    .order_by(tables.c.created, tables.c.id)
    .limit(PAGE)
)


class _Seat(msgspec.Struct):
    bot: str | None = None


class _Summary(msgspec.Struct):
    """The part of a table's listing that matters here."""

    turn_seconds: float | None = None
    seats: list[_Seat] = []

    @property
    def may_need_us(self) -> bool:
        """True if the table has bots or a clock."""
        return self.turn_seconds is not None or any(seat.bot is not None for seat in self.seats)


_Row = Row[str, int, str, float]
_summary = msgspec.json.Decoder(_Summary)


class Poller:
    """Goes through a database's tables and shows those that may need a bot or a clock."""

    def __init__(
        self,
        database: Database,
        table_service: TableService,
        leases: Leases,
        show: Callable[[Table], None],
        *,
        still: float = STILL_SECONDS,
    ) -> None:
        """Call `show` with each such table as it is now. It must not wait."""
        self._database = database
        self._table_service = table_service
        self._leases = leases
        self._show = show
        self._still = still
        self._seen: dict[str, int] = {}
        self.first_pass_done = asyncio.Event()
        """Set when all tables have been checked once."""

    async def poll(self, ending: asyncio.Event) -> None:
        """Check the tables without recent events; the first time, all tables in play."""
        first = not self.first_pass_done.is_set()
        before = await self._database.now() - (0 if first else self._still)
        seen: dict[str, int] = {}
        last: _Row | None = None
        while rows := await self._playing(before, last):
            for row in rows:
                if ending.is_set():
                    return
                if self._seen.get(row.id) == row.last_seq or await self._check(row):
                    seen[row.id] = row.last_seq
            last = rows[-1]
        self._seen = seen
        self.first_pass_done.set()

    async def take_over(self) -> None:
        """Take over the tables of servers whose leases have expired."""
        for lease in await self._leases.expired():
            with errors_logged("%s could not be taken over", lease.table):
                await self._take_over(lease)

    async def _take_over(self, lease: Lease) -> None:
        self._table_service.catch_up(lease.table, lease.seq)
        current = await self._table_service.table(lease.table)
        if bot_to_move(current) is not None and current.position_seq == lease.seq:
            self._show(current)
        else:
            await self._leases.release(lease)

    async def _check(self, row: _Row) -> bool:
        """Show a table; return True if that need not be repeated until something happens there."""
        with errors_logged("%s could not be checked", row.id):
            if not _summary.decode(row.summary).may_need_us:
                return True
            self._table_service.catch_up(row.id, row.last_seq)
            current = await self._table_service.table(row.id)
            self._show(current)
            return bot_to_move(current) is None
        return False

    async def _playing(self, before: float, last: _Row | None) -> Sequence[_Row]:
        """Return the next page of tables in play that have not changed since `before`."""
        query = _PLAYING.where(tables.c.changed <= before)
        if last is not None:
            query = query.where(tuple_(tables.c.created, tables.c.id) > (last.created, last.id))
        async with self._database.reading() as connection:
            return (await connection.execute(query)).all()
