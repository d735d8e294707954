"""Tests that run in a transaction of a new database, and requests that come at once."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from gemgrove.server.database.engine import open_database

Work = Callable[[AsyncConnection], Awaitable[object]]


def in_transaction(story: Work) -> Callable[[str], None]:
    """A test on SQLite of what is done in one transaction; it is committed at the end."""

    def test(sqlite_url: str) -> None:
        asyncio.run(_transact(sqlite_url, story))

    return test


def in_each_database(story: Work) -> Callable[[str], None]:
    """The same on PostgreSQL too, where that might make a difference."""

    def test(database_url: str) -> None:
        asyncio.run(_transact(database_url, story))

    return test


def at_once(url: str, works: Sequence[Work], *, before: Work | None = None) -> list[object]:
    """What works answer or raise that are begun at once, each in a transaction of its own."""

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
