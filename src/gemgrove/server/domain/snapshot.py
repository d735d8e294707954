"""Snapshots: a table as JSON, for one seat or the spectators."""

from typing import Annotated, Any

from msgspec import Meta, Struct, field

from gemgrove.server.domain.events import DealTerms, Origin
from gemgrove.server.domain.table import Departure, Phase, Table, UndoOffer
from gemgrove.view_json import view_to_dict

Seconds = Annotated[float, Meta(description="Unix time.", examples=[1_790_000_000.0])]
View = Annotated[dict[str, Any], Meta(description="A view, as in the bot protocol.")]
Extras = Annotated[
    dict[str, Any],
    Meta(description="Shown next to the position, such as tokens that were just taken."),
]

Hints = Annotated[
    bool,
    Meta(
        description="True if the caller may ask an engine for hints: the only opponents are bots "
        "of the server, so the game is not rated."
    ),
]


class TableSeat(Struct, frozen=True):
    """A seat and its occupant."""

    seat: int
    player: str | None
    name: str | None
    bot: str | None
    ready: bool
    gone: Annotated[Departure | None, Meta(description="How the player left, after the start.")]


class Clock(Struct, frozen=True):
    """The clock of a turn."""

    turn_seconds: float
    turn_began: Seconds | None
    deadline: Seconds | None


class PublishedDeal(DealTerms, frozen=True, kw_only=True):
    """The public part of a deal: the id of an open one, the commitment of any other."""

    deck_knowable: bool


class RematchState(Struct, frozen=True):
    """The seats that want a rematch, and its table once it exists."""

    wanted: list[int]
    table: str | None


class Result(Struct, frozen=True):
    """The result of a game."""

    ending: str
    scores: list[int]
    places: Annotated[list[int], Meta(description="By seat, 1 for the winners.")]
    winners: list[int]


class LegalMove(Struct, frozen=True):
    """A legal move, as an action number and in notation."""

    action: int
    move: str


class Snapshot(Struct, frozen=True, kw_only=True):
    """Everything needed to draw a table, for the caller's seat or a spectator."""

    table: str
    last_seq: int
    position: Annotated[int, Meta(description="The position that a move must name.")]
    phase: Phase
    archived: bool
    frozen: Annotated[str | None, Meta(description="Why the server cannot read this table.")]
    game: str
    players: int
    variant: Annotated[dict[str, Any], Meta(description="The rules and cards.")]
    deal: PublishedDeal
    origin: Annotated[
        Origin | None, Meta(description="The game from which this one was continued.")
    ] = field(name="from")
    public: bool
    practice: bool
    created: Seconds
    seats: list[TableSeat]
    seat: int | None
    hints: Hints
    to_move: int | None
    clock: Clock | None
    undo: UndoOffer | None
    rematch: RematchState
    outcome: Result | None
    aborted: Annotated[str | None, Meta(description="Why the table ended without a result.")]
    secret: Annotated[str | None, Meta(description="The deal's secret, once the game is over.")]
    dealt: Annotated[str | None, Meta(description="The id of the deal, once the game is over.")]
    view: View | None
    extras: Extras
    legal: Annotated[list[LegalMove], Meta(description="The caller's legal moves on their turn.")]


def snapshot(table: Table, seat: int | None, *, credited: float = 0.0) -> Snapshot:
    """Return the table as a seat (None: a spectator) may see it."""
    terms = table.terms
    assert terms is not None, "a table begins with its creation"
    dealt = table.game.deal if table.game is not None and table.ended else None
    over = table.outcome
    return Snapshot(
        table=table.id,
        last_seq=table.last_seq,
        position=table.position_seq,
        phase=table.phase,
        archived=table.archived,
        frozen=table.frozen,
        game=terms.game,
        players=terms.players,
        variant=terms.variant,
        deal=published_deal(table),
        origin=terms.origin,
        public=terms.public,
        practice=terms.practice,
        created=table.created_at,
        seats=[
            TableSeat(n, taken.player, taken.name or taken.bot, taken.bot, taken.ready, taken.gone)
            for n, taken in enumerate(table.seats)
        ],
        seat=seat,
        hints=table.allows_hints(seat),
        to_move=table.to_move,
        clock=clock(table, credited),
        undo=table.offer,
        rematch=RematchState(sorted(table.rematch_wanted), table.rematch),
        outcome=None
        if over is None
        else Result(over.ending, over.scores, over.places, over.winners),
        aborted=table.aborted,
        secret=table.published_secret if table.ended else None,
        dealt=None if dealt is None else dealt.id,
        view=view(table, seat),
        extras=extras(table),
        legal=legal_moves(table, seat),
    )


def view(table: Table, seat: int | None) -> dict[str, Any] | None:
    """Return a seat's view; None before the start."""
    return None if table.game is None else view_to_dict(table.game.view(seat))


def extras(table: Table) -> dict[str, Any]:
    """Return what is shown next to the position, such as tokens that were just taken."""
    return {} if table.game is None else table.game.variant.table_extras(table.game)


def legal_moves(table: Table, seat: int | None) -> list[LegalMove]:
    """Return the moves that a seat can make now; none for spectators."""
    if seat is None or table.to_move != seat or table.game is None:
        return []
    own = table.game.view(seat)
    return [LegalMove(action, own.move(action).text) for action in own.legal_actions()]


def clock(table: Table, credited: float = 0.0) -> Clock | None:
    """Return the clock of the seat to move; None at a table without clocks."""
    if table.terms is None or table.terms.turn_seconds is None:
        return None
    began = table.turn_began if table.to_move is not None else None
    return Clock(table.terms.turn_seconds, began, table.deadline(credited))


def published_deal(table: Table) -> PublishedDeal:
    """Return the public part of the table's deal."""
    assert table.terms is not None
    terms = table.terms.deal
    return PublishedDeal(terms.kind, terms.id, terms.commitment, deck_knowable=not table.concealed)
