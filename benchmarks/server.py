"""The server's figures: a real server in a separate process, and its clients in this one.

The deals are open, so clients can keep track of the game themselves, and cost little compared with
the server.
"""

import asyncio
import gc
import random
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import gemgrove as gg
from benchmarks.figures import Figure, percentile
from gemgrove.deal import Deal

GAMES = 200
SECONDS = 10.0
STEADY_MOVES = 300.0
SPECTATORS = 1_000
SPECTATED_EVENTS = 10
IDLE_GAMES = 500

_SETTINGS = """
requests_per_second = 1e6
request_burst = 1e6
most_tables = 100000
most_unfinished = 1000000
bot_workers = 2
log_level = "warning"
bots = ["greedy", "Thinker = mcts:seconds<=2,iterations<=1000000"]
"""
_keys = count()


def figures() -> Iterator[Figure]:
    """Measure a server with one process on SQLite."""
    moves = uvloop.run(_throughput())
    yield Figure(f"durable moves over WebSocket, {GAMES} games", moves, "/s", 1_500)
    steady = uvloop.run(_steady())
    what = f"a move at {STEADY_MOVES:.0f}/s, two bots thinking, p99"
    yield Figure(what, 1e3 * percentile(steady, 99), "ms", 25, at_most=True)
    yield Figure("the same, median", 1e3 * percentile(steady, 50), "ms")
    seen, players = uvloop.run(_spectated())
    yield Figure(f"events that {SPECTATORS} spectators missed", seen, "", 0, at_most=True)
    what = "a move before them, p99"
    yield Figure(what, 1e3 * percentile(players, 99), "ms", 150, at_most=True)
    yield Figure("memory of an idle game", uvloop.run(_idle()), "KB", 50, at_most=True)


async def _throughput() -> float:
    """Measure acknowledged moves per second, as fast as the games can be played."""
    async with _server() as server:
        games = await _gathered([Match.begin(server, number) for number in range(GAMES)])
        until = time.perf_counter() + SECONDS
        start = time.perf_counter()
        played = await _gathered([game.play(until=until) for game in games])
        return len([spent for times in played for spent in times]) / (time.perf_counter() - start)


async def _steady() -> list[float]:
    """Measure the times of moves that come at a steady rate while two bots think."""
    async with _server() as server:
        games = await _gathered([Match.begin(server, number) for number in range(GAMES)])
        thinking = [asyncio.create_task(_against_search(server)) for _ in range(2)]
        await asyncio.sleep(3)  # until the bots' processes are running
        until = time.perf_counter() + SECONDS
        pause = GAMES / STEADY_MOVES
        played = await _gathered([game.play(until=until, pause=pause) for game in games])
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)
        return [spent for times in played for spent in times]


async def _spectated() -> tuple[int, list[float]]:
    """Count the events that all spectators together missed, and measure the times of the moves."""
    async with _server() as server:
        game = await Match.begin(server, 0)
        crowd = await _gathered([Client.open(server, None) for _ in range(SPECTATORS)])
        await _gathered([client.watch(game.table) for client in crowd])
        since = game.seq
        times = await game.play(moves=SPECTATED_EVENTS, pause=1.0)
        wanted = range(since + 1, game.seq + 1)

        async def missed(client: Client) -> int:
            try:
                async with asyncio.timeout(10):
                    await client.until(game.table, game.seq)
            except TimeoutError:
                pass
            return len(set(wanted) - client.heard.get(game.table, set()))

        return sum(await _gathered([missed(client) for client in crowd])), times


async def _idle() -> float:
    """Measure the kilobytes that a waiting game takes in the server."""
    async with _server() as server:
        await Match.begin(server, 0)  # loads whatever the first game needs
        before = server.memory()
        for start in range(0, IDLE_GAMES, 50):
            games = [
                Match.begin(server, number, sockets=False) for number in range(start, start + 50)
            ]
            await _gathered(games)
        return (server.memory() - before) / IDLE_GAMES


class Server:
    """A running server."""

    def __init__(self, url: str, pid: int, http: httpx.AsyncClient) -> None:
        self.url = url
        self.http = http
        self._pid = pid

    def memory(self) -> float:
        """Return the kilobytes that the server's process uses."""
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self._pid}/status").read_text())
        assert found is not None
        return float(found[1])

    async def post(
        self, path: str, body: dict[str, Any] | None = None, token: str | None = None
    ) -> dict[str, Any]:
        """Send a request, and return the answer."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self.http.post(f"{self.url}/api{path}", json=body or {}, headers=headers)
        answer.raise_for_status()
        told: dict[str, Any] = answer.json()
        return told


@asynccontextmanager
async def _server() -> AsyncIterator[Server]:
    with TemporaryDirectory() as folder:
        settings = Path(folder, "settings.toml")
        settings.write_text(_SETTINGS)
        command = [sys.executable, "-m", "gemgrove", "serve", "--port", "0"]
        command += ["--data", folder, "--settings", str(settings)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            found = re.search(r"http://[\w.:]+\w", process.stdout.readline())
            assert found is not None
            url = found[0]
            limits = httpx.Limits(max_connections=20)
            async with httpx.AsyncClient(timeout=30, limits=limits) as http:
                yield Server(url, process.pid, http)
        finally:
            process.terminate()
            process.wait()
            gc.collect()


class _Event(msgspec.Struct):
    seq: int


class _Body(msgspec.Struct):
    position: int
    last_seq: int


class _Message(msgspec.Struct):
    """The parts of a message that a client needs if it keeps track of the game itself."""

    kind: str = msgspec.field(name="is")
    table: str | None = None
    id: str | None = None
    event: _Event | None = None
    body: _Body | None = None


_heard: msgspec.json.Decoder[_Message] = msgspec.json.Decoder(_Message)


class Client:
    """A WebSocket client that watches tables and sends requests."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._answers: dict[str | None, asyncio.Future[_Body]] = {}
        self._watched: dict[str | None, asyncio.Future[None]] = {}
        self._waiting: dict[str | None, tuple[int, asyncio.Future[None]]] = {}
        self.heard: dict[str | None, set[int]] = {}
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def open(cls, server: Server, token: str | None) -> "Client":
        """Connect, and authenticate with a token."""
        url = server.url.replace("http", "ws", 1) + "/api/live"
        socket = await connect(url, compression=None, max_queue=None, ping_interval=None)
        client = cls(socket)
        await client._send({"do": "hello", "token": token})
        return client

    async def watch(self, table: str) -> None:
        """Follow a table; return when its snapshot has arrived."""
        self.heard[table] = set()
        self._watched[table] = asyncio.get_running_loop().create_future()
        await self._send({"do": "watch", "table": table})
        await self._watched[table]

    async def ask(self, table: str, request: dict[str, Any]) -> _Body:
        """Send a request, and return the answer."""
        key = f"k{next(_keys)}"
        self._answers[key] = asyncio.get_running_loop().create_future()
        await self._send({"do": "ask", "id": key, "table": table, "request": request})
        return await self._answers[key]

    async def until(self, table: str, seq: int) -> None:
        """Wait for an event."""
        if seq not in self.heard[table]:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting[table] = (seq, future)
            await future

    async def close(self) -> None:
        self._reading.cancel()
        await self._socket.close()

    async def _send(self, message: dict[str, Any]) -> None:
        await self._socket.send(msgspec.json.encode(message).decode())

    async def _read(self) -> None:
        """Read messages until the connection is closed."""
        with suppress(ConnectionClosed):
            await self._hear_all()

    async def _hear_all(self) -> None:
        async for text in self._socket:
            message = _heard.decode(text)
            match message.kind:
                case "event":
                    assert message.event is not None
                    self._hear(message.table, message.event.seq)
                case "answer":
                    assert message.body is not None
                    self._answers.pop(message.id).set_result(message.body)
                case "snapshot":
                    self._watched[message.table].set_result(None)
                case "problem":
                    raise RuntimeError(text)

    def _hear(self, table: str | None, seq: int) -> None:
        self.heard[table].add(seq)
        wanted, future = self._waiting.get(table, (0, None))
        if seq == wanted and future is not None and not future.done():
            future.set_result(None)


class Match:
    """Two clients that play each other again and again, and keep track of the game themselves."""

    def __init__(self, server: Server, number: int) -> None:
        self._server = server
        self._chance = random.Random(number)
        self._tokens: list[str] = []
        self._clients: list[Client] = []
        self._game = gg.new("splendor")
        self._position = 0
        self.table = ""
        self.seq = 0

    @classmethod
    async def begin(cls, server: Server, number: int, *, sockets: bool = True) -> "Match":
        """Register two players and let them sit down."""
        match = cls(server, number)
        for _ in range(2):
            match._tokens.append((await server.post("/players"))["token"])
        if sockets:
            for token in match._tokens:
                match._clients.append(await Client.open(server, token))
        await match._start()
        return match

    async def play(
        self, *, until: float = float("inf"), moves: int = 10**9, pause: float = 0.0
    ) -> list[float]:
        """Continue playing; return how long each move took until it was acknowledged."""
        spent: list[float] = []
        due = time.perf_counter() + self._chance.random() * pause
        while len(spent) < moves and (now := time.perf_counter()) < until:
            if now < due:
                await asyncio.sleep(due - now)
            due += pause
            if self._game.over:
                await self._start()
            spent.append(await self._move(due - pause if pause else 0.0))
        return spent

    async def _move(self, due: float) -> float:
        """Make a move, and return its time, measured from `due`: a late move has waited, too."""
        game = self._game
        client = self._clients[game.to_move]
        other = self._clients[1 - game.to_move]
        action = self._chance.choice(game.legal_actions())
        start = max(due, 0.0) or time.perf_counter()
        request = {"do": "play", "moves": [action], "position": self._position}
        answer = await client.ask(self.table, request)
        spent = time.perf_counter() - start
        game.play(action)
        self._position, self.seq = answer.position, answer.last_seq
        await other.until(self.table, self._position)
        return spent

    async def _start(self) -> None:
        deal = Deal.new()
        post = self._server.post
        wish = {"game": "splendor", "players": 2, "deal": deal.id}
        made = await post("/tables", wish, self._tokens[0])
        self.table = made["table"]
        for token in self._tokens:
            await post(f"/tables/{self.table}/join", {}, token)
        for client in self._clients:
            await client.watch(self.table)
        ready = [await post(f"/tables/{self.table}/ready", {}, token) for token in self._tokens]
        self._position, self.seq = ready[-1]["position"], ready[-1]["last_seq"]
        self._game = gg.new("splendor", players=2, deal=deal.id, first_player="random")


async def _against_search(server: Server) -> None:
    """Play against a bot, answering at once, so that the bot thinks all the time."""
    token = (await server.post("/players"))["token"]
    client = await Client.open(server, token)
    chance = random.Random(0)
    while True:
        deal = Deal.new()
        made = await server.post("/tables", {"game": "splendor", "deal": deal.id}, token)
        table = made["table"]
        await server.post(f"/tables/{table}/join", {}, token)
        await server.post(f"/tables/{table}/add_bot", {"bot": "thinker"}, token)
        await client.watch(table)
        await server.post(f"/tables/{table}/ready", {}, token)
        headers = {"Authorization": f"Bearer {token}"}
        while True:
            seen = (
                await server.http.get(f"{server.url}/api/tables/{table}", headers=headers)
            ).json()
            if seen["phase"] != "playing":
                break
            if seen["legal"]:
                action = chance.choice(seen["legal"])["action"]
                request = {"do": "play", "moves": [action], "position": seen["position"]}
                await client.ask(table, request)
            else:
                await client.until(table, seen["last_seq"] + 1)


async def _gathered(work: list[Coroutine[Any, Any, Any]]) -> list[Any]:
    async with AsyncExitStack() as stack:
        group = await stack.enter_async_context(asyncio.TaskGroup())
        tasks = [group.create_task(one) for one in work]
    return [task.result() for task in tasks]
