"""Leases that decide which of several servers chooses a bot's move.

A lease ends by itself unless its holder renews it, so that another server takes over when the
holder has died. Nothing depends on it but effort: if two think about one position after all, the
first decision to be stored is made and the other is not, since a table has each seq once.
"""

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from sqlalchemy import Row, delete, or_, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from gemgrove.server.database.base import Database
from gemgrove.server.database.sqlite import SqliteDatabase
from gemgrove.server.database.tables import leases

TERM_SECONDS = 15.0
"""The duration of a lease after it was taken or renewed."""

_RENEWALS_A_TERM = 3
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to think about a position for a while."""

    table: str
    seq: int
    holder: str
    until: float

    def expired(self, now: float) -> bool:
        """Return whether anybody may take it."""
        return self.until <= now

    def replaces(self, other: "Lease") -> bool:
        """Return whether `other` is useless once this one is released."""
        return other.table == self.table and (
            other.seq < self.seq or (other.seq == self.seq and other.holder == self.holder)
        )


class Leases(ABC):
    """The leases as one holder has them. Times are the database's."""

    def __init__(
        self,
        now: Callable[[], Awaitable[float]],
        *,
        holder: str | None = None,
        term: float = TERM_SECONDS,
    ) -> None:
        """`holder` names the process; each has another name, and another one after a restart."""
        self.holder = holder or f"h_{secrets.token_hex(8)}"
        self._now = now
        self._term = term

    @abstractmethod
    async def acquire(self, table: str, seq: int) -> Lease | None:
        """Take a position's lease; None where somebody has it, this holder included."""

    @abstractmethod
    async def held(self, table: str, seq: int) -> bool:
        """Return whether a position's lease is held, here or elsewhere."""

    @abstractmethod
    async def renew(self) -> int:
        """Let all leases that are held here last a term from now, if nobody has taken them; how
        many there are."""

    @abstractmethod
    async def release(self, lease: Lease) -> None:
        """Give a lease back, and with it what is left of earlier positions of its table."""

    @abstractmethod
    async def expired(self, most: int = 100) -> list[Lease]:
        """Leases whose holders have not renewed them, the oldest first: work to be taken over.

        Where the table has no use for them any more, they are to be released.
        """

    @asynccontextmanager
    async def holding(self, table: str, seq: int) -> AsyncIterator[Lease | None]:
        """A position's lease for a block, or None, as `acquire` says."""
        lease = await self.acquire(table, seq)
        try:
            yield lease
        finally:
            if lease is not None:
                await self.release(lease)

    async def keep_renewing(self) -> NoReturn:
        """Renew before the leases end, for as long as this runs."""
        while True:
            await asyncio.sleep(self._term / _RENEWALS_A_TERM)
            try:
                await self.renew()
            except (SQLAlchemyError, OSError) as error:
                _log.warning("Leases could not be renewed: %s", type(error).__name__)


def leases_of(database: Database, *, holder: str | None = None) -> Leases:
    """The leases that go with a database."""
    if isinstance(database, SqliteDatabase):
        return OwnLeases(database.now, holder=holder)
    return SharedLeases(database, holder=holder)


class OwnLeases(Leases):
    """The leases of a single process, in memory: none needs to outlive it."""

    def __init__(self, now: Callable[[], Awaitable[float]], **options: Any) -> None:
        super().__init__(now, **options)
        self._held: dict[str, dict[int, Lease]] = {}

    async def acquire(self, table: str, seq: int) -> Lease | None:
        """Take a position's lease; None where it is taken."""
        now = await self._now()
        held = self._held.setdefault(table, {})
        if seq in held and not held[seq].expired(now):
            return None
        held[seq] = Lease(table, seq, self.holder, now + self._term)
        return held[seq]

    async def held(self, table: str, seq: int) -> bool:
        """Return whether a position's lease is held."""
        lease = self._held.get(table, {}).get(seq)
        return lease is not None and not lease.expired(await self._now())

    async def renew(self) -> int:
        """Let all leases last a term from now."""
        until = await self._now() + self._term
        for held in self._held.values():
            held.update({seq: replace(lease, until=until) for seq, lease in held.items()})
        return sum(map(len, self._held.values()))

    async def release(self, lease: Lease) -> None:
        """Give a lease back, and what is left of earlier positions."""
        held = self._held.pop(lease.table, {})
        left = {seq: other for seq, other in held.items() if not lease.replaces(other)}
        if left:
            self._held[lease.table] = left

    async def expired(self, most: int = 100) -> list[Lease]:
        """Leases that were not renewed, the oldest first."""
        now = await self._now()
        all_held = [lease for held in self._held.values() for lease in held.values()]
        found = [lease for lease in all_held if lease.expired(now)]
        return sorted(found, key=lambda lease: lease.until)[:most]


class SharedLeases(Leases):
    """The leases of several processes, in their database.

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
        super().__init__(now or database.now, holder=holder, term=term)
        self._database = database
        self._held: set[tuple[str, int]] = set()

    async def acquire(self, table: str, seq: int) -> Lease | None:
        """Take a position's lease; None where somebody has it."""
        if (table, seq) in self._held:
            return None
        # Held before the database is asked, which would give it to this holder twice.
        self._held.add((table, seq))
        lease = None
        try:
            lease = await self._take(table, seq)
        finally:
            if lease is None:
                self._held.discard((table, seq))
        return lease

    async def _take(self, table: str, seq: int) -> Lease | None:
        now = await self._now()
        lease = Lease(table, seq, self.holder, now + self._term)
        values = {"table": table, "seq": seq, "holder": self.holder, "until": lease.until}
        async with self._database.writing() as connection:
            insert: Any = {"postgresql": postgresql, "sqlite": sqlite}[connection.dialect.name]
            # One statement decides, so that of several processes one gets it.
            statement = (
                insert.insert(leases)
                .values(values)
                .on_conflict_do_update(
                    index_elements=[leases.c.table, leases.c.seq],
                    set_={"holder": self.holder, "until": lease.until},
                    where=or_(leases.c.until <= now, leases.c.holder == self.holder),
                )
                .returning(leases.c.holder)
            )
            taken = (await connection.execute(statement)).first()
        return None if taken is None else lease

    async def held(self, table: str, seq: int) -> bool:
        """Return whether a position's lease is held."""
        query = select(leases.c.until).where(leases.c.table == table, leases.c.seq == seq)
        async with self._database.reading() as connection:
            until = (await connection.execute(query)).scalar_one_or_none()
        return until is not None and until > await self._now()

    async def renew(self) -> int:
        """Let all leases that are held here last a term from now."""
        if not self._held:
            return 0
        until = await self._now() + self._term
        held = tuple_(leases.c.table, leases.c.seq).in_(list(self._held))
        renewal = update(leases).where(leases.c.holder == self.holder, held).values(until=until)
        async with self._database.writing() as connection:
            return (await connection.execute(renewal)).rowcount

    async def release(self, lease: Lease) -> None:
        """Give a lease back, and what is left of earlier positions."""
        # First here: whatever becomes of the database, it is not renewed any more.
        if lease.holder == self.holder:
            self._held.discard((lease.table, lease.seq))
        own = (leases.c.seq == lease.seq) & (leases.c.holder == lease.holder)
        useless = delete(leases).where(
            leases.c.table == lease.table, or_(leases.c.seq < lease.seq, own)
        )
        async with self._database.writing() as connection:
            await connection.execute(useless)

    async def expired(self, most: int = 100) -> list[Lease]:
        """Leases that were not renewed, the oldest first."""
        query = (
            select(leases)
            .where(leases.c.until <= await self._now())
            .order_by(leases.c.until)
            .limit(most)
        )
        async with self._database.reading() as connection:
            return [_lease(row) for row in await connection.execute(query)]


def _lease(row: Row[Any]) -> Lease:
    values = row._mapping
    return Lease(values["table"], values["seq"], values["holder"], values["until"])
