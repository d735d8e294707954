"""Ratings in the database do not depend on the order in which games are counted."""

import asyncio
import tempfile
from collections.abc import Iterable
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from gemgrove.server.database import tables
from gemgrove.server.database.engine import open_database
from gemgrove.server.players import accounts
from gemgrove.server.ratings import store
from gemgrove.server.ratings.skill import Finished, Ladder, Standing, replay, result
from tests.server.finished_games import PEOPLE, finished, many_finished, recompute
from tests.server.transactions import Work, at_once, in_each_database, in_transaction

SPLENDOR = Ladder("splendor", 2)


async def add_tables(connection: AsyncConnection, games: Iterable[Finished]) -> None:
    """Add the table rows that ratings refer to."""
    rows = [
        {
            "id": game.table,
            "game": game.ladder.game,
            "players": game.ladder.players,
            "status": "over",
            "public": True,
            "created": 0,
            "changed": game.ended,
            "deal_kind": "sealed",
            "last_seq": 1,
            "position_seq": 1,
            "summary": "{}",
        }
        for game in games
    ]
    if rows:
        await connection.execute(insert(tables.tables), rows)


async def tell(connection: AsyncConnection, *games: Finished) -> list[bool]:
    """Count games in this order; return whether each was counted."""
    await add_tables(connection, games)
    return [await store.record(connection, game) for game in games]


async def kept(connection: AsyncConnection) -> dict[Ladder, dict[str, Standing]]:
    """All stored ratings."""
    found: dict[Ladder, dict[str, Standing]] = {}
    for player in PEOPLE:
        for ladder, standing in (await store.standings_of(connection, player)).items():
            found.setdefault(ladder, {})[player] = standing
    return found


@in_transaction
async def test_a_game_is_counted_once(connection: AsyncConnection) -> None:
    game = finished("ann", "bee")
    assert await tell(connection, game) == [True]
    assert await store.record(connection, game) is False
    assert await kept(connection) == recompute([game])


@in_transaction
async def test_a_game_that_does_not_count_is_not_counted(connection: AsyncConnection) -> None:
    assert await tell(connection, finished("ann", "ann")) == [False]
    assert await kept(connection) == {}


@in_each_database
async def test_games_told_late_are_put_in_their_place(connection: AsyncConnection) -> None:
    games = [
        finished("ann", "bee", table="t_1", ended=30),
        finished("bee", "ann", table="t_2", ended=10),
        finished("cat", "ann", table="t_3", ended=20),
        finished("bee", "cat", table="t_0", ended=20),
        finished("ann", "cat", table="t_4", ended=20, places=(1, 1)),
    ]
    assert await tell(connection, *games) == [True] * 5
    assert await kept(connection) == recompute(games)
    told = await store.history(connection, "ann")
    assert [change.table for change in told] == ["t_1", "t_4", "t_3", "t_2"]
    for later, earlier in pairwise(told):
        assert (later.mu_before, later.sigma_before) == (earlier.mu, earlier.sigma)


@pytest.mark.slow
@in_each_database
async def test_a_game_is_put_before_more_games_than_a_statement_has_parameters(
    connection: AsyncConnection,
) -> None:
    numbers = range(1, 33_001)
    later = [finished("ann", "bee", table=f"t_{number}", ended=number) for number in numbers]
    standings: dict[str, Standing] = {}
    steps = replay(map(result, later), standings)
    await add_tables(connection, later)
    await connection.execute(insert(tables.rated), [asdict(step) for step in steps])
    rows = [
        {"player": player, "game": "splendor", "players": 2, **asdict(standing)}
        for player, standing in standings.items()
    ]
    await connection.execute(insert(tables.ratings), rows)
    first = finished("bee", "ann", table="t_0", ended=0)
    assert await tell(connection, first) == [True]
    assert await kept(connection) == recompute([first, *later])


@settings(max_examples=15)
@given(many_finished(), st.randoms(use_true_random=False))
def test_what_is_kept_is_what_is_computed_anew(games: list[Finished], order: Random) -> None:
    told = list(games)
    order.shuffle(told)

    async def check() -> None:
        with tempfile.TemporaryDirectory() as folder:
            database = await open_database(f"sqlite:///{Path(folder) / 'test.db'}")
            try:
                async with database.writing() as connection:
                    await tell(connection, *told)
                    assert await kept(connection) == recompute(games)
            finally:
                await database.close()

    asyncio.run(check())


def test_games_counted_at_once_are_all_counted(database_url: str) -> None:
    games = [finished("ann", "bee", table=f"t_{number}", ended=number) for number in range(6)]
    found: list[object] = []

    async def before(connection: AsyncConnection) -> None:
        await add_tables(connection, games)

    async def look(connection: AsyncConnection) -> None:
        found.append(await kept(connection))

    def counting(game: Finished) -> Work:
        async def count(connection: AsyncConnection) -> bool:
            return await store.record(connection, game)

        return count

    counted = at_once(database_url, [counting(game) for game in games], before=before)
    assert counted == [True] * 6
    at_once(database_url, [look])
    assert found == [recompute(games)]


@in_transaction
async def test_ladders_do_not_touch_each_other(connection: AsyncConnection) -> None:
    first = finished("ann", "bee", table="t_1", ended=5)
    other = finished("ann", "bee", table="t_2", ended=1, game="arboretum")
    await tell(connection, first, other)
    assert await kept(connection) == recompute([first, other])


async def register(connection: AsyncConnection, *names: str) -> list[str]:
    """Register players with these names; return their ids."""
    return [(await accounts.register(connection, name, now=1)).player for name in names]


@in_each_database
async def test_a_leaderboard_begins_with_the_best(connection: AsyncConnection) -> None:
    ann, bee, cat = await register(connection, "Ann", "Bee", "Cat")
    await tell(
        connection,
        finished(bee, ann, table="t_1", ended=1),
        finished(bee, cat, table="t_2", ended=2),
        finished(cat, ann, table="t_3", ended=3),
        finished(ann, bee, cat, table="t_4", ended=4),
    )
    leaders = await store.leaderboard(connection, SPLENDOR)
    assert [leader["name"] for leader in leaders] == ["Bee", "Cat", "Ann"]
    best = (await store.standings_of(connection, bee))[SPLENDOR]
    first = leaders[0]
    assert Standing(first["mu"], first["sigma"], first["games"]) == best
    assert first["level"] == best.level
    levels = [leader["level"] for leader in leaders]
    assert levels == sorted(levels, reverse=True)


@in_transaction
async def test_a_leaderboard_leaves_out_who_has_played_little(connection: AsyncConnection) -> None:
    ann, bee, cat = await register(connection, "Ann", "Bee", "Cat")
    await tell(connection, finished(bee, ann, table="t_1"), finished(bee, cat, table="t_2"))
    assert [
        leader["name"] for leader in await store.leaderboard(connection, SPLENDOR, games=2)
    ] == ["Bee"]
    assert len(await store.leaderboard(connection, SPLENDOR, limit=2)) == 2


@in_transaction
async def test_a_leaderboard_leaves_out_the_deleted_and_the_banned(
    connection: AsyncConnection,
) -> None:
    ann, bee, cat = await register(connection, "Ann", "Bee", "Cat")
    await tell(connection, finished(bee, ann, table="t_1"), finished(bee, cat, table="t_2"))
    await accounts.delete(connection, bee, now=3)
    await accounts.ban(connection, cat, now=3)
    assert [leader["name"] for leader in await store.leaderboard(connection, SPLENDOR)] == ["Ann"]


@in_transaction
async def test_a_history_is_told_in_pages_the_latest_first(connection: AsyncConnection) -> None:
    games = [finished("ann", "bee", table=f"t_{number}", ended=number) for number in range(5)]
    await tell(connection, *games)
    page = await store.history(connection, "ann", limit=2)
    assert [change.at for change in page] == [4, 3]
    page = await store.history(connection, "ann", limit=2, before=page[-1].at)
    assert [(change.at, change.place, change.game, change.players) for change in page] == [
        (2, 1, "splendor", 2),
        (1, 1, "splendor", 2),
    ]
