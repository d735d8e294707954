"""Opens a database by its URL."""

import asyncio

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from gemgrove.server.database.base import Database
from gemgrove.server.database.postgresql import PostgresDatabase
from gemgrove.server.database.sqlite import SqliteDatabase, file_of
from gemgrove.server.settings import UnusableDatabaseError


async def open_database(url: str) -> Database:
    """Open the database and bring it to this program's revision.

    `sqlite:///folder/file.db` is a file, created if necessary and locked to this process;
    `postgresql+asyncpg://user@host/name` is a database that several processes share.
    Raises `UnusableDatabaseError`, with a sentence that says why, if it cannot be used.
    """
    try:
        address = make_url(url)
    except ArgumentError as error:
        raise UnusableDatabaseError(
            f"{url!r} is not a database URL; use one like sqlite:///folder/gemgrove.db or "
            "postgresql+asyncpg://user@host/gemgrove."
        ) from error
    match address.drivername:
        case "sqlite" | "sqlite+aiosqlite":
            return await asyncio.to_thread(SqliteDatabase, file_of(address))
        case "postgresql" | "postgresql+asyncpg":
            return await PostgresDatabase.open(address.set(drivername="postgresql+asyncpg"))
    raise UnusableDatabaseError(
        f"Databases of {address.get_backend_name()!r} are not supported; use sqlite:///... or "
        "postgresql+asyncpg://..."
    )
