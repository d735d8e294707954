"""The statements of the journal itself, the same for both databases."""

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import bindparam, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from gemgrove.server.database.tables import events, requests, tables
from gemgrove.server.journal.entry import Entry, StoredRequest

# Nothing happens where the key is taken.
REMEMBER = {
    "sqlite": sqlite.insert(requests).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(requests).on_conflict_do_nothing(),
}
# An error where the key is taken.
FIRST_REMEMBER = insert(requests)
RECALL = select(
    requests.c.player,
    requests.c.key,
    requests.c.hash,
    requests.c.status,
    requests.c.answer,
    requests.c.at,
).where(requests.c.player == bindparam("player_is"), requests.c.key == bindparam("key_is"))

# No row is touched where the table has gone on: whoever is first wins, in any process.
ADVANCE = (
    update(tables)
    .where(tables.c.id == bindparam("table_is"), tables.c.last_seq == bindparam("expected"))
    .values(
        last_seq=bindparam("last"),
        position_seq=func.coalesce(bindparam("position"), tables.c.position_seq),
        changed=func.coalesce(bindparam("at"), tables.c.changed),
    )
)
REACHED = select(tables.c.last_seq).where(tables.c.id == bindparam("table_is"))
APPEND = insert(events)


def remember_values(request: StoredRequest) -> dict[str, Any]:
    """The parameters of `REMEMBER` and `FIRST_REMEMBER`."""
    return msgspec.structs.asdict(request)


def recall_values(request: StoredRequest) -> dict[str, Any]:
    """The parameters of `RECALL` for a request with the same key."""
    return {"player_is": request.player, "key_is": request.key}


def advance_values(entry: Entry) -> dict[str, Any]:
    """The parameters of `ADVANCE`."""
    return {
        "table_is": entry.table,
        "expected": entry.expected_last_seq,
        "last": entry.last_seq,
        "position": entry.position_seq,
        "at": entry.events[-1].at if entry.events else None,
    }


def append_values(entry: Entry) -> list[Mapping[str, Any]]:
    """The parameters of `APPEND`, an event each."""
    return [{"table": entry.table, **msgspec.structs.asdict(event)} for event in entry.events]
