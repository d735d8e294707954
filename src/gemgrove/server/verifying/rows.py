"""What is stored beside the events, compared with what follows from them."""

from collections.abc import Mapping
from typing import Any

from gemgrove.server import projections
from gemgrove.server.database import tables as relations
from gemgrove.server.ratings.skill import Finished, why_unrated
from gemgrove.server.verifying.following import Followed
from gemgrove.server.verifying.source import Stored


def check_count(followed: Followed, stored: Stored) -> None:
    """The row must know of as many events as there are, also where they are not understood."""
    last = stored.row["last_seq"]
    found = stored.events[-1].seq if stored.events else 0
    if found != last:
        followed.fault(None, f"its row says that its last event is {last}, and that is {found}")


def check_rows(followed: Followed, stored: Stored) -> None:
    """The rows of a table that was followed to its end must be those it would have now."""
    expected: dict[str, list[Mapping[str, Any]]] = {}
    for change in projections.opened(followed.table, (), stored.row["invite_hash"]):
        expected.setdefault(str(change.statement.table), []).append(change.values)
    [row] = expected[relations.tables.name]
    for name in _different(row, stored.row):
        if name != "last_seq":  # that is told by `check_count`
            followed.fault(None, f"its row's {name!r} is not what its events make of it")
    _check_seats(followed, expected[relations.seats.name], stored)
    _check_rating(followed, stored.row["rating"])
    table = followed.table
    if not table.concealed and stored.secret is not None:
        followed.fault(None, "its deal is open, and a secret is stored")
    if table.terms is not None and table.terms.public and stored.row["invite_hash"] is not None:
        followed.fault(None, "it is public, and an invite code is stored")


def _check_seats(followed: Followed, expected: list[Mapping[str, Any]], stored: Stored) -> None:
    if len(stored.seats) != len(expected):
        sentence = f"{len(stored.seats)} seats are stored, and it has {len(expected)}"
        followed.fault(None, sentence)
        return
    for seat, found in zip(expected, stored.seats, strict=True):
        for name in _different(seat, found):
            followed.fault(None, f"what is stored of seat {seat['seat']} has a wrong {name!r}")


def _check_rating(followed: Followed, rating: str | None) -> None:
    """Null until the end; who counts it writes so afterwards. One that ended before there were
    ratings is due as well, until it is looked at."""
    right: tuple[str | None, ...] = (None,)
    if followed.table.ended:
        why = why_unrated(Finished.of(followed.table, followed.table.changed_at))
        right = (why or projections.COUNTED, projections.DUE)
    if rating not in right:
        words = " or ".join(map(repr, right))
        followed.fault(None, f"its row's 'rating' is {rating!r} and should be {words}")


def _different(expected: Mapping[str, Any], found: Mapping[str, Any]) -> list[str]:
    return [name for name, value in expected.items() if value != found[name]]
