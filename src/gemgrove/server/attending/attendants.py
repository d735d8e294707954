"""All that the server does by itself, begun and ended together."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from gemgrove.server.attending.chores import repeat
from gemgrove.server.attending.clocks import Clocks
from gemgrove.server.attending.rating import Rating
from gemgrove.server.attending.rounds import STILL_SECONDS, Rounds
from gemgrove.server.attending.sweeping import Sweeping
from gemgrove.server.attending.thinking import PAUSE_SECONDS, Thinking
from gemgrove.server.attending.uptime import BEAT_SECONDS, Uptime
from gemgrove.server.bots.allowed import Allowed
from gemgrove.server.bots.leases import Leases
from gemgrove.server.bots.pool import Pool
from gemgrove.server.database.base import Database
from gemgrove.server.domain import Table
from gemgrove.server.hall import Hall
from gemgrove.server.journal import Journal, StoredEvent

_HOUR = 3600.0
_DAY = 24 * _HOUR


@dataclass(frozen=True, slots=True)
class Pace:
    """How often what is done, in seconds."""

    beat: float = BEAT_SECONDS
    rounds: float = 10.0
    still: float = STILL_SECONDS
    pruning: float = 10.0
    sweep: float = 60.0
    pause: float = PAUSE_SECONDS


class Bounds(Protocol):
    """What of the settings is needed."""

    @property
    def abandoned_open_hours(self) -> float: ...
    @property
    def abandoned_playing_days(self) -> float: ...


class Served(Protocol):
    """What of a service is needed."""

    @property
    def database(self) -> Database: ...
    @property
    def journal(self) -> Journal: ...
    @property
    def hall(self) -> Hall: ...
    @property
    def allowed(self) -> Allowed: ...
    @property
    def settings(self) -> Bounds: ...
    @property
    def uptime(self) -> Uptime: ...


class Attendants:
    """They attend to the tables of a service, from `start` until `close`."""

    def __init__(
        self, service: Served, pool: Pool, leases: Leases, *, pace: Pace | None = None
    ) -> None:
        """The pool is the caller's to close, after these."""
        self._pace = pace or Pace()
        self._hall = service.hall
        self._uptime = service.uptime
        self._leases = leases
        database, settings = service.database, service.settings
        self.thinking = Thinking(
            service.hall, service.allowed, pool, leases, pause=self._pace.pause
        )
        self.clocks = Clocks(database, service.hall, service.uptime)
        self.rating = Rating(database, service.journal)
        self.sweeping = Sweeping(
            database,
            service.hall,
            service.uptime,
            open_seconds=settings.abandoned_open_hours * _HOUR,
            playing_seconds=settings.abandoned_playing_days * _DAY,
        )
        self.rounds = Rounds(database, service.hall, leases, self._attend, still=self._pace.still)
        self._ending = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._renewing: asyncio.Task[None] | None = None

    @property
    def looked_through(self) -> asyncio.Event:
        """Set when all tables that were played at the start have been looked at."""
        return self.rounds.looked_through

    async def start(self) -> None:
        """Begin. What was left undone is looked for in the background."""
        await self._uptime.begin()
        self._hall.observers.append(self._observe)
        pace, ending = self._pace, self._ending
        self._tasks = [
            asyncio.create_task(work)
            for work in (
                repeat(self._uptime.beat, pace.beat, ending),
                self.clocks.run(ending),
                self.rating.run(ending),
                repeat(self._go_round, pace.rounds, ending),
                repeat(self._sweep, pace.sweep, ending),
                repeat(self.sweeping.prune_requests, pace.pruning, ending),
            )
        ]
        self._renewing = asyncio.create_task(self._leases.keep_renewing())

    async def close(self, *, within: float = 5.0) -> None:
        """Stop in so many seconds; what is being stored then is stored if there is time."""
        self._ending.set()
        if self._observe in self._hall.observers:
            self._hall.observers.remove(self._observe)
        self.clocks.wake()
        self.rating.wake()
        await self.thinking.close(within=within / 2)
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.wait([self._renewing])
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=within / 2)
            for task in late:
                task.cancel()
            if late:
                await asyncio.wait(late)

    def _observe(self, table: Table, news: Sequence[StoredEvent]) -> None:
        self._attend(table)
        self.rating.attend(table, news)

    def _attend(self, table: Table) -> None:
        self.thinking.attend(table)
        self.clocks.attend(table)

    async def _go_round(self) -> None:
        await self.rounds.go(self._ending)
        await self.rounds.take_over()
        await self.rating.catch_up()

    async def _sweep(self) -> None:
        await self.sweeping.withdraw_the_gone(self._ending)
        await self.sweeping.close_abandoned(self._ending)
