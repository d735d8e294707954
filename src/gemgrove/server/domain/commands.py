"""What can be asked of a table. Who asks is said beside it; some are the server's alone."""

import msgspec


class _Command(msgspec.Struct, frozen=True, kw_only=True):
    """Common to all commands."""


class Create(_Command, frozen=True):
    """Set up the table. Its creator need not play and has no privilege."""

    game: str
    players: int | None = None
    """None: as the rules have it."""
    rules: str = "official"
    """A preset's name, or a spec such as `official:payment=choose`."""
    options: dict[str, int | bool | str] = msgspec.field(default_factory=dict)
    """Further options of the rules."""
    deal: str = "sealed"
    """`sealed`, or the id of an open deal. Who asks for any open deal gets the id of a new one."""
    public: bool = True
    turn_seconds: float | None = None
    practice: bool = False


class Join(_Command, frozen=True):
    """Take a seat."""

    name: str
    seat: int | None = None
    """None: the first that is free."""


class Leave(_Command, frozen=True):
    """Give the seat up; after one's first move that is called resigning."""


class AddBot(_Command, frozen=True):
    """Give a free seat to a bot. Which bots are allowed is for the caller to know."""

    bot: str
    seat: int | None = None


class RemoveBot(_Command, frozen=True):
    """Free a bot's seat."""

    seat: int


class Ready(_Command, frozen=True):
    """Say that one is ready. With the last one the game starts."""

    nonce: str = ""
    """What one adds to a sealed deal: up to 32 bytes in hexadecimal."""


class Play(_Command, frozen=True):
    """Make one decision, or several that belong to one turn: all of them or none.

    For a bot's seat it is the server that plays.
    """

    moves: list[str | int]
    """In notation, or action numbers."""
    position: int
    """The position that is answered, `Table.position_seq`."""


class Resign(_Command, frozen=True):
    """Give up."""


class OfferUndo(_Command, frozen=True):
    """Ask to take back one's last turn, or what one has done of this one."""


class AnswerUndo(_Command, frozen=True):
    """Agree to that or not; who has asked can only withdraw it."""

    accept: bool


class Say(_Command, frozen=True):
    """Say something to all at the table and those who look on."""

    text: str


class Rematch(_Command, frozen=True):
    """Ask to play again. When all who are left have, it goes on at the table of this id."""

    table: str


class TimeOut(_Command, frozen=True):
    """The server: the time of the seat to move is up."""


class Withdraw(_Command, frozen=True):
    """The server: a player is deleted or banned."""

    player: str


class TakeOver(_Command, frozen=True):
    """The server: another bot shall play where a bot plays."""

    seat: int
    bot: str


class Abort(_Command, frozen=True):
    """The server, for its host: end the table without a result."""

    why: str


class Archive(_Command, frozen=True):
    """The server: close the table for good. One that has not ended is aborted."""


Command = (
    Create
    | Join
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
    | TimeOut
    | Withdraw
    | TakeOver
    | Abort
    | Archive
)


class Occasion(msgspec.Struct, frozen=True):
    """Who asks, when, and what the caller knows beside the table."""

    now: float
    by: str | None
    """A player's id; None: the server."""
    credited: float = 0.0
    """Seconds of this turn in which the server itself was away."""
    stand_in: str = "greedy"
    """The bot that takes over the seat of a player who goes."""
