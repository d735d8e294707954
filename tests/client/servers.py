"""A real server on loopback, and players for it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from gemgrove.client import Client
from gemgrove.server.lifecycle import RunningServer, serving
from gemgrove.server.settings import Settings
from tests.waiting import becomes


@asynccontextmanager
async def server(folder: Path, **given: Any) -> AsyncIterator[RunningServer]:
    """A server that stores everything in a folder, with practically no rate limits."""
    unhurried = {"requests_per_second": 1e6, "request_burst": 1e6}
    settings = Settings(**{"port": 0, "data": folder, "bot_workers": 1, **unhurried, **given})
    async with serving(settings) as running:
        yield running


@asynccontextmanager
async def player(url: str, name: str, *, bot: bool = False) -> AsyncIterator[Client]:
    """A player who has just registered."""
    async with Client(url, retry_seconds=10) as client:
        await client.register(name, bot=bot)
        yield client


async def begun(*players: Client, game: str = "splendor", **wish: Any) -> str:
    """Start a game between these players, in the order of their seats."""
    made = await players[0].create(game, players=len(players), **wish)
    table: str = made["table"]
    for one in players:
        if table in players[0].invites:
            one.invites[table] = players[0].invites[table]
        await one.join(table)
    for one in players:
        await one.ready(table)
    return table


async def move(client: Client, table: str, number: int = 0) -> bool:
    """Play one of the legal moves; return False if it is not the player's turn."""
    standing = await client.snapshot(table)
    if not standing["legal"]:
        return False
    action = standing["legal"][number % len(standing["legal"])]["action"]
    await client.play(table, [action], standing["position"])
    return True


async def until_turn(client: Client, table: str) -> dict[str, Any]:
    """Wait until it is this player's turn or the game has ended; return the table."""

    async def turn() -> dict[str, Any] | None:
        standing = await client.snapshot(table)
        return standing if standing["legal"] or standing["phase"] in ("over", "aborted") else None

    return await becomes(turn)
