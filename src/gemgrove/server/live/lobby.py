"""The lobby: public tables that are open or being played, and their changes."""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress

import msgspec

from gemgrove.server import listing
from gemgrove.server.domain import Table
from gemgrove.server.journal import StoredEvent
from gemgrove.server.listing import MAX_PAGE_SIZE, UNFINISHED, Filters, ListedTable
from gemgrove.server.live import messages
from gemgrove.server.live.outbox import Outbox
from gemgrove.server.service import Service

log = logging.getLogger(__name__)

MOST = 500
"""Number of tables in the lobby: the newest ones."""
BATCH_SECONDS = 0.5
"""Seconds between messages with changes."""
RELOAD_SECONDS = 60.0
"""Seconds after which everything is read again, in case a change was missed."""
SLICE = 50
"""Number of watchers served before other tasks run."""

_MAX_CHANGED = 5_000


class Lobby:
    """The tables for clients that watch the lobby. While none do, nothing is read or kept."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._watchers: dict[Outbox, None] = {}
        self._tables: dict[str, ListedTable] | None = None
        self._list: str | None = None  # the message with all tables, until they change
        self._changed: set[str] = set()
        self._task: asyncio.Task[None] | None = None
        service.feed.changed.append(self.change)
        service.table_service.observers.append(self._observe)

    def __len__(self) -> int:
        return len(self._watchers)

    def join(self, outbox: Outbox) -> None:
        """Send a client the tables, and from then on their changes."""
        self._watchers[outbox] = None
        if self._tables is not None:
            outbox.put(self._listed(self._tables))
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    def leave(self, outbox: Outbox) -> None:
        """Stop sending changes to a client."""
        self._watchers.pop(outbox, None)

    def change(self, table: str) -> None:
        """Note that something has happened at a table."""
        if self._task is not None and len(self._changed) < _MAX_CHANGED:
            self._changed.add(table)

    async def close(self) -> None:
        self._watchers.clear()
        with suppress(ValueError):
            self._service.feed.changed.remove(self.change)
            self._service.table_service.observers.remove(self._observe)
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def _observe(self, table: Table, events: Sequence[StoredEvent]) -> None:
        """Note a rematch: its table is created by an event of another table."""
        if table.rematch is not None and events[-1].kind == "rematch":
            self.change(table.rematch)

    async def _run(self) -> None:
        """Keep the list up to date while somebody watches."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        try:
            while self._watchers:
                try:
                    if loop.time() >= due or len(self._changed) >= _MAX_CHANGED:
                        await self._reload()
                        due = loop.time() + RELOAD_SECONDS
                    elif self._changed:
                        await self._refresh()
                except Exception:
                    log.exception("The lobby could not be read; it is read again.")
                await asyncio.sleep(BATCH_SECONDS)
        finally:
            self._tables = None
            self._changed.clear()
            self._task = None

    async def _reload(self) -> None:
        """Read all tables, and send what has changed."""
        self._changed.clear()
        found: dict[str, ListedTable] = {}
        before = None
        while len(found) < MOST:
            wanted = Filters(status=UNFINISHED, limit=MAX_PAGE_SIZE, before=before)
            page = await self._service.tables(wanted)
            found |= {row.table: row for row in page.tables}
            before = page.next
            if before is None:
                break
        if self._tables is None:
            self._tables = found
            _bound(found)
            self._list = None
            await self._send(self._listed(found))
        else:
            await self._update(found, [table for table in self._tables if table not in found])

    async def _refresh(self) -> None:
        """Read the tables that have changed."""
        changed = list(self._changed)
        self._changed.clear()
        rows: list[ListedTable] = []
        for first in range(0, len(changed), MAX_PAGE_SIZE):
            async with self._service.database.reading() as connection:
                rows += await listing.described(connection, changed[first : first + MAX_PAGE_SIZE])
        found = {row.table: row for row in rows if row.status in UNFINISHED}
        await self._update(found, [row.table for row in rows if row.table not in found])

    async def _update(self, found: dict[str, ListedTable], gone: Iterable[str]) -> None:
        """Send the tables that are new, changed or gone."""
        tables = self._tables
        if tables is None:
            return
        news = {
            table: row
            for table, row in found.items()
            if table not in tables or _main(tables[table]) != _main(row)
        }
        no_more = [table for table in gone if tables.pop(table, None) is not None]
        tables |= found
        no_more += [table for table in _bound(tables) if news.pop(table, None) is None]
        if news or no_more:
            self._list = None
            change = messages.LobbyChange(tables=list(news.values()), gone=no_more)
            await self._send(messages.write(change))

    async def _send(self, text: str) -> None:
        for number, outbox in enumerate(tuple(self._watchers), 1):
            if outbox in self._watchers:
                outbox.put(text)
            if number % SLICE == 0:
                await asyncio.sleep(0)

    def _listed(self, tables: dict[str, ListedTable]) -> str:
        if self._list is None:
            newest = sorted(tables.values(), key=lambda row: row.created, reverse=True)
            self._list = messages.write(messages.LobbyTables(tables=newest))
        return self._list


def _main(row: ListedTable) -> ListedTable:
    """Return a table without the fields that every move changes: they are not worth a message."""
    return msgspec.structs.replace(row, changed=0.0, last_seq=0)


def _bound(tables: dict[str, ListedTable]) -> list[str]:
    """Drop the oldest tables beyond the limit, and return them."""
    newest = sorted(tables, key=lambda table: tables[table].created, reverse=True)
    for table in newest[MOST:]:
        del tables[table]
    return newest[MOST:]
