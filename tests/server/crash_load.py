"""Load on a server that is killed repeatedly, and a check that nothing acknowledged is lost."""

import asyncio
import random
import sqlite3
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import gemgrove as gg
from gemgrove.client import Client, Live, ServerProblem
from gemgrove.deal import Deal
from tests.server.server_process import ServerProcess
from tests.waiting import PATIENCE, becomes

PAIRS = 16
MOVES_PER_KILL = (25, 400)
"""Fewest and most moves between two kills, however long they take."""


class Pair:
    """Two players who play each other over WebSockets and record every acknowledgement."""

    def __init__(self, server: ServerProcess, number: int) -> None:
        self._server = server
        self._chance = random.Random(number)
        self._rest: list[Client] = []
        self._live: list[Live] = []
        self.acknowledged: dict[tuple[str, str], tuple[int, dict[str, Any]]] = {}
        """By table and key: the seat that sent the request, and the answer."""
        self.requests: dict[str, dict[str, Any]] = {}
        self.faults: list[str] = []

    async def enter(self, stack: AsyncExitStack) -> None:
        """Register and connect."""
        for _ in range(2):
            rest = Client(self._server.url, retry_seconds=PATIENCE)
            await stack.enter_async_context(rest)
            await rest.register()
            self._rest.append(rest)
            live = Live(self._server.url, rest.token, retry_seconds=PATIENCE)
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
        """Repeat every request: the answer must be the same."""
        for (table, key), (seat, body) in self.acknowledged.items():
            try:
                answer = await self._live[seat].ask(table, self.requests[key], key=key)
            except ServerProblem as problem:
                self.faults.append(f"{key} was acknowledged, and now: {problem}")
                continue
            if not answer.again or answer.body != body:
                self.faults.append(f"{key} was done twice, or has another answer now")


async def crash_load(server: ServerProcess, *, kills: int, seed: int) -> tuple[list[str], int]:
    """Kill the server `kills` times under load; return the faults and the number of moves.

    At the end the server is shut down cleanly.
    """
    chance = random.Random(seed)
    stop = asyncio.Event()

    async def more_moves(number: int) -> None:
        goal = _acknowledged(pairs) + number
        await becomes(lambda: _acknowledged(pairs) >= goal or all(task.done() for task in playing))

    await server.start()
    pairs = [Pair(server, number) for number in range(PAIRS)]
    try:
        async with AsyncExitStack() as stack:
            await asyncio.gather(*(pair.enter(stack) for pair in pairs))
            playing = [asyncio.create_task(pair.play(stop)) for pair in pairs]
            for _ in range(kills):
                await more_moves(chance.randint(*MOVES_PER_KILL))
                server.end(kill=True)
                await server.start()
            await more_moves(MOVES_PER_KILL[0])
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
    """Return how the file differs from what was acknowledged."""
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
