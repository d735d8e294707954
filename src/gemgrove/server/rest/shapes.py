"""What answers say. The service makes them; these are the promises that the schema describes."""

from typing import Annotated, Any

from msgspec import Meta, Struct, field

Seconds = Annotated[float, Meta(description="Since 1970, in UTC.")]


class Player(Struct, kw_only=True):
    """A player as everybody may know it."""

    player: str
    name: str
    kind: Annotated[str, Meta(description="`guest`, `named` or `bot`.")]
    created: Seconds
    deleted: bool


class Rating(Struct, kw_only=True):
    """How strong a player is at a game for so many players."""

    game: str
    players: int
    level: Annotated[float, Meta(description="What the leaderboard goes by.")]
    mu: float
    sigma: float
    games: int


class RatedPlayer(Player, kw_only=True):
    """A player with the ratings."""

    ratings: list[Rating]


class Credentials(Player, kw_only=True):
    """A player with what is told once."""

    scope: str
    token: Annotated[str, Meta(description="For the header Authorization: Bearer ...")]
    recovery: Annotated[str, Meta(description="It gives a new token, once, to who lost it.")]


class Token(Struct, kw_only=True):
    """A token in force, without what is secret of it."""

    prefix: str
    scope: str
    created: Seconds


class GivenToken(Token, kw_only=True):
    """A new token, told once."""

    token: str


class Tokens(Struct, kw_only=True):
    """The oldest first."""

    tokens: list[Token]


class Revoked(Struct, kw_only=True):
    """A token that is void."""

    prefix: str
    revoked: Seconds


class RecoveryCode(Struct, kw_only=True):
    """Another code; the last one is void."""

    player: str
    recovery: str


class Deleted(Struct, kw_only=True):
    """A player who is no more."""

    player: str
    deleted: Seconds


class SeatTaken(Struct, kw_only=True):
    """Who sits there."""

    player: str | None
    name: str | None
    bot: str | None


class TableSeat(SeatTaken, kw_only=True):
    """Who sits there, and how they stand."""

    seat: int
    ready: bool
    gone: Annotated[str | None, Meta(description="How the player left, after the start.")]


class ListedTable(Struct, kw_only=True):
    """A table as lists show it."""

    table: str
    game: str
    players: int
    status: str
    public: bool
    created: Seconds
    changed: Seconds
    deal_kind: str
    last_seq: int
    rules: str
    turn_seconds: float | None
    practice: bool
    seats: list[SeatTaken]
    places: list[int] | None
    scores: list[int] | None


class Tables(Struct, kw_only=True):
    """A page of tables, the newest first."""

    tables: list[ListedTable]
    next: Annotated[str | None, Meta(description="For `before`; null on the last page.")]


class Event(Struct, kw_only=True):
    """Something that happened, as this audience is told it; the kind says what else it has."""

    seq: int
    at: Seconds
    kind: str


class Done(Struct, kw_only=True):
    """What happened by a request."""

    table: str
    seat: Annotated[int | None, Meta(description="Where the caller sits now.")]
    last_seq: int
    position: Annotated[int, Meta(description="What a move must name.")]
    events: list[Event]


class Made(Done, kw_only=True):
    """A new table."""

    invite: Annotated[
        str, Meta(description="Of a table by invitation: the code that opens it, told once.")
    ] = ""


class Events(Struct, kw_only=True):
    """Events, in order."""

    events: list[Event]


class Move(Struct, kw_only=True):
    """A legal move."""

    action: int
    move: str


class DealTerms(Struct, kw_only=True):
    """Where the cards come from."""

    kind: Annotated[str, Meta(description="`sealed`, `open` or `position`.")]
    id: str | None
    commitment: str | None
    deck_knowable: bool


class Origin(Struct, kw_only=True):
    """The game in whose middle another one begins."""

    table: str
    decisions: int


class Rematch(Struct, kw_only=True):
    """Who wants to play again, and where it goes on."""

    wanted: list[int]
    table: str | None


class Snapshot(Struct, kw_only=True):
    """All that is needed to draw a table, for the caller's seat or those who look on."""

    table: str
    last_seq: int
    position: int
    phase: str
    archived: bool
    frozen: str | None
    game: str
    players: int
    rules: dict[str, Any]
    deal: DealTerms
    origin: Annotated[
        Origin | None, Meta(description="Where a game comes from that begins with a position.")
    ] = field(name="from")
    public: bool
    practice: bool
    created: Seconds
    seats: list[TableSeat]
    seat: int | None
    to_move: int | None
    clock: dict[str, Any] | None
    undo: dict[str, Any] | None
    rematch: Rematch
    outcome: dict[str, Any] | None
    aborted: str | None
    secret: str | None
    dealt: str | None
    view: Annotated[dict[str, Any] | None, Meta(description="As in the bot protocol.")]
    extras: dict[str, Any]
    legal: Annotated[list[Move], Meta(description="The caller's, if it is their turn.")]


class Record(Struct, kw_only=True):
    """A record, as `gemgrove replay` reads it."""

    game: str
    server: dict[str, Any]


class Judgement(Struct, kw_only=True):
    """What a search says of a decision. Chances are by seat; a shared win counts in parts."""

    before: Annotated[list[float], Meta(description="The chances with the best move.")]
    after: Annotated[list[float], Meta(description="Those with the move that was played.")]
    best: Annotated[str, Meta(description="The move that was played where none is better.")]
    line: Annotated[list[str], Meta(description="How it would go on, the best move first.")]
    loss: Annotated[float, Meta(description="What the move cost who decided.")]
    error: Annotated[float, Meta(description="The standard error of the loss, at most.")]
    mark: Annotated[
        str,
        Meta(description="`blunder`, `mistake`, `inaccuracy`; empty where the loss is none."),
    ]


class ReviewedDecision(Struct, kw_only=True):
    """A decision of a game that is over."""

    number: Annotated[int, Meta(description="From 1.")]
    turn: Annotated[int, Meta(description="From 1; a turn may have several decisions.")]
    seat: int
    move: str
    choices: Annotated[int, Meta(description="How many moves were legal.")]
    judgement: Annotated[
        Judgement | None,
        Meta(description="Null where there was but one move, or where the search has failed."),
    ]


class Review(Struct, kw_only=True):
    """What a search says of the decisions of a game, as far as it has come."""

    table: str
    iterations: Annotated[int, Meta(description="How thorough it is.")]
    total: Annotated[int, Meta(description="How many decisions the game has.")]
    done: Annotated[int, Meta(description="How many have been looked at.")]
    complete: bool
    running: Annotated[bool, Meta(description="Whether it goes on, or waits for its turn.")]
    decisions: Annotated[
        list[ReviewedDecision], Meta(description="Those that have been, from the first on.")
    ]


class Option(Struct, kw_only=True):
    """An option of a game's rules."""

    option: str
    default: int | bool | str
    wanted: Annotated[str, Meta(description="What it must be, in words.")]


class GameOffered(Struct, kw_only=True):
    """A game and its rules."""

    game: str
    players: list[int]
    presets: dict[str, dict[str, Any]]
    options: list[Option]


class Games(Struct, kw_only=True):
    """All games."""

    games: list[GameOffered]


class BotOffered(Struct, kw_only=True):
    """A bot of the host's list."""

    bot: str
    title: str
    level: int
    about: str
    most: Annotated[dict[str, float], Meta(description="Options that may be asked for.")]


class Bots(Struct, kw_only=True):
    """The bots, the weakest first."""

    bots: list[BotOffered]


class Leader(Struct, kw_only=True):
    """A line of a leaderboard."""

    rank: int
    player: str
    name: str
    kind: str
    level: float
    mu: float
    sigma: float
    games: int


class Leaders(Struct, kw_only=True):
    """A leaderboard."""

    game: str
    players: int
    leaders: list[Leader]


class Change(Struct, kw_only=True):
    """What a rated game did."""

    table: str
    game: str
    players: int
    at: Seconds
    place: int
    before: dict[str, float]
    after: dict[str, float]


class History(Struct, kw_only=True):
    """Rated games, the latest first."""

    games: list[Change]


class Health(Struct, kw_only=True):
    """How the server is."""

    status: str


class Index(Struct, kw_only=True):
    """Where to go from here."""

    name: str
    version: str
    schema: str
    links: dict[str, str]


class Fault(Struct, kw_only=True):
    """A member that is not right."""

    where: str
    what: str
