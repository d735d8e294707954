"""What requests say: their bodies, and what stands behind the question mark.

Members that are not known are refused, so that a slip of the pen is not taken for a default.
"""

from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from gemgrove.game import GAMES
from gemgrove.server import requests
from gemgrove.server.listing import LARGEST_PAGE, PAGE
from gemgrove.server.service import MOST_EVENTS

_SAFE = 2**53 - 1  # what every reader of JSON takes for a whole number
LATEST = 1e11
"""In seconds since 1970."""

Seat = Annotated[int, Meta(ge=0, le=63, description="Seats are counted from 0.")]
Text = Annotated[str, Meta(max_length=2000)]
Limit = Annotated[int, Meta(ge=1, le=LARGEST_PAGE)]
Game = Literal[GAMES]  # type: ignore[valid-type]


class _Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Common to all."""


class Registration(_Body, frozen=True):
    """A new player."""

    name: Annotated[Text | None, Meta(description="Without one it is a guest with any name.")] = (
        None
    )
    bot: Annotated[bool, Meta(description="Everybody will see that it is a bot.")] = False


class Recovery(_Body, frozen=True):
    """A name, and the code that was given with it."""

    name: Text
    recovery: Text


class Renaming(_Body, frozen=True):
    """Another name."""

    name: Text


class NewToken(_Body, frozen=True):
    """What it is for."""

    scope: Annotated[
        Literal["play", "bot"],
        Meta(description="`bot`: sit at tables and play, nothing about the account."),
    ] = "play"


class NewTable(_Body, frozen=True):
    """A table as it is wished."""

    game: Annotated[str, Meta(max_length=100, examples=list(GAMES))]
    players: Annotated[int, Meta(ge=1, le=64)] | None = None
    rules: Annotated[
        str,
        Meta(max_length=1000, description="A preset, or with options: `official:payment=choose`."),
    ] = "official"
    options: dict[str, int | bool | str] = {}
    deal: Annotated[
        str,
        Meta(
            max_length=100,
            description="`sealed`: nobody knows the deck. `open`: by an id that anybody can deal "
            "again; or that id itself, XXXX-XXXX-XXXX-XXX.",
        ),
    ] = "sealed"
    public: Annotated[bool, Meta(description="Else it is by invitation, by a code.")] = True
    turn_seconds: Annotated[float | None, Meta(description="Without it there is no clock.")] = None
    practice: Annotated[bool, Meta(description="It never counts for a rating.")] = False


class PlayOn(_Body, frozen=True):
    """From where on, and against whom."""

    decisions: Annotated[
        int,
        Meta(
            ge=0,
            le=_SAFE,
            description="How many decisions of the game come before, as in its record.",
        ),
    ]
    seat: Annotated[
        int,
        Meta(
            ge=0,
            le=63,
            description="Where one will sit. What this seat could not know then is drawn anew.",
        ),
    ]
    bot: (
        Annotated[
            str,
            Meta(max_length=200, description="At all other seats; without one, the host's choice."),
        ]
        | None
    ) = None
    bots: (
        Annotated[
            list[Annotated[str, Meta(max_length=200)]],
            Meta(
                max_length=63,
                description="Instead of `bot`, one for each of the other seats, in their order.",
            ),
        ]
        | None
    ) = None


class Join(_Body, frozen=True):
    """A seat; without one, the first that is free."""

    seat: Seat | None = None


class AddBot(_Body, frozen=True):
    """A bot of the host's list for a seat; without one, the first that is free."""

    bot: Annotated[str, Meta(max_length=200, examples=["greedy", "master:iterations=500"])]
    seat: Seat | None = None


class Ready(_Body, frozen=True):
    """One is ready."""

    nonce: Annotated[
        str,
        Meta(
            max_length=200,
            description="What one adds to a sealed deal: up to 32 bytes in hexadecimal.",
        ),
    ] = ""


class Play(_Body, frozen=True):
    """A decision, or several of one turn: all of them or none."""

    moves: Annotated[
        list[str | int],
        Meta(min_length=1, max_length=64, description="In notation, or action numbers."),
    ]
    position: Annotated[
        int, Meta(ge=0, le=_SAFE, description="The `position` that the move answers.")
    ]


class AnswerUndo(_Body, frozen=True):
    """Whether one agrees."""

    accept: bool


class Say(_Body, frozen=True):
    """Something for all at the table."""

    text: Annotated[str, Meta(max_length=10_000)]


class Nothing(_Body, frozen=True):
    """Nothing needs to be said."""


class TablesQuery(_Body, frozen=True):
    """Which tables are wanted."""

    LISTS: ClassVar[tuple[str, ...]] = ("status",)

    status: Annotated[
        list[Literal["open", "playing", "over", "aborted", "archived"]],
        Meta(description="Any of these; all without it."),
    ] = []
    game: Game | UnsetType = UNSET
    players: Annotated[int, Meta(ge=1, le=64)] | UnsetType = UNSET
    free: Annotated[bool, Meta(description="Whether there is a free seat.")] | UnsetType = UNSET
    before: Annotated[str, Meta(max_length=100, description="The `next` of the last page.")] = ""
    limit: Limit = PAGE


class PageQuery(_Body, frozen=True):
    """Which page of one's tables is wanted."""

    LISTS: ClassVar[tuple[str, ...]] = TablesQuery.LISTS

    status: Annotated[
        list[Literal["open", "playing", "over", "aborted", "archived"]],
        Meta(description="Any of these; all without it."),
    ] = []
    before: Annotated[str, Meta(max_length=100, description="The `next` of the last page.")] = ""
    limit: Limit = PAGE


class EventsQuery(_Body, frozen=True):
    """Which events are wanted."""

    after: Annotated[int, Meta(ge=0, le=2**31 - 1, description="Those with a larger `seq`.")] = 0
    most: Annotated[int, Meta(ge=1, le=MOST_EVENTS)] = MOST_EVENTS


class LeadersQuery(_Body, frozen=True):
    """How much of a leaderboard is wanted."""

    limit: Limit = PAGE


class HistoryQuery(_Body, frozen=True):
    """Which of a player's rated games are wanted."""

    before: (
        Annotated[float, Meta(ge=0, le=LATEST, description="Those that ended earlier.")] | UnsetType
    ) = UNSET
    limit: Limit = PAGE


def continued(body: PlayOn) -> requests.PlayOn:
    """How it goes on, as it is asked of the service."""
    return requests.PlayOn(**{name: getattr(body, name) for name in body.__struct_fields__})


def wished(body: NewTable) -> requests.NewTable:
    """The table that is asked of the service."""
    return requests.NewTable(**{name: getattr(body, name) for name in body.__struct_fields__})
