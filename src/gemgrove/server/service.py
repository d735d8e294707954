"""Everything a client can request, over REST or WebSocket: checks limits and passes commands on.

Every refusal is a `Problem`.
"""

import asyncio
import time
from contextlib import nullcontext
from http import HTTPStatus
from weakref import WeakValueDictionary

import msgspec

from gemgrove.server import listing, problems
from gemgrove.server.account_service import AccountService
from gemgrove.server.background.uptime import Uptime
from gemgrove.server.bot_allowlist import NotAllowed
from gemgrove.server.database.base import Database
from gemgrove.server.domain import Table, snapshot
from gemgrove.server.domain.commands import AddBot, Create, Join, PlayOn, TableCommand
from gemgrove.server.domain.snapshot import Snapshot
from gemgrove.server.feed import Feed
from gemgrove.server.journal import Journal
from gemgrove.server.listing import Filters, TablePage
from gemgrove.server.players.access import Caller
from gemgrove.server.players.tokens import Token
from gemgrove.server.problems import Problem
from gemgrove.server.record_export import ExportedRecord, exported
from gemgrove.server.reviews.reviewer import Review, Reviewer
from gemgrove.server.settings import Settings
from gemgrove.server.table_service import Answer, Requester, TableService
from gemgrove.server.token_cache import TokenCache

MAX_KEY_LENGTH = 100
MAX_EVENTS = 500
_COUNTED_SECONDS = 5.0


class Service:
    """Everything that the server does for its clients, without the network."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        journal: Journal,
        table_service: TableService,
        feed: Feed,
        uptime: Uptime,
    ) -> None:
        """Called by `gemgrove.server.lifecycle.open_service`."""
        self.settings = settings
        self.database = database
        self.journal = journal
        self.table_service = table_service
        self.feed = feed
        self.uptime = uptime
        self.allowed = settings.allowlist()
        self.limits = settings.limits()
        self.token_cache = TokenCache(database)
        bot_names = [offer.title for offer in self.allowed.offers]
        self.accounts = AccountService(database, table_service, self.token_cache, bot_names)
        self.reviews = Reviewer(
            database,
            workers=settings.review_workers,
            iterations=settings.review_iterations,
            memory_mb=settings.bot_memory_mb,
        )
        self._unfinished = (0.0, 0)  # when the count expires, and the count
        self._quota_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def caller(self, token: Token | None) -> Caller:
        """Return the owner of this token."""
        return await self.token_cache.of(token)

    async def create(self, caller: Caller, command: Create, key: str | None) -> Answer:
        requester = _requester(caller, key, ["create", command])
        async with self._quota_lock(caller.player):
            if (earlier := await self.table_service.earlier(requester)) is not None:
                return earlier
            await self._check_quota(caller.player)
            return await self.table_service.create(command, requester)

    async def play_on(
        self,
        caller: Caller,
        table: str,
        command: PlayOn,
        key: str | None,
        *,
        invite: str | None = None,
    ) -> Answer:
        """Create a table at which the caller and bots continue a finished game."""
        requester = _requester(caller, key, ["play on", table, command])
        async with self._quota_lock(caller.player):
            if (earlier := await self.table_service.earlier(requester)) is not None:
                return earlier
            current, _ = await self.enter(caller, table, invite)
            bots = self._opponents(command, current)
            await self._check_quota(caller.player)
            return await self.table_service.play_on(table, command, bots, requester)

    async def act(
        self,
        caller: Caller,
        table: str,
        command: TableCommand,
        key: str | None,
        *,
        invite: str | None = None,
    ) -> Answer:
        """Send a command to a table; a repeated request gets its first answer."""
        requester = _requester(caller, key, ["act", table, command])
        joining = isinstance(command, Join)
        async with self._quota_lock(caller.player) if joining else nullcontext():
            if (earlier := await self.table_service.earlier(requester)) is not None:
                return earlier
            if not await self.table_service.may_enter(table, caller.player, invite):
                raise problems.not_found("table")
            if joining:
                await self._check_quota(caller.player, server=False)
            elif isinstance(command, AddBot):
                current = await self.table_service.table(table)
                bot = self._allowed_bot(command.bot, current)
                command = msgspec.structs.replace(command, bot=bot)
            return await self.table_service.act(table, command, requester)

    async def enter(
        self, caller: Caller | None, table: str, invite: str | None = None
    ) -> tuple[Table, int | None]:
        """Return a table that the caller may see, and the caller's seat."""
        player = None if caller is None else caller.player
        if not await self.table_service.may_enter(table, player, invite):
            raise problems.not_found("table")
        current = await self.table_service.table(table)
        return current, current.seat_of(player)

    async def snapshot(
        self, caller: Caller | None, table: str, invite: str | None = None
    ) -> Snapshot:
        """Return the table as the caller may see it now."""
        current, seat = await self.enter(caller, table, invite)
        return snapshot(current, seat, credited=await self.credited(current))

    async def credited(self, table: Table) -> float:
        """Return the seconds of this turn during which the server was down."""
        if table.terms is None or table.terms.turn_seconds is None:
            return 0.0
        return self.uptime.credited(table.turn_began, await self.database.now())

    async def events(
        self,
        caller: Caller | None,
        table: str,
        *,
        invite: str | None = None,
        after: int = 0,
        limit: int = MAX_EVENTS,
    ) -> list[msgspec.Raw]:
        """Return the events of a table after a seq, as the caller may see them."""
        _, seat = await self.enter(caller, table, invite)
        found = await self.journal.events(table, after, max(1, min(limit, MAX_EVENTS)))
        return [msgspec.Raw(event.payload(seat).encode()) for event in found]

    async def record(
        self, caller: Caller | None, table: str, invite: str | None = None
    ) -> ExportedRecord:
        """Return a finished game as a record that can be replayed and verified."""
        current, _ = await self.enter(caller, table, invite)
        if not current.ended or current.game is None:
            raise Problem(
                "not_over",
                "A game can be exported when it is over; until then its cards are hidden.",
                HTTPStatus.CONFLICT,
            )
        return exported(current)

    async def review(self, caller: Caller | None, table: str, invite: str | None = None) -> Review:
        """Return the review of a finished game, as far as it is done."""
        current, _ = await self.enter(caller, table, invite)
        return await self.reviews.review(current)

    async def start_review(self, caller: Caller, table: str, invite: str | None = None) -> Review:
        """Start the review of a finished game, unless there is one, and return its state."""
        current, _ = await self.enter(caller, table, invite)
        return await self.reviews.begin(current, caller.player)

    async def tables(self, filters: Filters) -> TablePage:
        """Return a page of public tables, or with `private` of all tables."""
        async with self.database.reading() as connection:
            return await listing.page(connection, filters)

    def _opponents(self, command: PlayOn, table: Table) -> list[str]:
        """Return the names of the requested bots, one for each seat but the player's."""
        count = table.players - 1
        if command.bots is None:
            default = self.allowed.takes_over.name
            bot = default if command.bot is None else self._allowed_bot(command.bot, table)
            return [bot] * count
        if command.bot is not None:
            raise problems.invalid("Name either one bot for all seats or one for each, not both.")
        if len(command.bots) != count:
            raise problems.invalid(f"You named {len(command.bots)} bots for {count} seats.")
        return [self._allowed_bot(bot, table) for bot in command.bots]

    def _allowed_bot(self, requested: str, table: Table) -> str:
        """Return the name of the requested bot on this server, if it can play at a table."""
        try:
            admitted = self.allowed.admit(requested)
            if table.variant is not None:
                admitted.check_playable(table.variant)
            return admitted.name
        except NotAllowed as error:
            raise Problem("bot_not_allowed", str(error), HTTPStatus.UNPROCESSABLE_ENTITY) from error

    def _quota_lock(self, player: str) -> asyncio.Lock:
        """Return the lock to hold from checking a player's quota until they have the table."""
        return self._quota_locks.setdefault(player, asyncio.Lock())

    async def _check_quota(self, player: str, *, server: bool = True) -> None:
        """Raise a `Problem` if the player, or the server, has too many tables."""
        async with self.database.reading() as connection:
            own = await listing.count_unfinished(connection, player)
            until, unfinished = self._unfinished
            if server and time.monotonic() >= until:
                unfinished = await listing.count_unfinished(connection)
                self._unfinished = (time.monotonic() + _COUNTED_SECONDS, unfinished)
        if own >= self.settings.most_tables:
            raise Problem(
                "too_many_tables",
                f"You have {own} tables that have not ended, and {self.settings.most_tables} is "
                "the most here; end or leave one first.",
                HTTPStatus.CONFLICT,
            )
        if server and unfinished >= self.settings.most_unfinished:
            raise problems.unavailable("This server has as many tables as it can hold.", wait=60)


def _requester(caller: Caller, key: str | None, request: object) -> Requester:
    if key is None:
        return Requester(caller.player, name=caller.name)
    if not 1 <= len(key) <= MAX_KEY_LENGTH or not key.isascii() or not key.isprintable():
        raise problems.invalid(
            f"An idempotency key has 1 to {MAX_KEY_LENGTH} printable ASCII characters."
        )
    return Requester.of(caller.player, key, request, name=caller.name)
