"""Tests that run in a transaction on a new database, and concurrent transactions."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from gemgrove.server.database.engine import open_database

Work = Callable[[AsyncConnection], Awaitable[object]]


def in_transaction(check: Work) -> Callable[[str], None]:
    """Turn a coroutine into an SQLite test that runs it in one transaction and commits."""

    def test(sqlite_url: str) -> None:
        asyncio.run(_transact(sqlite_url, check))

    return test


def in_each_database(check: Work) -> Callable[[str], None]:
    """The same, also on PostgreSQL, for cases in which that might matter."""

    def test(database_url: str) -> None:
        asyncio.run(_transact(database_url, check))

    return test


def at_once(url: str, works: Sequence[Work], *, before: Work | None = None) -> list[object]:
    """Run works concurrently, each in its own transaction; return their results or exceptions."""

    async def main() -> list[object]:
        if before is not None:
            await _transact(url, before)
        database = await open_database(url)

        async def done(work: Work) -> object:
            async with database.writing() as connection:
                return await work(connection)

        try:
            return await asyncio.gather(*(done(work) for work in works), return_exceptions=True)
        finally:
            await database.close()

    return asyncio.run(main())


async def _transact(url: str, work: Work) -> None:
    database = await open_database(url)
    try:
        async with database.writing() as connection:
            await work(connection)
    finally:
        await database.close()
