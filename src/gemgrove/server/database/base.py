"""The interface of an open database."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine


class Database(ABC):
    """An open database. `close` it at the end."""

    shared = False
    """True if other processes may use it at the same time."""

    def __init__(self, url: str, reader: AsyncEngine, writer: AsyncEngine) -> None:
        """Made by `open_database`; `url` is without its password."""
        self.url = url
        self._reader = reader
        self._writer = writer

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for queries. Each sees whatever has been committed when it begins."""
        async with self._reader.connect() as connection:
            yield connection

    @abstractmethod
    def writing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection with a transaction, committed and synced at the end of the block.

        An exception in the block undoes it. Events are not written by this: see the journal.
        """

    @abstractmethod
    async def now(self) -> float:
        """The database's time in Unix seconds. It never goes back within a process."""

    async def close(self) -> None:
        """Close all connections."""
        await self._reader.dispose()
        await self._writer.dispose()
