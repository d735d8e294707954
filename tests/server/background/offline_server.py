"""A server without a network, with a clock that tests can set, and people who play on it."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import msgspec
from sqlalchemy import insert, select

from gemgrove.server.background import BackgroundJobs, Intervals, Uptime
from gemgrove.server.bot_allowlist import Allowlist
from gemgrove.server.bots.leases import Leases, SharedLeases
from gemgrove.server.bots.pool import BotPool
from gemgrove.server.database import tables as relations
from gemgrove.server.database.base import Database
from gemgrove.server.database.engine import open_database
from gemgrove.server.domain import Table, legal_moves
from gemgrove.server.domain.commands import AddBot, Command, Create, Join, Play, Ready
from gemgrove.server.journal import Journal
from gemgrove.server.settings import Settings
from gemgrove.server.table_service import Requester, TableService
from tests.waiting import PATIENCE, becomes

PEOPLE = {f"p_{name[0].upper() * 16}": name for name in ("Ada", "Ben", "Cat", "Dan")}
ADA, BEN, CAT, DAN = PEOPLE
NEVER = 1e6
QUIET = Intervals(beat=NEVER, polling=NEVER, still=NEVER, pruning=NEVER, cleanup=NEVER, pause=0.05)
"""No polling: only immediate reactions."""
BUSY = Intervals(beat=NEVER, polling=0.2, still=0.5, pruning=NEVER, cleanup=NEVER, pause=0.05)
"""Frequent polling."""


class Clock:
    """A database's time, which a test can advance."""

    def __init__(self, database: Database, ahead: float = 0.0) -> None:
        self._real = database.now
        self.ahead = ahead
        self.readings = 0
        vars(database)["now"] = self.now

    async def now(self) -> float:
        """Return the current time."""
        self.readings += 1
        return await self._real() + self.ahead

    async def read_again(self) -> None:
        """Wait until the time has been read again."""
        before = self.readings
        await becomes(lambda: self.readings > before)


class OfflineServer:
    """The parts of a service that background jobs need, and helpers for tests."""

    def __init__(self, database: Database, *, bots: list[str], ahead: float = 0.0) -> None:
        self.database = database
        self.clock = Clock(database, ahead)
        self.journal = Journal(database)
        self.allowed = Allowlist.parse(["greedy", *bots])
        self.table_service = TableService(database, self.journal)
        self.settings = Settings()
        self.uptime = Uptime(database)

    async def seated(self, *players: str, bots: int = 0, bot: str = "greedy", **terms: Any) -> str:
        """Create a table with these players, followed by that many bots."""
        terms = {"game": "splendor", "players": len(players) + bots, **terms}
        made = await self.table_service.create(Create(**terms), Requester(players[0]))
        table: str = msgspec.json.decode(made.body)["table"]
        for player in players:
            await self.ask(player, table, Join())
        for _ in range(bots):
            await self.ask(players[0], table, AddBot(bot=bot))
        return table

    async def started(self, *players: str, **wishes: Any) -> str:
        """Start a game with these players."""
        table = await self.seated(*players, **wishes)
        for player in players:
            await self.ask(player, table, Ready())
        return table

    async def ask(self, player: str, table: str, command: Command) -> None:
        """Send a player's command to a table."""
        await self.table_service.act(table, command, Requester(player, name=PEOPLE[player]))

    async def move(self, table: str, chance: random.Random | None = None) -> None:
        """Play for the person to move: a random move, or without `chance` the first legal one."""
        standing = await self.table_service.table(table)
        seat = standing.to_move
        assert seat is not None
        player = standing.seats[seat].player
        assert player is not None
        legal = [move.action for move in legal_moves(standing, seat)]
        action = legal[0] if chance is None else chance.choice(legal)
        await self.ask(player, table, Play(moves=[action], position=standing.position_seq))

    async def until(self, table: str, stands: Callable[[Table], object]) -> Table:
        """Wait until a table satisfies a condition."""

        async def standing() -> Table | None:
            found = await self.table_service.table(table)
            return found if stands(found) else None

        return await becomes(standing)

    async def end(self, table: str, seed: int = 1) -> Table:
        """Let people play at random until the end."""
        chance = random.Random(seed)
        while not (standing := await self.until(table, persons_turn)).ended:
            await self.move(table, chance)
        return standing

    async def stored(self, table: str, column: str) -> Any:
        """A column of a table's row."""
        stored = await self.journal.load(table)
        assert stored is not None
        return stored.row[column]

    async def rated(self, table: str, rating: str = "counted") -> None:
        """Wait until a table's rating has this status."""

        async def is_rated() -> bool:
            return bool(await self.stored(table, "rating") == rating)

        await becomes(is_rated)

    def own_leases(self, term: float = 15.0) -> Leases:
        """Leases of the kind that suits the database."""
        return SharedLeases(self.database, term=term) if self.database.shared else Leases()


def persons_turn(table: Table) -> bool:
    """Return True if a person is to move, or the game has ended."""
    return table.to_move is None or table.seats[table.to_move].person


def bots_turn(table: Table) -> bool:
    """Return True if a bot is to move."""
    return not persons_turn(table)


@asynccontextmanager
async def offline_server(
    url: str, *, bots: tuple[str, ...] = (), ahead: float = 0.0
) -> AsyncIterator[OfflineServer]:
    """A server without background jobs."""
    async with AsyncExitStack() as stack:
        database = await open_database(url)
        stack.push_async_callback(database.close)
        async with database.writing() as connection:
            if not (await connection.execute(select(relations.players.c.id))).all():
                rows = [
                    {"id": player, "name": name, "name_key": name, "kind": "named", "created": 1.0}
                    for player, name in PEOPLE.items()
                ]
                await connection.execute(insert(relations.players), rows)
        found = OfflineServer(database, bots=list(bots), ahead=ahead)
        stack.push_async_callback(found.journal.close)
        yield found


@asynccontextmanager
async def background_jobs(
    server: OfflineServer,
    *,
    intervals: Intervals = QUIET,
    pool: BotPool | None = None,
    leases: Leases | None = None,
    **limits: Any,
) -> AsyncIterator[BackgroundJobs]:
    """Run a server's background jobs; they have passed through its tables once."""
    async with pool or BotPool(workers=1, **limits) as bot_pool:
        jobs = BackgroundJobs(server, bot_pool, leases or server.own_leases(), intervals=intervals)
        await jobs.start()
        try:
            async with asyncio.timeout(PATIENCE):
                await jobs.first_pass_done.wait()
            yield jobs
        finally:
            await jobs.close()
