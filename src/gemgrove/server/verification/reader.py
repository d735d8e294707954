"""Read-only access to a database, even while a server uses it, or to a backup file."""

import sqlite3
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Select, event, func, select, text, tuple_
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from gemgrove.server.database import tables as relations
from gemgrove.server.database.migration import newest
from gemgrove.server.database.sqlite import BUSY_SECONDS, file_of
from gemgrove.server.journal import StoredEvent, StoredRequest
from gemgrove.server.settings import UnusableDatabaseError

PAGE = 500

_EVENT = [relations.events.c[name] for name in StoredEvent.__struct_fields__]
# Relations that refer to a table: if that does not exist, something was lost.
_REFERRING = (relations.events, relations.seats, relations.secrets, relations.rated)


class TableRows(msgspec.Struct, frozen=True):
    """All stored rows of a table, from one snapshot."""

    row: Mapping[str, Any]
    secret: str | None
    seats: Sequence[Mapping[str, Any]]
    events: Sequence[StoredEvent]


class DatabaseReader:
    """A database open for reading: use `DatabaseReader.open` and `close`."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Do not call this; use `open`."""
        self._engine = engine

    @classmethod
    async def open(cls, place: str | Path) -> "DatabaseReader":
        """Open a database by its URL or file. It is neither locked nor migrated; other revisions
        are refused with `UnusableDatabaseError`."""
        engine, name = _engine(place)
        reader = cls(engine)
        try:
            async with reader.snapshot() as connection:
                await _check_revision(connection, name)
        except (OSError, DBAPIError, sqlite3.Error, TimeoutError) as error:
            await reader.close()
            reason = error.orig if isinstance(error, DBAPIError) else error
            raise UnusableDatabaseError(f"{name} cannot be read: {reason}.") from error
        except BaseException:
            await reader.close()
            raise
        return reader

    async def close(self) -> None:
        await self._engine.dispose()

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection that sees one snapshot of the database until the end of the block."""
        async with self._engine.connect() as connection, connection.begin():
            yield connection

    async def tables(self) -> Sequence[str]:
        """Return the ids of all tables."""
        rows = await self._all(select(relations.tables.c.id).order_by(relations.tables.c.id))
        return [row.id for row in rows]

    async def table(self, table: str) -> TableRows | None:
        """Return all rows of a table; None if it does not exist."""
        tables, secrets, seats = relations.tables.c, relations.secrets.c, relations.seats.c
        events = relations.events.c
        async with self.snapshot() as connection:
            found = await connection.execute(select(relations.tables).where(tables.id == table))
            row = found.one_or_none()
            if row is None:
                return None
            query: Select[Any] = select(secrets.secret).where(secrets.table == table)
            secret = (await connection.execute(query)).scalar()
            query = select(relations.seats).where(seats.table == table).order_by(seats.seat)
            seated = [seat._asdict() for seat in await connection.execute(query)]
            query = select(*_EVENT).where(events.table == table).order_by(events.seq)
            log = [StoredEvent(*event) for event in await connection.execute(query)]
        return TableRows(row._asdict(), secret, seated, log)

    async def count_requests(self) -> int:
        """Return the number of stored answers."""
        [(number,)] = await self._all(select(func.count()).select_from(relations.requests))
        return int(number)

    async def requests(self) -> AsyncIterator[Sequence[StoredRequest]]:
        """Iterate over all stored answers, in pages."""
        fields = [relations.requests.c[name] for name in StoredRequest.__struct_fields__]
        key = (relations.requests.c.player, relations.requests.c.key)
        query = select(*fields).order_by(*key).limit(PAGE)
        page = await self._all(query)
        while page:
            found = [StoredRequest(*row) for row in page]
            yield found
            page = await self._all(query.where(tuple_(*key) > (found[-1].player, found[-1].key)))

    async def events(self, names: Sequence[tuple[str, int]]) -> dict[tuple[str, int], StoredEvent]:
        """Return the events with these tables and seqs, as far as they exist."""
        key = tuple_(relations.events.c.table, relations.events.c.seq)
        found: dict[tuple[str, int], StoredEvent] = {}
        for start in range(0, len(names), PAGE):
            query = select(relations.events.c.table, *_EVENT)
            page = await self._all(query.where(key.in_(names[start : start + PAGE])))
            found |= {(row[0], row[1]): StoredEvent(*row[1:]) for row in page}
        return found

    async def orphans(self) -> list[tuple[str, str]]:
        """Return the relations with rows of missing tables, and the ids of these tables."""
        found = []
        for relation in _REFERRING:
            there = select(relations.tables.c.id).where(relations.tables.c.id == relation.c.table)
            query = select(relation.c.table).where(~there.exists()).distinct().limit(PAGE)
            found += [(relation.name, table) for (table,) in await self._all(query)]
        return found

    async def _all(self, query: Select[Any]) -> Sequence[Any]:
        async with self.snapshot() as connection:
            found: Sequence[Any] = (await connection.execute(query)).all()
        return found


def _engine(place: str | Path) -> tuple[AsyncEngine, str]:
    """Return a read-only engine, and the database's name for errors."""
    if isinstance(place, Path):
        return _file(place.absolute()), str(place)
    try:
        address = make_url(place)
    except ArgumentError as error:
        raise UnusableDatabaseError(f"{place!r} is not a database URL.") from error
    match address.get_backend_name():
        case "sqlite":
            path = file_of(address)
            return _file(path), str(path)
        case "postgresql":
            return _server(address), address.render_as_string(hide_password=True)
    raise UnusableDatabaseError("Only sqlite:/// and postgresql+asyncpg:// can be read.")


def _file(path: Path) -> AsyncEngine:
    if not path.is_file():
        raise UnusableDatabaseError(f"There is no file {path}.")

    address = URL.create(
        "sqlite+aiosqlite", database=path.as_uri(), query={"mode": "ro", "uri": "true"}
    )
    options = {"isolation_level": None, "timeout": BUSY_SECONDS}
    engine = create_async_engine(address, connect_args=options, hide_parameters=True)
    # Python's module does not begin a transaction if there are only queries.
    event.listen(engine.sync_engine, "begin", lambda made: made.exec_driver_sql("BEGIN"))
    return engine


def _server(address: URL) -> AsyncEngine:
    return create_async_engine(
        address.set(drivername="postgresql+asyncpg"),
        hide_parameters=True,
        pool_size=1,
        isolation_level="REPEATABLE READ",
        execution_options={"postgresql_readonly": True},
    )


async def _check_revision(connection: AsyncConnection, name: str) -> None:
    try:
        query = text("SELECT version_num FROM alembic_version")
        found = (await connection.execute(query)).scalars().all()
    except DBAPIError as error:
        raise UnusableDatabaseError(
            f"{name} is not the database of a server: {error.orig}."
        ) from error
    if list(found) != [newest()]:
        raise UnusableDatabaseError(
            f"{name} has revision {', '.join(found) or 'none'}, but this program reads "
            f"{newest()}. Check it with the version of the program that uses it."
        )
