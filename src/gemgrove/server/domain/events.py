"""What can happen at a table. A table's events, in their order, are all that is known of it.

An event is never changed. A kind is named by its tag, which is stored: a tag keeps its meaning for
good, and a member that is added later has a default.
"""

from typing import Any, Literal

import msgspec

RULES_VERSION = 1
"""Raised when the same events would lead to another position: by a change of a game's rules, of
its action numbers, of how deals are made, or of what an event does to a table."""


class _Happening(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Common to all kinds."""


class DealTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the cards come from."""

    kind: Literal["sealed", "open", "position"]
    """`position`: none are dealt, the game begins in the middle of another one."""
    id: str | None = None
    """Of an open deal."""
    commitment: str | None = None
    """Of a sealed deal or a position: it fixes the secret and does not tell it."""


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game in whose middle another one begins."""

    table: str
    decisions: int
    """How many of its decisions come before; undone ones do not count."""


# What has no origin is told, and was told before there were any, without the member.
class Created(_Happening, frozen=True, tag="created", omit_defaults=True):
    """The table is there, with no one at it."""

    game: str
    variant: dict[str, Any]
    """What `Variant.to_dict` says."""
    players: int
    deal: DealTerms
    public: bool
    """Whether everybody may see and join it; else only who knows its invite code."""
    turn_seconds: float | None
    """How long a turn may take; None: no clock."""
    practice: bool
    """It never counts for a rating."""
    rules_version: int
    origin: Origin | None = msgspec.field(default=None, name="from")
    """Where a position comes from."""


class Joined(_Happening, frozen=True, tag="joined"):
    """A player takes a seat."""

    seat: int
    player: str
    name: str


class Left(_Happening, frozen=True, tag="left"):
    """A player gives up a seat: before the start, or before the first move of theirs."""

    seat: int


class BotAdded(_Happening, frozen=True, tag="bot_added"):
    """A bot takes a seat."""

    seat: int
    bot: str


class BotRemoved(_Happening, frozen=True, tag="bot_removed"):
    """A bot's seat is free again."""

    seat: int


class Ready(_Happening, frozen=True, tag="ready"):
    """A player is ready for the start, and adds to the deal."""

    seat: int
    nonce: str
    """Hexadecimal; it may be empty."""


class Started(_Happening, frozen=True, tag="started"):
    """The cards are dealt."""

    first: int
    """The seat that begins."""


class Played(_Happening, frozen=True, tag="played"):
    """One decision or several, of one seat in one turn."""

    seat: int
    actions: list[int]
    moves: list[str]
    """The same in notation."""
    by_bot: bool = False


class UndoOffered(_Happening, frozen=True, tag="undo_offered"):
    """A player asks to take back their last turn, or what they have done of this one."""

    seat: int
    to: int
    """How many decisions of the game would be left."""


class UndoAgreed(_Happening, frozen=True, tag="undo_agreed"):
    """One of the others has nothing against it."""

    seat: int


class UndoDeclined(_Happening, frozen=True, tag="undo_declined"):
    """One of the others has, or the one who asked has thought better of it."""

    seat: int


class Undone(_Happening, frozen=True, tag="undone"):
    """All have agreed: the position is an earlier one."""

    to: int


class Resigned(_Happening, frozen=True, tag="resigned"):
    """A player gives up."""

    seat: int


class TimedOut(_Happening, frozen=True, tag="timed_out"):
    """A player's turn took too long."""

    seat: int


class Withdrawn(_Happening, frozen=True, tag="withdrawn"):
    """A player is no more: deleted or banned."""

    seat: int


class TakenOver(_Happening, frozen=True, tag="taken_over"):
    """From now on a bot plays for the seat."""

    seat: int
    bot: str


class Said(_Happening, frozen=True, tag="said"):
    """Somebody said something."""

    seat: int | None
    """None: the server."""
    text: str


class Over(_Happening, frozen=True, tag="over"):
    """The game has been decided."""

    ending: str
    """How: as the game says (`finished`, `dead end`, `turn limit`), or why nobody played it out:
    `resigned`, `timed out`, `withdrawn`."""
    scores: list[int]
    places: list[int]
    """By seat, 1 for the winners; those who gave up are last."""
    winners: list[int]
    secret: str | None
    """Of a sealed deal or a position, hexadecimal."""


class Aborted(_Happening, frozen=True, tag="aborted"):
    """The table has ended without a result."""

    why: str
    secret: str | None = None
    """Of a sealed deal or a position, hexadecimal."""


class Archived(_Happening, frozen=True, tag="archived"):
    """Nothing can happen here any more."""


class RematchWanted(_Happening, frozen=True, tag="rematch_wanted"):
    """A player wants to play again."""

    seat: int


class Rematch(_Happening, frozen=True, tag="rematch"):
    """All want to: it goes on at another table."""

    table: str


class Unknown(msgspec.Struct, frozen=True):
    """What a newer program has stored. No program writes it."""

    kind: str


Happening = (
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
"""A move names the last of these. Whatever else happens does not make it stale."""


class Event(msgspec.Struct, frozen=True):
    """Something that happened, with its number at the table."""

    seq: int
    """From 1, without gaps."""
    at: float
    """Seconds since 1970."""
    by: str | None
    """The id of the player who did it; None: the server."""
    what: Happening | Unknown


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Happening] = msgspec.json.Decoder(Happening)


class _Kind(msgspec.Struct):
    kind: str = "?"


def write(what: Happening) -> str:
    """As JSON, the form that is stored."""
    return _encoder.encode(what).decode()


def read(text: str | bytes) -> Happening | Unknown:
    """What `write` wrote; `Unknown` where it is not what this program would have written."""
    try:
        return _decoder.decode(text)
    except msgspec.MsgspecError:
        pass
    try:
        return Unknown(msgspec.json.decode(text, type=_Kind).kind)
    except msgspec.MsgspecError:
        return Unknown(_Kind().kind)


def kind_of(what: Happening | Unknown) -> str:
    """The tag of a happening."""
    if isinstance(what, Unknown):
        return what.kind
    return str(what.__struct_config__.tag)
