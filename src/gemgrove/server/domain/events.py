"""The events of a table. Its whole state follows from them, in order.

Events are immutable. The tag of a kind is stored and never changes its meaning; a field that is
added later has a default.
"""

from typing import Any, Literal

import msgspec

RULES_VERSION = 1
"""Raised when the same events would lead to a different position: after a change to a game's rules,
to its action numbers, to how deals are made, or to what an event does to a table."""


class _EventBody(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """The base of all kinds."""


class _SeatEvent(_EventBody, frozen=True):
    """The base of events that concern one seat."""

    seat: int


class DealTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The source of the cards."""

    kind: Literal["sealed", "open", "position"]
    """`position`: nothing is dealt; the game begins in the middle of another one."""
    id: str | None = None
    """The id of an open deal."""
    commitment: str | None = None
    """Fixes the secret of a sealed deal or a position without revealing it."""


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game, and the position in it, from which another game was continued."""

    table: str
    decisions: int
    """Number of decisions before that position; undone ones do not count."""


# Without an origin the field is omitted, as in events stored before the field existed.
class Created(_EventBody, frozen=True, tag="created", omit_defaults=True):
    """The table is created, with all seats free."""

    game: str
    variant: dict[str, Any]
    """As `Variant.to_dict` writes it."""
    players: int
    deal: DealTerms
    public: bool
    """True if everybody may see and join the table; otherwise its invite code is needed."""
    turn_seconds: float | None
    """Seconds that a turn may take; None: no clock."""
    practice: bool
    """True if the game never counts for a rating."""
    rules_version: int
    origin: Origin | None = msgspec.field(default=None, name="from")
    """Where the position of a continued game comes from."""


class Joined(_SeatEvent, frozen=True, tag="joined"):
    """A player takes a seat."""

    player: str
    name: str


class Left(_SeatEvent, frozen=True, tag="left"):
    """A player gives up a seat: before the start, or before their first move."""


class BotAdded(_SeatEvent, frozen=True, tag="bot_added"):
    """A bot takes a seat."""

    bot: str


class BotRemoved(_SeatEvent, frozen=True, tag="bot_removed"):
    """A bot's seat is free again."""


class Ready(_SeatEvent, frozen=True, tag="ready"):
    """A player is ready for the start, and contributes to the deal."""

    nonce: str
    """Hexadecimal; may be empty."""


class Started(_EventBody, frozen=True, tag="started"):
    """The cards are dealt."""

    first: int
    """The seat that begins."""


class Played(_SeatEvent, frozen=True, tag="played"):
    """A seat makes one or more decisions of a turn."""

    actions: list[int]
    moves: list[str]
    """The same decisions in notation."""
    by_bot: bool = False


class UndoOffered(_SeatEvent, frozen=True, tag="undo_offered"):
    """A player asks to take back their last turn, or their part of the current one."""

    to: int
    """Number of decisions that would remain."""


class UndoAgreed(_SeatEvent, frozen=True, tag="undo_agreed"):
    """Another player agrees to the undo."""


class UndoDeclined(_SeatEvent, frozen=True, tag="undo_declined"):
    """Another player declines the undo, or the player who offered it withdraws it."""


class Undone(_EventBody, frozen=True, tag="undone"):
    """All have agreed: the game returns to an earlier position."""

    to: int


class Resigned(_SeatEvent, frozen=True, tag="resigned"):
    """A player gives up."""


class TimedOut(_SeatEvent, frozen=True, tag="timed_out"):
    """A player's turn took too long."""


class Withdrawn(_SeatEvent, frozen=True, tag="withdrawn"):
    """A player was deleted or banned."""


class TakenOver(_SeatEvent, frozen=True, tag="taken_over"):
    """From now on a bot plays for the seat."""

    bot: str


class Said(_EventBody, frozen=True, tag="said"):
    """Somebody sent a chat message."""

    seat: int | None
    """None: the server."""
    text: str


class Over(_EventBody, frozen=True, tag="over"):
    """The game has been decided."""

    ending: str
    """The game's own ending (`finished`, `dead end`, `turn limit`), or why it was not played out:
    `resigned`, `timed out`, `withdrawn`."""
    scores: list[int]
    places: list[int]
    """By seat, 1 for the winners; those who gave up are last."""
    winners: list[int]
    secret: str | None
    """The secret of a sealed deal or a position, in hexadecimal."""


class Aborted(_EventBody, frozen=True, tag="aborted"):
    """The table has ended without a result."""

    why: str
    secret: str | None = None
    """The secret of a sealed deal or a position, in hexadecimal."""


class Archived(_EventBody, frozen=True, tag="archived"):
    """Nothing can happen here any more."""


class RematchWanted(_SeatEvent, frozen=True, tag="rematch_wanted"):
    """A player wants to play again."""


class Rematch(_EventBody, frozen=True, tag="rematch"):
    """All players want a rematch, which takes place at a new table."""

    table: str


class Unknown(msgspec.Struct, frozen=True):
    """An event stored by a newer program; it is never written."""

    kind: str = "?"


EventBody = (
    Created
    | Joined
    | Left
    | BotAdded
    | BotRemoved
    | Ready
    | Started
    | Played
    | UndoOffered
    | UndoAgreed
    | UndoDeclined
    | Undone
    | Resigned
    | TimedOut
    | Withdrawn
    | TakenOver
    | Said
    | Over
    | Aborted
    | Archived
    | RematchWanted
    | Rematch
)

POSITION_CHANGING = (Started, Played, Undone, TakenOver, Over)
"""A move names the last event of these kinds; other events do not make it stale."""


class Event(msgspec.Struct, frozen=True):
    """Something that happened, with its number at the table."""

    seq: int
    """From 1, without gaps."""
    at: float
    """Seconds since 1970."""
    by: str | None
    """The id of the player who did it; None: the server."""
    body: EventBody | Unknown


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[EventBody] = msgspec.json.Decoder(EventBody)


def write(what: EventBody) -> str:
    """Return an event as JSON, the stored format."""
    return _encoder.encode(what).decode()


def read(text: str | bytes) -> EventBody | Unknown:
    """Parse a stored event; return `Unknown` if this program would not have written it."""
    try:
        return _decoder.decode(text)
    except msgspec.MsgspecError:
        pass
    try:
        return msgspec.json.decode(text, type=Unknown)
    except msgspec.MsgspecError:
        return Unknown()


def kind_of(what: EventBody | Unknown) -> str:
    """Return the tag of an event."""
    if isinstance(what, Unknown):
        return what.kind
    return str(what.__struct_config__.tag)
