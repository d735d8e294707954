"""The table service: loads tables, decides commands and commits the resulting events.

A command goes through the same steps whoever sent it: the table decides, the events are committed
together with the answer, and only then is the table in memory replaced and the answer sent. A
request that was committed before gets its first answer. If another process was faster, the table is
read again, and the command decided again.
"""

import asyncio
import hashlib
import logging
import math
import random
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from gemgrove.deal import KEY_BYTES, Deal, SealedPosition
from gemgrove.server import ids, problems, projections
from gemgrove.server.database.base import Database
from gemgrove.server.domain import (
    Event,
    Refused,
    Table,
    Transition,
    continued,
    decide,
    event_payloads,
    events,
    published_deal,
    redrawn,
    rematched,
)
from gemgrove.server.domain.commands import Command, CommandContext, Create, PlayOn, Rematch
from gemgrove.server.domain.payloads import TableEvent
from gemgrove.server.domain.setup import SEALED
from gemgrove.server.domain.snapshot import PublishedDeal
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

MAX_LOADED = 20_000
"""Tables kept in memory; the least recently used are dropped."""

_TRIES = 10

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Requester:
    """The sender of a request, and the idempotency key that identifies the request."""

    player: str | None = None
    """None: the server itself, whose requests have no keys."""
    key: str | None = None
    hash: str = ""
    name: str = ""
    """The player's name."""

    @classmethod
    def of(cls, player: str, key: str, request: object, *, name: str = "") -> "Requester":
        """Return the sender of `request`, the whole request in types that JSON can represent."""
        text = msgspec.json.encode(request, order="deterministic")
        return cls(player, key, hashlib.sha256(text).hexdigest(), name)

    def stored(self, answer: "Answer", now: float) -> StoredRequest | None:
        """Return the row from which a repeated request is answered; None without a key."""
        if self.player is None or self.key is None:
            return None
        return StoredRequest(self.player, self.key, self.hash, answer.status, answer.body, now)

    def repeated(self, earlier: StoredRequest) -> "Answer":
        """Return the answer to the earlier request with this key, which must be the same."""
        if earlier.hash != self.hash:
            raise problems.key_reused()
        return Answer(earlier.status, earlier.answer, again=True)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request, as JSON."""

    status: int
    body: str
    again: bool = False
    """True if the same request was answered before."""


class CommandResult(msgspec.Struct, frozen=True, kw_only=True):
    """The events that a command caused."""

    table: str
    seat: Annotated[int | None, Meta(description="The caller's seat after the command.")]
    last_seq: int
    position: Annotated[int, Meta(description="The position that a move must name.")]
    events: list[TableEvent]


class NewTable(CommandResult, frozen=True, kw_only=True):
    """A new table."""

    deal: PublishedDeal
    invite: (
        Annotated[str, Meta(description="The invite code of a private table, shown only once.")]
        | UnsetType
    ) = UNSET


@dataclass(slots=True)
class _CachedTable:
    """A table in memory, once it has been read. Hold the lock to change it."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: Table | None = None
    public: bool = False
    invite_hash: str | None = None
    known_seq: float = 0
    """The last event that another process is known to have committed."""

    @property
    def stale(self) -> bool:
        """True if the table has to be read again."""
        return self.table is not None and self.table.last_seq < self.known_seq


class TableService:
    """All tables of a server."""

    def __init__(
        self,
        database: Database,
        journal: Journal,
        *,
        stand_in: str = "greedy",
        max_loaded: int = MAX_LOADED,
    ) -> None:
        """Let the bot `stand_in` take over the seat of a player who leaves."""
        self._database = database
        self._journal = journal
        self._stand_in = stand_in
        self._max_loaded = max_loaded
        self._cache: OrderedDict[str, _CachedTable] = OrderedDict()
        self.observers: list[Callable[[Table, Sequence[StoredEvent]], None]] = []
        """Called with every table changed by this process and its new events, in order. They must
        not block."""

    async def create(self, command: Create, requester: Requester) -> Answer:
        """Create a table. The invite code of a private one is shown only to its creator."""
        now = await self._database.now()
        sealed = command.id is None and command.deal in (None, SEALED)
        table = _new_table(ids.new_table(), sealed=sealed)
        return await self._add(self._decided(table, command, requester, now), requester, now)

    async def play_on(
        self, table: str, command: PlayOn, bots: Sequence[str], requester: Requester
    ) -> Answer:
        """Create a private table that continues from the middle of a finished game.

        `bots` take the other seats, in order. When this returns, the game has started.
        """
        assert requester.player is not None
        old = await self.table(table)
        try:
            drawn = redrawn(old, command.decisions, command.seat, random.SystemRandom())
        except Refused as refused:
            raise Problem.refused(refused) from None
        new = ids.new_table()
        begun = Table(new, SealedPosition.new(new, drawn.position()).secret)
        joined = events.Joined(command.seat, requester.player, requester.name)
        bodies = continued(old, begun, command.decisions, joined, bots)
        now = await self._database.now()
        return await self._add(begun.advance(bodies, at=now, by=requester.player), requester, now)

    async def act(
        self, table: str, command: Command, requester: Requester, *, credited: float = 0.0
    ) -> Answer:
        """Send a command to a table. If it raises a `Problem`, nothing has changed.

        `credited` is how many seconds of this turn the server itself was down.
        """
        cached = self._cached(table)
        async with cached.lock:
            for _ in range(_TRIES):
                before = await self._loaded(table, cached)
                now = await self._database.now()
                try:
                    happened = self._decided(before, command, requester, now, credited)
                except Problem:
                    # The same request may just have been committed, or another process may have
                    # changed the table.
                    if earlier := await self.earlier(requester):
                        return earlier
                    if await self._is_behind(before):
                        continue
                    raise
                after, stored = happened[-1].after, list(map(stored_event, happened))
                answer = Answer(200, _json(_result(before, after, stored, requester)))
                more = projections.changes(before, after)
                if before.rematch is None and after.rematch is not None:
                    more += _rematch(after, after.rematch, now)
                request = requester.stored(answer, now)
                entry = _entry(before, after, stored, request, changes=more)
                outcome = await self._journal.commit(entry)
                if isinstance(outcome, Committed):
                    cached.table = after
                    self._notify(after, stored)
                    return answer
                if outcome.kind != "seq":
                    return _conflict_answer(outcome, requester)
                cached.table = None  # another process was faster: see what it did
        raise problems.unavailable("Too many requests for this table at once; try again.")

    async def table(self, table: str) -> Table:
        """Return the current table; do not change it. Raise a `Problem` if it does not exist."""
        cached = self._cached(table)
        async with cached.lock:
            if cached.table is not None:
                await self._is_behind(cached.table)
            return await self._loaded(table, cached)

    async def may_enter(self, table: str, player: str | None, invite: str | None = None) -> bool:
        """Return whether the table is public, or the player takes part or knows its invite code."""
        cached = self._cache.get(table)
        if cached is not None and cached.table is not None and cached.public:
            return True
        current = await self.table(table)
        cached = self._cached(table)
        if cached.public:
            return True
        if player is not None and (
            player == current.created_by or any(seat.player == player for seat in current.seats)
        ):
            return True
        right = cached.invite_hash
        given = None if invite is None else ids.invite_hash(invite)
        return right is not None and given is not None and secrets.compare_digest(right, given)

    def catch_up(self, table: str, seq: int) -> None:
        """Note an event that another process has committed, so that the table is read again."""
        cached = self._cache.get(table)
        if cached is not None:
            cached.known_seq = max(cached.known_seq, seq)

    def invalidate_all(self) -> None:
        """Have every table read again, since notices from other processes may have been lost."""
        for cached in self._cache.values():
            cached.known_seq = math.inf

    @property
    def loaded(self) -> int:
        return len(self._cache)

    def peek(self, table: str) -> Table | None:
        """Return a table if it is in memory and current; do not change it."""
        cached = self._cache.get(table)
        return None if cached is None or cached.stale else cached.table

    async def _add(
        self, happened: Sequence[Transition], requester: Requester, now: float
    ) -> Answer:
        """Commit a new table with its first events."""
        before, after = happened[0].before, happened[-1].after
        stored = list(map(stored_event, happened))
        assert after.terms is not None
        public = after.terms.public
        invite = None if public else ids.new_invite()
        hashed = None if invite is None else ids.invite_hash(invite)
        result = NewTable(
            **msgspec.structs.asdict(_result(before, after, stored, requester)),
            deal=published_deal(after),
            invite=UNSET if invite is None else invite,
        )
        answer = Answer(201, _json(result))
        makes = projections.new_table(after, None, hashed)
        entry = _entry(before, after, stored, requester.stored(answer, now), makes=makes)
        outcome = await self._journal.commit(entry)
        if isinstance(outcome, Conflict):
            return _conflict_answer(outcome, requester)
        self._keep(after.id, _CachedTable(table=after, public=public, invite_hash=hashed))
        self._notify(after, stored)
        return answer

    async def _is_behind(self, table: Table) -> bool:
        """Return whether another process has changed the table, even if no notice has arrived."""
        if not self._database.shared:
            return False
        reached = await self._journal.reached(table.id)
        if reached is None or reached <= table.last_seq:
            return False
        self.catch_up(table.id, reached)
        return True

    async def earlier(self, requester: Requester) -> Answer | None:
        """Return the stored answer if the same request was sent before."""
        if requester.player is None or requester.key is None:
            return None
        found = await self._journal.answered(requester.player, requester.key)
        return None if found is None else requester.repeated(found)

    def _decided(
        self,
        table: Table,
        command: Command,
        requester: Requester,
        now: float,
        credited: float = 0.0,
    ) -> list[Transition]:
        context = CommandContext(
            now=now,
            by=requester.player,
            name=requester.name,
            credited=credited,
            stand_in=self._stand_in,
            new_table=ids.new_table() if isinstance(command, Rematch) else "",
            new_deal=Deal.new().id if isinstance(command, Create) else "",
        )
        try:
            return decide(table, command, context)
        except Refused as refused:
            raise Problem.refused(refused) from None

    def _notify(self, table: Table, stored: Sequence[StoredEvent]) -> None:
        for observer in self.observers:
            try:
                observer(table, stored)
            except Exception:
                log.exception("An observer of %s failed.", table.id)

    def _cached(self, table: str) -> _CachedTable:
        cached = self._cache.get(table)
        if cached is None:
            cached = _CachedTable()
            self._keep(table, cached)
        else:
            self._cache.move_to_end(table)
        return cached

    def _keep(self, table: str, cached: _CachedTable) -> None:
        self._cache[table] = cached
        excess = max(0, len(self._cache) - self._max_loaded)
        for other in list(islice(self._cache, excess)):
            if not self._cache[other].lock.locked():
                del self._cache[other]

    async def _loaded(self, table: str, cached: _CachedTable) -> Table:
        """Return a cached table, reading it if necessary. The caller holds its lock."""
        while cached.table is None or cached.stale:
            known_seq = cached.known_seq
            stored = await self._journal.load(table) if ids.is_table(table) else None
            if stored is None:
                self._cache.pop(table, None)
                raise problems.not_found("table")
            cached.public = stored.row["public"]
            cached.invite_hash = stored.row["invite_hash"]
            cached.table = rebuilt(table, stored.secret, stored.events)
            if cached.known_seq == known_seq:  # else an event was committed while it was read
                cached.known_seq = 0
        return cached.table


def rebuilt(table: str, secret: str | None, stored: Sequence[StoredEvent]) -> Table:
    current = Table(table, None if secret is None else bytes.fromhex(secret))
    for event in stored:
        current.apply(Event(event.seq, event.at, event.by, events.read(event.body)))
    return current


def _new_table(table: str, *, sealed: bool) -> Table:
    return Table(table, secrets.token_bytes(KEY_BYTES) if sealed else None)


def stored_event(transition: Transition) -> StoredEvent:
    """Return an event in stored form, with its payloads."""
    event, body = transition.event, transition.event.body
    assert not isinstance(body, events.Unknown)
    public, seats = event_payloads(transition)
    text = _json(public)
    own = packed(text, [text if payload is None else _json(payload) for payload in seats])
    kind = events.kind_of(body)
    return StoredEvent(event.seq, event.at, event.by, kind, events.write(body), text, own)


def _result(
    before: Table, after: Table, stored: Sequence[StoredEvent], requester: Requester
) -> CommandResult:
    """Return the events as the requester, who may just have left or joined, may see them."""
    seat = before.seat_of(requester.player)
    if seat is None:
        seat = after.seat_of(requester.player)
    return CommandResult(
        table=after.id,
        seat=after.seat_of(requester.player),
        last_seq=after.last_seq,
        position=after.position_seq,
        events=[msgspec.Raw(event.payload(seat).encode()) for event in stored],
    )


def _entry(
    before: Table,
    after: Table,
    stored: Sequence[StoredEvent],
    request: StoredRequest | None,
    makes: Sequence[Change] = (),
    changes: Sequence[Change] = (),
) -> Entry:
    position = after.position_seq if after.position_seq != before.position_seq else None
    return Entry(after.id, before.last_seq, stored, request, makes, changes, position)


def _rematch(old: Table, table: str, now: float) -> list[Change]:
    """Return the rows of the new table, to be committed with the event that names it."""
    begun = _new_table(table, sealed=old.concealed)
    deal = None if old.concealed else Deal.new().id
    happened = begun.advance(rematched(old, begun, deal=deal), at=now, by=None)
    return projections.new_table(happened[-1].after, list(map(stored_event, happened)))


def _conflict_answer(conflict: Conflict, requester: Requester) -> Answer:
    """Return the stored answer if the same request was committed meanwhile; else raise."""
    if conflict.request is not None:
        return requester.repeated(conflict.request)
    raise problems.unavailable("Something else was changed at the same time; try again.")


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
