"""The state of a table: the fold of its events."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Annotated, Any, Literal, Self

import msgspec
from msgspec import Meta

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
    """How the player left after the start."""

    @property
    def free(self) -> bool:
        """True if neither a player nor a bot has the seat."""
        return self.player is None and self.bot is None

    @property
    def person(self) -> bool:
        """True if a player has the seat and has not left."""
        return self.player is not None and self.gone is None


class UndoOffer(msgspec.Struct, frozen=True):
    """An offer to undo a turn."""

    seat: int
    to: Annotated[int, Meta(description="The number of decisions that would be left.")]
    agreed: list[int]


@dataclass(slots=True, frozen=True)
class Step:
    """An event body with the games made while deciding it, which need not be made again."""

    body: EventBody
    games: Sequence[gg.Game]


@dataclass(slots=True, frozen=True)
class Transition:
    """An event between two states of a table."""

    before: "Table"
    event: Event
    after: "Table"
    games: Sequence[gg.Game] = ()
    """From before the event's decisions to after them; empty for an event without decisions."""


@dataclass(slots=True)
class Table:
    """The state of a table, folded from its events; a new one has none."""

    id: str
    secret: bytes | None = field(default=None, repr=False)
    """The secret of a sealed deal or a position, stored apart from the events, which do not reveal
    it before the end."""
    phase: Phase = "new"
    terms: happened.Created | None = None
    variant: Variant | None = None
    created_at: float = 0.0
    created_by: str | None = None
    seats: list[Seat] = field(default_factory=list)
    game: gg.Game | None = field(default=None, repr=False)
    """Set once the game has started. It knows every card. Moves replace it instead of changing
    it."""
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
    offer: UndoOffer | None = None
    declined: set[int] = field(default_factory=set)
    """The seats whose offer in this position was declined."""
    said: int = 0
    """Number of chat messages."""
    rematch_wanted: set[int] = field(default_factory=set)
    rematch: str | None = None
    outcome: happened.Over | None = None
    aborted: str | None = None
    """Why the table ended without a result."""
    archived: bool = False
    frozen: str | None = None
    """Why this program cannot understand the table; nothing can happen at a frozen table."""

    @property
    def players(self) -> int:
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
        """Return the player's seat; None if they have none or have left."""
        seats = (number for number in self.persons() if self.seats[number].player == player)
        return next(seats, None)

    def persons(self) -> list[int]:
        """Return the seats of players who have not left."""
        return [number for number, seat in enumerate(self.seats) if seat.person]

    def allows_hints(self, seat: int | None) -> bool:
        """Return whether a seat may ask for hints now: its player meets the server's bots alone.

        Such a game is never rated, and nobody else is at a disadvantage.
        """
        if self.phase != "playing" or seat is None or not self.seats[seat].person:
            return False
        return all(other.player is None for n, other in enumerate(self.seats) if n != seat)

    def has_moved(self, seat: int) -> bool:
        """Return whether the seat has made a decision that has not been undone."""
        return seat in self.movers

    def turn_start(self) -> int:
        """Return the number of decisions made before the latest turn."""
        start = len(self.movers)
        while start and self.movers[start - 1] == self.movers[-1]:
            start -= 1
        return start

    def deadline(self, credited: float = 0.0) -> float | None:
        """Return when the seat to move runs out of time, if it has a clock; bots have none."""
        seat = self.to_move
        if seat is None or self.terms is None or self.terms.turn_seconds is None:
            return None
        if not self.seats[seat].person:
            return None
        return self.turn_began + self.terms.turn_seconds + credited

    def dealt(self) -> gg.Game:
        """Return the game at its start; raise `ValueError` if its secret is missing."""
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
        return replace(
            self,
            # These are changed in place; everything else is replaced when it changes.
            seats=self.seats[:],
            movers=self.movers[:],
            losers=self.losers[:],
            declined=set(self.declined),
            rematch_wanted=set(self.rematch_wanted),
        )

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
        """Return the transition to the table after an event; see `apply`."""
        after = self.copy()
        return Transition(self, event, after, after.apply(event, games))

    def apply(self, event: Event, games: Sequence[gg.Game] = ()) -> Sequence[gg.Game]:
        """Fold an event. An event that this program cannot understand freezes the table.

        `games` lists the games from before the event's decisions to after them, if they were made
        already. Return that list, which is empty for an event without decisions.
        """
        if event.seq != self.last_seq + 1:
            raise ValueError(
                f"Event {event.seq} cannot come after event {self.last_seq} of table {self.id}."
            )
        self.last_seq = event.seq
        self.changed_at = event.at
        if self.frozen is not None:
            return ()
        try:
            if isinstance(event.body, happened.Played) and not games:
                games = self._replayed(event.body)
            self._fold(event)
        except (ValueError, LookupError) as error:
            # The events were right when they were written; the program has changed since.
            self.frozen = f"Event {event.seq} of table {self.id} cannot be replayed: {error}."
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

    def _fold(self, event: Event) -> None:
        body = event.body
        if self.phase == "new" and not isinstance(body, happened.Created):
            raise ValueError("a table begins with the event 'created'")
        match body:
            case happened.Played():
                self.movers.extend([body.seat] * len(body.actions))
            case happened.Created():
                self._create(body, event)
            case happened.Joined():
                self.seats[body.seat] = Seat(player=body.player, name=body.name)
            case happened.Left() if self.phase == "open":
                self.seats[body.seat] = Seat()
            case happened.BotAdded():
                self.seats[body.seat] = Seat(bot=body.bot)
            case happened.BotRemoved():
                self.seats[body.seat] = Seat()
            case happened.Ready():
                self._change_seat(body.seat, ready=True, nonce=body.nonce)
            case happened.Started():
                game = self.dealt()
                if game.to_move != body.first:
                    raise ValueError(
                        f"seat {body.first} began, and by its deal seat {game.to_move} does"
                    )
                self.game = game
                self.phase = "playing"
                self.turn_began = event.at
            case happened.UndoOffered():
                self.offer = UndoOffer(body.seat, body.to, [])
            case happened.UndoAgreed():
                if self.offer is not None:
                    agreed = sorted({*self.offer.agreed, body.seat})
                    self.offer = UndoOffer(self.offer.seat, self.offer.to, agreed)
            case happened.UndoDeclined():
                if self.offer is not None:
                    self.declined.add(self.offer.seat)
                self.offer = None
            case happened.Undone():
                game = self._started_game().copy()
                for _ in self.movers[body.to :]:
                    game.undo()
                self.game = game
                del self.movers[body.to :]
                self.turn_began = event.at
            case happened.Left() | happened.Resigned() | happened.TimedOut() | happened.Withdrawn():
                self._change_seat(body.seat, gone=DEPARTURES[type(body)])
                if self.has_moved(body.seat):
                    self.losers.append(body.seat)
            case happened.TakenOver():
                self._change_seat(body.seat, bot=body.bot)
            case happened.Said():
                self.said += 1
            case happened.Over():
                self.phase = "over"
                self.outcome = body
            case happened.Aborted():
                self.phase = "aborted"
                self.aborted = body.why
                self.offer = None
            case happened.Archived():
                self.archived = True
            case happened.RematchWanted():
                self.rematch_wanted.add(body.seat)
            case happened.Rematch():
                self.rematch = body.table
            case happened.Unknown():
                raise ValueError(f"this program knows no event {body.kind!r}")

    def _create(self, body: happened.Created, event: Event) -> None:
        if body.rules_version != RULES_VERSION:
            raise ValueError(
                f"its rules have version {body.rules_version}, and this program plays "
                f"{RULES_VERSION}"
            )
        variant = _variant(body.game, msgspec.json.encode(body.variant))
        if variant.rules.players != body.players:
            raise ValueError(
                f"its rules are for {variant.rules.players} players, not {body.players}"
            )
        self.terms = body
        self.variant = variant
        self.created_at = event.at
        self.created_by = event.by
        self.seats = [Seat() for _ in range(body.players)]
        self.phase = "open"

    def _change_seat(self, seat: int, **changes: Any) -> None:
        self.seats[seat] = replace(self.seats[seat], **changes)

    def _replayed(self, body: happened.Played) -> list[gg.Game]:
        """Return the games from before the event's decisions to after them."""
        if self.to_move != body.seat:
            raise ValueError(f"seat {body.seat} played and was not to move")
        games = [self._started_game()]
        for action in body.actions:
            games.append(games[-1].copy())
            games[-1].play(action)
        return games

    def _started_game(self) -> gg.Game:
        if self.game is None:
            raise ValueError("the game has not started")
        return self.game


DEPARTURES: dict[type[EventBody], Departure] = {
    happened.Left: "left",
    happened.Resigned: "resigned",
    happened.TimedOut: "timed out",
    happened.Withdrawn: "withdrawn",
}


def _begun_at(variant: Variant, sealed: SealedPosition) -> gg.Game:
    """Return a game with these rules that begins at a position. Errors reveal nothing about it."""
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
    """Return the variant, which all tables with the same rules share."""
    return variant_class(game).from_dict(msgspec.json.decode(values))
