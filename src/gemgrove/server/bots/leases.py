"""Leases that decide which of several servers chooses a bot's move.

A lease expires unless its holder renews it, so another server takes over when the holder has died.
A lease only saves effort: if two servers think about the same position after all, the first
decision to be stored counts and the other does not, since a table has each seq only once.
"""

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

from sqlalchemy import delete, or_, select, tuple_, update

from gemgrove.server.database.base import Database, dialect_insert
from gemgrove.server.database.tables import leases

TERM_SECONDS = 15.0
"""How long a lease lasts after it was taken or renewed."""


class Lease(NamedTuple):
    """The right to think about a position for a while."""

    table: str
    seq: int
    holder: str


class Leases:
    """The leases of a process that has its database to itself, kept in memory: none needs to
    outlive the process, and none expires before it is released."""

    def __init__(self, *, holder: str | None = None, term: float = TERM_SECONDS) -> None:
        """Use `holder` as the process's name, which must be unique and change after a restart."""
        self.holder = holder or f"h_{secrets.token_hex(8)}"
        self.term = term
        self._held: set[tuple[str, int]] = set()

    async def acquire(self, table: str, seq: int) -> Lease | None:
        """Take a position's lease; return None if anybody holds it, including this holder."""
        if (table, seq) in self._held:
            return None
        # Marked before asking the database, which would give it to this holder twice.
        self._held.add((table, seq))
        taken = False
        try:
            taken = await self._take(table, seq)
        finally:
            if not taken:
                self._held.discard((table, seq))
        return Lease(table, seq, self.holder) if taken else None

    @asynccontextmanager
    async def holding(self, table: str, seq: int) -> AsyncIterator[Lease | None]:
        """Hold a position's lease during the block; yield it, or None if `acquire` fails."""
        lease = await self.acquire(table, seq)
        try:
            yield lease
        finally:
            if lease is not None:
                await self.release(lease)

    async def held(self, table: str, seq: int) -> bool:
        """Return whether any process holds a position's lease."""
        return (table, seq) in self._held

    async def renew(self) -> int:
        """Extend all leases held here to a term from now, unless somebody has taken them; return
        their number."""
        return len(self._held)

    async def release(self, lease: Lease) -> None:
        """Give back a lease, along with any left over from earlier positions of its table."""
        if lease.holder == self.holder:
            self._held.discard((lease.table, lease.seq))

    async def expired(self, _most: int = 100) -> list[Lease]:
        """Return leases that their holders have not renewed, oldest first: work to be taken over.

        The caller should release those that the table no longer needs.
        """
        return []

    async def _take(self, _table: str, _seq: int) -> bool:
        return True


def leases_of(database: Database) -> Leases:
    """Return the leases for a database."""
    return SharedLeases(database) if database.shared else Leases()


class SharedLeases(Leases):
    """The leases of several processes, in their database, whose clock decides when they expire.

    The leases held here are also kept in memory. A lease that could not be given back because the
    database was unavailable stays there in this holder's name: it is not renewed, and this holder
    can take it again.
    """

    def __init__(
        self,
        database: Database,
        *,
        holder: str | None = None,
        term: float = TERM_SECONDS,
        now: Callable[[], Awaitable[float]] | None = None,
    ) -> None:
        """Use the database's time unless `now` is given."""
        super().__init__(holder=holder, term=term)
        self._now = now or database.now
        self._database = database

    async def _take(self, table: str, seq: int) -> bool:
        now = await self._now()
        held = {"holder": self.holder, "until": now + self.term}
        async with self._database.writing() as connection:
            # A single statement decides, so only one of several processes gets the lease.
            statement = (
                dialect_insert(connection, leases)
                .values(table=table, seq=seq, **held)
                .on_conflict_do_update(
                    index_elements=[leases.c.table, leases.c.seq],
                    set_=held,
                    where=or_(leases.c.until <= now, leases.c.holder == self.holder),
                )
                .returning(leases.c.holder)
            )
            return (await connection.execute(statement)).first() is not None

    async def held(self, table: str, seq: int) -> bool:
        query = select(leases.c.until).where(leases.c.table == table, leases.c.seq == seq)
        async with self._database.reading() as connection:
            until = (await connection.execute(query)).scalar_one_or_none()
        return until is not None and until > await self._now()

    async def renew(self) -> int:
        if not self._held:
            return 0
        until = await self._now() + self.term
        held = tuple_(leases.c.table, leases.c.seq).in_(list(self._held))
        renewal = update(leases).where(leases.c.holder == self.holder, held).values(until=until)
        async with self._database.writing() as connection:
            return (await connection.execute(renewal)).rowcount

    async def release(self, lease: Lease) -> None:
        # First in memory: whatever becomes of the database, the lease is no longer renewed.
        await super().release(lease)
        own = (leases.c.seq == lease.seq) & (leases.c.holder == lease.holder)
        useless = delete(leases).where(
            leases.c.table == lease.table, or_(leases.c.seq < lease.seq, own)
        )
        async with self._database.writing() as connection:
            await connection.execute(useless)

    async def expired(self, most: int = 100) -> list[Lease]:
        query = (
            select(leases.c.table, leases.c.seq, leases.c.holder)
            .where(leases.c.until <= await self._now())
            .order_by(leases.c.until)
            .limit(most)
        )
        async with self._database.reading() as connection:
            return [Lease(*row) for row in await connection.execute(query)]
