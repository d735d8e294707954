"""Verifies a whole database, one table at a time.

The events are replayed, and all other rows compared with what follows from the events.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import msgspec

import gemgrove as gg
from gemgrove.server import ids, projections
from gemgrove.server.domain import Refused, Table, events, rematched
from gemgrove.server.domain.continuation import position_after
from gemgrove.server.domain.events import Origin
from gemgrove.server.journal import StoredEvent, StoredRequest
from gemgrove.server.ratings.skill import Finished, why_unrated
from gemgrove.server.table_service import rebuilt
from gemgrove.server.verification.decisions import ERRORS
from gemgrove.server.verification.reader import DatabaseReader, TableRows
from gemgrove.server.verification.replay import Fault, Replay, replay
from gemgrove.view_json import view_to_dict


@dataclass(slots=True)
class Report:
    """Counts of the things checked, and of the faults."""

    tables: int = 0
    events: int = 0
    answers: int = 0
    faults: int = 0
    frozen: list[tuple[str, str]] = field(default_factory=list)
    """Tables that this program cannot replay, and why; no fault is known in them."""

    @property
    def sentence(self) -> str:
        """The report as a sentence."""
        looked = f"{_counted(self.tables, 'table')} with {_counted(self.events, 'event')}"
        if self.answers:
            looked += f" and {_counted(self.answers, 'answer')}"
        found = "no fault" if not self.faults else _counted(self.faults, "fault")
        frozen = "" if not self.frozen else f"; {_counted(len(self.frozen), 'table')} frozen"
        return f"Checked {looked}: {found}{frozen}."


@dataclass(slots=True)
class Progress:
    """Progress of the verification."""

    done: int
    of: int
    what: str


Notify = Callable[[Fault | Progress | Replay], None]


async def verify(
    reader: DatabaseReader,
    *,
    only: Sequence[str] | None = None,
    notify: Notify = lambda _found: None,
) -> Report:
    """Check all tables, or only some. `notify` is called with every fault as it is found, with the
    replay of every table, and with the progress."""
    report = Report()

    def fault(found: Fault) -> None:
        report.faults += 1
        notify(found)

    tables = await reader.tables() if only is None else only
    for table in tables:
        stored = await reader.table(table)
        if stored is None:
            fault(Fault(table, None, "it does not exist."))
            continue
        result = await _check_table(reader, table, stored)
        report.tables += 1
        report.events += len(stored.events)
        if result.frozen is not None:
            report.frozen.append((table, result.frozen))
        for found in result.faults:
            fault(found)
        notify(result)
        notify(Progress(report.tables, len(tables), "tables"))
    if only is None:
        for relation, table in await reader.orphans():
            fault(Fault(table, None, f"it does not exist, but {relation!r} has rows of it."))
        answers = await reader.count_requests()
        async for requests in reader.requests():
            for found in await _check_answers(reader, requests):
                fault(found)
            report.answers += len(requests)
            notify(Progress(report.answers, max(answers, report.answers), "answers"))
    return report


async def _check_table(reader: DatabaseReader, table: str, stored: TableRows) -> Replay:
    result = replay(table, _secret(stored), stored.events)
    if not ids.is_table(table):
        result.fault(None, "its id is not one that a server assigns")
    last, found = stored.row["last_seq"], stored.events[-1].seq if stored.events else 0
    if found != last:
        result.fault(None, f"its row says that its last event is {last}, but it is {found}")
    if result.complete:
        _check_rows(result, stored)
        if result.table.rematch is not None:
            await _check_rematch(reader, result, result.table.rematch)
        terms = result.table.terms
        if terms is not None and terms.origin is not None:
            await _check_origin(reader, result, terms.origin)
    return result


def _secret(stored: TableRows) -> bytes | None:
    try:
        return None if stored.secret is None else bytes.fromhex(stored.secret)
    except ValueError:
        return b""  # which no commitment fixes


def _check_rows(result: Replay, stored: TableRows) -> None:
    """Check the rows of a table that was replayed to the end."""
    table = result.table
    for name in _different(projections.table_row(table, stored.row["invite_hash"]), stored.row):
        if name != "last_seq":  # checked elsewhere, even if the replay stopped
            result.fault(None, f"its row's {name!r} does not follow from its events")
    if len(stored.seats) == table.players:
        for number, seat in enumerate(projections.seat_rows(table)):
            for name in _different(seat, stored.seats[number]):
                result.fault(None, f"the row of seat {number} has a wrong {name!r}")
    else:
        result.fault(None, f"{len(stored.seats)} seats are stored, but it has {table.players}")
    _check_rating(result, stored.row["rating"])
    if not table.concealed and stored.secret is not None:
        result.fault(None, "its deal is open, but a secret is stored")
    if table.terms is not None and table.terms.public and stored.row["invite_hash"] is not None:
        result.fault(None, "it is public, but an invite code is stored")


def _check_rating(result: Replay, rating: str | None) -> None:
    """Check the rating: null until the end, then due until it is counted. Tables that ended before
    ratings existed are also due."""
    right: tuple[str | None, ...] = (None,)
    if result.table.ended:
        why = why_unrated(Finished.of(result.table, result.table.changed_at))
        right = (why or projections.COUNTED, projections.DUE)
    if rating not in right:
        words = " or ".join(map(repr, right))
        result.fault(None, f"its row's 'rating' is {rating!r} and should be {words}")


def _different(expected: Mapping[str, Any], found: Mapping[str, Any]) -> list[str]:
    return [name for name, value in expected.items() if value != found[name]]


async def _check_rematch(reader: DatabaseReader, result: Replay, new: str) -> None:
    """Check that the rematch's table exists and begins with the same players."""
    stored = await reader.table(new)
    if stored is None:
        result.fault(None, f"the table of its rematch, {new}, does not exist")
        return
    begun = [events.read(event.body) for event in stored.events]
    if not begun or not isinstance(begun[0], events.Created):
        return  # which is reported for the other table
    try:
        expected = rematched(result.table, Table(new, _secret(stored)), deal=begun[0].deal.id)
    except ERRORS:
        return
    if begun[: len(expected)] != expected:
        result.fault(None, f"the table of its rematch, {new}, does not begin as it should")


async def _check_origin(reader: DatabaseReader, result: Replay, origin: Origin) -> None:
    """Check that the original game exists and that its player knew the same position."""
    stored = await reader.table(origin.table)
    if stored is None:
        result.fault(None, f"the table that it comes from, {origin.table}, does not exist")
        return
    try:
        original = rebuilt(origin.table, stored.secret, stored.events)
        if original.frozen is not None:
            return  # which is reported for the other table
        original_game = position_after(original, origin.decisions)
        begun = result.table.dealt()
    except (Refused, *ERRORS) as error:
        result.fault(None, f"it cannot come from table {origin.table}: {error}")
        return
    for number, seat in enumerate(result.table.seats):
        if seat.player is not None and _view(original_game, number) != _view(begun, number):
            result.fault(None, f"its first position is not the one that seat {number} knew")


def _view(game: gg.Game, seat: int) -> dict[str, Any]:
    """Return what a seat may know about a position, without the moves that led to it."""
    shown = view_to_dict(game.view(seat))
    del shown["actions"]
    return shown


class _Answer(msgspec.Struct):
    """The part of an answer that concerns a table."""

    table: str
    last_seq: int
    events: list[msgspec.Raw]


class _Numbered(msgspec.Struct):
    seq: int


_answers = msgspec.json.Decoder(_Answer)
_numbers = msgspec.json.Decoder(_Numbered)


async def _check_answers(reader: DatabaseReader, requests: Sequence[StoredRequest]) -> list[Fault]:
    """Check that everything acknowledged is stored, with the same payloads."""
    answers = [(request, _parse_answer(request.answer)) for request in requests]
    names = {
        (answer.table, seq)
        for _, answer in answers
        if answer is not None
        for seq in chain((answer.last_seq,), map(_seq, answer.events))
    }
    stored = await reader.events(sorted(names))
    faults = []
    for request, answer in answers:
        if answer is None:
            continue
        for payload in answer.events:
            seq = _seq(payload)
            event = stored.get((answer.table, seq))
            if event is None:
                sentence = "this event in an answer, but it is not stored"
            elif bytes(payload).decode() not in _payloads(event):
                sentence = "another payload than the stored one"
            else:
                continue
            faults.append(Fault(answer.table, seq, f"player {request.player} was sent {sentence}."))
        if not answer.events and (answer.table, answer.last_seq) not in stored:
            faults.append(Fault(answer.table, answer.last_seq, "it was acknowledged, but is lost."))
    return faults


def _parse_answer(text: str) -> _Answer | None:
    try:
        return _answers.decode(text)
    except msgspec.MsgspecError:
        return None


def _seq(payload: msgspec.Raw) -> int:
    try:
        return _numbers.decode(payload).seq
    except msgspec.MsgspecError:
        return -1


def _payloads(event: StoredEvent) -> set[str]:
    try:
        own = msgspec.json.decode(event.seats or "[]", type=list[msgspec.Raw])
    except msgspec.MsgspecError:
        own = []
    return {event.public, *(bytes(payload).decode() for payload in own)}


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
