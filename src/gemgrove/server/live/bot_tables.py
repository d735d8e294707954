"""The tables of one bot's connection: followed, looked at when something happens, and told of."""

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from gemgrove.protocol import NewGame
from gemgrove.server import listing
from gemgrove.server.domain import Table, events
from gemgrove.server.feed import Following
from gemgrove.server.journal import StoredEvent
from gemgrove.server.live.bot_game import BotGame, Told
from gemgrove.server.live.outbox import Outbox
from gemgrove.server.problems import Problem
from gemgrove.server.service import Service

log = logging.getLogger(__name__)

MOST_GAMES = 500
"""That one connection plays at once; others wait until one of them has ended."""

_PAUSE_SECONDS = 1.0
_IRRELEVANT = frozenset({"said", "undo_offered", "undo_agreed", "undo_declined"})


@dataclass(slots=True)
class Attended:
    """A table that is followed, and what the bot knows of it."""

    game: BotGame
    following: Following
    playing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Answers are taken one after the other."""


class BotTables:
    """Tells a bot of its games, as fast as it takes the messages.

    What is to be told follows from how a table stands: a bot that is slow has few messages waiting,
    and no old ones.
    """

    def __init__(
        self,
        service: Service,
        outbox: Outbox,
        tell: Callable[[Told], None],
        *,
        player: str,
        plays: Collection[str],
    ) -> None:
        """For this player's tables of the games that the bot plays."""
        self._service = service
        self._outbox = outbox
        self._tell = tell
        self._player = player
        self._plays = frozenset(plays)
        self._attended: dict[str, Attended] = {}
        self._stirred: dict[str, int] = {}  # tables to be looked at, and the last event heard of
        self._wake = asyncio.Event()

    def find(self, table: str) -> Attended | None:
        """A table that the bot knows."""
        return self._attended.get(table)

    def stir(self, table: str, seq: int = 0) -> None:
        """Something has happened at a table that concerns the bot, or may."""
        self._stirred[table] = max(seq, self._stirred.get(table, 0))
        self._wake.set()

    def close(self) -> None:
        """Follow nothing any more."""
        for attended in self._attended.values():
            attended.following.close()
        self._attended.clear()

    async def begin(self) -> list[NewGame]:
        """The games that go on. From now on the bot is told of their ends in any case."""
        async with self._service.database.reading() as connection:
            found = await listing.unfinished_of(connection, self._player)
        beginnings = []
        for table in found:
            with suppress(Problem):
                standing = await self._service.hall.table(table)
                attended = self._attend(standing)
                beginning = None if attended is None else attended.game.begin(standing)
                if beginning is not None:
                    beginnings.append(beginning)
        return beginnings

    async def run(self) -> None:
        """Tell the bot of what was stirred."""
        while True:
            await self._wake.wait()
            while self._stirred:
                await self._outbox.space()
                table = next(iter(self._stirred))
                await self._look(table, self._stirred.pop(table))
            self._wake.clear()

    async def _look(self, table: str, seq: int) -> None:
        """Tell the bot what it does not know of a table yet."""
        try:
            standing = await self._standing(table, seq)
            attended = self._attend(standing)
            if attended is None:
                return
            game = attended.game
            left = await self._left(standing) if game.due(standing) else None
            for message in game.told(standing, left):
                self._tell(message)
            if game.ended:
                self._forget(table)
        except Problem:
            self._forget(table)
        except Exception:
            log.exception("A bot could not be told of %s; it is tried again.", table)
            asyncio.get_running_loop().call_later(_PAUSE_SECONDS, self.stir, table, seq)

    async def _standing(self, table: str, seq: int) -> Table:
        """The table after the event of this seq, or later."""
        hall = self._service.hall
        known = hall.peek(table)
        if known is not None and known.last_seq >= seq:
            return known
        # The own process may be about to let it go on: then there is a lock to wait for.
        standing = await hall.table(table)
        if standing.last_seq < seq:
            hall.catch_up(table, seq)
            standing = await hall.table(table)
        return standing

    async def _left(self, table: Table) -> float | None:
        deadline = table.deadline(await self._service.credited(table))
        return None if deadline is None else deadline - await self._service.database.now()

    def _attend(self, table: Table) -> Attended | None:
        """The table as one that is followed, if the player sits there and the bot plays this."""
        attended = self._attended.get(table.id)
        if attended is not None:
            return attended
        if table.seat_of(self._player) is None or table.ended or table.terms is None:
            return None
        if table.terms.game not in self._plays or len(self._attended) >= MOST_GAMES:
            return None
        heard = partial(self._heard, table.id)
        following = self._service.feed.follow(table.id, table.last_seq, heard)
        attended = self._attended[table.id] = Attended(BotGame(self._player), following)
        return attended

    def _heard(self, table: str, happened: Sequence[StoredEvent]) -> None:
        """What the feed tells."""
        for event in happened:
            if event.kind == "undone" and table in self._attended:
                undone = events.read(event.body)
                if isinstance(undone, events.Undone):
                    self._attended[table].game.undone(undone.to)
        if any(event.kind not in _IRRELEVANT for event in happened):
            self.stir(table, happened[-1].seq)

    def _forget(self, table: str) -> None:
        attended = self._attended.pop(table, None)
        if attended is not None:
            attended.following.close()
