"""A server on loopback with only its WebSockets, and clients for it."""

import asyncio
import itertools
import random
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar
from litestar.datastructures import State
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from gemgrove.server.domain import commands, legal_moves
from gemgrove.server.domain.commands import Create, TableCommand
from gemgrove.server.lifecycle import open_service
from gemgrove.server.live.websocket_protocol import LiveProtocol
from gemgrove.server.live.websocket_server import WEBSOCKETS, WebSocketServer
from gemgrove.server.players.access import Caller
from gemgrove.server.players.tokens import Token
from gemgrove.server.service import Service
from gemgrove.server.settings import Settings
from gemgrove.server.table_service import Answer
from tests.waiting import becomes

SQLITE = "sqlite:///"
UNHURRIED: dict[str, Any] = {"requests_per_second": 1e6, "request_burst": 1e6}


class Player:
    """A player with a token."""

    def __init__(self, service: Service, caller: Caller, token: str) -> None:
        self._service = service
        self.caller = caller
        self.id = caller.player
        self.token = token

    def at(self, server: "LiveServer") -> "Player":
        """The same player as a client of another server on the same database."""
        return Player(server.service, self.caller, self.token)

    async def create(self, **wish: Any) -> str:
        """Create a table and return its id."""
        terms: dict[str, Any] = {"game": "splendor", "players": 2, "practice": True}
        made = decoded(await self._service.create(self.caller, Create(**terms | wish), None))
        return str(made["table"])

    async def act(self, table: str, request: TableCommand) -> dict[str, Any]:
        """Send a command to a table, bypassing the WebSocket."""
        return decoded(await self._service.act(self.caller, table, request, None))


class Client:
    """A WebSocket client. `heard` are all messages in order of arrival."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[str] = []
        self._keys = itertools.count()

    async def say(self, **message: Any) -> None:
        await self.connection.send(msgspec.json.encode(message).decode())

    async def hear(self) -> dict[str, Any]:
        text = await self.connection.recv()
        assert isinstance(text, str)
        self.heard.append(text)
        found: dict[str, Any] = msgspec.json.decode(text)
        return found

    async def until(self, kind: str, **members: Any) -> dict[str, Any]:
        """Wait for the next message of a kind with these members, skipping others."""
        while True:
            found = await self.hear()
            if found["is"] == kind and all(found[name] == members[name] for name in members):
                return found

    async def event(self, kind: str) -> dict[str, Any]:
        """Wait for the next event of a kind."""
        while True:
            found = await self.until("event")
            event: dict[str, Any] = found["event"]
            if event["kind"] == kind:
                return event

    async def until_seq(self, seq: int) -> None:
        """Wait for this event, or for a snapshot from after it."""
        while True:
            found = await self.hear()
            if found["is"] == "event" and found["event"]["seq"] >= seq:
                return
            if found["is"] == "snapshot" and found["snapshot"]["last_seq"] >= seq:
                return

    async def ask(self, table: str, do: str, key: str | None = None, **more: Any) -> dict[str, Any]:
        """Send a command to a table and return the answer or the problem."""
        key = key or f"key {next(self._keys)}"
        await self.say(do="ask", id=key, table=table, request={"do": do, **more})
        while True:
            found = await self.hear()
            if found.get("id") == key:
                return found

    async def watch(self, table: str, **more: Any) -> dict[str, Any]:
        """Start watching a table; return its snapshot, the resumption or the problem."""
        await self.say(do="watch", table=table, **more)
        while True:
            found = await self.hear()
            if found["is"] in ("snapshot", "resumed", "problem"):
                return found

    async def closed(self) -> int:
        """Receive everything until the connection closes; return the close code."""
        with suppress(ConnectionClosed):
            while True:
                await self.hear()
        assert self.connection.close_code is not None
        return self.connection.close_code

    def events(self, table: str) -> list[dict[str, Any]]:
        """The events received from a table."""
        found = [msgspec.json.decode(text) for text in self.heard]
        return [each["event"] for each in found if each["is"] == "event" and each["table"] == table]

    def forms(self, table: str) -> dict[int, str]:
        """The events' payloads by seq; each must have arrived once."""
        beginning = f'{{"is":"event","table":"{table}","event":'
        texts = [text[len(beginning) : -1] for text in self.heard if text.startswith(beginning)]
        by_seq = {msgspec.json.decode(text)["seq"]: text for text in texts}
        assert len(by_seq) == len(texts), "an event came twice"
        return by_seq


class LiveServer:
    """A server with its WebSockets."""

    def __init__(
        self, service: Service, websockets: WebSocketServer, server: uvicorn.Server, port: int
    ) -> None:
        self.service = service
        self.websockets = websockets
        self.uvicorn = server
        self.url = f"ws://127.0.0.1:{port}/api/live"
        self._address = ("127.0.0.1", port)
        self._names = itertools.count()

    async def player(self) -> Player:
        """A new player."""
        made = decoded(
            await self.service.accounts.register(f"Player {next(self._names)}", bot=False, key=None)
        )
        token = Token.read(made["token"])
        return Player(self.service, await self.service.caller(token), made["token"])

    def narrow(self) -> socket.socket:
        """A connected socket with a small receive buffer."""
        found = socket.socket()
        found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        found.connect(self._address)
        return found

    @asynccontextmanager
    async def connected(self, **options: Any) -> AsyncIterator[Client]:
        """A connection that has sent nothing."""
        async with connect(
            self.url, compression=None, proxy=None, max_size=None, **options
        ) as connection:
            yield Client(connection)

    @asynccontextmanager
    async def client(self, player: Player | None = None, **options: Any) -> AsyncIterator[Client]:
        """A client that has sent its hello."""
        async with self.connected(**options) as client:
            await client.say(do="hello", token=None if player is None else player.token)
            welcome = await client.hear()
            assert welcome["is"] == "welcome"
            yield client

    async def started(self, *players: Player, **wish: Any) -> str:
        """Start a game with these players."""
        table = await players[0].create(players=len(players), **wish)
        for player in players:
            await player.act(table, commands.Join())
        for player in players:
            await player.act(table, commands.Ready(nonce="ab"))
        return table

    async def move(self, table: str, players: dict[str, Player], chance: random.Random) -> bool:
        """Play a random move for the person to move; return whether there was one."""
        standing = await self.service.table_service.table(table)
        seat = standing.to_move
        if seat is None:
            return False
        action = chance.choice(legal_moves(standing, seat)).action
        player = players[standing.seats[seat].player or ""]
        await player.act(table, commands.Play(moves=[action], position=standing.position_seq))
        return True


def decoded(answer: Answer) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(answer.body)
    return found


def settings_of(url: str, **settings: Any) -> Settings:
    """Settings for a database, with practically no rate limits."""
    settings = UNHURRIED | settings
    if url.startswith(SQLITE):
        return Settings(data=Path(url.removeprefix(SQLITE)).parent, **settings)
    return Settings(database=url, **settings)


@asynccontextmanager
async def live_server(url: str, **settings: Any) -> AsyncIterator[LiveServer]:
    """Run a server on a free port."""
    async with open_service(settings_of(url, **settings)) as service:
        websockets = WebSocketServer(service)
        app = Litestar(WEBSOCKETS, openapi_config=None, state=State({"websockets": websockets}))
        with socket.socket() as listener:
            # So that a client that reads nothing is noticed soon.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16_384)
            listener.bind(("127.0.0.1", 0))
            listener.listen()
            server = _Uvicorn(
                uvicorn.Config(
                    app,
                    ws=LiveProtocol,
                    ws_max_size=service.settings.message_bytes,
                    ws_per_message_deflate=False,
                    lifespan="off",
                    log_config=None,
                    access_log=False,
                )
            )
            task = asyncio.create_task(server.serve(sockets=[listener]))
            try:
                await becomes(lambda: server.started or task.done())
                assert not task.done()
                yield LiveServer(service, websockets, server, listener.getsockname()[1])
            finally:
                await websockets.close()
                server.should_exit = True
                await task


class _Uvicorn(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Any:
        yield
