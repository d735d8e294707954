"""What clients can ask, whichever way it comes: who asks is known, bounds are kept, the hall is
asked. Every refusal is a `Problem`."""

import asyncio
import time
from http import HTTPStatus
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from gemgrove.server import listing, problems, requests
from gemgrove.server.attending.uptime import Uptime
from gemgrove.server.bots.allowed import NotAllowed
from gemgrove.server.callers import Callers
from gemgrove.server.database.base import Database
from gemgrove.server.domain import Table, snapshot
from gemgrove.server.exporting import exported
from gemgrove.server.feed import Feed
from gemgrove.server.hall import Answer, Ask, Continuation, Hall
from gemgrove.server.journal import Journal
from gemgrove.server.limits import Limits
from gemgrove.server.listing import Filters, Page
from gemgrove.server.members import Members
from gemgrove.server.players.access import Caller
from gemgrove.server.players.tokens import Token
from gemgrove.server.problems import Problem
from gemgrove.server.ratings import store
from gemgrove.server.ratings.skill import Ladder
from gemgrove.server.requests import NewTable, TableRequest
from gemgrove.server.reviewing.reviews import Reviews
from gemgrove.server.settings import Settings

LONGEST_KEY = 100
MOST_EVENTS = 500
_COUNTED_SECONDS = 5.0


class Service:
    """A server without a network."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        journal: Journal,
        hall: Hall,
        feed: Feed,
        uptime: Uptime,
    ) -> None:
        """Made by `gemgrove.server.running.opened`."""
        self.settings = settings
        self.database = database
        self.journal = journal
        self.hall = hall
        self.feed = feed
        self.uptime = uptime
        self.allowed = settings.lent()
        self.limits = Limits(settings.token_rate(), settings.address_rate())
        self.callers = Callers(database)
        self.members = Members(database, hall, self.callers)
        self.reviews = Reviews(
            database,
            workers=settings.review_workers,
            iterations=settings.review_iterations,
            memory_mb=settings.bot_memory_mb,
        )
        self._unfinished = (0.0, 0)  # until when it is believed, and how many
        self._rooms: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def caller(self, token: Token | None) -> Caller:
        """Who shows this token."""
        return await self.callers.of(token)

    async def create(self, caller: Caller, wish: NewTable, key: str | None) -> Answer:
        """Set a table up."""
        ask = _ask(caller, key, ["create", wish])
        async with self._room_of(caller.player):
            if (earlier := await self.hall.earlier(ask)) is not None:
                return earlier
            await self._check_room(caller.player)
            return await self.hall.create(wish, ask)

    async def play_on(
        self,
        caller: Caller,
        table: str,
        wish: requests.PlayOn,
        key: str | None,
        *,
        invite: str | None = None,
    ) -> Answer:
        """Set up a table for the caller and bots, at which a finished game goes on."""
        ask = _ask(caller, key, ["play on", table, wish])
        async with self._room_of(caller.player):
            if (earlier := await self.hall.earlier(ask)) is not None:
                return earlier
            standing, _ = await self.enter(caller, table, invite)
            bots = self._opponents(wish, standing.players - 1)
            await self._check_room(caller.player)
            wished = Continuation(wish.decisions, wish.seat, caller.name, bots)
            return await self.hall.play_on(table, wished, ask)

    async def act(
        self,
        caller: Caller,
        table: str,
        request: TableRequest,
        key: str | None,
        *,
        invite: str | None = None,
    ) -> Answer:
        """Ask a table for something, or what it was answered before."""
        ask = _ask(caller, key, ["act", table, request])
        if not await self._may_ask(caller, table, invite):
            if (earlier := await self.hall.earlier(ask)) is not None:
                return earlier
            raise problems.not_found("table")
        match request:
            case requests.Rematch():
                return await self.hall.rematch(table, ask)
            case requests.AddBot() if await self.hall.earlier(ask) is None:
                request = requests.AddBot(bot=self._lent(request.bot), seat=request.seat)
            case requests.Join():
                async with self._room_of(caller.player):
                    if (earlier := await self.hall.earlier(ask)) is not None:
                        return earlier
                    await self._check_room(caller.player, server=False)
                    command = requests.command(request, name=caller.name)
                    return await self.hall.act(table, command, ask)
        return await self.hall.act(table, requests.command(request, name=caller.name), ask)

    async def enter(
        self, caller: Caller | None, table: str, invite: str | None = None
    ) -> tuple[Table, int | None]:
        """A table, if the caller may see it, and the seat whose forms the caller gets."""
        player = None if caller is None else caller.player
        if not await self.hall.may_enter(table, player, invite):
            raise problems.not_found("table")
        standing = await self.hall.table(table)
        return standing, standing.seat_of(player)

    async def snapshot(
        self, caller: Caller | None, table: str, invite: str | None = None
    ) -> dict[str, Any]:
        """The table as the caller may see it now."""
        standing, seat = await self.enter(caller, table, invite)
        return snapshot(standing, seat, credited=await self.credited(standing))

    async def credited(self, table: Table) -> float:
        """Seconds of the turn in which the server was away."""
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
        most: int = MOST_EVENTS,
    ) -> list[msgspec.Raw]:
        """What the caller was told of a table, after a seq."""
        _, seat = await self.enter(caller, table, invite)
        found = await self.journal.events(table, after, max(1, min(most, MOST_EVENTS)))
        return [msgspec.Raw(event.form(seat).encode()) for event in found]

    async def record(
        self, caller: Caller | None, table: str, invite: str | None = None
    ) -> dict[str, Any]:
        """A game that is over, as a record that can be replayed and verified."""
        standing, _ = await self.enter(caller, table, invite)
        if not standing.ended or standing.game is None:
            raise Problem(
                "not_over",
                "A game can be exported when it is over; until then its cards are hidden.",
                HTTPStatus.CONFLICT,
            )
        return exported(standing)

    async def review(
        self, caller: Caller | None, table: str, invite: str | None = None
    ) -> dict[str, Any]:
        """What a search says of the decisions of a game that is over, as far as it has come."""
        standing, _ = await self.enter(caller, table, invite)
        return await self.reviews.standing(standing)

    async def start_review(
        self, caller: Caller, table: str, invite: str | None = None
    ) -> dict[str, Any]:
        """Have a game that is over reviewed, unless it is already; as far as that has come."""
        standing, _ = await self.enter(caller, table, invite)
        return await self.reviews.begin(standing, caller.player)

    async def tables(self, filters: Filters) -> Page:
        """Tables that everybody may see, and with `private` also the others."""
        async with self.database.reading() as connection:
            return await listing.page(connection, filters)

    async def leaderboard(self, game: str, players: int, *, limit: int) -> list[dict[str, Any]]:
        """The best players of a game for so many players."""
        async with self.database.reading() as connection:
            leaders = await store.leaderboard(connection, Ladder(game, players), limit=limit)
        return [
            {
                "rank": rank,
                "player": leader.player,
                "name": leader.name,
                "kind": leader.kind,
                "level": leader.standing.level,
                "mu": leader.standing.mu,
                "sigma": leader.standing.sigma,
                "games": leader.standing.games,
            }
            for rank, leader in enumerate(leaders, 1)
        ]

    async def ratings(self, player: str) -> list[dict[str, Any]]:
        """A player's ratings."""
        async with self.database.reading() as connection:
            standings = await store.standings_of(connection, player)
        return [
            {
                "game": ladder.game,
                "players": ladder.players,
                "level": standing.level,
                "mu": standing.mu,
                "sigma": standing.sigma,
                "games": standing.games,
            }
            for ladder, standing in standings.items()
        ]

    async def history(
        self, player: str, *, limit: int, before: float | None
    ) -> list[dict[str, Any]]:
        """What a player's rated games did, the latest first."""
        async with self.database.reading() as connection:
            changes = await store.history(connection, player, limit=limit, before=before)
        return [
            {
                "table": change.table,
                "game": change.ladder.game,
                "players": change.ladder.players,
                "at": change.at,
                "place": change.place,
                "before": {"mu": change.mu_before, "sigma": change.sigma_before},
                "after": {"mu": change.mu, "sigma": change.sigma},
            }
            for change in changes
        ]

    async def _may_ask(self, caller: Caller, table: str, invite: str | None) -> bool:
        """Whether a table is there for the caller."""
        try:
            return await self.hall.may_enter(table, caller.player, invite)
        except Problem:
            return False

    def _opponents(self, wish: requests.PlayOn, count: int) -> list[str]:
        """The bots that are asked for, by their names here, as many as there are seats for."""
        if wish.bots is None:
            bot = self.allowed.takes_over.name if wish.bot is None else self._lent(wish.bot)
            return [bot] * count
        if wish.bot is not None:
            raise problems.invalid("A bot for all seats and bots for each cannot both be named.")
        if len(wish.bots) != count:
            raise problems.invalid(
                f"There are {len(wish.bots)} bots, and {count} of the seats are for bots."
            )
        return [self._lent(bot) for bot in wish.bots]

    def _lent(self, asked: str) -> str:
        """The bot that is asked for, by its name here."""
        try:
            return self.allowed.admit(asked).name
        except NotAllowed as error:
            raise Problem("bot_not_allowed", str(error), HTTPStatus.UNPROCESSABLE_ENTITY) from error

    def _room_of(self, player: str) -> asyncio.Lock:
        """Held while it is seen whether a player may have one more table, and it is taken."""
        return self._rooms.setdefault(player, asyncio.Lock())

    async def _check_room(self, player: str, *, server: bool = True) -> None:
        """A `Problem` where a player, or the server, has as many tables as may be."""
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


def _ask(caller: Caller, key: str | None, request: object) -> Ask:
    if key is None:
        return Ask(caller.player)
    if not 1 <= len(key) <= LONGEST_KEY or not key.isascii() or not key.isprintable():
        raise problems.invalid(
            f"An idempotency key has 1 to {LONGEST_KEY} printable ASCII characters."
        )
    return Ask.of(caller.player, key, request)
