"""A process that writes to a journal until it is killed, and prints the acknowledgements.

    python -m tests.server.journal_writer URL right|wrong [WRITERS ENTRIES]

It prints "open"; then each writer continues its table, one entry at a time, and prints
"TABLE SEQ" for each acknowledgement. The wrong journal acknowledges entries before it commits them.
"""

import asyncio
import os
import sys
from typing import Any

from gemgrove.server.database.engine import open_database
from gemgrove.server.journal import Committed, Journal
from tests.server.journals import following, opening

WRITERS = 20


class WrongJournal(Journal):
    """A journal that acknowledges before the commit, which the checks must notice."""

    async def _commit_group(self, group: list[Any]) -> None:
        self._tell(group, [Committed(waiter.entry.last_seq) for waiter in group])
        # Callers are told before the disk is written.
        await asyncio.sleep(0.002)
        await self.writer.write([waiter.entry for waiter in group])


async def write(url: str, kind: type[Journal], writers: int, entries: int) -> None:
    """Write this many entries with each writer."""
    database = await open_database(url)
    journal = kind(database)
    os.write(1, b"open\n")

    async def writer(table: str) -> None:
        stored = await journal.load(table)
        last = stored.row["last_seq"] if stored else 0
        for seq in range(last + 1, last + 1 + entries):
            key = f"{table}-{seq}"
            entry = opening(table) if seq == 1 else following(table, seq, key)
            outcome = await journal.commit(entry)
            assert outcome == Committed(seq), outcome
            os.write(1, f"{table} {seq}\n".encode())

    await asyncio.gather(*(writer(f"t_{number}") for number in range(writers)))
    await journal.close()
    await database.close()


if __name__ == "__main__":
    url, sort, *numbers = sys.argv[1:]
    writers, entries = map(int, numbers) if numbers else (WRITERS, 1_000_000)
    asyncio.run(write(url, WrongJournal if sort == "wrong" else Journal, writers, entries))
