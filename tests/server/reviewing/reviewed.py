"""Finished games, and a service of reviews for them."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from gemgrove.agents.search import Search
from gemgrove.analysis.review import SEED, Decision, Judgement, decisions
from gemgrove.server.bots.leases import Leases
from gemgrove.server.domain import Table
from gemgrove.server.domain.commands import Resign
from gemgrove.server.reviewing.reviews import Reviews
from tests.agents.scripts import PATIENCE
from tests.server.attending.venues import ADA, BEN, Venue

ITERATIONS = 20
MOST_DECISIONS = 24
"""After which a game is given up, so that tests are short."""


async def played(place: Venue, *, game: str = "splendor", seed: int = 1) -> Table:
    """A table whose game is over."""
    table = await place.started(ADA, BEN, game=game)
    chance = random.Random(seed)
    for _ in range(MOST_DECISIONS):
        await place.move(table, chance)
    await place.ask(ADA, table, Resign())
    return await place.hall.table(table)


@asynccontextmanager
async def reviewing(
    place: Venue, *, leases: Leases | None = None, **options: Any
) -> AsyncIterator[Reviews]:
    """Reviews that can be asked for."""
    found = Reviews(place.database, **({"workers": 1, "iterations": ITERATIONS} | options))
    found.start(leases or place.own_leases())
    try:
        yield found
    finally:
        await found.close()
        assert found.processes == []


async def until_done(reviews: Reviews, table: Table, done: int | None = None) -> dict[str, Any]:
    """A review that has come so far, or that is complete."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = plain(await reviews.standing(table))
            if found["complete"] or (done is not None and found["done"] >= done):
                return found
            assert found["running"]
            await asyncio.sleep(0.01)


async def until_stopped(reviews: Reviews, table: Table) -> dict[str, Any]:
    """A review that does not go on any more."""
    async with asyncio.timeout(PATIENCE):
        while (found := plain(await reviews.standing(table)))["running"]:
            await asyncio.sleep(0.01)
    return found


def plain(standing: dict[str, Any]) -> dict[str, Any]:
    """As clients get it."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(standing))
    return found


def analyzed(table: Table, iterations: int = ITERATIONS) -> list[dict[str, Any]]:
    """What `gemgrove analyze` says of the same game."""
    assert table.game is not None
    found = decisions(table.game.record(), lambda: Search(iterations=iterations, seed=SEED))
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
