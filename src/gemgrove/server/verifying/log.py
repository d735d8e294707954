"""Every game of a database, one table at a time."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import msgspec

import gemgrove as gg
from gemgrove.server import ids
from gemgrove.server.domain import Event, Refused, Table, events, rematched
from gemgrove.server.domain.continuing import standing
from gemgrove.server.domain.events import Origin
from gemgrove.server.journal import StoredEvent, StoredRequest
from gemgrove.server.verifying.deciding import ERRORS
from gemgrove.server.verifying.faults import Fault
from gemgrove.server.verifying.following import Followed, follow
from gemgrove.server.verifying.rows import check_count, check_rows
from gemgrove.server.verifying.source import Source, Stored
from gemgrove.wire import to_wire


@dataclass(slots=True)
class Report:
    """What was looked at, and what was found."""

    tables: int = 0
    events: int = 0
    answers: int = 0
    faults: int = 0
    frozen: list[tuple[str, str]] = field(default_factory=list)
    """Tables that this program cannot follow, and why; nothing is known to be wrong with them."""

    @property
    def sentence(self) -> str:
        """All of it in a sentence."""
        looked = f"{_counted(self.tables, 'table')} with {_counted(self.events, 'event')}"
        if self.answers:
            looked += f" and {_counted(self.answers, 'answer')}"
        found = "no fault" if not self.faults else _counted(self.faults, "fault")
        frozen = "" if not self.frozen else f"; {_counted(len(self.frozen), 'table')} frozen"
        return f"Checked {looked}: {found}{frozen}."


@dataclass(slots=True)
class Progress:
    """How far it has come."""

    done: int
    of: int
    what: str


Tell = Callable[[Fault | Progress | Followed], None]


async def verify(
    source: Source, *, only: Sequence[str] | None = None, tell: Tell = lambda _found: None
) -> Report:
    """Check all tables, or some alone. `tell` hears of every fault at once, of every table that
    was followed, and how far it has come."""
    report = Report()

    def fault(found: Fault) -> None:
        report.faults += 1
        tell(found)

    counts = await source.counts()
    async for table in _wanted(source, only):
        stored = await source.table(table)
        if stored is None:
            fault(Fault(table, None, "there is no such table."))
            continue
        followed = await _checked(source, table, stored)
        report.tables += 1
        report.events += len(stored.events)
        if followed.frozen is not None:
            report.frozen.append((table, followed.frozen))
        for found in followed.faults:
            fault(found)
        tell(followed)
        tell(Progress(report.tables, len(only) if only else counts.tables, "tables"))
    if only is None:
        for relation, table in await source.orphans():
            fault(Fault(table, None, f"there is no such table, and {relation!r} has rows of it."))
        async for requests in source.requests():
            for found in await _wrong_answers(source, requests):
                fault(found)
            report.answers += len(requests)
            tell(Progress(report.answers, max(counts.requests, report.answers), "answers"))
    return report


async def _wanted(source: Source, only: Sequence[str] | None) -> AsyncIterator[str]:
    if only is None:
        async for table in source.tables():
            yield table
    else:
        for table in only:
            yield table


async def _checked(source: Source, table: str, stored: Stored) -> Followed:
    followed = follow(table, _secret(stored), stored.events)
    if not ids.is_table(table):
        followed.fault(None, "its id is not one that a server gives")
    check_count(followed, stored)
    if followed.complete:
        check_rows(followed, stored)
        if followed.table.rematch is not None:
            await _check_rematch(source, followed, followed.table.rematch)
        terms = followed.table.terms
        if terms is not None and terms.origin is not None:
            await _check_origin(source, followed, terms.origin)
    return followed


def _secret(stored: Stored) -> bytes | None:
    try:
        return None if stored.secret is None else bytes.fromhex(stored.secret)
    except ValueError:
        return b""  # no secret is; its commitment does not fix this one


async def _check_rematch(source: Source, followed: Followed, new: str) -> None:
    """The table that it goes on at is there, and began with those who were here."""
    stored = await source.table(new)
    if stored is None:
        followed.fault(None, f"the table of its rematch, {new}, is not there")
        return
    begun = [events.read(event.body) for event in stored.events]
    if not begun or not isinstance(begun[0], events.Created):
        return  # that is told of the other table
    try:
        expected = rematched(
            followed.table, Table.begin(new, _secret(stored)), deal=begun[0].deal.id
        )
    except ERRORS:
        return
    if begun[: len(expected)] != expected:
        followed.fault(None, f"the table of its rematch, {new}, does not begin as it should")


async def _check_origin(source: Source, followed: Followed, origin: Origin) -> None:
    """The game that it comes from is there, and its player knew there what can be known here."""
    stored = await source.table(origin.table)
    if stored is None:
        followed.fault(None, f"the table that it comes from, {origin.table}, is not there")
        return
    original = Table.begin(origin.table, _secret(stored))
    try:
        for event in stored.events:
            original.apply(Event(event.seq, event.at, event.by, events.read(event.body)))
        if original.frozen is not None:
            return  # that is told of the other table
        stood = standing(original, origin.decisions)
        begun = followed.table.dealt()
    except (Refused, *ERRORS) as error:
        followed.fault(None, f"it cannot come from table {origin.table}: {error}")
        return
    for number, seat in enumerate(followed.table.seats):
        if seat.player is not None and _shown(stood, number) != _shown(begun, number):
            followed.fault(None, f"its beginning is not what seat {number} knew there")


def _shown(game: gg.Game, seat: int) -> dict[str, Any]:
    """What a seat may know of a position, however it came to be."""
    shown = to_wire(game.view(seat))
    del shown["actions"]
    return shown


class _Answer(msgspec.Struct):
    """As far as an answer is about a table."""

    table: str
    last_seq: int
    events: list[msgspec.Raw]


class _Numbered(msgspec.Struct):
    seq: int


_answers = msgspec.json.Decoder(_Answer)
_numbers = msgspec.json.Decoder(_Numbered)


async def _wrong_answers(source: Source, requests: Sequence[StoredRequest]) -> list[Fault]:
    """What was acknowledged must be there, with the words that were used then."""
    told = [(request, _about_table(request.answer)) for request in requests]
    names = {
        (answer.table, seq)
        for _, answer in told
        if answer is not None
        for seq in chain((answer.last_seq,), map(_seq, answer.events))
    }
    there = await source.events(sorted(names))
    faults = []
    for request, answer in told:
        if answer is None:
            continue
        for form in answer.events:
            seq = _seq(form)
            found = there.get((answer.table, seq))
            sentence = f"player {request.player} was answered that it happened, and it is not there"
            if found is None:
                faults.append(Fault(answer.table, seq, f"{sentence}."))
            elif bytes(form).decode() not in _forms(found):
                sentence = f"player {request.player} was answered with other words than are stored"
                faults.append(Fault(answer.table, seq, f"{sentence}."))
        if not answer.events and (answer.table, answer.last_seq) not in there:
            faults.append(Fault(answer.table, answer.last_seq, "it was acknowledged and is lost."))
    return faults


def _about_table(text: str) -> _Answer | None:
    try:
        return _answers.decode(text)
    except msgspec.MsgspecError:
        return None


def _seq(form: msgspec.Raw) -> int:
    try:
        return _numbers.decode(form).seq
    except msgspec.MsgspecError:
        return -1


def _forms(event: StoredEvent) -> set[str]:
    """What anybody was told of it."""
    try:
        return {event.public, *(event.form(seat) for seat in range(len(_own(event))))}
    except msgspec.MsgspecError:
        return {event.public}


def _own(event: StoredEvent) -> list[msgspec.Raw]:
    if event.seats is None:
        return []
    return msgspec.json.decode(event.seats, type=list[msgspec.Raw])


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
