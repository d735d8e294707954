"""Listens for commits of other processes, using PostgreSQL's LISTEN and NOTIFY.

A notification is a hint to read rows that have not been sent yet. Notifications are lost while
there is no connection, so everything is checked again after every reconnect.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import asyncpg

from gemgrove.server.database.postgresql import PostgresDatabase
from gemgrove.server.journal.postgresql_writer import CHANNEL

log = logging.getLogger(__name__)

# How often a silent connection is asked whether it is still there, and how long it may take.
PULSE_SECONDS = 10.0
ANSWER_SECONDS = 5.0
RETRY_SECONDS = 0.2
MAX_RETRY_SECONDS = 5.0


class CommitListener:
    """A listener for the whole process. Create it within the running loop, and `close` it."""

    def __init__(
        self,
        database: PostgresDatabase,
        heard: Callable[[str, int], None],
        rescan: Callable[[], None],
    ) -> None:
        """Call `heard` with each table and its last seq, and `rescan` whenever some may have been
        missed, including at the first connection. Neither may wait."""
        self._database = database
        self._heard = heard
        self._rescan = rescan
        self.listening = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.wait([self._task])

    async def _run(self) -> None:
        pause = RETRY_SECONDS
        while True:
            try:
                await self._listen()
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("The listener lost PostgreSQL: %s", error)
            # If it was listening, the connection was good, and the next attempt may come at once.
            pause = RETRY_SECONDS if self.listening.is_set() else min(2 * pause, MAX_RETRY_SECONDS)
            self.listening.clear()
            await asyncio.sleep(pause)

    async def _listen(self) -> None:
        connection = await self._database.connect()
        try:
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _connection: lost.set())
            await connection.add_listener(CHANNEL, self._hear)
            self._rescan()
            self.listening.set()
            while not lost.is_set():
                try:
                    await asyncio.wait_for(lost.wait(), PULSE_SECONDS)
                except TimeoutError:
                    await connection.execute("SELECT 1", timeout=ANSWER_SECONDS)
        finally:
            connection.terminate()

    def _hear(self, _connection: Any, _process: int, _channel: str, payload: object) -> None:
        for pair in str(payload).split():
            table, _, seq = pair.rpartition(":")
            if not table or not seq.isdecimal():
                log.warning("A notice was not understood.")
                self._rescan()
                return
            self._heard(table, int(seq))
