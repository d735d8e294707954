"""One table followed from its first event to its last: each decided again and told again."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from gemgrove.server.domain import RULES_VERSION, Event, Table, events, forms
from gemgrove.server.domain.events import kind_of
from gemgrove.server.journal import StoredEvent, packed
from gemgrove.server.verifying.deciding import ERRORS, decided
from gemgrove.server.verifying.faults import Fault

MOST_FAULTS = 20
"""That are told of one table."""

# No command leads to more events than that, with one more to see that it does not.
_MOST = 4
KINDS = {str(kind.__struct_config__.tag): kind for kind in events.Happening.__args__}


@dataclass(slots=True)
class Followed:
    """What became of it."""

    table: Table
    faults: list[Fault] = field(default_factory=list)
    frozen: str | None = None
    """Why this program cannot follow the table, where nothing is wrong with it."""
    complete: bool = True
    """Whether it could be followed to its end."""

    def fault(self, seq: int | None, sentence: str) -> None:
        """Note one, unless there are many."""
        found = Fault(self.table.id, seq, f"{sentence.rstrip('.')}.")
        if len(self.faults) < MOST_FAULTS and found not in self.faults:
            self.faults.append(found)


def follow(
    table: str, secret: bytes | None, log: Sequence[StoredEvent], *, seats: bool = True
) -> Followed:
    """Follow a table by its stored events. Without `seats` only the public forms are compared."""
    followed = Followed(Table.begin(table, secret))
    whole = len(log)
    log = _without_gap(followed, log)
    happened = [_read(followed, stored) for stored in log]
    done = 0
    while done < len(happened) and followed.complete:
        what = happened[done].what
        if isinstance(what, events.Unknown):
            followed.frozen = _newer(what, log[done])
            followed.complete = False
        elif isinstance(what, events.Created) and what.rules_version != RULES_VERSION:
            followed.frozen = (
                f"its rules have version {what.rules_version}, and this program plays "
                f"{RULES_VERSION}"
            )
            followed.complete = False
        else:
            done += _step(followed, happened[done : done + _MOST], log[done:], seats=seats)
    followed.complete &= 0 < whole == len(log)
    return followed


def _step(
    followed: Followed, following: Sequence[Event], log: Sequence[StoredEvent], *, seats: bool
) -> int:
    """The events of one command; how many they were."""
    known = _known(following)
    answer = decided(followed.table, known)
    if answer.fault is not None:
        number, sentence = answer.fault
        followed.fault(following[number].seq, sentence)
    count = min(answer.count, len(known))
    for event, stored in zip(following[:count], log[:count], strict=True):
        if followed.complete:
            _happen(followed, event, stored, seats=seats)
    return count


def _known(following: Sequence[Event]) -> list[Event]:
    """The events that follow, up to one that is not understood."""
    found: list[Event] = []
    for event in following:
        if isinstance(event.what, events.Unknown):
            break
        found.append(event)
    return found


def _happen(followed: Followed, event: Event, stored: StoredEvent, *, seats: bool) -> None:
    """Let it happen, and compare what everybody was told with what they would be told now."""
    table = followed.table
    before = table.copy()
    try:
        table.apply(event)
        if table.frozen is not None:
            followed.fault(event.seq, table.frozen.partition(" followed: ")[2] or table.frozen)
            followed.complete = False
            return
        public, own = forms(before, event, table)
    except ERRORS as error:
        followed.fault(event.seq, f"it cannot be followed: {error}")
        followed.complete = False
        return
    text = _json(public)
    if stored.public != text:
        followed.fault(event.seq, "what spectators were told is not what they would be told now")
    if seats and stored.seats != packed(text, [_json(form or public) for form in own]):
        followed.fault(event.seq, "what the seats were told is not what they would be told now")


def _without_gap(followed: Followed, log: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
    """The events as far as none is missing."""
    for number, stored in enumerate(log, 1):
        if stored.seq != number:
            followed.fault(number, f"it is missing; the next one there is {stored.seq}")
            return log[: number - 1]
    if not log:
        followed.fault(None, "it has no events")
    return log


def _read(followed: Followed, stored: StoredEvent) -> Event:
    """An event; what a newer program may have written is `Unknown`, what none has is a fault."""
    what = events.read(stored.body)
    if isinstance(what, events.Unknown) and (sentence := _unreadable(stored.body)):
        followed.fault(stored.seq, sentence)
    elif kind_of(what) != stored.kind:
        followed.fault(stored.seq, f"it is stored as {stored.kind!r} and is {kind_of(what)!r}")
    return Event(stored.seq, stored.at, stored.by, what)


def _unreadable(body: str) -> str | None:
    """Why no program has written this; None where a newer one may have."""
    try:
        members = msgspec.json.decode(body, type=dict)
    except msgspec.MsgspecError:
        return "its body is not JSON"
    kind = members.pop("kind", None)
    if not isinstance(kind, str):
        return "its body does not say what it is"
    if kind in KINDS and set(members) <= set(KINDS[kind].__struct_encode_fields__):
        return f"its body is not one of {kind!r}"
    return None


def _newer(what: events.Unknown, stored: StoredEvent) -> str | None:
    """Why a table is frozen by an event; None where the event is a fault."""
    if _unreadable(stored.body):
        return None
    return f"event {stored.seq}, {what.kind!r}, is of a newer program"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
