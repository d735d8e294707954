"""The state of a table: the fold of its events."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, Literal, Self

import msgspec

import gemgrove as gg
from gemgrove.deal import Deal, SealedDeal, SealedPosition
from gemgrove.game import variant_class
from gemgrove.server.domain import events as happened
from gemgrove.server.domain.events import POSITION_CHANGING, RULES_VERSION, Event, EventBody
from gemgrove.variant import Variant

Phase = Literal["new", "open", "playing", "over", "aborted"]
Departure = Literal["left", "resigned", "timed out", "withdrawn"]


@dataclass(slots=True, frozen=True)
class Seat:
    """One seat of a table, and its occupant."""

    player: str | None = None
    """The player's id; it remains when the player has left and a bot plays on."""
    name: str = ""
    bot: str | None = None
    """The bot that plays for the seat."""
    ready: bool = False
    nonce: str = ""
    gone: Departure | None = None
    """The way in which the player left after the start."""

    @property
    def free(self) -> bool:
        """True if neither a player nor a bot has the seat."""
        return self.player is None and self.bot is None

    @property
    def person(self) -> bool:
        """True if a player has the seat and has not left."""
        return self.player is not None and self.gone is None


@dataclass(slots=True, frozen=True)
class Offer:
    """An offer to undo decisions."""

    seat: int
    to: int
    """Number of decisions that would remain."""
    agreed: frozenset[int] = frozenset()


@dataclass(slots=True, frozen=True)
class Step:
    """An event body with the games that were made on the way to it, so that none is made twice."""

    body: EventBody
    games: Sequence[gg.Game]


@dataclass(slots=True, frozen=True)
class Transition:
    """An event between two states of a table."""

    before: "Table"
    event: Event
    after: "Table"
    games: Sequence[gg.Game] = ()
    """From before the event's decisions to after them; none for an event without decisions."""


@dataclass(slots=True)
class Table:
    """The state of a table, folded from its events. `Table.begin` is one without any."""

    id: str
    secret: bytes | None = field(default=None, repr=False)
    """Of a sealed deal or a position. Its caller keeps it; no event tells it before the end."""
    phase: Phase = "new"
    terms: happened.Created | None = None
    variant: Variant | None = None
    created_at: float = 0.0
    created_by: str | None = None
    seats: list[Seat] = field(default_factory=list)
    game: gg.Game | None = field(default=None, repr=False)
    """Once it has started. It knows every card. A game that goes on is another one."""
    movers: bytearray = field(default_factory=bytearray)
    """The seat of each decision of the game."""
    last_seq: int = 0
    changed_at: float = 0.0
    """When the last event happened."""
    position_seq: int = 0
    """The number of the last event that changed the position."""
    turn_began: float = 0.0
    """The time at which the clock of the seat to move started."""
    losers: list[int] = field(default_factory=list)
    """The seats that gave up after their first move, in that order."""
    offer: Offer | None = None
    declined: set[int] = field(default_factory=set)
    """The seats whose offer in this position was declined."""
    said: int = 0
    """Number of chat messages."""
    rematch_wanted: set[int] = field(default_factory=set)
    rematch: str | None = None
    outcome: happened.Over | None = None
    aborted: str | None = None
    """The reason why it has ended without a result."""
    archived: bool = False
    frozen: str | None = None
    """The reason why this program does not understand the table; then nothing can happen at it."""

    @classmethod
    def begin(cls, id: str, secret: bytes | None = None) -> Self:  # noqa: A002
        """A table at which nothing has happened; `secret` is that of its deal or position."""
        return cls(id, secret)

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.seats)

    @property
    def sealed(self) -> bool:
        """True if the deal is made from a secret and the players' nonces."""
        return self.terms is not None and self.terms.deal.kind == "sealed"

    @property
    def concealed(self) -> bool:
        """True if nobody can know the decks before the end: a sealed deal, or a position."""
        return self.terms is not None and self.terms.deal.kind != "open"

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, if any."""
        if self.phase != "playing" or self.game is None or self.game.over:
            return None
        return self.game.to_move

    @property
    def ended(self) -> bool:
        """True if the game has ended, with or without a result."""
        return self.phase in ("over", "aborted")

    @property
    def published_secret(self) -> str | None:
        """The secret as hexadecimal digits, as published when the table ends."""
        return self.secret.hex() if self.concealed and self.secret is not None else None

    def seat_of(self, player: str | None) -> int | None:
        """Return the seat of a player who has not left."""
        if player is None:
            return None
        for number, seat in enumerate(self.seats):
            if seat.player == player and seat.gone is None:
                return number
        return None

    def persons(self) -> list[int]:
        """Return the seats of players who have not left."""
        return [number for number, seat in enumerate(self.seats) if seat.person]

    def contenders(self) -> list[int]:
        """Return the seats that have not given up."""
        return [number for number in range(self.players) if number not in self.losers]

    def has_moved(self, seat: int) -> bool:
        """Return whether the seat has made a decision that has not been undone."""
        return seat in self.movers

    def turn_start(self) -> int:
        """Return the number of decisions before the turn of the last one."""
        if not self.movers:
            return 0
        start = len(self.movers)
        while start and self.movers[start - 1] == self.movers[-1]:
            start -= 1
        return start

    def deadline(self, credited: float = 0.0) -> float | None:
        """Return when the time of the seat to move is up, if it has a clock; bots have none."""
        seat = self.to_move
        if seat is None or self.terms is None or self.terms.turn_seconds is None:
            return None
        if not self.seats[seat].person:
            return None
        return self.turn_began + self.terms.turn_seconds + credited

    def dealt(self) -> gg.Game:
        """Return the game as it begins; raises `ValueError` if its secret is missing."""
        assert self.terms is not None
        assert self.variant is not None
        if self.terms.deal.kind == "open":
            deal = Deal.parse(self.terms.deal.id or "")
        elif self.secret is None:
            raise ValueError("the secret of its deal is missing")
        elif self.terms.deal.kind == "position":
            return _begun_at(self.variant, SealedPosition(self.id, self.secret))
        else:
            nonces = [bytes.fromhex(seat.nonce) for seat in self.seats]
            deal = SealedDeal(self.id, self.secret).deal(nonces)
        native = self.variant.native
        return gg.Game(self.variant, native.deal(self.variant.keys(deal)), deal)

    def copy(self) -> Self:
        """Return an independent copy."""
        other = object.__new__(type(self))
        for name in _FIELDS:
            setattr(other, name, getattr(self, name))
        # What is changed in place; all else is replaced when it changes.
        other.seats = self.seats[:]
        other.movers = self.movers[:]
        other.losers = self.losers[:]
        other.declined = set(self.declined)
        other.rematch_wanted = set(self.rematch_wanted)
        return other

    def advance(
        self, steps: Sequence[EventBody | Step], *, at: float, by: str | None
    ) -> list[Transition]:
        """Return the transitions of these steps; this table itself is not changed."""
        found: list[Transition] = []
        table = self
        for step in steps:
            body, games = (step.body, step.games) if isinstance(step, Step) else (step, ())
            found.append(table.after(Event(table.last_seq + 1, at, by, body), games))
            table = found[-1].after
        return found

    def after(self, event: Event, games: Sequence[gg.Game] = ()) -> Transition:
        """The transition to the table after an event; see `apply`."""
        after = self.copy()
        return Transition(self, event, after, after.apply(event, games))

    def apply(self, event: Event, games: Sequence[gg.Game] = ()) -> Sequence[gg.Game]:
        """Fold an event. An event that this program cannot understand freezes the table.

        `games` are those from before the event's decisions to after them, if they were made
        already; returns them, none for an event without decisions.
        """
        if event.seq != self.last_seq + 1:
            raise ValueError(
                f"Event {event.seq} cannot come after event {self.last_seq} of table {self.id}."
            )
        self.last_seq = event.seq
        self.changed_at = event.at
        if self.frozen is not None:
            return ()
        fold = _FOLDS.get(type(event.body))
        if fold is None:
            self._freeze(event, f"this program knows no event {happened.kind_of(event.body)!r}")
            return ()
        try:
            if isinstance(event.body, happened.Played) and not games:
                games = _replayed(self, event.body)
            fold(self, event.body, event)
        except (ValueError, LookupError) as error:
            # Events that were right when they were written, and the program has changed since.
            self._freeze(event, str(error))
            return ()
        if games:
            self.game = games[-1]
            if self.game.to_move != self.movers[-1]:
                self.turn_began = event.at
        if isinstance(event.body, POSITION_CHANGING):
            self.position_seq = event.seq
            self.offer = None
            self.declined.clear()
        return games

    def _freeze(self, event: Event, why: str) -> None:
        self.frozen = f"Event {event.seq} of table {self.id} cannot be replayed: {why}."


_FIELDS = tuple(part.name for part in fields(Table))


def _created(table: Table, body: happened.Created, event: Event) -> None:
    if body.rules_version != RULES_VERSION:
        raise ValueError(
            f"its rules have version {body.rules_version}, and this program plays {RULES_VERSION}"
        )
    table.terms = body
    table.variant = _variant(body.game, msgspec.json.encode(body.variant))
    table.created_at = event.at
    table.created_by = event.by
    table.seats = [Seat() for _ in range(body.players)]
    table.phase = "open"


def _joined(table: Table, body: happened.Joined, _event: Event) -> None:
    table.seats[body.seat] = Seat(player=body.player, name=body.name)


def _left(table: Table, body: happened.Left, _event: Event) -> None:
    if table.phase == "open":
        table.seats[body.seat] = Seat()
    else:
        _depart(table, body.seat, "left")


def _bot_added(table: Table, body: happened.BotAdded, _event: Event) -> None:
    table.seats[body.seat] = Seat(bot=body.bot)


def _bot_removed(table: Table, body: happened.BotRemoved, _event: Event) -> None:
    table.seats[body.seat] = Seat()


def _ready(table: Table, body: happened.Ready, _event: Event) -> None:
    table.seats[body.seat] = replace(table.seats[body.seat], ready=True, nonce=body.nonce)


def _started(table: Table, body: happened.Started, event: Event) -> None:
    game = table.dealt()
    if game.to_move != body.first:
        raise ValueError(f"seat {body.first} began, and by its deal seat {game.to_move} does")
    table.game = game
    table.phase = "playing"
    table.turn_began = event.at


def _played(table: Table, body: happened.Played, _event: Event) -> None:
    table.movers.extend([body.seat] * len(body.actions))


def _replayed(table: Table, body: happened.Played) -> list[gg.Game]:
    """The games from before the decisions of an event to after them."""
    if table.to_move != body.seat:
        raise ValueError(f"seat {body.seat} played and was not to move")
    games = [_game(table)]
    for action in body.actions:
        games.append(games[-1].copy())
        games[-1].play(action)
    return games


def _game(table: Table) -> gg.Game:
    if table.game is None:
        raise ValueError("the game has not started")
    return table.game


def _undo_offered(table: Table, body: happened.UndoOffered, _event: Event) -> None:
    table.offer = Offer(body.seat, body.to)


def _undo_agreed(table: Table, body: happened.UndoAgreed, _event: Event) -> None:
    if table.offer is not None:
        table.offer = replace(table.offer, agreed=table.offer.agreed | {body.seat})


def _undo_declined(table: Table, _body: happened.UndoDeclined, _event: Event) -> None:
    if table.offer is not None:
        table.declined.add(table.offer.seat)
    table.offer = None


def _undone(table: Table, body: happened.Undone, event: Event) -> None:
    game = _game(table).copy()
    for _ in table.movers[body.to :]:
        game.undo()
    table.game = game
    del table.movers[body.to :]
    table.turn_began = event.at


def _resigned(table: Table, body: happened.Resigned, _event: Event) -> None:
    _depart(table, body.seat, "resigned")


def _timed_out(table: Table, body: happened.TimedOut, _event: Event) -> None:
    _depart(table, body.seat, "timed out")


def _withdrawn(table: Table, body: happened.Withdrawn, _event: Event) -> None:
    _depart(table, body.seat, "withdrawn")


def _depart(table: Table, seat: int, how: Departure) -> None:
    table.seats[seat] = replace(table.seats[seat], gone=how)
    if table.has_moved(seat):
        table.losers.append(seat)


def _taken_over(table: Table, body: happened.TakenOver, _event: Event) -> None:
    table.seats[body.seat] = replace(table.seats[body.seat], bot=body.bot)


def _said(table: Table, _body: happened.Said, _event: Event) -> None:
    table.said += 1


def _over(table: Table, body: happened.Over, _event: Event) -> None:
    table.phase = "over"
    table.outcome = body


def _aborted(table: Table, body: happened.Aborted, _event: Event) -> None:
    table.phase = "aborted"
    table.aborted = body.why
    table.offer = None


def _archived(table: Table, _body: happened.Archived, _event: Event) -> None:
    table.archived = True


def _rematch_wanted(table: Table, body: happened.RematchWanted, _event: Event) -> None:
    table.rematch_wanted.add(body.seat)


def _rematch(table: Table, body: happened.Rematch, _event: Event) -> None:
    table.rematch = body.table


_FOLDS: dict[type, Callable[[Table, Any, Event], None]] = {
    happened.Created: _created,
    happened.Joined: _joined,
    happened.Left: _left,
    happened.BotAdded: _bot_added,
    happened.BotRemoved: _bot_removed,
    happened.Ready: _ready,
    happened.Started: _started,
    happened.Played: _played,
    happened.UndoOffered: _undo_offered,
    happened.UndoAgreed: _undo_agreed,
    happened.UndoDeclined: _undo_declined,
    happened.Undone: _undone,
    happened.Resigned: _resigned,
    happened.TimedOut: _timed_out,
    happened.Withdrawn: _withdrawn,
    happened.TakenOver: _taken_over,
    happened.Said: _said,
    happened.Over: _over,
    happened.Aborted: _aborted,
    happened.Archived: _archived,
    happened.RematchWanted: _rematch_wanted,
    happened.Rematch: _rematch,
}


def _begun_at(variant: Variant, sealed: SealedPosition) -> gg.Game:
    """A game of these rules that begins with a position. No error tells body is in it."""
    try:
        game = gg.from_position(sealed.position)
    except ValueError:
        raise ValueError("its position cannot be read") from None
    if game.variant != variant:
        raise ValueError("its position is one of other rules")
    if game.over:
        raise ValueError("its position is the end of a game")
    return game


@lru_cache(maxsize=256)
def _variant(game: str, values: bytes) -> Variant:
    """Tables of the same rules share them."""
    return variant_class(game).from_dict(msgspec.json.decode(values))
