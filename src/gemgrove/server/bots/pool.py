"""Worker processes that choose the moves of all bots, taking tables in turn.

A bot that fails, or whose workers die or take too long, is replaced with a substitute for that
move: nothing that goes wrong here costs a bot its game.
"""

import asyncio
import logging
import os
import subprocess
from dataclasses import dataclass
from typing import Any, Self

from gemgrove.agents.child_process import minimal_environment, python_environment
from gemgrove.game import View
from gemgrove.server.bots.worker import choose
from gemgrove.worker_pool import Job, JobFailed, WorkerDied, WorkerPool

SUBSTITUTE = "greedy"
"""The bot that moves if another one has failed."""
NICENESS = 10
"""Workers yield to the process that answers people."""

_log = logging.getLogger(__name__)


class BotPoolError(RuntimeError):
    """A move was not chosen."""


class PoolFull(BotPoolError):  # noqa: N818 - it says what happened
    """Too many moves are queued already."""


class MoveCancelled(BotPoolError):  # noqa: N818 - it says what happened
    """The move is no longer wanted."""


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A decision that a bot has to make."""

    table: str
    view: View
    """The view from the bot's seat, which is all that a worker gets to see of the game."""
    spec: str
    seed: int

    def __post_init__(self) -> None:
        if not isinstance(self.view, View):
            raise TypeError(
                f"A bot gets a View and nothing else, not a {type(self.view).__name__}."
            )

    def arguments(self, spec: str) -> tuple[str, int, View]:
        """Return the arguments of `choose`, which tell nothing about the table."""
        return spec, self.seed, self.view


@dataclass(frozen=True, slots=True)
class BotMove:
    """A chosen action, which is legal."""

    action: int
    spec: str
    """The bot that chose it: the turn's bot, or the substitute."""
    tries: int = 1
    """Number of workers needed."""


@dataclass(frozen=True, slots=True)
class PoolStats:
    """The state of a pool, for metrics."""

    queued: int
    busy: int
    lost: int
    """Workers that had to be replaced."""
    substituted: int
    """Moves chosen by the substitute."""


class BotPool:
    """Chooses moves for bots. It belongs to one event loop; `close` ends its processes.

    Up to `workers` moves are chosen at once, and `max_queued` may wait. A move may take `seconds`,
    however long its bot was allowed to think, and a worker may use `memory_mb`. A bot gets `tries`
    workers before the `substitute` moves.
    """

    def __init__(
        self,
        *,
        workers: int | None = None,
        max_queued: int = 10_000,
        seconds: float = 30.0,
        tries: int = 2,
        memory_mb: int = 1024,
        substitute: str = SUBSTITUTE,
    ) -> None:
        if max_queued < 1:
            raise ValueError(f"max_queued is {max_queued}; it must be 1 or more.")
        self._pool = WorkerPool(
            max(1, (os.cpu_count() or 1) - 1) if workers is None else workers,
            seconds=seconds,
            tries=tries,
            niceness=NICENESS,
            memory_mb=memory_mb,
            # The server's own environment may contain the database's password.
            environment=minimal_environment() | python_environment(),
            stderr=subprocess.DEVNULL,
        )
        self._max_queued = max_queued
        self._substitute = substitute
        self._jobs: dict[str, set[Job[Any]]] = {}
        self._substituted = 0

    @property
    def pids(self) -> list[int]:
        """The process ids of the workers."""
        return self._pool.pids

    @property
    def stats(self) -> PoolStats:
        """The current figures."""
        pool = self._pool
        return PoolStats(pool.queued, pool.busy, pool.lost, self._substituted)

    async def choose(self, turn: BotTurn) -> BotMove:
        """Return a legal move.

        Raises `PoolFull`, `PoolClosed` or `MoveCancelled`, and `BotPoolError` if no worker can be
        started at all.
        """
        if self._pool.queued >= self._max_queued:
            raise PoolFull(f"{self._max_queued} moves are queued for bots already.")
        legal = frozenset(turn.view.legal_actions())
        if not legal:
            raise ValueError(f"Seat {turn.view.seat} has nothing to decide now.")
        tries = 0
        for spec in (turn.spec, self._substitute):
            job = self._pool.submit_for(turn.table, choose, *turn.arguments(spec))
            try:
                action = await self._result(turn.table, job)
                failure = "an illegal action"
            except (WorkerDied, JobFailed) as error:
                action, failure = None, str(error)
            tries += job.tries
            if action in legal:
                return BotMove(action, spec, tries)
            _log.warning("%s failed at %s: %s", spec, turn.table, failure)
            self._substituted += spec == turn.spec
        raise BotPoolError(f"No bot could move at {turn.table}, not even {self._substitute}.")

    def cancel(self, table: str) -> None:
        """Cancel the moves of a table; whoever waits for one gets `MoveCancelled`."""
        for job in tuple(self._jobs.get(table, ())):
            job.cancel()

    async def close(self, *, within: float = 5.0) -> None:
        """End all processes within this many seconds; whoever still waits gets `PoolClosed`."""
        await asyncio.to_thread(self._pool.close, within=within)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _result(self, table: str, job: Job[int]) -> int:
        jobs = self._jobs.setdefault(table, set())
        jobs.add(job)
        try:
            return await job
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            raise MoveCancelled(f"The move at {table} is no longer wanted.") from None
        finally:
            jobs.discard(job)
            if not jobs:
                self._jobs.pop(table, None)
