"""The interface of an open database."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine


class Database(ABC):
    """An open database. `close` it at the end."""

    shared = False
    """True if other processes may use it at the same time."""

    def __init__(self, url: str, reader: AsyncEngine, writer: AsyncEngine) -> None:
        """Called by `open_database`; `url` must not include the password."""
        self.url = url
        self._reader = reader
        self._writer = writer

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection for queries. Each query sees everything committed before it begins."""
        async with self._reader.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection with a transaction, committed and synced at the end of the block.

        An exception in the block rolls it back. Events are not written this way: see the journal.
        """
        async with self._writer.begin() as connection:
            yield connection

    @abstractmethod
    async def now(self) -> float:
        """Return the database's time in Unix seconds. It never goes back within a process."""

    async def close(self) -> None:
        """Close all connections."""
        await self._reader.dispose()
        await self._writer.dispose()


def dialect_insert(connection: AsyncConnection, relation: Table) -> Any:
    """Return an insert with the `on_conflict` clauses of the connection's database."""
    dialect: Any = {"postgresql": postgresql, "sqlite": sqlite}[connection.dialect.name]
    return dialect.insert(relation)


async def upsert(
    connection: AsyncConnection, relation: Table, rows: Sequence[Mapping[str, Any]]
) -> None:
    """Insert rows, each replacing the one with the same primary key, if there is one."""
    insert = dialect_insert(connection, relation)
    changed = {name: insert.excluded[name] for name in rows[0] if name not in relation.primary_key}
    await connection.execute(
        insert.on_conflict_do_update(index_elements=relation.primary_key, set_=changed), rows
    )
