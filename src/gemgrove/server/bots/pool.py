"""Processes that think for the bots of all tables, so many at once and each table in its turn.

A worker that dies or thinks for too long is replaced, and its job is given to another one. A bot
that fails all the same is stood in for: whatever happens here, it costs no bot its game.
"""

import asyncio
import logging
import os
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from gemgrove.server.bots.job import Answer, Job, Thought
from gemgrove.server.bots.post import Post, WorkerLost
from gemgrove.server.bots.ticket import Ticket
from gemgrove.server.bots.waiting import Waiting

_log = logging.getLogger(__name__)

STANDS_IN = "greedy"
"""Who decides where a bot has failed."""


class PoolError(RuntimeError):
    """A job that nobody has thought about."""


class PoolFull(PoolError):  # noqa: N818 - what has happened
    """As many jobs wait as may."""


class PoolClosed(PoolError):  # noqa: N818 - what has happened
    """The pool is closed, or was while the job waited."""


class NotWanted(PoolError):  # noqa: N818 - what has happened
    """The job was called off."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What the pool is doing, for those who watch the server."""

    waiting: int
    thinking: int
    thought: int
    lost: int
    """Workers that had to be replaced."""
    stood_in: int
    """Thoughts that another bot had to have."""


class Pool:
    """Thinks for bots. It belongs to one event loop, and `close` ends its processes.

    `workers` think at once, and `most_waiting` jobs may wait for them. A thought may take
    `patience` seconds, however much its bot was allowed, and a worker `memory_mb`. A bot is asked
    `tries` times before `stands_in` is.
    """

    def __init__(
        self,
        *,
        workers: int | None = None,
        most_waiting: int = 10_000,
        patience: float = 30.0,
        tries: int = 2,
        memory_mb: int = 1024,
        stands_in: str = STANDS_IN,
    ) -> None:
        self._workers = max(1, (os.cpu_count() or 1) - 1) if workers is None else workers
        for name, value in (
            ("workers", self._workers),
            ("most_waiting", most_waiting),
            ("tries", tries),
            ("memory_mb", memory_mb),
        ):
            if value < 1:
                raise ValueError(f"{name} is {value}; it must be 1 or more.")
        if not patience > 0:
            raise ValueError(f"patience is {patience}; it must be more than 0 seconds.")
        self._most_waiting = most_waiting
        self._tries = tries
        self._stands_in = stands_in
        self._waiting: Waiting[Ticket] = Waiting()
        self._thinking: set[Ticket] = set()
        self._posts = [Post(patience=patience, memory_mb=memory_mb) for _ in range(self._workers)]
        self._tasks: list[asyncio.Task[None]] = []
        self._closed = False
        self._thought = self._stood_in = 0

    @property
    def processes(self) -> list[int]:
        """The processes of the workers."""
        return [post.pid for post in self._posts if post.pid is not None]

    @property
    def figures(self) -> Figures:
        """What it is doing and has done."""
        return Figures(
            waiting=len(self._waiting),
            thinking=len(self._thinking),
            thought=self._thought,
            lost=sum(post.lost for post in self._posts),
            stood_in=self._stood_in,
        )

    async def think(self, job: Job) -> Thought:
        """What the bot of a job decides, which is always legal.

        `PoolFull` where too many wait already, `PoolClosed` and `NotWanted` as they say, and a
        `PoolError` where no worker can be had at all.
        """
        if self._closed:
            raise PoolClosed("The pool of bots is closed.")
        if len(self._waiting) >= self._most_waiting:
            raise PoolFull(f"{self._most_waiting} jobs wait for a bot already.")
        ticket = Ticket(job)
        if not ticket.legal:
            raise ValueError(f"Seat {job.view.seat} has nothing to decide now.")
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._serve(post)) for post in self._posts]
        self._waiting.put(job.table, ticket)
        try:
            return await ticket.thought
        except (asyncio.CancelledError, NotWanted):
            self._waiting.remove(job.table, ticket)
            ticket.hurry()
            raise

    def cancel(self, table: str) -> None:
        """Call off whatever is thought about a table; who waits for it gets `NotWanted`."""
        for ticket in [*self._waiting.of(table), *self._thinking]:
            if ticket.job.table == table:
                ticket.fail(NotWanted(f"Nobody wants to know any more what to do at {table}."))

    async def close(self, *, within: float = 5.0) -> None:
        """End, with all processes, in so many seconds; who still waits gets `PoolClosed`."""
        self._closed = True
        for ticket in [*self._waiting.close(), *self._thinking]:
            ticket.fail(PoolClosed("The pool of bots was closed before its turn came."))
        for post in self._posts:
            post.dismiss()
        if not self._tasks:
            return
        _, late = await asyncio.wait(self._tasks, timeout=within)
        for post in self._posts:
            post.kill()
        if late:
            await asyncio.wait(late)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def _serve(self, post: Post) -> None:
        """Let the workers of a post do one job after another."""
        try:
            while (ticket := await self._waiting.next()) is not None:
                if ticket.settled:
                    continue
                self._thinking.add(ticket)
                try:
                    self._hear(ticket, await post.ask(ticket))
                except WorkerLost as error:
                    self._again(ticket, error)
                finally:
                    self._thinking.discard(ticket)
        finally:
            await post.end()

    def _hear(self, ticket: Ticket, answer: Answer) -> None:
        if answer.action in ticket.legal:
            self._thought += 1
            self._stood_in += ticket.stood_in
            ticket.settle(answer)
        else:
            # Asked again, it would answer the same.
            self._stand_in(ticket, answer.error or "an illegal action")

    def _again(self, ticket: Ticket, error: WorkerLost) -> None:
        if ticket.settled:
            return
        _log.warning("%s for %s: %s", ticket.job.spec, ticket.job.table, error)
        if ticket.tries < self._tries:
            self._waiting.put(ticket.job.table, ticket, first=True)
        else:
            self._stand_in(ticket, str(error))

    def _stand_in(self, ticket: Ticket, why: str) -> None:
        if ticket.settled:
            return
        spec, table = ticket.job.spec, ticket.job.table
        if ticket.stood_in:
            ticket.fail(PoolError(f"Nobody could decide for a bot at {table}, {spec} neither."))
            return
        _log.warning("%s failed for %s and is stood in for: %s", spec, table, why)
        ticket.replace_bot(self._stands_in)
        self._waiting.put(table, ticket, first=True)
