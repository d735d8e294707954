"""Leases that decide which of several servers chooses a bot's move.

A lease ends by itself unless its holder renews it, so that another server takes over when the
holder has died. A lease only saves effort: if two servers think about one position after all, the
first decision to be stored counts and the other does not, since a table has each seq once.
"""

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

from sqlalchemy import delete, or_, select, tuple_, update

from gemgrove.server.database.base import Database, dialect_insert
from gemgrove.server.database.tables import leases

TERM_SECONDS = 15.0
"""The duration of a lease after it was taken or renewed."""


class Lease(NamedTuple):
    """The right to think about a position for a while."""

    table: str
    seq: int
    holder: str


class Leases:
    """The leases of a process that has its database to itself, in memory: none has to outlive it,
    and none expires before it is released."""

    def __init__(self, *, holder: str | None = None, term: float = TERM_SECONDS) -> None:
        """`holder` names the process; each has another name, and another one after a restart."""
        self.holder = holder or f"h_{secrets.token_hex(8)}"
        self.term = term
        self._held: set[tuple[str, int]] = set()

    async def acquire(self, table: str, seq: int) -> Lease | None:
        """Take a position's lease; None if somebody has it, this holder included."""
        if (table, seq) in self._held:
            return None
        # Held before the database is asked, which would give it to this holder twice.
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
        """A position's lease for a block, or None, as `acquire` says."""
        lease = await self.acquire(table, seq)
        try:
            yield lease
        finally:
            if lease is not None:
                await self.release(lease)

    async def held(self, table: str, seq: int) -> bool:
        """Whether a position's lease is held, here or elsewhere."""
        return (table, seq) in self._held

    async def renew(self) -> int:
        """Extend all leases that are held here to a term from now, unless somebody has taken them;
        how many there are."""
        return len(self._held)

    async def release(self, lease: Lease) -> None:
        """Give a lease back, and with it what is left of earlier positions of its table."""
        if lease.holder == self.holder:
            self._held.discard((lease.table, lease.seq))

    async def expired(self, _most: int = 100) -> list[Lease]:
        """Leases whose holders have not renewed them, the oldest first: work to be taken over.

        Those that the table no longer needs should be released.
        """
        return []

    async def _take(self, _table: str, _seq: int) -> bool:
        return True


def leases_of(database: Database) -> Leases:
    """The leases that go with a database."""
    return SharedLeases(database) if database.shared else Leases()


class SharedLeases(Leases):
    """The leases of several processes, in their database, whose clock decides when they end.

    What is held is known here, too. A lease that could not be given back, since the database was
    away, stays there in this holder's name: it is not renewed, and this holder can take it again.
    """

    def __init__(
        self,
        database: Database,
        *,
        holder: str | None = None,
        term: float = TERM_SECONDS,
        now: Callable[[], Awaitable[float]] | None = None,
    ) -> None:
        """`now` is the database's time, unless it is given."""
        super().__init__(holder=holder, term=term)
        self._now = now or database.now
        self._database = database

    async def _take(self, table: str, seq: int) -> bool:
        now = await self._now()
        held = {"holder": self.holder, "until": now + self.term}
        async with self._database.writing() as connection:
            # One statement decides, so that of several processes one gets it.
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
        # First here: whatever becomes of the database, it is not renewed any more.
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
