"""Journals and entries for tests."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import func, insert, select

from gemgrove.server.database import tables as relations
from gemgrove.server.database.base import Database
from gemgrove.server.database.engine import open_database
from gemgrove.server.journal import (
    Change,
    Committed,
    Entry,
    Journal,
    StoredEvent,
    StoredRequest,
    packed,
)

MAKE_TABLE = insert(relations.tables)


def event(seq: int, text: str = "") -> StoredEvent:
    """An event with a public payload and one for seat 1."""
    public = f'{{"seq":{seq},"text":"{text}"}}'
    own = f'{{"seq":{seq},"text":"{text}","card":7}}'
    body = f'{{"kind":"said","text":"{text}"}}'
    return StoredEvent(
        seq, 100.0 + seq, "p_ann", "said", body, public, packed(public, [public, own])
    )


def request(key: str, hash_: str = "same", player: str = "p_ann") -> StoredRequest:
    """A request whose answer is its key."""
    return StoredRequest(player, key, hash_, 200, f'{{"key":"{key}"}}', 100.0)


def opening(table: str, **options: Any) -> Entry:
    """The first entry of a table: its row and one event."""
    row = {
        "id": table,
        "game": "splendor",
        "players": 2,
        "status": "open",
        "public": True,
        "created": 100.0,
        "changed": 100.0,
        "deal_kind": "sealed",
        "last_seq": 0,
        "position_seq": 0,
        "summary": "{}",
    }
    return Entry(table, 0, [event(1)], makes=[Change(MAKE_TABLE, row)], **options)


def following(table: str, seq: int, key: str | None = None, **options: Any) -> Entry:
    """An entry with one event, of this seq."""
    asked = None if key is None else request(key)
    return Entry(table, seq - 1, [event(seq, key or "")], asked, **options)


@asynccontextmanager
async def journal_of(url: str, **options: Any) -> AsyncIterator[tuple[Journal, Database]]:
    """A journal on a database, both closed at the end."""
    database = await open_database(url)
    journal = Journal(database, **options)
    try:
        yield journal, database
    finally:
        await journal.close()
        await database.close()


async def committed(journal: Journal, *entries: Entry) -> None:
    """Commit entries one after the other; all must succeed."""
    for entry in entries:
        assert await journal.commit(entry) == Committed(entry.last_seq)


async def count(database: Database, relation: Any) -> int:
    """The number of rows in a relation."""
    async with database.reading() as connection:
        query = select(func.count()).select_from(relation)
        return int((await connection.execute(query)).scalar_one())


async def seqs(journal: Journal, table: str) -> list[int]:
    """The seqs of a table's events."""
    return [event.seq for event in await journal.events(table)]
