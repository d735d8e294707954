"""Background jobs of several processes on one PostgreSQL server."""

import signal
import subprocess
import sys

from gemgrove.server.bots.leases import SharedLeases
from gemgrove.server.database import tables as relations
from gemgrove.server.domain import Table, events
from tests.server.background import worker_process
from tests.server.background.offline_server import (
    ADA,
    BUSY,
    OfflineServer,
    background_jobs,
    offline_server,
    persons_turn,
)
from tests.server.journals import count


async def test_two_processes_make_every_move_of_a_bot_once(postgres_url: str) -> None:
    async with offline_server(postgres_url) as server:
        async with (
            offline_server(postgres_url) as other,
            background_jobs(server, intervals=BUSY),
            background_jobs(other, intervals=BUSY),
        ):
            tables = [await server.started(ADA, bots=3, game="arboretum") for _ in range(4)]
            for turn in range(12):
                for table in tables:
                    here = (server, other)[turn % 2]
                    if not (await until_persons_turn(here, table)).ended:
                        await here.move(table)
            for table in tables:
                await until_persons_turn(server, table)
        for table in tables:
            found = await server.journal.events(table)
            assert [event.seq for event in found] == list(range(1, len(found) + 1))
            happened = [events.read(event.body) for event in found]
            moves = [what for what in happened if isinstance(what, events.Played)]
            assert len([move for move in moves if move.by_bot]) >= 3 * 6
        assert await count(server.database, relations.leases) == 0


async def until_persons_turn(server: OfflineServer, table: str) -> Table:
    """Wait for the bots, in whichever process they run."""

    def is_there(standing: Table) -> bool:
        server.table_service.catch_up(table, 10**6)
        return persons_turn(standing)

    return await server.until(table, is_there)


async def test_what_a_killed_process_has_begun_is_taken_over(postgres_url: str) -> None:
    async with offline_server(postgres_url, bots=(worker_process.SLOW,)) as server:
        wish = {"bot": "slow", "options": {"first_player": 1}}
        table = await server.started(ADA, bots=1, **wish)
    command = [sys.executable, "-m", worker_process.__name__, postgres_url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "thinking\n"
        finally:
            process.send_signal(signal.SIGKILL)
    async with offline_server(postgres_url) as server:
        assert await count(server.database, relations.leases) == 1
        leases = SharedLeases(server.database, term=worker_process.TERM)
        async with background_jobs(server, intervals=BUSY, leases=leases):
            await server.until(table, persons_turn)
