"""A server that is killed again and again while many play, and what must hold all the same."""

import asyncio
import random
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import gemgrove as gg
from gemgrove.client import Client, Live, ServerProblem
from gemgrove.deal import Deal

ROOT = Path(__file__).parents[2]
PAIRS = 16
PATIENCE_SECONDS = 60.0
MOVES_A_KILL = 25
"""At least, however busy the machine is."""
SETTINGS = """
requests_per_second = 1e6
request_burst = 1e6
most_tables = 1000
bot_workers = 1
log_level = "error"
"""


def free_port() -> int:
    """A port that stays free while a server is restarted: systems give others away by themselves,
    and begin with those at 32,768."""
    chance = random.SystemRandom()
    while True:
        port = chance.randrange(20_000, 32_000)
        with socket.socket() as found:
            try:
                found.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


class Server:
    """A process that serves a folder or a database at a port, as often as it is started."""

    def __init__(
        self,
        folder: Path,
        module: str = "gemgrove",
        *,
        database: str | None = None,
        settings: str = "",
    ) -> None:
        """`database` is a URL; `settings` are further lines of TOML."""
        self.folder = folder
        self._settings = folder / "settings.toml"
        self._settings.write_text(SETTINGS + settings)
        self._module = module
        self._database = [] if database is None else ["--database", database]
        self._port = free_port()
        self.url = f"http://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[str] | None = None

    async def start(self) -> None:
        """Start it; it answers when this returns."""
        command = [sys.executable, "-m", self._module, "serve", "--port", str(self._port)]
        command += ["--data", str(self.folder), "--settings", str(self._settings)]
        command += self._database
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self._process.stdout is not None
        line = await asyncio.to_thread(self._process.stdout.readline)
        assert self.url in line, line

    def end(self, *, kill: bool) -> int:
        """End it, at once or in good order; its exit code."""
        assert self._process is not None
        self._process.kill() if kill else self._process.terminate()
        code = self._process.wait(timeout=30)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code


class Pair:
    """Two who play each other over WebSockets, and remember what was acknowledged."""

    def __init__(self, server: Server, number: int) -> None:
        self._server = server
        self._chance = random.Random(number)
        self._rest: list[Client] = []
        self._live: list[Live] = []
        self.acknowledged: dict[tuple[str, str], tuple[int, dict[str, Any]]] = {}
        """By table and key: the seat that asked, and what it was answered."""
        self.requests: dict[str, dict[str, Any]] = {}
        self.faults: list[str] = []

    async def enter(self, stack: AsyncExitStack) -> None:
        """Register and connect."""
        for _ in range(2):
            rest = Client(self._server.url, patience=PATIENCE_SECONDS)
            await stack.enter_async_context(rest)
            await rest.register()
            self._rest.append(rest)
            live = Live(self._server.url, rest.token, patience=PATIENCE_SECONDS)
            self._live.append(await stack.enter_async_context(live))

    async def play(self, stop: asyncio.Event) -> None:
        """Play game after game until told to stop."""
        try:
            while not stop.is_set():
                await self._game(stop)
        except ServerProblem as problem:
            self.faults.append(f"After all that was acknowledged: {problem}")

    async def _game(self, stop: asyncio.Event) -> None:
        deal = Deal.new()
        made = await self._rest[0].create("splendor", players=2, deal=deal.id)
        table = made["table"]
        for rest in self._rest:
            await rest.join(table)
        ready = [await rest.ready(table) for rest in self._rest]
        position = ready[-1]["position"]
        game = gg.new("splendor", players=2, deal=deal.id, first_player="random")
        while not game.over and not stop.is_set():
            seat = game.to_move
            action = self._chance.choice(game.legal_actions())
            request = {"do": "play", "moves": [action], "position": position}
            key = f"{table} {position}"
            answer = await self._live[seat].ask(table, request, key=key)
            self.acknowledged[table, key] = (seat, answer.body)
            self.requests[key] = request
            position = answer.body["position"]
            game.play(action)

    async def ask_again(self) -> None:
        """Every request once more: the answer must be the same."""
        for (table, key), (seat, body) in self.acknowledged.items():
            try:
                answer = await self._live[seat].ask(table, self.requests[key], key=key)
            except ServerProblem as problem:
                self.faults.append(f"{key} was acknowledged, and now: {problem}")
                continue
            if not answer.again or answer.body != body:
                self.faults.append(f"{key} was done twice, or has another answer now")


async def siege(server: Server, *, kills: int, seed: int) -> tuple[list[str], int]:
    """Kill the server so often while many play; what is wrong then, and how many moves there were.

    At the end it is shut down in good order.
    """
    chance = random.Random(seed)
    stop = asyncio.Event()
    await server.start()
    pairs = [Pair(server, number) for number in range(PAIRS)]
    try:
        async with AsyncExitStack() as stack:
            await asyncio.gather(*(pair.enter(stack) for pair in pairs))
            playing = [asyncio.create_task(pair.play(stop)) for pair in pairs]
            for _ in range(kills):
                goal = _acknowledged(pairs) + MOVES_A_KILL
                await asyncio.sleep(chance.uniform(0.2, 1.0))
                async with asyncio.timeout(PATIENCE_SECONDS):
                    while _acknowledged(pairs) < goal and not all(task.done() for task in playing):
                        await asyncio.sleep(0.01)
                server.end(kill=True)
                await server.start()
            await asyncio.sleep(0.5)
            stop.set()
            await asyncio.gather(*playing)
            await asyncio.gather(*(pair.ask_again() for pair in pairs))
    finally:
        code = server.end(kill=False)
    faults = [fault for pair in pairs for fault in pair.faults]
    if code != 0:
        faults.append(f"The server ended with {code}.")
    moves = {key: body for pair in pairs for key, (_, body) in pair.acknowledged.items()}
    return faults + _compared(server.folder / "gemgrove.db", moves), len(moves)


def _acknowledged(pairs: list[Pair]) -> int:
    return sum(len(pair.acknowledged) for pair in pairs)


def _compared(file: Path, moves: dict[tuple[str, str], dict[str, Any]]) -> list[str]:
    """What the file has otherwise than it was acknowledged."""
    faults = []
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as connection:
        rows = connection.execute('SELECT "table", seq, kind FROM events ORDER BY "table", seq')
        stored: dict[str, list[str]] = {}
        for table, seq, kind in rows:
            kinds = stored.setdefault(table, [])
            kinds.append(kind)
            if seq != len(kinds):
                faults.append(f"{table} has a gap before {seq}, or a seq twice.")
    connection.close()
    acknowledged: dict[str, set[int]] = {}
    for (table, key), body in moves.items():
        seq = body["events"][0]["seq"]
        seqs = acknowledged.setdefault(table, set())
        if seq in seqs:
            faults.append(f"{key}: {seq} was acknowledged for another move, too.")
        seqs.add(seq)
        kinds = stored.get(table, [])
        if seq > len(kinds) or kinds[seq - 1] != "played":
            faults.append(f"{key} was acknowledged as {seq} and is lost.")
    for table, kinds in stored.items():
        played = {seq for seq, kind in enumerate(kinds, 1) if kind == "played"}
        if extra := played - acknowledged.get(table, set()):
            faults.append(f"{table} has moves that nobody made: {sorted(extra)}.")
    return faults


def verified(arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """What `gemgrove verify-log` says."""
    command = [sys.executable, "-m", "gemgrove", "verify-log", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
