"""PostgreSQL: a server that several processes share."""

import logging
import time
from typing import Any

import asyncpg
from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from gemgrove.server.database.base import Database
from gemgrove.server.database.migration import migrate
from gemgrove.server.settings import UnusableDatabaseError

log = logging.getLogger(__name__)

READERS = 8
WRITERS = 8
CONNECT_SECONDS = 10
# How long the difference between the two clocks is trusted.
CLOCK_SECONDS = 10.0
# With this lock, processes that start at the same time take turns: "gemgrove" as a number.
MIGRATION_LOCK = int.from_bytes(b"gemgrove", "big") >> 1
CONNECTING: dict[str, Any] = {
    "timeout": CONNECT_SECONDS,
    # A commit is acknowledged once it is on disk, whatever the server's default.
    "server_settings": {"synchronous_commit": "on", "application_name": "gemgrove"},
}


class PostgresDatabase(Database):
    """A database on a server. Use `PostgresDatabase.open`."""

    shared = True

    def __init__(self, url: URL, reader: AsyncEngine, writer: AsyncEngine) -> None:
        super().__init__(url.render_as_string(hide_password=True), reader, writer)
        self._address = url
        self._ahead = 0.0  # the server's time minus this machine's monotonic time
        self._looked: float | None = None
        self._latest = 0.0

    @classmethod
    async def open(cls, url: URL) -> "PostgresDatabase":
        """Connect and migrate; raise `UnusableDatabaseError` if that is impossible."""
        settings: dict[str, Any] = {
            "pool_pre_ping": True,
            "hide_parameters": True,  # errors are logged, and parameters can be secret
            "connect_args": CONNECTING,
        }
        reader = create_async_engine(
            url,
            isolation_level="AUTOCOMMIT",
            skip_autocommit_rollback=True,
            pool_size=READERS,
            **settings,
        )
        writer = create_async_engine(url, pool_size=WRITERS, **settings)
        database = cls(url, reader, writer)
        try:
            await database._begin()
        except (OSError, DBAPIError, TimeoutError) as error:
            await database.close()
            reason = error.orig if isinstance(error, DBAPIError) else error
            raise UnusableDatabaseError(f"{database.url} cannot be used: {reason}.") from error
        except BaseException:
            await database.close()
            raise
        return database

    async def _begin(self) -> None:
        async with self.writing() as connection:
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
            await connection.run_sync(migrate)
            syncs = (await connection.execute(text("SHOW fsync"))).scalar_one()
        if syncs != "on":
            log.warning("PostgreSQL runs with fsync=%s: a power cut can lose moves.", syncs)

    async def connect(self) -> "asyncpg.Connection[Any]":
        """Open a connection outside the pools, as a listener needs it."""
        return await asyncpg.connect(**self._connecting())

    def pool(self, most: int) -> "asyncpg.Pool[Any]":
        """Return a pool of the driver's own connections; await it first, and close it."""
        return asyncpg.create_pool(**self._connecting(), min_size=1, max_size=most)

    def _connecting(self) -> dict[str, Any]:
        _, arguments = self._writer.dialect.create_connect_args(self._address)
        return {**arguments, **CONNECTING}

    async def now(self) -> float:
        """Return the server's time, read every `CLOCK_SECONDS` and extrapolated in between."""
        if self._looked is None or time.monotonic() - self._looked > CLOCK_SECONDS:
            before = time.monotonic()
            async with self.reading() as connection:
                query = text("SELECT extract(epoch FROM clock_timestamp())::float8")
                there = float((await connection.execute(query)).scalar_one())
            self._looked = time.monotonic()
            self._ahead = there - (before + self._looked) / 2
        self._latest = max(self._latest, self._ahead + time.monotonic())
        return self._latest
