"""The journal's statements, and their compilation for drivers that take parameters by position."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import ClauseElement, Dialect, bindparam, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from gemgrove.server.database.tables import events, requests, secrets, tables
from gemgrove.server.journal.entry import Entry, StoredEvent, StoredRequest

# Does nothing if the key is taken.
REMEMBER = {
    "sqlite": sqlite.insert(requests).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(requests).on_conflict_do_nothing(),
}
# Fails if the key is taken.
FIRST_REMEMBER = insert(requests)
RECALL = select(*(requests.c[name] for name in StoredRequest.__struct_fields__)).where(
    requests.c.player == bindparam("player_is"), requests.c.key == bindparam("key_is")
)

# Touches no row if the table has gone on: whoever comes first wins, in any process.
ADVANCE = (
    update(tables)
    .where(tables.c.id == bindparam("table_is"), tables.c.last_seq == bindparam("expected"))
    .values(
        last_seq=bindparam("last"),
        position_seq=func.coalesce(bindparam("position"), tables.c.position_seq),
        changed=func.coalesce(bindparam("at"), tables.c.changed),
    )
)
APPEND = insert(events)

LAST_SEQ = select(tables.c.last_seq).where(tables.c.id == bindparam("table_is"))
TABLE = (
    select(tables, secrets.c.secret)
    .join_from(tables, secrets, tables.c.id == secrets.c.table, isouter=True)
    .where(tables.c.id == bindparam("table_is"))
)
EVENTS = (
    select(*(events.c[name] for name in StoredEvent.__struct_fields__))
    .where(
        events.c.table == bindparam("table_is"),
        events.c.seq > bindparam("after"),
        events.c.seq <= bindparam("through"),
    )
    .order_by(events.c.seq)
    .limit(bindparam("most"))
)


def advance_values(entry: Entry) -> dict[str, Any]:
    """Return the parameters of `ADVANCE`."""
    return {
        "table_is": entry.table,
        "expected": entry.expected_last_seq,
        "last": entry.last_seq,
        "position": entry.position_seq,
        "at": entry.events[-1].at if entry.events else None,
    }


def append_values(entry: Entry) -> list[Mapping[str, Any]]:
    """Return the parameters of `APPEND`, one mapping per event."""
    return [{"table": entry.table, **msgspec.structs.asdict(event)} for event in entry.events]


def bind(
    statement: ClauseElement, rows: Sequence[Mapping[str, Any]], dialect: Dialect
) -> tuple[str, list[tuple[Any, ...]]]:
    """Return a statement as SQL, and its parameters for each row; all rows have the same names."""
    sql, names, own = _compiled(statement, tuple(rows[0]), dialect)
    return sql, [tuple(row[name] if name in row else own[name] for name in names) for row in rows]


@lru_cache(maxsize=256)
def _compiled(
    statement: ClauseElement, names: tuple[str, ...], dialect: Dialect
) -> tuple[str, Sequence[str], Mapping[str, Any]]:
    """Return SQL, its parameters' names in order, and the values contained in the statement."""
    compiled: Any = statement.compile(dialect=dialect, column_keys=list(names) or None)
    return str(compiled), tuple(compiled.positiontup or ()), compiled.params
