"""The commands of a table.

Each command is declared once, as a struct: the WebSocket and REST decode it, the OpenAPI document
describes it and the domain decides it. Clients send a `TableCommand`; no client message decodes to
a `ServerCommand`. Whatever the sender may not choose is in the `CommandContext`.
"""

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

# Up to the largest integer that every JSON reader reads exactly.
_Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
SeatNumber = Annotated[int, Meta(ge=0, le=63, description="Seats are numbered from 0.")]
BotName = Annotated[str, Meta(max_length=200, examples=["beginner", "mcts:iterations=500"])]

_ANY = "archived frozen"
_BEFORE_START = f"{_ANY} already_started game_over"
_IN_PLAY = f"{_ANY} game_over not_seated not_started"


class _Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="do",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """The base of all commands."""

    refusals: ClassVar[str] = ""
    """The codes with which the command can be refused."""


class Create(_Command, frozen=True, tag="create"):
    """Set up a table.

    Nobody is seated yet, not even the creator, who has no special rights.
    """

    refusals = "bad_clock bad_deal bad_rules no_such_game too_many_tables"

    game: Annotated[str, Meta(max_length=100, examples=["splendor", "arboretum"])]
    players: Annotated[int, Meta(ge=1, le=64)] | None = None
    rules: Annotated[
        str,
        Meta(
            max_length=1000,
            description="A preset, optionally with options: `official:payment=choose`.",
        ),
    ] = "official"
    options: Annotated[
        dict[str, int | bool | str], Meta(description="More options of the rules.")
    ] = msgspec.field(default_factory=dict)
    deal: (
        Annotated[
            str,
            Meta(
                max_length=100,
                description="`sealed`, the default: nobody knows the decks. `open`: a new deal "
                "whose id deals the same cards again; or such an id, XXXX-XXXX-XXXX-XXX.",
            ),
        ]
        | None
    ) = None
    id: (
        Annotated[
            str,
            Meta(
                max_length=100,
                description="Another name for `deal` with an id: four groups for the low, middle "
                "and high deck and the nobles. The answer contains it as `deal.id`.",
                examples=["ABCD-EFGH-JKMN-PQR"],
            ),
        ]
        | None
    ) = None
    public: Annotated[bool, Meta(description="If false, an invite code is needed to enter.")] = True
    turn_seconds: Annotated[float | None, Meta(description="Seconds per turn; null: no clock.")] = (
        None
    )
    practice: Annotated[bool, Meta(description="If true, the game is not rated.")] = False


class PlayOn(_Command, frozen=True, tag="play_on"):
    """Play on from the middle of a finished game.

    Creates a private table against bots, with the hidden cards redrawn.
    """

    refusals = "bad_position bad_seat bot_not_allowed frozen not_over not_started too_many_tables"

    decisions: Annotated[
        _Count,
        Meta(description="The number of decisions before the position, as in the game's record."),
    ]
    seat: Annotated[
        SeatNumber,
        Meta(description="The seat to take. Cards that it did not know then are redrawn."),
    ]
    bot: (
        Annotated[
            str,
            Meta(
                max_length=200,
                description="The bot for all other seats; by default the host's choice.",
            ),
        ]
        | None
    ) = None
    bots: (
        Annotated[
            list[BotName],
            Meta(
                max_length=63,
                description="Instead of `bot`, a bot for each of the other seats, in order.",
            ),
        ]
        | None
    ) = None


class Join(_Command, frozen=True, tag="join"):
    """Take a seat.

    Only before the game starts. Without `seat`, the player gets the first free one.
    """

    refusals = (
        f"{_BEFORE_START} already_seated bad_name bad_seat seat_taken table_full too_many_tables"
    )

    seat: SeatNumber | None = None


class Leave(_Command, frozen=True, tag="leave"):
    """Give up the seat.

    Only before the player's first move; after it, resign instead.
    """

    refusals = f"{_IN_PLAY} resign_instead"


class AddBot(_Command, frozen=True, tag="add_bot"):
    """Give a free seat to a bot.

    Any seated player may do so before the game starts. Without `seat`, the bot gets the first free
    one.
    """

    refusals = f"{_BEFORE_START} bad_bot bad_seat bot_not_allowed not_seated seat_taken table_full"

    bot: BotName
    seat: SeatNumber | None = None


class RemoveBot(_Command, frozen=True, tag="remove_bot"):
    """Free a bot's seat.

    Any seated player may do so before the game starts.
    """

    refusals = f"{_BEFORE_START} bad_seat no_bot_there not_seated"

    seat: SeatNumber


class Ready(_Command, frozen=True, tag="ready"):
    """Declare yourself ready.

    The game starts when all seats are taken and every player is ready.
    """

    refusals = f"{_BEFORE_START} already_ready bad_nonce not_seated"

    nonce: Annotated[
        str,
        Meta(
            max_length=200,
            description="The player's part of a sealed deal: up to 32 bytes in hexadecimal.",
            examples=["5f1d0c"],
        ),
    ] = ""


class Play(_Command, frozen=True, tag="play"):
    """Make a move.

    One decision, or several of the same turn, accepted together or not at all.
    """

    refusals = f"{_IN_PLAY} bad_move illegal_move not_your_turn stale_position unseen_cards"

    moves: Annotated[
        list[str | int],
        Meta(
            min_length=1,
            max_length=64,
            description="In notation, or as action numbers.",
            examples=[["p3 white blue green"]],
        ),
    ]
    position: Annotated[_Count, Meta(description="The table's `position` that the move is for.")]


class Resign(_Command, frozen=True, tag="resign"):
    """Resign.

    With two players the other one wins; with more, a bot plays on.
    """

    refusals = _IN_PLAY


class OfferUndo(_Command, frozen=True, tag="offer_undo"):
    """Offer to undo your last turn.

    Possible only if it revealed no card; all other players must agree.
    """

    refusals = f"{_IN_PLAY} already_offered nothing_to_undo offer_declined something_was_seen"


class AnswerUndo(_Command, frozen=True, tag="answer_undo"):
    """Answer an offer to undo.

    Accept or decline it, or withdraw your own offer.
    """

    refusals = f"{_IN_PLAY} already_agreed no_offer own_offer"

    accept: bool


class Say(_Command, frozen=True, tag="say"):
    """Send a chat message.

    Everybody at the table sees it, including spectators.
    """

    refusals = f"{_ANY} bad_text not_seated too_much_said"

    text: Annotated[str, Meta(max_length=10_000, examples=["Good luck!"])]


class Rematch(_Command, frozen=True, tag="rematch"):
    """Ask for a rematch.

    Once every player has asked, a new table is created.
    """

    refusals = f"{_ANY} already_agreed not_over not_seated rematch_made"


class TimeOut(_Command, frozen=True, tag="time_out"):
    """End the turn of a player whose time is up."""


class Withdraw(_Command, frozen=True, tag="withdraw"):
    """Give up the seat of a player who was deleted or banned."""

    player: str


class TakeOver(_Command, frozen=True, tag="take_over"):
    """Replace a bot with another one."""

    seat: int
    bot: str


class Abort(_Command, frozen=True, tag="abort"):
    """End the table without a result, at the host's request."""

    why: str


class Archive(_Command, frozen=True, tag="archive"):
    """Close the table for good. A table that has not ended is aborted."""


TableCommand = (
    Join
    | Leave
    | AddBot
    | RemoveBot
    | Ready
    | Play
    | Resign
    | OfferUndo
    | AnswerUndo
    | Say
    | Rematch
)
"""The commands that clients send to a table."""
ServerCommand = TimeOut | Withdraw | TakeOver | Abort | Archive
"""The server's own commands."""
Command = Create | TableCommand | ServerCommand


class CommandContext(msgspec.Struct, frozen=True, kw_only=True):
    """The sender and time of a command, and facts that the table itself does not know."""

    now: float
    by: str | None = None
    """A player's id; None: the server."""
    name: str = ""
    """The player's name."""
    credited: float = 0.0
    """Seconds of this turn during which the server was down."""
    stand_in: str = "greedy"
    """The bot that takes over the seat of a player who leaves."""
    new_table: str = ""
    """The id for the new table, if the command causes a rematch."""
    new_deal: str = ""
    """The id of a new open deal, if the command asks for one."""
