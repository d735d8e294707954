"""A server's uptime: while no process is running, no thinking time is counted.

Every process records when it began and, every few seconds, that it is still running. A run ends
with the last recorded time: a process that died has been down since then, and so has one that was
stopped for a while, or whose database was.
"""

import logging
import secrets
from bisect import bisect_right
from collections.abc import Iterable

from sqlalchemy import delete, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gemgrove.server.database.base import Database, upsert
from gemgrove.server.database.tables import alive
from gemgrove.server.domain.setup import MAX_TURN_SECONDS

BEAT_SECONDS = 5.0
"""Seconds between a process's heartbeats."""
LAPSE_SECONDS = 30.0
"""A process that was silent for this many seconds was not running."""
_PRUNING_BEATS = 720

_log = logging.getLogger(__name__)

Run = tuple[float, float]
"""Its start and end."""


class Uptime:
    """The times at which this process and others ran, by the database's clock."""

    def __init__(self, database: Database) -> None:
        """Call `begin` first, and then `beat` every `BEAT_SECONDS`."""
        self._database = database
        self._process = ""
        self._own: Run | None = None
        self._runs: list[Run] = []  # of all processes, merged, in order
        self._beats = 0

    async def begin(self) -> None:
        """Record that this process is running from now on. Once is enough."""
        if self._own is None:
            await self.beat()

    async def beat(self) -> None:
        """Record that this process is running, and read the records of all processes."""
        now = await self._database.now()
        if self._own is None or now - self._own[1] > LAPSE_SECONDS:
            if self._own is not None:
                _log.warning("This process was silent for %.0f seconds.", now - self._own[1])
            process, own = f"u_{secrets.token_hex(8)}", (now, now)
        else:
            process, own = self._process, (self._own[0], now)
        async with self._database.writing() as connection:
            await upsert(connection, alive, [{"process": process, "began": own[0], "at": own[1]}])
            rows = (await connection.execute(select(alive.c.began, alive.c.at))).all()
            runs = merged((row.began, row.at) for row in rows)
            if self._beats % _PRUNING_BEATS == 0:
                await _prune(connection, runs, now)
        self._process, self._own, self._runs = process, own, runs
        self._beats += 1

    def credited(self, since: float, now: float) -> float:
        """Return the number of seconds since then during which no process was running."""
        if self._own is None:
            return 0.0
        began, at = self._own
        # Between two beats this process is running.
        until = now if now - at <= LAPSE_SECONDS else at
        if began <= since and until == now:
            return 0.0
        return max(0.0, now - since - ran(merged([*self._runs, (began, until)]), since, now))


def merged(runs: Iterable[Run]) -> list[Run]:
    """Merge runs that touch; return the result in order."""
    found: list[Run] = []
    for began, at in sorted(runs):
        if found and began <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], at))
        else:
            found.append((began, at))
    return found


def ran(runs: list[Run], since: float, until: float) -> float:
    """Return the seconds between two times that are covered by runs, which must be merged."""
    first = bisect_right(runs, since, key=lambda run: run[1])
    return sum(max(0.0, min(at, until) - max(began, since)) for began, at in runs[first:])


def needed_since(runs: list[Run]) -> float:
    """Return the time from which runs are needed: no turn lasts longer than `MAX_TURN_SECONDS`."""
    left = MAX_TURN_SECONDS
    for began, at in reversed(runs):
        if at - began >= left:
            return at - left
        left -= at - began
    return float("-inf")


async def _prune(connection: AsyncConnection, runs: list[Run], now: float) -> None:
    """Delete runs that are no longer needed, and those that lasted no time at all."""
    momentary = (alive.c.began == alive.c.at) & (alive.c.at < now - LAPSE_SECONDS)
    useless = delete(alive).where(or_(alive.c.at < needed_since(runs), momentary))
    await connection.execute(useless)
