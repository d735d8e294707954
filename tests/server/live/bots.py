"""Bots connected to `/api/bots`."""

import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from gemgrove.client import Client
from gemgrove.server.lifecycle import RunningServer
from gemgrove.server.service import Service
from tests.client.servers import player, server
from tests.waiting import becomes

HELLO = {"type": "hello", "protocol": 1, "name": "tester"}


class Bot:
    """A connected bot; `heard` are all messages in order of arrival."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self.chance = random.Random(4)

    async def say(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        text = await self.socket.recv()
        assert isinstance(text, str)
        assert "\n" not in text
        self.heard.append(json.loads(text))
        return self.heard[-1]

    async def until(self, kind: str, **members: Any) -> dict[str, Any]:
        """Wait for the next message of a kind with these members, skipping others."""
        while True:
            message = await self.hear()
            if message["type"] == kind and members.items() <= message.items():
                return message

    async def answer(self, turn: dict[str, Any], **chosen: Any) -> None:
        """Answer a turn with this, or with any legal move."""
        chosen = chosen or {"action": self.chance.choice(turn["legal"])["action"]}
        ids = {"game_id": turn["game_id"], "turn_id": turn["turn_id"]}
        await self.say(type="move", **ids, **chosen)

    async def closed(self) -> int:
        """Wait for the server to close the connection; return the close code."""
        while True:
            try:
                await self.hear()
            except ConnectionClosed as closed:
                return -1 if closed.rcvd is None else closed.rcvd.code


@asynccontextmanager
async def bot_before_hello(url: str, **options: Any) -> AsyncIterator[Bot]:
    """A bot that has connected but sent nothing."""
    address = f"{url.replace('http', 'ws')}/api/bots"
    async with connect(address, compression=None, **options) as socket:
        yield Bot(socket)


@asynccontextmanager
async def connected_bot(url: str, client: Client, **hello: Any) -> AsyncIterator[Bot]:
    """A bot that has sent its hello and received the welcome."""
    async with bot_before_hello(url) as bot:
        assert (await bot.hear())["type"] == "hello"
        await bot.say(**HELLO, token=client.token, **hello)
        assert (await bot.hear())["type"] == "welcome", bot.heard
        yield bot


async def until_moved_on(service: Service, table: str, position: int) -> None:
    """Wait until a table has moved on from a position."""

    async def is_elsewhere() -> bool:
        return (await service.table_service.table(table)).position_seq != position

    await becomes(is_elsewhere)


@asynccontextmanager
async def server_with_bot(folder: Path) -> AsyncIterator[tuple[RunningServer, Client, Client, Bot]]:
    """A server, a person, and a bot with its connection."""
    async with (
        server(folder) as running,
        player(running.url, "ann") as ann,
        player(running.url, "robo", bot=True) as robo,
        connected_bot(running.url, robo) as bot,
    ):
        yield running, ann, robo, bot
