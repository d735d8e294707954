"""A process that runs a database's background jobs until it is killed."""

import asyncio
import sys

from gemgrove.server.bots.leases import SharedLeases
from gemgrove.server.bots.pool import BotPool
from tests.server.background.offline_server import BUSY, background_jobs, offline_server
from tests.waiting import becomes

SLOW = "Slow = mcts:seconds=600,iterations=100000000"
TERM = 1.0


async def main(url: str) -> None:
    """Run the jobs; print "thinking" once a bot in this process is thinking."""
    pool = BotPool(workers=1, seconds=600)
    async with offline_server(url, bots=(SLOW,)) as server:
        leases = SharedLeases(server.database, term=TERM)
        async with background_jobs(server, intervals=BUSY, pool=pool, leases=leases):
            await becomes(lambda: pool.stats.busy)
            print("thinking", flush=True)
            await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
