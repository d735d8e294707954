"""A process that tries to write every seq of some tables, and prints its successes.

    python -m tests.server.journal_racer URL NAME

The tables already exist, with one event each. Another process tries the same.
"""

import asyncio
import sys

from gemgrove.server.journal import Committed, Conflict, Journal
from tests.server.journals import following, journal_of

TABLES = [f"t_{number}" for number in range(6)]
LAST = 25


async def race(url: str, name: str) -> None:
    """Run the race, printing "TABLE SEQ" for each success."""
    async with journal_of(url) as (journal, _):
        print("ready", flush=True)
        sys.stdin.readline()
        await asyncio.gather(*(run(journal, table, name) for table in TABLES))


async def run(journal: Journal, table: str, name: str) -> None:
    """Try to write every seq of a table in turn."""
    for seq in range(2, LAST + 1):
        outcome = await journal.commit(following(table, seq, f"{name}-{table}-{seq}"))
        match outcome:
            case Committed():
                print(table, seq, flush=True)
            case Conflict(kind="seq"):
                pass
            case _:
                raise AssertionError(outcome)


if __name__ == "__main__":
    asyncio.run(race(*sys.argv[1:]))
