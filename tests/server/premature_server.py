"""A server with a deliberate fault: it acknowledges requests before anything is stored."""

import asyncio
import sys

from gemgrove.cli import main
from gemgrove.server.journal import Committed, Conflict, Entry, Journal

DELAY_SECONDS = 0.05


class _PrematureJournal:
    """A journal with the fault that `Journal.commit` must not have."""

    def __init__(self) -> None:
        self.commit = Journal.commit
        self.pending: set[asyncio.Task[Committed | Conflict]] = set()

    async def later(self, journal: Journal, entry: Entry) -> Committed | Conflict:
        await asyncio.sleep(DELAY_SECONDS)
        return await self.commit(journal, entry)

    def install(self) -> None:
        async def commit(journal: Journal, entry: Entry) -> Committed | Conflict:
            moves = any(event.kind == "played" for event in entry.events)
            if not moves:
                return await self.commit(journal, entry)
            task = asyncio.create_task(self.later(journal, entry))
            self.pending.add(task)
            task.add_done_callback(self.pending.discard)
            return Committed(entry.last_seq)

        Journal.commit = commit  # type: ignore[method-assign,assignment]


if __name__ == "__main__":
    _PrematureJournal().install()
    sys.exit(main())
