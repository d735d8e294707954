"""Replay of one table: every command is decided again, and every payload made again."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from gemgrove.server.domain import RULES_VERSION, Event, Table, event_payloads, events
from gemgrove.server.domain.events import kind_of
from gemgrove.server.journal import StoredEvent, packed
from gemgrove.server.verification.decisions import ERRORS, check_command
from gemgrove.server.verification.faults import Fault

MAX_FAULTS = 20
"""Faults that are reported for one table."""

# One more than any command leads to, so that an excess is noticed.
_MAX_EVENTS = 4
KINDS = {str(kind.__struct_config__.tag): kind for kind in events.EventBody.__args__}


@dataclass(slots=True)
class Replay:
    """The result of replaying one table."""

    table: Table
    faults: list[Fault] = field(default_factory=list)
    frozen: str | None = None
    """The reason why this program cannot replay the table, though no fault is known."""
    complete: bool = True
    """False if the replay stopped before the last event."""

    def fault(self, seq: int | None, sentence: str) -> None:
        """Record a fault, unless there are too many."""
        found = Fault(self.table.id, seq, f"{sentence.rstrip('.')}.")
        if len(self.faults) < MAX_FAULTS and found not in self.faults:
            self.faults.append(found)


def replay(
    table: str, secret: bytes | None, log: Sequence[StoredEvent], *, seats: bool = True
) -> Replay:
    """Replay a table's stored events. Without `seats` only public payloads are compared."""
    result = Replay(Table(table, secret))
    whole = len(log)
    log = _before_gap(result, log)
    parsed = [_parse(result, stored) for stored in log]
    done = 0
    while done < len(parsed) and result.complete:
        what = parsed[done].body
        if isinstance(what, events.Unknown):
            result.frozen = _newer(what, log[done])
            result.complete = False
        elif isinstance(what, events.Created) and what.rules_version != RULES_VERSION:
            result.frozen = (
                f"its rules have version {what.rules_version}, but this program plays "
                f"{RULES_VERSION}"
            )
            result.complete = False
        else:
            done += _step(result, parsed[done : done + _MAX_EVENTS], log[done:], seats=seats)
    result.complete &= 0 < whole == len(log)
    return result


def _step(
    result: Replay, following: Sequence[Event], log: Sequence[StoredEvent], *, seats: bool
) -> int:
    """Replay the events of one command; return their number."""
    understood = _understood(following)
    answer = check_command(result.table, understood)
    if answer.fault is not None:
        number, sentence = answer.fault
        result.fault(following[number].seq, sentence)
    count = min(answer.count, len(understood))
    for event, stored in zip(following[:count], log[:count], strict=True):
        if result.complete:
            _apply(result, event, stored, seats=seats)
    return count


def _understood(following: Sequence[Event]) -> list[Event]:
    """Return the events before the first one that is not understood."""
    found: list[Event] = []
    for event in following:
        if isinstance(event.body, events.Unknown):
            break
        found.append(event)
    return found


def _apply(result: Replay, event: Event, stored: StoredEvent, *, seats: bool) -> None:
    """Apply an event, and compare the payloads with those that would be sent now."""
    table = result.table
    try:
        transition = table.after(event)
        result.table = table = transition.after
        if table.frozen is not None:
            result.fault(event.seq, table.frozen.partition(" replayed: ")[2] or table.frozen)
            result.complete = False
            return
        public, own = event_payloads(transition)
    except ERRORS as error:
        result.fault(event.seq, f"it cannot be replayed: {error}")
        result.complete = False
        return
    text = _json(public)
    if _decoded(stored.public) != _decoded(text):
        result.fault(event.seq, "the payload for spectators is not the one that would be sent now")
    packed_seats = packed(text, [_json(payload or public) for payload in own])
    if seats and _decoded(stored.seats) != _decoded(packed_seats):
        result.fault(event.seq, "the payloads for the seats are not those that would be sent now")


def _before_gap(result: Replay, log: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
    """Return the events before the first gap."""
    for number, stored in enumerate(log, 1):
        if stored.seq != number:
            result.fault(number, f"it is missing; the next event is {stored.seq}")
            return log[: number - 1]
    if not log:
        result.fault(None, "it has no events")
    return log


def _parse(result: Replay, stored: StoredEvent) -> Event:
    """Parse an event; one that even a newer program cannot have written is a fault."""
    what = events.read(stored.body)
    if isinstance(what, events.Unknown) and (sentence := _unreadable(stored.body)):
        result.fault(stored.seq, sentence)
    elif kind_of(what) != stored.kind:
        result.fault(stored.seq, f"it is stored as {stored.kind!r}, but is {kind_of(what)!r}")
    return Event(stored.seq, stored.at, stored.by, what)


def _unreadable(body: str) -> str | None:
    """Return why no program can have written this; None if a newer one may have."""
    try:
        members = msgspec.json.decode(body, type=dict)
    except msgspec.MsgspecError:
        return "its body is not JSON"
    kind = members.pop("kind", None)
    if not isinstance(kind, str):
        return "its body does not name its kind"
    if kind in KINDS and set(members) <= set(KINDS[kind].__struct_encode_fields__):
        return f"its body is not valid for {kind!r}"
    return None


def _newer(what: events.Unknown, stored: StoredEvent) -> str | None:
    """Return why an event freezes its table; None if the event is a fault."""
    if _unreadable(stored.body):
        return None
    return f"event {stored.seq}, {what.kind!r}, was written by a newer program"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _decoded(text: str | None) -> object:
    """Decode JSON, so that the order of fields does not matter."""
    try:
        return None if text is None else msgspec.json.decode(text)
    except msgspec.MsgspecError:
        return text
