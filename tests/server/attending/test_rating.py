"""Games that are over, counted once."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import select, update

from gemgrove.server.attending.rating import Rating
from gemgrove.server.database import tables as relations
from gemgrove.server.domain.commands import Resign
from gemgrove.server.domain.events import Over, read
from gemgrove.server.ratings import store
from gemgrove.server.ratings.skill import Ladder
from tests.server.attending.venues import ADA, BEN, Venue, attended, play, venue

TWO = Ladder("splendor", 2)


async def finished(place: Venue, *players: str, **wishes: Any) -> str:
    """A game that was given up after everybody's first move."""
    table = await place.started(*players, **wishes)
    for _ in players:
        await place.move(table)
    await place.ask(players[0], table, Resign())
    return table


async def games(place: Venue, player: str = ADA) -> int:
    """How many games of two have counted for a player."""
    async with place.database.reading() as connection:
        standings = await store.standings_of(connection, player)
    return standings[TWO].games if TWO in standings else 0


async def rated_at(place: Venue) -> Sequence[float]:
    """When the games ended that were counted, by player."""
    async with place.database.reading() as connection:
        query = select(relations.rated.c.at).order_by(relations.rated.c.at)
        return (await connection.execute(query)).scalars().all()


def test_a_game_counts_as_soon_as_it_is_over(database_url: str) -> None:
    async def scene(place: Venue) -> None:
        async with attended(place):
            table = await finished(place, ADA, BEN)
            await place.rated(table)
            assert (await games(place, ADA), await games(place, BEN)) == (1, 1)
            (over,) = [one for one in await place.journal.events(table) if one.kind == "over"]
            assert isinstance(read(over.body), Over)
            assert await rated_at(place) == [over.at, over.at]

    play(database_url, scene)


@pytest.mark.parametrize(
    ("wishes", "word"),
    [
        ({"bots": 1, "players": 3}, "bot_seat"),
        ({"practice": True}, "practice"),
        ({"deal": "open"}, "open_deal"),
        ({"options": {"first_player": 0}}, "other_rules"),
    ],
)
def test_a_game_that_does_not_count_says_why(
    sqlite_url: str, wishes: dict[str, Any], word: str
) -> None:
    async def scene(place: Venue) -> None:
        async with attended(place):
            table = await place.started(ADA, BEN, **wishes)
            assert await place.stored(table, "rating") is None
            await place.end(table)
            assert await place.stored(table, "rating") == word
            assert await games(place) == 0

    play(sqlite_url, scene)


def test_a_game_without_a_result_is_unfinished(sqlite_url: str) -> None:
    async def scene(place: Venue) -> None:
        table = await place.started(ADA, BEN)
        await place.ask(ADA, table, Resign())
        assert await place.stored(table, "status") == "aborted"
        assert await place.stored(table, "rating") == "unfinished"

    play(sqlite_url, scene)


def test_a_game_whose_server_died_before_it_counted_is_counted_by_the_next(
    database_url: str,
) -> None:
    tables: list[str] = []

    async def before(place: Venue) -> None:
        tables.extend([await finished(place, ADA, BEN), await finished(place, BEN, ADA)])
        assert [await place.stored(table, "rating") for table in tables] == ["due", "due"]

    async def after(place: Venue) -> None:
        async with attended(place):
            for table in tables:
                await place.rated(table)
        assert await games(place) == 2
        assert len(set(await rated_at(place))) == 2

    play(database_url, before, after)


def test_a_game_that_was_counted_and_not_marked_is_not_counted_again(sqlite_url: str) -> None:
    tables: list[str] = []

    async def before(place: Venue) -> None:
        async with attended(place):
            tables.append(await finished(place, ADA, BEN))
            await place.rated(tables[0])
        async with place.database.writing() as connection:
            await connection.execute(update(relations.tables).values(rating="due"))

    async def after(place: Venue) -> None:
        async with attended(place):
            await place.rated(tables[0])
        assert await games(place) == 1

    play(sqlite_url, before, after)


def test_what_was_thought_to_count_and_does_not_is_told(sqlite_url: str) -> None:
    tables: list[str] = []

    async def before(place: Venue) -> None:
        tables.append(await finished(place, ADA, BEN, practice=True))
        async with place.database.writing() as connection:
            await connection.execute(update(relations.tables).values(rating="due"))

    async def after(place: Venue) -> None:
        async with attended(place):
            await place.rated(tables[0], "practice")

    play(sqlite_url, before, after)


def test_processes_that_count_the_same_games_count_each_once(postgres_url: str) -> None:
    async def scene(place: Venue) -> None:
        tables = [await finished(place, ADA, BEN) for _ in range(6)]
        async with venue(postgres_url) as other:
            raters = [Rating(each.database, each.journal) for each in (place, other, place, other)]
            await asyncio.gather(*(rater.catch_up() for rater in raters))
        for table in tables:
            await place.rated(table)
        assert await games(place) == 6
        assert len(await rated_at(place)) == 12

    play(postgres_url, scene)


def test_a_table_that_is_not_understood_does_not_stop_the_others(sqlite_url: str) -> None:
    tables: list[str] = []

    async def before(place: Venue) -> None:
        tables.extend([await finished(place, ADA, BEN) for _ in range(2)])
        stored = relations.events
        strange = update(stored).where(stored.c.table == tables[0], stored.c.seq == 4)
        async with place.database.writing() as connection:
            await connection.execute(strange.values(body='{"kind":"strange"}'))

    async def after(place: Venue) -> None:
        async with attended(place) as attendants:
            await place.rated(tables[1])
            await attendants.rating.catch_up()
        assert await place.stored(tables[0], "rating") == "due"
        assert await games(place) == 1

    play(sqlite_url, before, after)
