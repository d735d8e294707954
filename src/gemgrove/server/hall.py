"""The hall: where tables are found, asked and changed.

A command goes through the same steps whoever sent it. The answer to the same request is looked up
first; then the table decides, what happens is committed together with its answer, and only then the
table in memory goes on and the answer is given. Where another process was faster, the table is read
again and asked again.
"""

import asyncio
import hashlib
import logging
import math
import random
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

import msgspec

from gemgrove.deal import KEY_BYTES, Deal, SealedPosition
from gemgrove.server import ids, problems, projections
from gemgrove.server.database.base import Database
from gemgrove.server.domain import (
    Event,
    Happening,
    Refused,
    Table,
    continued,
    decide,
    events,
    forms,
    redrawn,
    rematched,
)
from gemgrove.server.domain.commands import Command, Create, Rematch
from gemgrove.server.journal import (
    Change,
    Committed,
    Conflict,
    Entry,
    Journal,
    StoredEvent,
    StoredRequest,
    packed,
)
from gemgrove.server.problems import Problem

SEALED = "sealed"
OPEN = "open"
"""What `Create.deal` may be beside an id: a new open deal."""
MOST_LOADED = 20_000
"""Tables that are kept in memory; those asked for longest ago are read again."""

_TRIES = 10

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ask:
    """Who asks, and the key by which the same request is known again."""

    player: str | None = None
    """None: the server itself, whose requests have no keys."""
    key: str | None = None
    hash: str = ""

    @classmethod
    def of(cls, player: str, key: str, request: object) -> "Ask":
        """`request` is all that the request says, as JSON can hold it."""
        text = msgspec.json.encode(request, order="deterministic")
        return cls(player, key, hashlib.sha256(text).hexdigest())


@dataclass(frozen=True, slots=True)
class Answer:
    """What the one who asked is told, as JSON."""

    status: int
    body: str
    again: bool = False
    """Whether it was given before."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """How somebody wants to play on from the middle of a game."""

    decisions: int
    """How many decisions of the game come before."""
    seat: int
    """Whose cards are known, and where the one who asks will sit."""
    name: str
    """Of the one who asks."""
    bots: Sequence[str]
    """Those at the other seats, in their order, by the names that tables know them by."""


@dataclass(slots=True)
class _Place:
    """A table in memory, once it has been read. Whoever changes it holds the lock."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: Table | None = None
    public: bool = False
    invite_hash: str | None = None
    wanted: float = 0
    """The last event that is known to be committed, as far as another process has said so."""

    @property
    def stale(self) -> bool:
        """Whether the table has to be read again."""
        return self.table is not None and self.table.last_seq < self.wanted


class Hall:
    """All tables of a server."""

    def __init__(
        self,
        database: Database,
        journal: Journal,
        *,
        stand_in: str = "greedy",
        most_loaded: int = MOST_LOADED,
    ) -> None:
        """`stand_in` is the bot that takes over the seat of a player who goes."""
        self._database = database
        self._journal = journal
        self._stand_in = stand_in
        self._most_loaded = most_loaded
        self._places: OrderedDict[str, _Place] = OrderedDict()
        self.observers: list[Callable[[Table, Sequence[StoredEvent]], None]] = []
        """Told of every table that has gone on here, with its new events, in their order. None of
        them may wait."""

    async def create(self, command: Create, ask: Ask) -> Answer:
        """Set a table up. One that is not public has an invite code, told to its creator alone."""
        if earlier := await self.earlier(ask):
            return earlier
        if command.deal == OPEN:
            command = msgspec.structs.replace(command, deal=Deal.new().id)
        table = _new_table(sealed=command.deal == SEALED)
        now = await self._database.now()
        return await self._set_up(table, self._decided(table, command, ask, now), ask, now)

    async def play_on(self, table: str, wish: Continuation, ask: Ask) -> Answer:
        """Set up a table at which it goes on from the middle of a game that has ended here.

        It is by invitation; with the answer the game has started.
        """
        if earlier := await self.earlier(ask):
            return earlier
        assert ask.player is not None
        old = await self.table(table)
        try:
            drawn = redrawn(old, wish.decisions, wish.seat, random.SystemRandom())
        except Refused as refused:
            raise Problem.refused(refused) from None
        new = ids.new_table()
        begun = Table.begin(new, SealedPosition.new(new, drawn.position()).secret)
        happenings = continued(
            old,
            begun,
            decisions=wish.decisions,
            seat=wish.seat,
            player=ask.player,
            name=wish.name,
            bots=wish.bots,
        )
        return await self._set_up(begun, happenings, ask, await self._database.now())

    async def act(self, table: str, command: Command, ask: Ask, *, credited: float = 0.0) -> Answer:
        """Ask a table for something. A `Problem` says why not; then nothing has changed.

        `credited` are seconds of this turn in which the server itself was away.
        """
        if earlier := await self.earlier(ask):
            return earlier
        place = self._place(table)
        async with place.lock:
            for _ in range(_TRIES):
                before = await self._standing(table, place)
                now = await self._database.now()
                try:
                    happenings = self._decided(before, command, ask, now, credited)
                except Problem:
                    # It may be refused because the same request has just been fulfilled, or
                    # because another process knows more.
                    if earlier := await self.earlier(ask):
                        return earlier
                    if await self._has_gone_on(before):
                        continue
                    raise
                after, stored = _happen(before, happenings, ask, now)
                answer = _answer(200, before, after, stored, ask)
                more = projections.changes(before, after)
                if isinstance(command, Rematch) and after.rematch == command.table:
                    more += _rematch(after, command.table, now)
                entry = _entry(before, after, stored, ask, answer, now, more)
                outcome = await self._journal.commit(entry)
                if isinstance(outcome, Committed):
                    place.table = after
                    self._observed(after, stored)
                    return answer
                if outcome.kind != "seq":
                    return _met(outcome)
                place.table = None  # another process was faster: see what it did
        raise problems.unavailable("Too much happens at this table at once; try again.")

    async def rematch(self, table: str, ask: Ask) -> Answer:
        """Ask to play again. With the last one who does, the new table is set up as well."""
        return await self.act(table, Rematch(table=ids.new_table()), ask)

    async def table(self, table: str) -> Table:
        """A table as it stands, not to be changed. A `Problem` if there is none."""
        place = self._place(table)
        async with place.lock:
            if place.table is not None:
                await self._has_gone_on(place.table)
            return await self._standing(table, place)

    async def may_enter(self, table: str, player: str | None, invite: str | None = None) -> bool:
        """Whether a table is public, one has a part in it, or knows its invite code."""
        place = self._places.get(table)
        if place is not None and place.table is not None and place.public:
            return True
        standing = await self.table(table)
        place = self._place(table)
        if place.public:
            return True
        if player is not None and (
            player == standing.created_by or any(seat.player == player for seat in standing.seats)
        ):
            return True
        right = place.invite_hash
        given = None if invite is None else ids.invite_hash(invite)
        return right is not None and given is not None and secrets.compare_digest(right, given)

    def catch_up(self, table: str, seq: int) -> None:
        """Another process has committed this event: a table that stands before it is read again."""
        place = self._places.get(table)
        if place is not None:
            place.wanted = max(place.wanted, seq)

    def doubt_all(self) -> None:
        """Other processes may have committed anything: every table is read again when asked."""
        for place in self._places.values():
            place.wanted = math.inf

    @property
    def loaded(self) -> int:
        """How many tables are in memory."""
        return len(self._places)

    def peek(self, table: str) -> Table | None:
        """A table as it is in memory, if it is; not to be changed."""
        place = self._places.get(table)
        return None if place is None or place.stale else place.table

    async def _set_up(
        self, table: Table, happenings: Sequence[Happening], ask: Ask, now: float
    ) -> Answer:
        """Commit a new table with what happens first at it."""
        after, stored = _happen(table, happenings, ask, now)
        assert after.terms is not None
        public = after.terms.public
        invite = None if public else ids.new_invite()
        hashed = None if invite is None else ids.invite_hash(invite)
        answer = _answer(201, table, after, stored, ask, invite=invite)
        entry = replace(
            _entry(table, after, stored, ask, answer, now), makes=projections.opening(after, hashed)
        )
        outcome = await self._journal.commit(entry)
        if isinstance(outcome, Conflict):
            return _met(outcome)
        self._keep(after.id, _Place(table=after, public=public, invite_hash=hashed))
        self._observed(after, stored)
        return answer

    async def _has_gone_on(self, table: Table) -> bool:
        """Whether another process has done something since, which may not have been heard yet."""
        if not self._database.shared:
            return False
        reached = await self._journal.reached(table.id)
        if reached is None or reached <= table.last_seq:
            return False
        self.catch_up(table.id, reached)
        return True

    async def earlier(self, ask: Ask) -> Answer | None:
        """The answer that was given to the same request before."""
        if ask.player is None or ask.key is None:
            return None
        found = await self._journal.answered(ask.player, ask.key)
        if found is None:
            return None
        if found.hash != ask.hash:
            raise problems.key_reused()
        return _again(found)

    def _decided(
        self, table: Table, command: Command, ask: Ask, now: float, credited: float = 0.0
    ) -> list[Happening]:
        try:
            return decide(
                table,
                command,
                now=now,
                by=ask.player,
                credited=credited,
                stand_in=self._stand_in,
            )
        except Refused as refused:
            raise Problem.refused(refused) from None

    def _observed(self, table: Table, stored: Sequence[StoredEvent]) -> None:
        for observer in self.observers:
            try:
                observer(table, stored)
            except Exception:
                log.exception("What happened at %s was not attended to.", table.id)

    def _place(self, table: str) -> _Place:
        place = self._places.get(table)
        if place is None:
            place = _Place()
            self._keep(table, place)
        else:
            self._places.move_to_end(table)
        return place

    def _keep(self, table: str, place: _Place) -> None:
        self._places[table] = place
        excess = max(0, len(self._places) - self._most_loaded)
        for other in list(islice(self._places, excess)):
            if not self._places[other].lock.locked():
                del self._places[other]

    async def _standing(self, table: str, place: _Place) -> Table:
        """The table of a place, read if need be. Its lock is held."""
        while place.table is None or place.stale:
            wanted = place.wanted
            stored = await self._journal.load(table) if ids.is_table(table) else None
            if stored is None:
                self._places.pop(table, None)
                raise problems.not_found("table")
            place.public = stored.row["public"]
            place.invite_hash = stored.row["invite_hash"]
            place.table = folded(table, stored.secret, stored.events)
            if place.wanted == wanted:  # else something has happened while it was read
                place.wanted = 0
        return place.table


def folded(table: str, secret: str | None, stored: Sequence[StoredEvent]) -> Table:
    """A table as its stored events make it."""
    standing = Table.begin(table, None if secret is None else bytes.fromhex(secret))
    for event in stored:
        standing.apply(Event(event.seq, event.at, event.by, events.read(event.body)))
    return standing


def _new_table(*, sealed: bool) -> Table:
    return Table.begin(ids.new_table(), secrets.token_bytes(KEY_BYTES) if sealed else None)


def _happen(
    before: Table, happenings: Sequence[Happening], ask: Ask, now: float
) -> tuple[Table, list[StoredEvent]]:
    """The table after what was decided, and the events with what each audience is told."""
    after = before
    stored = []
    numbered = before.numbered(happenings, at=now, by=ask.player)
    for event, what in zip(numbered, happenings, strict=True):
        earlier, after = after, after.copy()
        after.apply(event)
        stored.append(_stored(earlier, event, what, after))
    return after, stored


def _stored(before: Table, event: Event, what: Happening, after: Table) -> StoredEvent:
    public, seats = forms(before, event, after)
    text = _json(public)
    own = [text if form is None else _json(form) for form in seats]
    return StoredEvent(
        event.seq,
        event.at,
        event.by,
        events.kind_of(what),
        events.write(what),
        text,
        packed(text, own),
    )


def _answer(
    status: int,
    before: Table,
    after: Table,
    stored: Sequence[StoredEvent],
    ask: Ask,
    *,
    invite: str | None = None,
) -> Answer:
    """What happened, as the one who asked may know it, who may just have left or come."""
    seat = before.seat_of(ask.player)
    if seat is None:
        seat = after.seat_of(ask.player)
    body: dict[str, Any] = {
        "table": after.id,
        "seat": after.seat_of(ask.player),
        "last_seq": after.last_seq,
        "position": after.position_seq,
        "events": [msgspec.Raw(event.form(seat).encode()) for event in stored],
    }
    if invite is not None:
        body["invite"] = invite
    return Answer(status, _json(body))


def _entry(
    before: Table,
    after: Table,
    stored: Sequence[StoredEvent],
    ask: Ask,
    answer: Answer,
    now: float,
    changes: Sequence[Change] = (),
) -> Entry:
    request = None
    if ask.player is not None and ask.key is not None:
        request = StoredRequest(ask.player, ask.key, ask.hash, answer.status, answer.body, now)
    moved = after.position_seq != before.position_seq
    return Entry(
        after.id,
        before.last_seq,
        stored,
        request,
        changes=changes,
        position_seq=after.position_seq if moved else None,
    )


def _rematch(old: Table, table: str, now: float) -> list[Change]:
    """The new table, committed with the event that names it."""
    begun = _new_table(sealed=old.concealed)
    begun.id = table
    deal = None if old.concealed else Deal.new().id
    server = Ask()
    after, stored = _happen(begun, rematched(old, begun, deal=deal), server, now)
    return projections.opened(after, stored)


def _met(conflict: Conflict) -> Answer:
    """What a request is answered whose key was used in the meantime."""
    if conflict.kind == "answered" and conflict.request is not None:
        return _again(conflict.request)
    if conflict.kind == "key":
        raise problems.key_reused()
    raise problems.unavailable("Something else was changed at the same time; try again.")


def _again(request: StoredRequest) -> Answer:
    return Answer(request.status, request.answer, again=True)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
