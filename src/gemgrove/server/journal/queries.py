"""Queries for what the journal has stored."""

from typing import Any

import msgspec
from sqlalchemy import bindparam, select

from gemgrove.server.database.base import Database
from gemgrove.server.database.tables import events, secrets, tables
from gemgrove.server.journal.entry import StoredEvent

PAGE = 500

_EVENTS = (
    select(*(events.c[name] for name in StoredEvent.__struct_fields__))
    .where(
        events.c.table == bindparam("table_is"),
        events.c.seq > bindparam("after"),
        events.c.seq <= bindparam("through"),
    )
    .order_by(events.c.seq)
    .limit(bindparam("most"))
)
_TABLE = (
    select(tables, secrets.c.secret)
    .join_from(tables, secrets, tables.c.id == secrets.c.table, isouter=True)
    .where(tables.c.id == bindparam("table_is"))
)
_REACHED = select(tables.c.last_seq).where(tables.c.id == bindparam("table_is"))
_NO_END = 2**31 - 1


class StoredTable(msgspec.Struct, frozen=True):
    """A table as it is stored: its row, its secret and all its events."""

    row: dict[str, Any]
    secret: str | None
    events: list[StoredEvent]


async def events_after(
    database: Database, table: str, after: int, most: int = PAGE, through: int = _NO_END
) -> list[StoredEvent]:
    """The events of a table after a seq, at most so many, in their order."""
    values = {"table_is": table, "after": after, "through": through, "most": most}
    async with database.reading() as connection:
        return [StoredEvent(*row) for row in await connection.execute(_EVENTS, values)]


async def reached(database: Database, table: str) -> int | None:
    """The last event of a table, as its row says; None where there is none."""
    async with database.reading() as connection:
        return (await connection.execute(_REACHED, {"table_is": table})).scalar()


async def load(database: Database, table: str) -> StoredTable | None:
    """A whole table, its events as far as its row says; None where there is none."""
    async with database.reading() as connection:
        row = (await connection.execute(_TABLE, {"table_is": table})).mappings().one_or_none()
    if row is None:
        return None
    values = dict(row)
    secret = values.pop("secret")
    found: list[StoredEvent] = []
    while len(found) < values["last_seq"]:
        page = await events_after(database, table, len(found), through=values["last_seq"])
        if not page:
            break
        found += page
    return StoredTable(values, secret, found)
