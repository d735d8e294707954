"""The tables of one bot's connection: watched, and reported to the bot when they change."""

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from gemgrove.protocol import NewGame
from gemgrove.server import listing
from gemgrove.server.domain import Table, events
from gemgrove.server.journal import StoredEvent
from gemgrove.server.live.bot_game import BotGame, BotMessage
from gemgrove.server.live.outbox import Outbox
from gemgrove.server.problems import Problem
from gemgrove.server.service import Service

if TYPE_CHECKING:
    from gemgrove.server.feed import Subscription

log = logging.getLogger(__name__)

MAX_GAMES = 500
"""Games of one connection at once; others wait until one of them has ended."""

_PAUSE_SECONDS = 1.0
_IRRELEVANT = frozenset({"said", "undo_offered", "undo_agreed", "undo_declined"})


class BotTables:
    """Sends a bot the news of its games, as fast as it takes the messages.

    Messages are made from the current state of a table: a slow bot has few messages waiting, and no
    old ones.
    """

    def __init__(
        self,
        service: Service,
        outbox: Outbox,
        tell: Callable[[BotMessage], None],
        *,
        player: str,
        plays: Collection[str],
    ) -> None:
        """For this player's tables of the games that the bot plays."""
        self.player = player
        self.games: dict[str, BotGame] = {}
        """The bot's games by their tables, as far as it knows them."""
        self._service = service
        self._outbox = outbox
        self._tell = tell
        self._plays = frozenset(plays)
        self._subscriptions: dict[str, Subscription] = {}
        self._changed: dict[str, int] = {}  # tables to be looked at, and the last event heard of
        self._wake = asyncio.Event()

    def refresh(self, table: str, seq: int = 0) -> None:
        """Look at a table again, since something has happened that may concern the bot."""
        self._changed[table] = max(seq, self._changed.get(table, 0))
        self._wake.set()

    def close(self) -> None:
        """Cancel all subscriptions."""
        for table in tuple(self.games):
            self._forget(table)

    async def begin(self) -> list[NewGame]:
        """Return the unfinished games. From now on the bot learns of their ends in any case."""
        async with self._service.database.reading() as connection:
            found = await listing.unfinished_of(connection, self.player)
        beginnings = []
        for table in found:
            with suppress(Problem):
                current = await self._service.table_service.table(table)
                game = self._watch(current)
                beginning = None if game is None else game.begin(current)
                if beginning is not None:
                    beginnings.append(beginning)
        return beginnings

    async def run(self) -> None:
        """Send the bot what has changed."""
        while True:
            await self._wake.wait()
            while self._changed:
                await self._outbox.space()
                table = next(iter(self._changed))
                await self._look(table, self._changed.pop(table))
            self._wake.clear()

    async def _look(self, table: str, seq: int) -> None:
        """Send the bot the news of a table."""
        try:
            current = await self._current(table, seq)
            game = self._watch(current)
            if game is None:
                return
            left = await self._left(current) if game.due(current) else None
            for message in game.messages(current, left):
                self._tell(message)
            if game.ended:
                self._forget(table)
        except Problem:
            self._forget(table)
        except Exception:
            log.exception("A bot could not be sent the news of %s; it will be tried again.", table)
            asyncio.get_running_loop().call_later(_PAUSE_SECONDS, self.refresh, table, seq)

    async def _current(self, table: str, seq: int) -> Table:
        """Return the table after the event of this seq, or later."""
        table_service = self._service.table_service
        known = table_service.peek(table)
        if known is not None and known.last_seq >= seq:
            return known
        # This process may be about to change it: then there is a lock to wait for.
        current = await table_service.table(table)
        if current.last_seq < seq:
            table_service.catch_up(table, seq)
            current = await table_service.table(table)
        return current

    async def _left(self, table: Table) -> float | None:
        deadline = table.deadline(await self._service.credited(table))
        return None if deadline is None else deadline - await self._service.database.now()

    def _watch(self, table: Table) -> BotGame | None:
        """Watch the table if the player has a seat and the bot plays the game."""
        if table.id in self.games:
            return self.games[table.id]
        if table.seat_of(self.player) is None or table.ended or table.terms is None:
            return None
        if table.terms.game not in self._plays or len(self.games) >= MAX_GAMES:
            return None
        receive = partial(self._receive, table.id)
        self._subscriptions[table.id] = self._service.feed.subscribe(
            table.id, table.last_seq, receive
        )
        game = self.games[table.id] = BotGame(self.player)
        return game

    def _receive(self, table: str, happened: Sequence[StoredEvent]) -> None:
        """Handle events from the feed."""
        for event in happened:
            if event.kind == "undone" and table in self.games:
                undone = events.read(event.body)
                if isinstance(undone, events.Undone):
                    self.games[table].undone(undone.to)
        if any(event.kind not in _IRRELEVANT for event in happened):
            self.refresh(table, happened[-1].seq)

    def _forget(self, table: str) -> None:
        if self.games.pop(table, None) is not None:
            self._subscriptions.pop(table).close()
