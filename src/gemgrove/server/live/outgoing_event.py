"""An event to be sent: each payload is put into a message once, however many get it."""

from typing import NamedTuple

import msgspec

from gemgrove.server.journal import StoredEvent
from gemgrove.server.live import messages

_LEAVING = frozenset({"left", "resigned", "timed_out", "withdrawn"})


class Seating(NamedTuple):
    """The player of a seat after an event."""

    seat: int
    player: str | None
    """None: nobody who would be told as that seat."""


class _Seated(msgspec.Struct):
    seat: int
    player: str | None = None


_seated = msgspec.json.Decoder(_Seated)


class OutgoingEvent:
    """An event of a table, with its messages as far as somebody has needed them."""

    __slots__ = ("_event", "_frames", "_public", "_table", "seating", "seq")

    def __init__(self, table: str, event: StoredEvent) -> None:
        """The event with no message made yet."""
        self._table = table
        self._event = event
        self._public: str | None = None
        self._frames: dict[int, str] = {}
        self.seq = event.seq
        self.seating = seating(event)

    def frame(self, seat: int | None) -> str:
        """The message for a seat, or for those who look on (None)."""
        if seat is None or self._event.seats is None:
            if self._public is None:
                self._public = messages.event(self._table, self._event.public)
            return self._public
        found = self._frames.get(seat)
        if found is None:
            found = messages.event(self._table, self._event.payload(seat))
            self._frames[seat] = found
        return found


def seating(event: StoredEvent) -> Seating | None:
    """Return the change of a seat by an event; None for most events."""
    if event.kind != "joined" and event.kind not in _LEAVING:
        return None
    found = _seated.decode(event.body)
    return Seating(found.seat, found.player)
