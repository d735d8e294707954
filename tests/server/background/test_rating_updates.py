"""Finished games are rated exactly once."""

import asyncio
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select, update

from gemgrove.server.background.rating_updates import RatingUpdates
from gemgrove.server.database import tables as relations
from gemgrove.server.domain.commands import Resign
from gemgrove.server.domain.events import Over, read
from gemgrove.server.ratings import store
from gemgrove.server.ratings.skill import Ladder
from tests.server.background.offline_server import (
    ADA,
    BEN,
    OfflineServer,
    background_jobs,
    offline_server,
)

TWO = Ladder("splendor", 2)


async def finished(server: OfflineServer, *players: str, **wishes: Any) -> str:
    """Play a game in which somebody resigns after everyone's first move."""
    table = await server.started(*players, **wishes)
    for _ in players:
        await server.move(table)
    await server.ask(players[0], table, Resign())
    return table


async def games(server: OfflineServer, player: str = ADA) -> int:
    """The number of a player's rated two-player games."""
    async with server.database.reading() as connection:
        standings = await store.standings_of(connection, player)
    return standings[TWO].games if TWO in standings else 0


async def rated_at(server: OfflineServer) -> Sequence[float]:
    """The times at which the rated games ended, once for each player."""
    async with server.database.reading() as connection:
        query = select(relations.rated.c.at).order_by(relations.rated.c.at)
        return (await connection.execute(query)).scalars().all()


async def test_a_game_counts_as_soon_as_it_is_over(database_url: str) -> None:
    async with offline_server(database_url) as server, background_jobs(server):
        table = await finished(server, ADA, BEN)
        await server.rated(table)
        assert (await games(server, ADA), await games(server, BEN)) == (1, 1)
        (over,) = [one for one in await server.journal.events(table) if one.kind == "over"]
        assert isinstance(read(over.body), Over)
        assert await rated_at(server) == [over.at, over.at]


async def test_a_game_that_does_not_count_says_why(sqlite_url: str) -> None:
    async with offline_server(sqlite_url) as server, background_jobs(server):
        table = await server.started(ADA, BEN, practice=True)
        assert await server.stored(table, "rating") is None
        await server.end(table)
        assert await server.stored(table, "rating") == "practice"
        assert await games(server) == 0


async def test_a_game_without_a_result_is_unfinished(sqlite_url: str) -> None:
    async with offline_server(sqlite_url) as server:
        table = await server.started(ADA, BEN)
        await server.ask(ADA, table, Resign())
        assert await server.stored(table, "status") == "aborted"
        assert await server.stored(table, "rating") == "unfinished"


async def test_a_game_whose_server_died_before_it_counted_is_counted_by_the_next(
    database_url: str,
) -> None:
    tables: list[str] = []

    async with offline_server(database_url) as server:
        tables.extend([await finished(server, ADA, BEN), await finished(server, BEN, ADA)])
        assert [await server.stored(table, "rating") for table in tables] == ["due", "due"]
    async with offline_server(database_url) as server:
        async with background_jobs(server):
            for table in tables:
                await server.rated(table)
        assert await games(server) == 2
        assert len(set(await rated_at(server))) == 2


async def test_a_game_that_was_counted_and_not_marked_is_not_counted_again(sqlite_url: str) -> None:
    tables: list[str] = []

    async with offline_server(sqlite_url) as server:
        async with background_jobs(server):
            tables.append(await finished(server, ADA, BEN))
            await server.rated(tables[0])
        async with server.database.writing() as connection:
            await connection.execute(update(relations.tables).values(rating="due"))
    async with offline_server(sqlite_url) as server:
        async with background_jobs(server):
            await server.rated(tables[0])
        assert await games(server) == 1


async def test_what_was_thought_to_count_and_does_not_is_told(sqlite_url: str) -> None:
    tables: list[str] = []

    async with offline_server(sqlite_url) as server:
        tables.append(await finished(server, ADA, BEN, practice=True))
        async with server.database.writing() as connection:
            await connection.execute(update(relations.tables).values(rating="due"))
    async with offline_server(sqlite_url) as server, background_jobs(server):
        await server.rated(tables[0], "practice")


async def test_processes_that_count_the_same_games_count_each_once(postgres_url: str) -> None:
    async with offline_server(postgres_url) as server:
        tables = [await finished(server, ADA, BEN) for _ in range(6)]
        async with offline_server(postgres_url) as other:
            raters = [
                RatingUpdates(each.database, each.table_service)
                for each in (server, other, server, other)
            ]
            await asyncio.gather(*(rater.catch_up() for rater in raters))
        for table in tables:
            await server.rated(table)
        assert await games(server) == 6
        assert len(await rated_at(server)) == 12


async def test_a_table_that_is_not_understood_does_not_stop_the_others(sqlite_url: str) -> None:
    tables: list[str] = []

    async with offline_server(sqlite_url) as server:
        tables.extend([await finished(server, ADA, BEN) for _ in range(2)])
        stored = relations.events
        strange = update(stored).where(stored.c.table == tables[0], stored.c.seq == 4)
        async with server.database.writing() as connection:
            await connection.execute(strange.values(body='{"kind":"strange"}'))
    async with offline_server(sqlite_url) as server:
        async with background_jobs(server) as jobs:
            await server.rated(tables[1])
            await jobs.rating_updates.catch_up()
        assert await server.stored(tables[0], "rating") == "due"
        assert await games(server) == 1
