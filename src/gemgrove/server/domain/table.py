"""A table: how it stands after its events."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, Literal, Self

import msgspec

import gemgrove as gg
from gemgrove.deal import Deal, SealedDeal, SealedPosition
from gemgrove.game import variant_class
from gemgrove.server.domain import events as happened
from gemgrove.server.domain.events import POSITION_CHANGING, RULES_VERSION, Event, Happening
from gemgrove.variant import Variant

Phase = Literal["new", "open", "playing", "over", "aborted"]
Departure = Literal["left", "resigned", "timed out", "withdrawn"]


@dataclass(slots=True, frozen=True)
class Seat:
    """Who sits there."""

    player: str | None = None
    """A player's id; it stays when the player has gone and a bot plays on."""
    name: str = ""
    bot: str | None = None
    """The bot that plays for the seat."""
    ready: bool = False
    nonce: str = ""
    gone: Departure | None = None
    """How the player left after the start."""

    @property
    def free(self) -> bool:
        """Whether nobody has it."""
        return self.player is None and self.bot is None

    @property
    def person(self) -> bool:
        """Whether a player sits there and has not gone."""
        return self.player is not None and self.gone is None


@dataclass(slots=True, frozen=True)
class Offer:
    """To take something back."""

    seat: int
    to: int
    """How many decisions would be left."""
    agreed: frozenset[int] = frozenset()


@dataclass(slots=True)
class Table:
    """A table as its events have made it. `Table.begin` is one without any."""

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
    """From when the clock of the seat to move runs."""
    losers: list[int] = field(default_factory=list)
    """The seats that gave up after their first move, in that order."""
    offer: Offer | None = None
    declined: set[int] = field(default_factory=set)
    """The seats whose offer in this position was declined."""
    said: int = 0
    """How often something was said."""
    rematch_wanted: set[int] = field(default_factory=set)
    rematch: str | None = None
    outcome: happened.Over | None = None
    aborted: str | None = None
    """Why it has ended without a result."""
    archived: bool = False
    frozen: str | None = None
    """Why the table cannot be understood by this program; then nothing can happen at it."""

    @classmethod
    def begin(cls, id: str, secret: bytes | None = None) -> Self:  # noqa: A002
        """A table at which nothing has happened; `secret` is that of its deal or position."""
        return cls(id, secret)

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    @property
    def sealed(self) -> bool:
        """Whether a secret and the players' nonces make the deal."""
        return self.terms is not None and self.terms.deal.kind == "sealed"

    @property
    def concealed(self) -> bool:
        """Whether nobody can know the decks before the end: a sealed deal, or a position."""
        return self.terms is not None and self.terms.deal.kind != "open"

    @property
    def to_move(self) -> int | None:
        """Whose turn it is; None where nobody's is."""
        if self.phase != "playing" or self.game is None or self.game.over:
            return None
        return self.game.to_move

    @property
    def ended(self) -> bool:
        """With a result or without."""
        return self.phase in ("over", "aborted")

    @property
    def published_secret(self) -> str | None:
        """What an event tells of the secret when the table ends."""
        return self.secret.hex() if self.concealed and self.secret is not None else None

    def seat_of(self, player: str | None) -> int | None:
        """Where a player sits, who has not gone."""
        if player is None:
            return None
        for number, seat in enumerate(self.seats):
            if seat.player == player and seat.gone is None:
                return number
        return None

    def persons(self) -> list[int]:
        """The seats of players who have not gone."""
        return [number for number, seat in enumerate(self.seats) if seat.person]

    def contenders(self) -> list[int]:
        """The seats that have not given up."""
        return [number for number in range(self.players) if number not in self.losers]

    def has_moved(self, seat: int) -> bool:
        """Whether a decision of the game, as it stands, is the seat's."""
        return seat in self.movers

    def turn_start(self) -> int:
        """How many decisions had been made before the turn of the last one began."""
        if not self.movers:
            return 0
        start = len(self.movers)
        while start and self.movers[start - 1] == self.movers[-1]:
            start -= 1
        return start

    def deadline(self, credited: float = 0.0) -> float | None:
        """When the time of the seat to move is up, if it has a clock; bots have none."""
        seat = self.to_move
        if seat is None or self.terms is None or self.terms.turn_seconds is None:
            return None
        if not self.seats[seat].person:
            return None
        return self.turn_began + self.terms.turn_seconds + credited

    def dealt(self) -> gg.Game:
        """The game as it begins. `ValueError` where the secret that it needs is not known."""
        assert self.terms is not None
        assert self.variant is not None
        if self.terms.deal.kind == "open":
            deal = Deal.parse(self.terms.deal.id or "")
        elif self.secret is None:
            raise ValueError("the secret of its deal is not there")
        elif self.terms.deal.kind == "position":
            return _begun_at(self.variant, SealedPosition(self.id, self.secret))
        else:
            nonces = [bytes.fromhex(seat.nonce) for seat in self.seats]
            deal = SealedDeal(self.id, self.secret).deal(nonces)
        native = self.variant.native
        return gg.Game(self.variant, native.deal(self.variant.keys(deal)), deal)

    def copy(self) -> Self:
        """A table of its own that stands the same."""
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

    def numbered(
        self, happenings: Sequence[Happening], *, at: float, by: str | None
    ) -> list[Event]:
        """What was decided as the next events of this table."""
        return [Event(seq, at, by, what) for seq, what in enumerate(happenings, self.last_seq + 1)]

    def apply(self, event: Event) -> None:
        """Let it happen. What this program cannot understand freezes the table."""
        if event.seq != self.last_seq + 1:
            raise ValueError(
                f"Event {event.seq} cannot come after event {self.last_seq} of table {self.id}."
            )
        self.last_seq = event.seq
        self.changed_at = event.at
        if self.frozen is not None:
            return
        fold = _FOLDS.get(type(event.what))
        if fold is None:
            self._freeze(event, f"this program knows no event {happened.kind_of(event.what)!r}")
            return
        try:
            fold(self, event.what, event)
        except (ValueError, LookupError) as error:
            # Events that were right when they were written, and the program has changed since.
            self._freeze(event, str(error))
            return
        if isinstance(event.what, POSITION_CHANGING):
            self.position_seq = event.seq
            self.offer = None
            self.declined.clear()

    def _freeze(self, event: Event, why: str) -> None:
        self.frozen = f"Event {event.seq} of table {self.id} cannot be followed: {why}."


_FIELDS = tuple(part.name for part in fields(Table))


def _created(table: Table, what: happened.Created, event: Event) -> None:
    if what.rules_version != RULES_VERSION:
        raise ValueError(
            f"its rules have version {what.rules_version}, and this program plays {RULES_VERSION}"
        )
    table.terms = what
    table.variant = _variant(what.game, msgspec.json.encode(what.variant))
    table.created_at = event.at
    table.created_by = event.by
    table.seats = [Seat() for _ in range(what.players)]
    table.phase = "open"


def _joined(table: Table, what: happened.Joined, _event: Event) -> None:
    table.seats[what.seat] = Seat(player=what.player, name=what.name)


def _left(table: Table, what: happened.Left, _event: Event) -> None:
    if table.phase == "open":
        table.seats[what.seat] = Seat()
    else:
        _depart(table, what.seat, "left")


def _bot_added(table: Table, what: happened.BotAdded, _event: Event) -> None:
    table.seats[what.seat] = Seat(bot=what.bot)


def _bot_removed(table: Table, what: happened.BotRemoved, _event: Event) -> None:
    table.seats[what.seat] = Seat()


def _ready(table: Table, what: happened.Ready, _event: Event) -> None:
    table.seats[what.seat] = replace(table.seats[what.seat], ready=True, nonce=what.nonce)


def _started(table: Table, what: happened.Started, event: Event) -> None:
    game = table.dealt()
    if game.to_move != what.first:
        raise ValueError(f"seat {what.first} began, and by its deal seat {game.to_move} does")
    table.game = game
    table.phase = "playing"
    table.turn_began = event.at


def _played(table: Table, what: happened.Played, event: Event) -> None:
    if table.to_move != what.seat:
        raise ValueError(f"seat {what.seat} played and was not to move")
    game = _game(table).copy()
    for action in what.actions:
        game.play(action)
    table.game = game
    table.movers.extend([what.seat] * len(what.actions))
    if game.to_move != what.seat:
        table.turn_began = event.at


def _game(table: Table) -> gg.Game:
    if table.game is None:
        raise ValueError("the game has not started")
    return table.game


def _undo_offered(table: Table, what: happened.UndoOffered, _event: Event) -> None:
    table.offer = Offer(what.seat, what.to)


def _undo_agreed(table: Table, what: happened.UndoAgreed, _event: Event) -> None:
    if table.offer is not None:
        table.offer = replace(table.offer, agreed=table.offer.agreed | {what.seat})


def _undo_declined(table: Table, _what: happened.UndoDeclined, _event: Event) -> None:
    if table.offer is not None:
        table.declined.add(table.offer.seat)
    table.offer = None


def _undone(table: Table, what: happened.Undone, event: Event) -> None:
    game = _game(table).copy()
    for _ in table.movers[what.to :]:
        game.undo()
    table.game = game
    del table.movers[what.to :]
    table.turn_began = event.at


def _resigned(table: Table, what: happened.Resigned, _event: Event) -> None:
    _depart(table, what.seat, "resigned")


def _timed_out(table: Table, what: happened.TimedOut, _event: Event) -> None:
    _depart(table, what.seat, "timed out")


def _withdrawn(table: Table, what: happened.Withdrawn, _event: Event) -> None:
    _depart(table, what.seat, "withdrawn")


def _depart(table: Table, seat: int, how: Departure) -> None:
    table.seats[seat] = replace(table.seats[seat], gone=how)
    if table.has_moved(seat):
        table.losers.append(seat)


def _taken_over(table: Table, what: happened.TakenOver, _event: Event) -> None:
    table.seats[what.seat] = replace(table.seats[what.seat], bot=what.bot)


def _said(table: Table, _what: happened.Said, _event: Event) -> None:
    table.said += 1


def _over(table: Table, what: happened.Over, _event: Event) -> None:
    table.phase = "over"
    table.outcome = what


def _aborted(table: Table, what: happened.Aborted, _event: Event) -> None:
    table.phase = "aborted"
    table.aborted = what.why
    table.offer = None


def _archived(table: Table, _what: happened.Archived, _event: Event) -> None:
    table.archived = True


def _rematch_wanted(table: Table, what: happened.RematchWanted, _event: Event) -> None:
    table.rematch_wanted.add(what.seat)


def _rematch(table: Table, what: happened.Rematch, _event: Event) -> None:
    table.rematch = what.table


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
    """A game of these rules that begins with a position. No error tells what is in it."""
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
