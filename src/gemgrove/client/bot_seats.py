"""A bot's seats: at tables that it was told to join, and at its own tables."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from gemgrove.client.problems import ServerProblem, Unreachable
from gemgrove.client.rest import Client

LOOK_SECONDS = 20.0
"""Seconds between checks that a table that nobody has joined still exists."""

_OVER = ("over", "aborted")


class BotSeats:
    """Takes seats for a bot, and new ones when games end."""

    def __init__(
        self,
        client: Client,
        *,
        tables: Sequence[str] = (),
        keep: int,
        games: int | None = None,
        wish: dict[str, Any],
        tell: Callable[[str], None],
    ) -> None:
        """Join `tables`, and keep `keep` of the bot's own tables going, created as `wish` says,
        until `games` games have ended (None: forever).
        """
        self.played = 0
        """Number of games that have ended."""
        self._client = client
        self._tables = tables
        self._keep = keep
        self._games = games
        self._wish = wish
        self._tell = tell
        self._waiting: dict[str, None] = {}  # tables at which the game has not begun, in order
        self._playing: set[str] = set()
        self._own: set[str] = set()
        self._changed = asyncio.Event()

    @property
    def waiting(self) -> list[str]:
        """The tables at which the bot has a seat and no game has begun."""
        return list(self._waiting)

    def began(self, table: str) -> None:
        """Note that a game has begun."""
        self._waiting.pop(table, None)
        self._playing.add(table)

    def ended(self, table: str) -> None:
        """Note that a game has ended."""
        self._playing.discard(table)
        self._own.discard(table)
        self.played += 1
        self._changed.set()

    async def run(self) -> None:
        """Join the given tables and keep the bot's own going until all games have been played.

        Raises `ServerProblem` if one of the given tables cannot be joined.
        """
        for table in self._tables:
            await self._sit(table)
        if self._keep:
            await self._take_up()
        while not self._finished():
            self._changed.clear()
            try:
                await self._make()
                await self._look()
            except (ServerProblem, Unreachable) as problem:
                self._tell(f"No table could be made or looked at: {problem}")
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._changed.wait()

    async def leave(self) -> None:
        """Give up the seats at tables where no game has begun."""
        for table in self.waiting:
            with suppress(ServerProblem, Unreachable):
                await self._client.leave(table)
                self._tell(f"Left table {table}, where no game had begun.")
        self._waiting.clear()

    def _finished(self) -> bool:
        if self._games is not None and self.played >= self._games:
            return True
        return not (self._keep or self._waiting or self._playing)

    async def _take_up(self) -> None:
        """Take seats at tables that an earlier run has created and not left."""
        page = await self._client.my_tables(status="open")
        for row in page["tables"][: self._keep]:
            if row["table"] not in self._waiting:
                await self._sit(row["table"])
                self._own.add(row["table"])

    async def _make(self) -> None:
        unfinished = len(self._waiting) + len(self._playing)
        while len(self._own) < self._keep:
            if self._games is not None and self.played + unfinished >= self._games:
                return
            made = await self._client.create(**self._wish)
            table = made["table"]
            self._own.add(table)
            unfinished += 1
            self._tell(f"Made table {table}; whoever joins it and is ready can play.")
            await self._sit(table)

    async def _sit(self, table: str) -> None:
        standing = await self._client.snapshot(table)
        if standing["phase"] in _OVER:
            self._tell(f"Table {table} has ended.")
            return
        seat = standing["seat"]
        if seat is None:
            # The game may begin as soon as the bot is ready, even before the answer comes.
            self._waiting[table] = None
            try:
                seat = (await self._client.join(table))["seat"]
            except ServerProblem:
                del self._waiting[table]
                raise
            self._tell(f"Took seat {seat + 1} at table {table}.")
        elif standing["phase"] == "playing":
            self._playing.add(table)
            return
        else:
            self._waiting[table] = None
        if standing["seat"] is None or not standing["seats"][seat]["ready"]:
            await self._client.ready(table)

    async def _look(self) -> None:
        """Forget tables that ended before a game began."""
        for table in self.waiting:
            standing = await self._client.snapshot(table)
            if standing["phase"] in _OVER or standing["archived"] or standing["seat"] is None:
                self._tell(f"Table {table} has ended before a game began.")
                self._waiting.pop(table, None)
                self._own.discard(table)
                self._changed.set()
