"""Ends the turns of players whose time is up.

One task waits for the next deadline of any table. The table itself decides whether time is up, so
an outdated timer does no harm.
"""

import asyncio
import heapq
import logging
from dataclasses import dataclass

from gemgrove.server.background.periodic import wait_for
from gemgrove.server.background.uptime import Uptime
from gemgrove.server.database.base import Database
from gemgrove.server.domain import Table
from gemgrove.server.domain.commands import TimeOut
from gemgrove.server.journal import JournalClosedError
from gemgrove.server.problems import Problem
from gemgrove.server.table_service import Requester, TableService
from gemgrove.worker_pool import describe

MAX_AT_ONCE = 100
"""Number of tables whose turns are ended at once."""
PAUSE_SECONDS = 5.0
"""The pause before a failed attempt is repeated."""
MAX_WAIT_SECONDS = 10.0
"""The time after which the database's clock is read again."""

_SPARE = 1_000
_OVERTAKEN = {"archived", "frozen", "game_over", "no_clock", "time_left"}
"""Refusals that mean that the table has gone on."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Timer:
    """When to check a table, and when its turn began."""

    at: float
    since: float


class Clocks:
    """The timers of all tables at which a player with a clock is to move."""

    def __init__(
        self,
        database: Database,
        table_service: TableService,
        uptime: Uptime,
        *,
        pause: float = PAUSE_SECONDS,
    ) -> None:
        self._database = database
        self._table_service = table_service
        self._uptime = uptime
        self._pause = pause
        self._timers: dict[str, _Timer] = {}
        self._heap: list[tuple[float, str]] = []  # includes outdated timers
        self._sooner = asyncio.Event()

    def __len__(self) -> int:
        """Return the number of tables with a timer."""
        return len(self._timers)

    def table_changed(self, table: Table) -> None:
        """Set the timer of a table as it is now. This does not wait."""
        deadline = None if table.frozen is not None else table.deadline()
        if deadline is None:
            self._timers.pop(table.id, None)
        else:
            self._set(table.id, deadline, table.turn_began)

    async def run(self, ending: asyncio.Event) -> None:
        """End the turns whose time is up, until the server stops."""
        while not ending.is_set():
            wait = MAX_WAIT_SECONDS
            try:
                now = await self._database.now()
                due = self._due(now)
                await asyncio.gather(*(self._ring(table, timer, now) for table, timer in due))
                if self._heap:
                    wait = min(wait, self._heap[0][0] - await self._database.now())
            except Exception as error:  # noqa: BLE001 - the next time may go well
                _log.error("The clocks could not be read: %s", describe(error))
                wait = self._pause
            if wait > 0:
                await wait_for(self._sooner, wait)
            self._sooner.clear()

    def wake(self) -> None:
        """Make `run` check now whether the server is stopping or a deadline has passed."""
        self._sooner.set()

    def _set(self, table: str, at: float, since: float) -> None:
        timer = _Timer(at, since)
        if self._timers.get(table) == timer:
            return
        self._timers[table] = timer
        if not self._heap or at < self._heap[0][0]:
            self._sooner.set()
        heapq.heappush(self._heap, (at, table))
        if len(self._heap) > 2 * len(self._timers) + _SPARE:
            self._heap = [(other.at, name) for name, other in self._timers.items()]
            heapq.heapify(self._heap)

    def _due(self, now: float) -> list[tuple[str, _Timer]]:
        """Remove and return the timers that are due."""
        found: list[tuple[str, _Timer]] = []
        while self._heap and self._heap[0][0] <= now and len(found) < MAX_AT_ONCE:
            at, table = heapq.heappop(self._heap)
            timer = self._timers.get(table)
            if timer is not None and timer.at == at:
                del self._timers[table]
                found.append((table, timer))
        return found

    async def _ring(self, table: str, timer: _Timer, now: float) -> None:
        try:
            await self._tell(table, timer, now)
        except JournalClosedError:
            return
        except Exception as error:  # noqa: BLE001 - one table must not stop the others
            _log.error("The clock of %s could not be checked: %s", table, describe(error))
            self._set(table, now + self._pause, timer.since)

    async def _tell(self, table: str, timer: _Timer, now: float) -> None:
        current = await self._table_service.table(table)
        credited = self._uptime.credited(timer.since, now)
        deadline = current.deadline(credited)
        if deadline is None or current.turn_began != timer.since:
            self.table_changed(current)
        elif deadline > now:  # the server was down for a while
            self._set(table, deadline, timer.since)
        else:
            try:
                await self._table_service.act(table, TimeOut(), Requester(), credited=credited)
            except Problem as problem:
                if problem.code not in _OVERTAKEN:
                    raise
                self.table_changed(await self._table_service.table(table))
