"""Projections: rows with which tables can be listed without reading their events.

All of them follow from the events; lists use them, games never do.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

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
    """Return `open`, `playing`, `over`, `aborted` or `archived`."""
    return "archived" if table.archived else table.phase


def table_row(table: Table, invite_hash: str | None) -> dict[str, Any]:
    """Return a table's row, except for its rating."""
    assert table.terms is not None
    return {
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
        "last_seq": table.last_seq,
        "position_seq": table.position_seq,
        "summary": _written(_summary(table)),
    }


def seat_rows(table: Table) -> list[dict[str, Any]]:
    """Return the rows of the seats."""
    return [
        {"table": table.id, "seat": number, "player": seat.player, "bot": seat.bot}
        for number, seat in enumerate(table.seats)
    ]


def new_table(
    table: Table, stored: Sequence[StoredEvent] | None, invite_hash: str | None = None
) -> list[Change]:
    """Return the rows of a new table and its events; None: the journal will add its events."""
    row = table_row(table, invite_hash)
    if stored is None:
        row |= {"last_seq": 0, "position_seq": 0}
    found = [Change(_NEW_TABLE, row)]
    if table.secret is not None:
        found.append(Change(_NEW_SECRET, {"table": table.id, "secret": table.secret.hex()}))
    found += [Change(_NEW_SEAT, seat) for seat in seat_rows(table)]
    for event in stored or ():
        values = {"table": table.id, **msgspec.structs.asdict(event)}
        found.append(Change(_NEW_EVENT, values))
    return found


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
    """Return the rules as text, cached since writing them takes longer than making a move."""
    return variant.spec


def _written(summary: TableSummary) -> str:
    return msgspec.json.encode(summary).decode()
