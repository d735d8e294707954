"""Clocks that run out, and those that do not because the server was away."""

import asyncio
import random

from gemgrove.server.attending import Attendants
from gemgrove.server.attending.clocks import Clocks
from gemgrove.server.domain import Table
from gemgrove.server.domain.commands import Resign
from tests.server.attending.venues import (
    ADA,
    BEN,
    BUSY,
    CAT,
    Venue,
    attended,
    play,
    venue,
)
from tests.server.bots.thinking import until

CLOCK = {"turn_seconds": 60.0}


async def later(place: Venue, attendants: Attendants, seconds: float) -> None:
    """Let time go by while the server runs."""
    while seconds > 0:
        place.clock.ahead += min(seconds, 20)
        seconds -= 20
        await place.uptime.beat()
    attendants.clocks.wake()


async def settled(place: Venue, table: str) -> Table:
    """A table after everybody has had the time to do something."""
    for _ in range(10):
        await asyncio.sleep(0.01)
    return await place.hall.table(table)


def test_who_takes_too_long_has_lost(database_url: str) -> None:
    async def scene(place: Venue) -> None:
        async with attended(place) as attendants:
            table = await place.started(ADA, BEN, **CLOCK)
            for _ in range(2):
                await place.move(table)
                await later(place, attendants, 50)
            standing = await place.hall.table(table)
            loser = standing.to_move
            assert await settled(place, table) == standing
            await later(place, attendants, 11)
            over = await place.until(table, lambda now: now.ended)
            assert over.outcome is not None
            assert over.outcome.ending == "timed out"
            assert over.losers == [loser]
            assert len(attendants.clocks) == 0

    play(database_url, scene)


def test_a_bot_plays_on_for_who_takes_too_long_and_the_next_clock_runs(sqlite_url: str) -> None:
    async def scene(place: Venue) -> None:
        async with attended(place) as attendants:
            table = await place.started(ADA, BEN, CAT, **CLOCK)
            late = (await place.hall.table(table)).to_move
            assert late is not None
            await later(place, attendants, 61)
            standing = await place.until(table, lambda now: now.to_move != late)
            assert standing.seats[late].gone == "timed out"
            await later(place, attendants, 61)
            await place.until(table, lambda now: len(now.persons()) == 1)

    play(sqlite_url, scene)


def test_a_timer_goes_off_by_itself(sqlite_url: str) -> None:
    async def scene(place: Venue) -> None:
        async with attended(place) as attendants:
            table = await place.started(ADA, BEN, **CLOCK)
            await until(lambda: len(attendants.clocks) == 1)
            await later(place, attendants, 59.7)
            await place.until(table, lambda now: now.ended)

    play(sqlite_url, scene)


def test_a_bot_has_no_clock(sqlite_url: str) -> None:
    async def scene(place: Venue) -> None:
        async with attended(place, patience=600) as attendants:
            wish = {"options": {"first_player": 1}, **CLOCK}
            table = await place.started(ADA, bots=1, bot="endless", **wish)
            before = await place.hall.table(table)
            await later(place, attendants, 1000)
            assert await settled(place, table) == before

    play(sqlite_url, scene, bots=("Endless = mcts:seconds=600,iterations=100000000",))


def test_the_time_in_which_the_server_was_off_is_credited(database_url: str) -> None:
    tables: list[str] = []

    async def before(place: Venue) -> None:
        place.clock.ahead = -3600
        async with attended(place):
            tables.append(await place.started(ADA, BEN, **CLOCK))

    async def after(place: Venue) -> None:
        (table,) = tables
        async with attended(place) as attendants:
            await later(place, attendants, 50)
            assert not (await settled(place, table)).ended
            await later(place, attendants, 20)
            await place.until(table, lambda now: now.ended)

    play(database_url, before, after)


def test_several_restarts_in_one_turn_are_credited(sqlite_url: str) -> None:
    tables: list[str] = []

    async def first(place: Venue) -> None:
        place.clock.ahead = -9000
        async with attended(place):
            tables.append(await place.started(ADA, BEN, **CLOCK))

    async def between(place: Venue) -> None:
        place.clock.ahead = -6000
        async with attended(place) as attendants:
            await later(place, attendants, 25)
            await settled(place, tables[0])

    async def last(place: Venue) -> None:
        (table,) = tables
        async with attended(place) as attendants:
            await later(place, attendants, 30)
            assert not (await settled(place, table)).ended
            await later(place, attendants, 10)
            await place.until(table, lambda now: now.ended)

    play(sqlite_url, first, between, last)


def test_the_clock_of_another_process_is_found_in_the_rounds(postgres_url: str) -> None:
    async def scene(place: Venue) -> None:
        async with attended(place, pace=BUSY) as attendants, venue(postgres_url) as other:
            table = await other.started(ADA, BEN, **CLOCK)
            await until(lambda: len(attendants.clocks) == 1)
            await later(place, attendants, 61)
            await place.until(table, lambda now: now.ended)

    play(postgres_url, scene)


def test_a_timer_that_another_process_has_outdated_does_no_harm(postgres_url: str) -> None:
    async def scene(place: Venue) -> None:
        async with attended(place) as attendants, venue(postgres_url) as other:
            table = await place.started(ADA, BEN, **CLOCK)
            await later(place, attendants, 55)
            other.clock.ahead = place.clock.ahead
            await other.move(table)
            await later(place, attendants, 10)
            await settled(place, table)
            assert not (await other.hall.table(table)).ended
            await later(place, attendants, 55)
            await place.until(table, lambda now: now.ended)

    play(postgres_url, scene)


def test_timers_that_are_not_in_force_any_more_do_not_pile_up(sqlite_url: str) -> None:
    async def scene(place: Venue) -> None:
        clocks = Clocks(place.database, place.hall, place.uptime)
        table = await place.started(ADA, BEN, turn_seconds=14 * 24 * 3600.0)
        standing = (await place.hall.table(table)).copy()
        for turn in range(20_000):
            standing.turn_began = float(turn)
            clocks.attend(standing)
        assert len(clocks) == 1
        assert len(clocks._heap) < 2_000
        await place.move(table, random.Random(1))
        await place.move(table, random.Random(1))
        await place.ask(ADA, table, Resign())
        clocks.attend(await place.hall.table(table))
        assert len(clocks) == 0

    play(sqlite_url, scene)
