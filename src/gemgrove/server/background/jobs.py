"""A server's background jobs, started and stopped together."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from gemgrove.server.background.bot_moves import PAUSE_SECONDS, BotMoves
from gemgrove.server.background.cleanup import Cleanup
from gemgrove.server.background.clocks import Clocks
from gemgrove.server.background.periodic import finish, repeat
from gemgrove.server.background.poller import STILL_SECONDS, Poller
from gemgrove.server.background.rating_updates import RatingUpdates
from gemgrove.server.background.uptime import BEAT_SECONDS, Uptime
from gemgrove.server.bot_allowlist import Allowlist
from gemgrove.server.bots.leases import Leases
from gemgrove.server.bots.pool import BotPool
from gemgrove.server.database.base import Database
from gemgrove.server.domain import Table
from gemgrove.server.journal import StoredEvent
from gemgrove.server.settings import Settings
from gemgrove.server.table_service import TableService

RENEWALS_PER_TERM = 3
"""How often leases are renewed before they would expire."""

_HOUR = 3600.0
_DAY = 24 * _HOUR


@dataclass(frozen=True, slots=True)
class Intervals:
    """The intervals of the jobs, in seconds."""

    beat: float = BEAT_SECONDS
    polling: float = 10.0
    still: float = STILL_SECONDS
    pruning: float = 10.0
    cleanup: float = 60.0
    pause: float = PAUSE_SECONDS


class ServiceParts(Protocol):
    """The parts of a service that the jobs need."""

    database: Database
    table_service: TableService
    allowed: Allowlist
    settings: Settings
    uptime: Uptime


class BackgroundJobs:
    """Bot moves, clocks, ratings, cleanup and polling for a service, from `start` until `close`."""

    def __init__(
        self,
        service: ServiceParts,
        pool: BotPool,
        leases: Leases,
        *,
        intervals: Intervals | None = None,
    ) -> None:
        """Set up the jobs. The caller closes the pool, after closing them."""
        self._intervals = intervals or Intervals()
        self._table_service = service.table_service
        self._uptime = service.uptime
        self._leases = leases
        database, settings = service.database, service.settings
        self.bot_moves = BotMoves(
            service.table_service, service.allowed, pool, leases, pause=self._intervals.pause
        )
        self.clocks = Clocks(database, service.table_service, service.uptime)
        self.rating_updates = RatingUpdates(database, service.table_service)
        self.cleanup = Cleanup(
            database,
            service.table_service,
            service.uptime,
            open_seconds=settings.abandoned_open_hours * _HOUR,
            playing_seconds=settings.abandoned_playing_days * _DAY,
        )
        self.poller = Poller(
            database,
            service.table_service,
            leases,
            self._table_changed,
            still=self._intervals.still,
        )
        self._ending = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def first_pass_done(self) -> asyncio.Event:
        """Set when all tables that were in play at the start have been checked."""
        return self.poller.first_pass_done

    async def start(self) -> None:
        """Start the jobs, which also look for unfinished work."""
        await self._uptime.begin()
        self._table_service.observers.append(self._observe)
        intervals, ending = self._intervals, self._ending
        self._tasks = [
            asyncio.create_task(work)
            for work in (
                repeat(self._uptime.beat, intervals.beat, ending),
                self.clocks.run(ending),
                repeat(
                    self.rating_updates.catch_up, intervals.polling, ending, self.rating_updates.due
                ),
                repeat(self._poll, intervals.polling, ending),
                repeat(self._clean_up, intervals.cleanup, ending),
                repeat(self.cleanup.prune_requests, intervals.pruning, ending),
                repeat(self._leases.renew, self._leases.term / RENEWALS_PER_TERM, ending),
            )
        ]

    async def close(self, *, within: float = 5.0) -> None:
        """Stop within this many seconds; pending changes are stored if there is time."""
        self._ending.set()
        if self._observe in self._table_service.observers:
            self._table_service.observers.remove(self._observe)
        self.clocks.wake()
        self.rating_updates.due.set()
        await self.bot_moves.close(within=within / 2)
        await finish(self._tasks, within / 2)

    def _observe(self, table: Table, news: Sequence[StoredEvent]) -> None:
        self._table_changed(table)
        self.rating_updates.note(news)

    def _table_changed(self, table: Table) -> None:
        self.bot_moves.table_changed(table)
        self.clocks.table_changed(table)

    async def _poll(self) -> None:
        await self.poller.poll(self._ending)
        await self.poller.take_over()

    async def _clean_up(self) -> None:
        await self.cleanup.withdraw_the_gone(self._ending)
        await self.cleanup.close_abandoned(self._ending)
