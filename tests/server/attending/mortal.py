"""A process that attends to a database until it is killed. It says when a bot of its own thinks."""

import asyncio
import sys

from gemgrove.server.bots.leases import SharedLeases
from gemgrove.server.bots.pool import Pool
from tests.server.attending.venues import BUSY, attended, venue

SLOW = "Slow = mcts:seconds=600,iterations=100000000"
TERM = 1.0


async def main(url: str) -> None:
    """Attend, and wait for the end."""
    pool = Pool(workers=1, patience=600)
    async with venue(url, bots=(SLOW,)) as place:
        leases = SharedLeases(place.database, term=TERM)
        async with attended(place, pace=BUSY, pool=pool, leases=leases):
            while not pool.figures.thinking:
                await asyncio.sleep(0.01)
            print("thinking", flush=True)
            await asyncio.sleep(600)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
