"""Projections: rows beside a table's events, so that tables can be listed without reading those.

All of it follows from the events; lists use it, games never do.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from sqlalchemy import bindparam, insert, update

from gemgrove.server.database.tables import events, seats, secrets, tables
from gemgrove.server.domain import Table
from gemgrove.server.journal import Change, StoredEvent
from gemgrove.server.listing import SeatSummary, TableSummary
from gemgrove.server.ratings.skill import Finished, why_unrated
from gemgrove.variant import Variant

DUE = "due"
"""The rating of a table that has ended and will be counted."""
COUNTED = "counted"
"""The rating of a table that has been counted."""

_NEW_TABLE = insert(tables)
_NEW_SECRET = insert(secrets)
_NEW_SEAT = insert(seats)
_NEW_EVENT = insert(events)
_TABLE = update(tables).where(tables.c.id == bindparam("table_is"))
_STANDING = _TABLE.values(status=bindparam("status_is"), summary=bindparam("summary_is"))
_RATING = _TABLE.values(rating=bindparam("rating_is"))
_SEAT = (
    update(seats)
    .where(seats.c.table == bindparam("table_is"), seats.c.seat == bindparam("seat_is"))
    .values(player=bindparam("player_is"), bot=bindparam("bot_is"))
)


def status(table: Table) -> str:
    """`open`, `playing`, `over`, `aborted` or `archived`."""
    return "archived" if table.archived else table.phase


def opening(table: Table, invite_hash: str | None) -> list[Change]:
    """The rows of a table whose first events are committed with them."""
    return _rows(table, invite_hash, last_seq=0, position_seq=0)


def opened(
    table: Table, stored: Sequence[StoredEvent], invite_hash: str | None = None
) -> list[Change]:
    """The rows of a table with its first events, to be committed with those of another one."""
    return [
        *_rows(table, invite_hash, last_seq=table.last_seq, position_seq=table.position_seq),
        *(
            Change(_NEW_EVENT, {"table": table.id, **msgspec.structs.asdict(event)})
            for event in stored
        ),
    ]


def changes(before: Table, after: Table) -> list[Change]:
    """Return the changes to the rows that listings use; a mere move causes none."""
    found: list[Change] = []
    if status(before) == status(after) and before.seats == after.seats:
        return found
    table = {"table_is": after.id}
    if (status(before), _summary(before)) != (status(after), _summary(after)):
        standing = {"status_is": status(after), "summary_is": _written(_summary(after))}
        found.append(Change(_STANDING, table | standing))
    if after.ended and not before.ended:
        why = why_unrated(Finished.of(after, after.changed_at))
        found.append(Change(_RATING, table | {"rating_is": why or DUE}))
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if (old.player, old.bot) != (new.player, new.bot):
            seat = {"seat_is": number, "player_is": new.player, "bot_is": new.bot}
            found.append(Change(_SEAT, {**table, **seat}))
    return found


def _rows(
    table: Table, invite_hash: str | None, *, last_seq: int, position_seq: int
) -> list[Change]:
    assert table.terms is not None
    row = {
        "id": table.id,
        "game": table.terms.game,
        "players": table.players,
        "status": status(table),
        "public": table.terms.public,
        "invite_hash": invite_hash,
        "created_by": table.created_by,
        "created": table.created_at,
        "changed": table.changed_at,
        "deal_kind": table.terms.deal.kind,
        "last_seq": last_seq,
        "position_seq": position_seq,
        "summary": _written(_summary(table)),
    }
    found = [Change(_NEW_TABLE, row)]
    if table.secret is not None:
        found.append(Change(_NEW_SECRET, {"table": table.id, "secret": table.secret.hex()}))
    for number, seat in enumerate(table.seats):
        values = {"table": table.id, "seat": number, "player": seat.player, "bot": seat.bot}
        found.append(Change(_NEW_SEAT, values))
    return found


def _summary(table: Table) -> TableSummary:
    assert table.terms is not None
    assert table.variant is not None
    outcome = table.outcome
    return TableSummary(
        rules=_rules(table.variant),
        turn_seconds=table.terms.turn_seconds,
        practice=table.terms.practice,
        seats=[SeatSummary(seat.player, seat.name or seat.bot, seat.bot) for seat in table.seats],
        places=None if outcome is None else outcome.places,
        scores=None if outcome is None else outcome.scores,
    )


@lru_cache(maxsize=256)
def _rules(variant: Variant) -> str:
    """Asked with every event, and it takes longer than to make a move."""
    return variant.spec


def _written(summary: TableSummary) -> str:
    return msgspec.json.encode(summary).decode()
