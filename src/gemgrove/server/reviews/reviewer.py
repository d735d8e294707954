"""Reviews finished games, decision by decision, in processes with the lowest priority.

Games are reviewed in the order in which they were requested, as many at once as there are workers.
Judgements are stored as they come, so an interrupted review resumes where it stopped and no
decision is judged twice. A lease decides which of several servers makes a review.
"""

import asyncio
import logging
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from http import HTTPStatus
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from gemgrove.agents.champion import analysis_bot, own_digest
from gemgrove.agents.child_process import minimal_environment, python_environment
from gemgrove.analysis.review import Decision, Judgement, unjudged
from gemgrove.game import Game, View
from gemgrove.record import Record
from gemgrove.server import problems
from gemgrove.server.bots.leases import Lease, Leases
from gemgrove.server.database.base import Database
from gemgrove.server.domain import RULES_VERSION, Table
from gemgrove.server.problems import Problem
from gemgrove.server.reviews import store
from gemgrove.server.reviews.store import Terms
from gemgrove.server.reviews.worker import judge_decision
from gemgrove.variant import Variant
from gemgrove.worker_pool import (
    Job,
    JobFailed,
    PoolClosed,
    WorkerDied,
    WorkerNotStarted,
    WorkerPool,
    describe,
)

VERSION = f"2 of rules {RULES_VERSION}"
"""Change this along with the search or the judgements: then everything is judged again."""
MAX_WAITING = 50
"""Number of games that may wait for their review."""
MAX_PER_PLAYER = 3
"""Number of unfinished reviews that one player may have requested."""

_DECISION_SECONDS = 600.0
"""A search ends by itself, but on a busy machine a low-priority process often has to wait."""
_NICENESS = 19
_WHOLE_GAME = 2**31 - 1
"""The seq of a review's lease, beyond those of all bots."""

_log = logging.getLogger(__name__)


class ReviewedJudgement(msgspec.Struct, frozen=True, kw_only=True):
    """The judgement of a decision. Chances are listed by seat; a shared win is divided."""

    before: Annotated[list[float], Meta(description="The chances with the best move.")]
    after: Annotated[list[float], Meta(description="The chances with the move that was played.")]
    best: Annotated[str, Meta(description="The best move; the one played if none is better.")]
    line: Annotated[list[str], Meta(description="The best line, starting with the best move.")]
    loss: Annotated[float, Meta(description="The chance of winning that the move cost the player.")]
    error: Annotated[float, Meta(description="An upper bound of the loss's standard error.")]
    mark: Annotated[
        Literal["", "blunder", "mistake", "inaccuracy"],
        Meta(description="Empty if there is no noticeable loss."),
    ]


class ReviewedDecision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of a finished game."""

    number: Annotated[int, Meta(description="From 1.")]
    turn: Annotated[int, Meta(description="From 1; a turn may have several decisions.")]
    seat: int
    move: str
    choices: Annotated[int, Meta(description="The number of legal moves.")]
    judgement: Annotated[
        ReviewedJudgement | None,
        Meta(description="Null if there was only one move, or if the search failed."),
    ]


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """The review of a game, as far as it is done."""

    table: str
    bot: Annotated[str, Meta(description="The bot whose search judges: champion or mcts.")]
    iterations: Annotated[int, Meta(description="The number of iterations of each search.")]
    total: Annotated[int, Meta(description="The number of decisions in the game.")]
    done: Annotated[int, Meta(description="The number of decisions reviewed so far.")]
    complete: bool
    running: Annotated[bool, Meta(description="True if it is in progress or waiting for its turn.")]
    decisions: Annotated[
        list[ReviewedDecision], Meta(description="The decisions reviewed so far, in order.")
    ]


@dataclass(frozen=True, slots=True)
class _Review:
    """A review that is under way."""

    table: str
    record: Record
    player: str
    """The player who requested it."""
    lease: Lease
    terms: Terms


class Reviewer:
    """The reviews of a server, made from `start` until `close`; shown at any time."""

    def __init__(
        self,
        database: Database,
        *,
        workers: int,
        iterations: int,
        memory_mb: int = 1024,
        max_waiting: int = MAX_WAITING,
        max_per_player: int = MAX_PER_PLAYER,
        judge: Callable[[View, int, int], dict[str, Any]] = judge_decision,
    ) -> None:
        """Judge in `workers` processes at once; with 0, no game is reviewed."""
        self._database = database
        self._iterations = iterations
        self._max_reviews = workers + max_waiting
        self._max_per_player = max_per_player
        self._judge = judge
        self._pool: WorkerPool | None = None
        if workers:
            self._pool = WorkerPool(
                workers,
                seconds=_DECISION_SECONDS,
                niceness=_NICENESS,
                memory_mb=memory_mb,
                environment=minimal_environment() | python_environment(),
                stderr=subprocess.DEVNULL,
                end_idle=True,
            )
        self._turn = asyncio.Semaphore(max(1, workers))
        self._leases: Leases | None = None
        self._under_way: dict[str, _Review] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def under_way(self) -> int:
        """The number of games being reviewed here or waiting for their review."""
        return len(self._under_way)

    @property
    def pids(self) -> list[int]:
        """The process ids of the workers."""
        return [] if self._pool is None else self._pool.pids

    def start(self, leases: Leases) -> None:
        """Accept requests from now on. The caller renews the leases."""
        self._leases = leases

    async def close(self, *, within: float = 5.0) -> None:
        """Stop, with all processes, within this many seconds; stored judgements are kept."""
        leases, self._leases = self._leases, None
        if self._pool is not None:
            await asyncio.to_thread(self._pool.close, within=within / 2)
        if self._tasks:  # without a pool they end by themselves, and release their leases
            _, late = await asyncio.wait(self._tasks, timeout=within / 2)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        if leases is not None and self._under_way:
            with suppress(TimeoutError):  # a lease expires by itself
                async with asyncio.timeout(within / 2):
                    left = list(self._under_way.values())
                    await asyncio.gather(*(self._release(review, leases) for review in left))

    async def review(self, table: Table) -> Review:
        """Return a review as far as it is done; raise a `Problem` if the game is not over."""
        return await self._load(table.id, _finished(table))

    async def begin(self, table: Table, player: str) -> Review:
        """Start a game's review unless there is one; raise a `Problem` if that is impossible."""
        game = _finished(table)
        review = await self._load(table.id, game)
        if review.complete or review.running:
            return review
        if self._pool is None:
            raise Problem("reviews_off", "This server does not review games.", HTTPStatus.CONFLICT)
        leases = self._leases
        if leases is None:
            raise problems.unavailable("The server is starting or shutting down; try again.")
        record = game.record()
        lease = await leases.acquire(table.id, _WHOLE_GAME)
        if lease is not None:
            try:
                self._queue(_Review(table.id, record, player, lease, self._terms(game.variant)))
            except Problem:
                await leases.release(lease)
                raise
        return msgspec.structs.replace(review, running=True)

    def _queue(self, review: _Review) -> None:
        """Queue a review, if the limits allow it."""
        if review.table in self._under_way:
            return  # its lease was not renewed in time
        own = sum(other.player == review.player for other in self._under_way.values())
        if own >= self._max_per_player:
            raise Problem(
                "too_many_reviews",
                f"{own} of the reviews under way are yours, and {self._max_per_player} are "
                "allowed; wait for one to end.",
                HTTPStatus.CONFLICT,
            )
        if len(self._under_way) >= self._max_reviews:
            raise problems.unavailable("Too many games wait for a review already.", wait=30)
        if self._leases is None:
            raise problems.unavailable("The server is shutting down; try again.")
        self._under_way[review.table] = review
        task = asyncio.create_task(self._run(review, self._leases))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _load(self, table: str, game: Game) -> Review:
        # Check first whether it is under way: its last decision may be judged in between.
        running = table in self._under_way
        if not running and self._leases is not None:
            running = await self._leases.held(table, _WHOLE_GAME)
        decisions = await self._judged(table, self._terms(game.variant))
        total = len(game.actions)
        complete = len(decisions) >= total
        found: list[Any] = [msgspec.Raw(decision.encode()) for decision in decisions]
        return Review(
            table=table,
            bot=analysis_bot(game.variant),
            iterations=self._iterations,
            total=total,
            done=len(decisions),
            complete=complete,
            running=running and not complete,
            decisions=found,
        )

    def _terms(self, variant: Variant) -> Terms:
        """Return the terms on which games of a variant are judged now."""
        judge = " ".join(filter(None, (analysis_bot(variant), own_digest(variant))))
        return Terms(self._iterations, f"{VERSION} by {judge}")

    async def _judged(self, table: str, terms: Terms) -> Sequence[str]:
        async with self._database.reading() as connection:
            return await store.judged(connection, table, terms)

    async def _run(self, review: _Review, leases: Leases) -> None:
        async with self._turn:
            try:
                await self._review(review)
            except PoolClosed:
                return
            except Exception as error:  # noqa: BLE001 - one game must not stop the others
                _log.error("The review of %s has stopped: %s", review.table, describe(error))
        await self._release(review, leases)

    async def _release(self, review: _Review, leases: Leases) -> None:
        try:
            await leases.release(review.lease)
        except Exception as error:  # noqa: BLE001 - it expires by itself
            _log.warning("The lease of a review could not be released: %s", describe(error))
        self._under_way.pop(review.table, None)

    async def _review(self, review: _Review) -> None:
        done = len(await self._judged(review.table, review.terms))
        jobs: list[tuple[Decision, Job[dict[str, Any]] | None]] = []
        try:
            for step, decision, to_judge in unjudged(review.record):
                await asyncio.sleep(0)  # replaying a long game must not keep others waiting
                if step.number > done:
                    view = step.before.view(decision.seat)
                    jobs.append((decision, self._submit(view, step.action) if to_judge else None))
            ready: dict[int, str] = {}
            for decision, job in jobs:
                judged = await self._judgement(review.table, decision, job)
                ready[decision.number] = _encode(replace(decision, judgement=judged))
                # Decisions without alternatives are stored with the next one that was judged.
                if job is not None or decision is jobs[-1][0]:
                    async with self._database.writing() as connection:
                        await store.keep(connection, review.table, review.terms, ready)
                    ready = {}
        finally:
            for _, job in jobs:
                if job is not None:
                    job.cancel()

    def _submit(self, view: View, action: int) -> Job[dict[str, Any]]:
        if not isinstance(view, View):
            raise TypeError(f"A decision is judged by a View, not by a {type(view).__name__}.")
        assert self._pool is not None
        return self._pool.submit(self._judge, view, action, self._iterations)

    async def _judgement(
        self, table: str, decision: Decision, job: Job[dict[str, Any]] | None
    ) -> Judgement | None:
        """Return a decision's judgement, or None if it needs none or no worker survives it."""
        if job is None:
            return decision.judgement
        try:
            return msgspec.convert(await job, Judgement)
        except WorkerNotStarted:
            raise
        except (WorkerDied, JobFailed) as error:
            _log.warning("Decision %s of %s has no judgement: %s", decision.number, table, error)
            return None


def _finished(table: Table) -> Game:
    """Return the game of a table that has ended, or raise a `Problem`."""
    if not table.ended or table.game is None:
        raise Problem(
            "not_over",
            "A game can be reviewed when it is over; until then its cards are hidden.",
            HTTPStatus.CONFLICT,
        )
    return table.game


def _encode(decision: Decision) -> str:
    fields = asdict(decision)
    judged = decision.judgement
    if judged is not None:
        mark: Any = judged.mark
        fields["judgement"] = ReviewedJudgement(**asdict(judged), mark=mark)
    return msgspec.json.encode(ReviewedDecision(**fields)).decode()
