"""Entries of the journal, and the outcomes of committing them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from sqlalchemy.sql.dml import UpdateBase

_payloads = msgspec.json.Decoder(list[msgspec.Raw])


class StoredEvent(msgspec.Struct, frozen=True):
    """An event as it is stored: its body, and the payload that each audience is sent."""

    seq: int
    at: float
    by: str | None
    kind: str
    body: str
    public: str
    seats: str | None = None

    def payload(self, seat: int | None) -> str:
        """Return the payload for a seat, or for spectators (None)."""
        if seat is None or self.seats is None:
            return self.public
        own = bytes(_payloads.decode(self.seats)[seat]).decode()
        return self.public if own == "null" else own


def packed(public: str, seats: Sequence[str]) -> str | None:
    """Return the seats' payloads, each of them JSON, in the format of `StoredEvent.seats`."""
    if all(payload == public for payload in seats):
        return None
    return f"[{','.join('null' if payload == public else payload for payload in seats)}]"


class StoredTable(msgspec.Struct, frozen=True):
    """A table as it is stored: its row, its secret and all its events."""

    row: dict[str, Any]
    secret: str | None
    events: list[StoredEvent]


class StoredRequest(msgspec.Struct, frozen=True):
    """A request and its answer, with the key that the player gave it."""

    player: str
    key: str
    hash: str
    status: int
    answer: str
    at: float


@dataclass(frozen=True, slots=True)
class Change:
    """A change in addition to the events: a statement and its parameters.

    A statement that is created once and used with different parameters is compiled once.
    """

    statement: UpdateBase
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """A change that is committed as a whole or not at all.

    An entry without a table, such as a change to a player, has no events but a request.
    """

    table: str | None
    # The table's last seq as known to the writer of this entry; 0 if there is none.
    expected_last_seq: int = 0
    events: Sequence[StoredEvent] = ()
    request: StoredRequest | None = None
    # Written before the events: the row of a new table, with last_seq 0.
    makes: Sequence[Change] = ()
    # Written after the events.
    changes: Sequence[Change] = ()
    # The last of the events that changed the position, if one did.
    position_seq: int | None = None

    def __post_init__(self) -> None:
        if self.table is None and (self.events or self.request is None):
            raise ValueError("An entry without a table has a request and no events.")
        after = self.expected_last_seq + 1
        found = [event.seq for event in self.events]
        if found != list(range(after, after + len(found))):
            raise ValueError(f"The events' seqs are {found}; after {after - 1} comes {after}.")

    @property
    def key(self) -> str:
        """The table or player whose entries keep their order."""
        if self.table is not None:
            return self.table
        assert self.request is not None
        return self.request.player

    @property
    def last_seq(self) -> int:
        """The table's last event once this is committed."""
        return self.expected_last_seq + len(self.events)


@dataclass(frozen=True, slots=True)
class Committed:
    """The entry is on disk."""

    last_seq: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """Nothing of the entry is on disk.

    - `"seq"`: the table has gone on, to `last_seq` (None: there is no such table).
    - `"answered"`: the request was answered before; `request` contains that answer.
    - `"key"`: the player used the key for another request before, which is `request`.
    - `"constraint"`: a change broke a constraint of the database, such as a unique name; `detail`
      says which, for the log.
    """

    kind: Literal["seq", "answered", "key", "constraint"]
    last_seq: int | None = None
    request: StoredRequest | None = None
    detail: str = ""


# The result for one entry of a group: an exception if the entry itself was wrong.
Outcome = Committed | Conflict | Exception


def taken(earlier: StoredRequest, request: StoredRequest) -> Conflict:
    """Return the conflict of a request whose key was used before."""
    return Conflict("answered" if earlier.hash == request.hash else "key", request=earlier)
