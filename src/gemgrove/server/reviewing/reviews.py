"""Reviews of finished games: asked for, waited for, judged decision by decision, and kept.

One process of the server judges at a time, or as many as the host says; other games wait for their
turn. What was judged is in the database, so that a review goes on where it stopped, be it by the
end of the server, and is never made twice. A lease says which of several servers makes it.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from http import HTTPStatus
from typing import Any

import msgspec

from gemgrove.analysis.review import Decision, Step, unjudged
from gemgrove.game import Game
from gemgrove.record import Record
from gemgrove.server import problems
from gemgrove.server.bots.leases import Lease, Leases
from gemgrove.server.bots.post import NoWorker, Post, WorkerLost
from gemgrove.server.bots.worker import told
from gemgrove.server.database.base import Database
from gemgrove.server.domain import RULES_VERSION, Table
from gemgrove.server.problems import Problem
from gemgrove.server.reviewing import store
from gemgrove.server.reviewing.judging import Judging
from gemgrove.server.reviewing.store import Terms

VERSION = f"1 of rules {RULES_VERSION}"
"""To be changed with the search or with what a judgement says: then all is judged anew."""
MOST_WAITING = 50
"""Games that wait for their review."""
MOST_OF_PLAYER = 3
"""Reviews under way that one player has asked for."""

WORKER = "gemgrove.server.reviewing.worker"
"""The module that a process runs that judges."""

_PATIENCE_SECONDS = 600.0
"""For a decision. A search ends by itself, but on a busy machine it has to wait again and again."""
_TRIES = 2
_WHOLE_GAME = 2**31 - 1
"""The seq of a review's lease, which is after those of all bots."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A review that is under way."""

    table: str
    record: Record
    player: str
    """Who has asked for it."""
    lease: Lease


class Reviews:
    """The reviews of a server, made from `start` until `close`; shown at any time."""

    def __init__(
        self,
        database: Database,
        *,
        workers: int,
        iterations: int,
        memory_mb: int = 1024,
        most_waiting: int = MOST_WAITING,
        most_of_player: int = MOST_OF_PLAYER,
        worker: str = WORKER,
    ) -> None:
        """`workers` is how many processes judge at once, which run the module `worker`; 0: no game
        is reviewed."""
        self._database = database
        self._terms = Terms(iterations, VERSION)
        self._most_waiting = most_waiting
        self._most_of_player = most_of_player
        self._posts = [
            Post(patience=_PATIENCE_SECONDS, memory_mb=memory_mb, worker=worker)
            for _ in range(workers)
        ]
        self._leases: Leases | None = None
        self._under_way: dict[str, _Asked] = {}
        self._waiting: asyncio.Queue[_Asked | None] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def under_way(self) -> int:
        """How many games are being reviewed or wait for it here."""
        return len(self._under_way)

    @property
    def processes(self) -> list[int]:
        """The processes that judge."""
        return [post.pid for post in self._posts if post.pid is not None]

    def start(self, leases: Leases) -> None:
        """Let reviews be asked for. The leases are renewed by the caller."""
        self._leases = leases

    async def close(self, *, within: float = 5.0) -> None:
        """End, with all processes, in so many seconds; what was judged is kept."""
        leases, self._leases = self._leases, None
        for post in self._posts:
            post.dismiss()
            post.kill()
            self._waiting.put_nowait(None)
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=within / 2)
            for task in late:
                task.cancel()
            if late:
                await asyncio.wait(late)
        if leases is not None and self._under_way:
            waiting = [self._leave(asked, leases) for asked in self._under_way.values()]
            with suppress(TimeoutError):  # a lease ends by itself
                async with asyncio.timeout(within / 2):
                    await asyncio.gather(*waiting)

    async def standing(self, table: Table) -> dict[str, Any]:
        """A review as far as it has come; a `Problem` where the game is not over."""
        return await self._told(table.id, len(_finished(table).actions))

    async def begin(self, table: Table, player: str) -> dict[str, Any]:
        """Have a game reviewed, if it is not yet; a `Problem` where that cannot be."""
        game = _finished(table)
        standing = await self._told(table.id, len(game.actions))
        if standing["complete"] or standing["running"]:
            return standing
        if not self._posts:
            raise Problem("reviews_off", "This server does not review games.", HTTPStatus.CONFLICT)
        leases = self._leases
        if leases is None:
            raise problems.unavailable("The server is starting or ending; try again.")
        record = game.record()
        lease = await leases.acquire(table.id, _WHOLE_GAME)
        if lease is not None:
            try:
                self._take(_Asked(table.id, record, player, lease))
            except Problem:
                await leases.release(lease)
                raise
        return standing | {"running": True}

    def _take(self, asked: _Asked) -> None:
        """Let a review wait for its turn, if one more may."""
        if asked.table in self._under_way:
            return  # its lease was not renewed in time
        own = sum(other.player == asked.player for other in self._under_way.values())
        if own >= self._most_of_player:
            raise Problem(
                "too_many_reviews",
                f"{own} reviews that you have asked for are under way, and "
                f"{self._most_of_player} is the most here; wait for one to end.",
                HTTPStatus.CONFLICT,
            )
        if self._waiting.qsize() >= self._most_waiting:
            raise problems.unavailable("As many games as may wait for their review.", wait=30)
        if self._leases is None:
            raise problems.unavailable("The server is ending; try again.")
        self._under_way[asked.table] = asked
        self._waiting.put_nowait(asked)
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._serve(post)) for post in self._posts]

    async def _told(self, table: str, total: int) -> dict[str, Any]:
        # First who works on it: it may be done with its last decision in between.
        running = table in self._under_way
        if not running and self._leases is not None:
            running = await self._leases.held(table, _WHOLE_GAME)
        decisions = await self._judged(table)
        complete = len(decisions) >= total
        return {
            "table": table,
            "iterations": self._terms.iterations,
            "total": total,
            "done": len(decisions),
            "complete": complete,
            "running": running and not complete,
            "decisions": [msgspec.Raw(decision.encode()) for decision in decisions],
        }

    async def _judged(self, table: str) -> Sequence[str]:
        async with self._database.reading() as connection:
            return await store.judged(connection, table, self._terms)

    async def _serve(self, post: Post) -> None:
        """Review one game after another."""
        try:
            while True:
                if self._waiting.empty():
                    await post.end()  # until somebody asks again
                asked = await self._waiting.get()
                leases = self._leases
                if asked is None or leases is None:
                    return
                try:
                    await self._review(asked, post)
                except Exception as error:  # noqa: BLE001 - one game must not stop the others
                    _log.error("The review of %s has stopped: %s", asked.table, told(error))
                await self._leave(asked, leases)
        finally:
            await post.end()

    async def _leave(self, asked: _Asked, leases: Leases) -> None:
        """A review is not under way any more."""
        self._under_way.pop(asked.table, None)
        try:
            await leases.release(asked.lease)
        except Exception as error:  # noqa: BLE001 - it ends by itself
            _log.warning("The lease of a review could not be given back: %s", told(error))

    async def _review(self, asked: _Asked, post: Post) -> None:
        done = len(await self._judged(asked.table))
        ready: dict[int, str] = {}
        for step, decision, to_judge in unjudged(asked.record):
            if step.number <= done:
                await asyncio.sleep(0)  # a long game is replayed, while others want answers
                continue
            found = await self._judge(asked.table, step, decision, post) if to_judge else decision
            if self._leases is None:
                return  # the worker may have been ended in mid-thought
            ready[step.number] = _written(found)
            # What there was nothing to judge of is stored with what comes next.
            if to_judge or step.number == len(asked.record.moves):
                async with self._database.writing() as connection:
                    await store.keep(connection, asked.table, self._terms, ready)
                ready = {}

    async def _judge(self, table: str, step: Step, decision: Decision, post: Post) -> Decision:
        """A decision with its judgement, or without where no worker survives it."""
        judging = Judging(step.before.view(decision.seat), step.action, self._terms.iterations)
        while self._leases is not None:
            try:
                verdict = await post.ask(judging)
            except WorkerLost as error:
                if judging.tries < _TRIES:
                    continue
                if isinstance(error, NoWorker):
                    raise
                _log.warning("Decision %s of %s has no judgement: %s", step.number, table, error)
                break
            if verdict.error is not None:
                _log.warning(
                    "Decision %s of %s has no judgement: %s", step.number, table, verdict.error
                )
            return replace(decision, judgement=verdict.judgement)
        return decision


def _finished(table: Table) -> Game:
    """The game of a table that has ended; a `Problem` where there is none."""
    if not table.ended or table.game is None:
        raise Problem(
            "not_over",
            "A game can be reviewed when it is over; until then its cards are hidden.",
            HTTPStatus.CONFLICT,
        )
    return table.game


def _written(decision: Decision) -> str:
    found = asdict(decision)
    if decision.judgement is not None:
        found["judgement"] |= {"mark": decision.judgement.mark}
    return msgspec.json.encode(found).decode()
