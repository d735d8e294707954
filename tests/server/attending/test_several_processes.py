"""Attendants of several processes on one PostgreSQL."""

import asyncio
import signal
import subprocess
import sys

from gemgrove.server.bots.leases import SharedLeases
from gemgrove.server.database import tables as relations
from gemgrove.server.domain import Table, events
from tests.server.attending import mortal
from tests.server.attending.venues import (
    ADA,
    BUSY,
    Venue,
    attended,
    persons_turn,
    play,
    venue,
)
from tests.server.journals import count


def test_two_processes_make_every_move_of_a_bot_once(postgres_url: str) -> None:
    async def scene(place: Venue) -> None:
        async with (
            venue(postgres_url) as other,
            attended(place, pace=BUSY),
            attended(other, pace=BUSY),
        ):
            tables = [await place.started(ADA, bots=3, game="arboretum") for _ in range(4)]
            for turn in range(12):
                for table in tables:
                    here = (place, other)[turn % 2]
                    if not (await until_persons_turn(here, table)).ended:
                        await here.move(table)
            for table in tables:
                await until_persons_turn(place, table)
        for table in tables:
            found = await place.journal.events(table)
            assert [event.seq for event in found] == list(range(1, len(found) + 1))
            happened = [events.read(event.body) for event in found]
            moves = [what for what in happened if isinstance(what, events.Played)]
            assert len([move for move in moves if move.by_bot]) >= 3 * 6
        assert await count(place.database, relations.leases) == 0

    play(postgres_url, scene)


async def until_persons_turn(place: Venue, table: str) -> Table:
    """Wait for the bots, whichever process they think in."""
    async with asyncio.timeout(20):
        while True:
            place.hall.catch_up(table, 10**6)
            if persons_turn(standing := await place.hall.table(table)):
                return standing
            await asyncio.sleep(0.01)


def test_what_a_killed_process_has_begun_is_taken_over(postgres_url: str) -> None:
    tables: list[str] = []

    async def before(place: Venue) -> None:
        wish = {"bot": "slow", "options": {"first_player": 1}}
        tables.append(await place.started(ADA, bots=1, **wish))

    async def after(place: Venue) -> None:
        assert await count(place.database, relations.leases) == 1
        leases = SharedLeases(place.database, term=mortal.TERM)
        async with attended(place, pace=BUSY, leases=leases):
            await place.until(tables[0], persons_turn)

    play(postgres_url, before, bots=(mortal.SLOW,))
    command = [sys.executable, "-m", mortal.__name__, postgres_url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "thinking\n"
        finally:
            process.send_signal(signal.SIGKILL)
    play(postgres_url, after)
