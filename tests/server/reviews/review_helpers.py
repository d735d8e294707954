"""Finished games, and a review service for them."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from gemgrove.agents.champion import analysis_search
from gemgrove.agents.search import Search
from gemgrove.analysis.review import SEED, Decision, Judgement, decisions
from gemgrove.server.bots.leases import Leases
from gemgrove.server.domain import Table
from gemgrove.server.domain.commands import Resign
from gemgrove.server.reviews.reviewer import Review, Reviewer
from tests.server.background.offline_server import ADA, BEN, OfflineServer
from tests.waiting import PATIENCE, becomes

ITERATIONS = 20
MAX_DECISIONS = 24
"""Decisions after which somebody resigns, to keep tests short."""


async def played(server: OfflineServer, *, game: str = "splendor", seed: int = 1) -> Table:
    """Play a game to its end and return the table."""
    table = await server.started(ADA, BEN, game=game)
    chance = random.Random(seed)
    for _ in range(MAX_DECISIONS):
        await server.move(table, chance)
    await server.ask(ADA, table, Resign())
    return await server.table_service.table(table)


@asynccontextmanager
async def reviewing(
    server: OfflineServer, *, leases: Leases | None = None, **options: Any
) -> AsyncIterator[Reviewer]:
    """Run a review service."""
    found = Reviewer(server.database, **({"workers": 1, "iterations": ITERATIONS} | options))
    found.start(leases or server.own_leases())
    try:
        yield found
    finally:
        await found.close()
        assert found.pids == []


async def until_done(reviews: Reviewer, table: Table, done: int | None = None) -> dict[str, Any]:
    """Wait until a review has reached `done` decisions, or is complete."""

    async def far_enough() -> dict[str, Any] | None:
        found = plain(await reviews.review(table))
        if found["complete"] or (done is not None and found["done"] >= done):
            return found
        assert found["running"]
        return None

    # A reviewer has the lowest priority: on a busy machine it hardly gets on.
    return await becomes(far_enough, within=5 * PATIENCE)


async def until_stopped(reviews: Reviewer, table: Table) -> dict[str, Any]:
    """Wait until a review has stopped."""

    async def stopped() -> dict[str, Any] | None:
        found = plain(await reviews.review(table))
        return None if found["running"] else found

    return await becomes(stopped)


def plain(standing: Review) -> dict[str, Any]:
    """A review as clients receive it."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(standing))
    return found


def analyzed(table: Table, iterations: int = ITERATIONS) -> list[dict[str, Any]]:
    """The judgements of `gemgrove analyze` on the same game."""
    assert table.game is not None

    def search() -> Search:
        assert table.game is not None
        return analysis_search(table.game.variant, iterations=iterations, seed=SEED)

    found = decisions(table.game.record(), search)
    return [_told(decision) for decision in found]


def _told(decision: Decision) -> dict[str, Any]:
    judgement = decision.judgement
    return {
        "number": decision.number,
        "turn": decision.turn,
        "seat": decision.seat,
        "move": decision.move,
        "choices": decision.choices,
        "judgement": None if judgement is None else _judged(judgement),
    }


def _judged(judgement: Judgement) -> dict[str, Any]:
    return {
        "before": list(judgement.before),
        "after": list(judgement.after),
        "best": judgement.best,
        "line": list(judgement.line),
        "loss": judgement.loss,
        "error": judgement.error,
        "mark": judgement.mark,
    }
