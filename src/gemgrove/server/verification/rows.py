"""Comparison of the rows beside the events with what the events say."""

from collections.abc import Mapping
from typing import Any

from gemgrove.server import projections
from gemgrove.server.database import tables as relations
from gemgrove.server.ratings.skill import Finished, why_unrated
from gemgrove.server.verification.reader import TableRows
from gemgrove.server.verification.replay import Replay


def check_count(result: Replay, stored: TableRows) -> None:
    """Check that the row names the last event, even if the events are not understood."""
    last = stored.row["last_seq"]
    found = stored.events[-1].seq if stored.events else 0
    if found != last:
        result.fault(None, f"its row says that its last event is {last}, but it is {found}")


def check_rows(result: Replay, stored: TableRows) -> None:
    """Check the rows of a table that was replayed to its end."""
    expected: dict[str, list[Mapping[str, Any]]] = {}
    for change in projections.opened(result.table, (), stored.row["invite_hash"]):
        expected.setdefault(str(change.statement.table), []).append(change.values)
    [row] = expected[relations.tables.name]
    for name in _different(row, stored.row):
        if name != "last_seq":  # which `check_count` checks
            result.fault(None, f"its row's {name!r} does not follow from its events")
    _check_seats(result, expected[relations.seats.name], stored)
    _check_rating(result, stored.row["rating"])
    table = result.table
    if not table.concealed and stored.secret is not None:
        result.fault(None, "its deal is open, but a secret is stored")
    if table.terms is not None and table.terms.public and stored.row["invite_hash"] is not None:
        result.fault(None, "it is public, but an invite code is stored")


def _check_seats(result: Replay, expected: list[Mapping[str, Any]], stored: TableRows) -> None:
    if len(stored.seats) != len(expected):
        sentence = f"{len(stored.seats)} seats are stored, but it has {len(expected)}"
        result.fault(None, sentence)
        return
    for seat, found in zip(expected, stored.seats, strict=True):
        for name in _different(seat, found):
            result.fault(None, f"the row of seat {seat['seat']} has a wrong {name!r}")


def _check_rating(result: Replay, rating: str | None) -> None:
    """Check the rating: null until the end, then due until it is counted. Tables that ended before
    there were ratings are due as well."""
    right: tuple[str | None, ...] = (None,)
    if result.table.ended:
        why = why_unrated(Finished.of(result.table, result.table.changed_at))
        right = (why or projections.COUNTED, projections.DUE)
    if rating not in right:
        words = " or ".join(map(repr, right))
        result.fault(None, f"its row's 'rating' is {rating!r} and should be {words}")


def _different(expected: Mapping[str, Any], found: Mapping[str, Any]) -> list[str]:
    return [name for name, value in expected.items() if value != found[name]]
