"""Replays a table: every command is decided again, and every payload made again."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from gemgrove.server.domain import RULES_VERSION, Event, Table, events
from gemgrove.server.domain.events import kind_of
from gemgrove.server.journal import StoredEvent
from gemgrove.server.table_service import stored_event
from gemgrove.server.verification.decisions import ERRORS, check_command

MAX_FAULTS = 20
"""Maximum number of faults reported per table."""

# One more than any command causes, so that an excess is noticed.
_MAX_EVENTS = 4
KINDS = {str(kind.__struct_config__.tag): kind for kind in events.EventBody.__args__}


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault found by verification."""

    table: str
    seq: int | None
    """The event; None: the table as a whole."""
    sentence: str

    def __str__(self) -> str:
        event = "" if self.seq is None else f", event {self.seq}"
        return f"Table {self.table}{event}: {self.sentence}"


@dataclass(slots=True)
class Replay:
    """The result of replaying one table."""

    table: Table
    faults: list[Fault] = field(default_factory=list)
    frozen: str | None = None
    """Why this program cannot replay the table, even if no fault is known."""
    complete: bool = True
    """False if the replay stopped before the last event."""

    def fault(self, seq: int | None, sentence: str) -> None:
        """Record a fault, unless there are too many."""
        found = Fault(self.table.id, seq, f"{sentence.rstrip('.')}.")
        if len(self.faults) < MAX_FAULTS and found not in self.faults:
            self.faults.append(found)


def replay(
    table: str, secret: bytes | None, log: Sequence[StoredEvent], *, public: bool = False
) -> Replay:
    """Replay a table's stored events.

    `public` events lack their senders and the seats' payloads, which are not checked then.
    """
    result = Replay(Table(table, secret))
    understood = _understood(result, log)
    done = 0
    while done < len(understood) and result.complete:
        following = understood[done : done + _MAX_EVENTS]
        check = check_command(result.table, following, public=public)
        if check.fault is not None:
            number, sentence = check.fault
            result.fault(following[number].seq, sentence)
        for event in following[: check.count]:
            if result.complete:
                _apply(result, event, log[event.seq - 1], public=public)
        done += check.count
    result.complete &= 0 < len(log) == len(understood)
    return result


def _apply(result: Replay, event: Event, stored: StoredEvent, *, public: bool) -> None:
    """Apply an event, and compare its payloads with those that would be sent now."""
    try:
        transition = result.table.after(event)
        result.table = table = transition.after
        if table.frozen is not None:
            result.fault(event.seq, table.frozen.partition(" replayed: ")[2] or table.frozen)
            result.complete = False
            return
        made = stored_event(transition)
    except ERRORS as error:
        result.fault(event.seq, f"it cannot be replayed: {error}")
        result.complete = False
        return
    if _decoded(stored.public) != _decoded(made.public):
        result.fault(event.seq, "the payload for spectators is not the one that would be sent now")
    if not public and _decoded(stored.seats) != _decoded(made.seats):
        result.fault(event.seq, "the payloads for the seats are not those that would be sent now")


def _understood(result: Replay, log: Sequence[StoredEvent]) -> list[Event]:
    """Return the events before the first one that is missing or cannot be replayed."""
    found: list[Event] = []
    if not log:
        result.fault(None, "it has no events")
    for number, stored in enumerate(log, 1):
        if stored.seq != number:
            result.fault(number, f"it is missing; the next event is {stored.seq}")
            break
        body = events.read(stored.body)
        unknown = isinstance(body, events.Unknown)
        unreadable = _unreadable(stored.body) if unknown else None
        if unreadable:
            result.fault(stored.seq, unreadable)
        elif kind_of(body) != stored.kind:
            result.fault(stored.seq, f"it is stored as {stored.kind!r}, but is {kind_of(body)!r}")
        if len(found) < number - 1:
            continue  # later events are only checked for faults
        if isinstance(body, events.Created) and body.rules_version != RULES_VERSION:
            result.frozen = (
                f"its rules have version {body.rules_version}, but this program plays "
                f"{RULES_VERSION}"
            )
        elif not unknown:
            found.append(Event(stored.seq, stored.at, stored.by, body))
        elif not unreadable:
            kind = kind_of(body)
            result.frozen = f"event {stored.seq}, {kind!r}, was written by a newer program"
    return found


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


def _decoded(text: str | None) -> object:
    """Decode JSON, so that the order of fields does not matter."""
    try:
        return None if text is None else msgspec.json.decode(text)
    except msgspec.MsgspecError:
        return text
