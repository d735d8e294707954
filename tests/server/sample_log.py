"""A database with tables of many kinds, created once, and copies of it to corrupt."""

import asyncio
import json
import random
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gemgrove.server.domain import legal_moves
from gemgrove.server.domain.commands import (
    Abort,
    AddBot,
    AnswerUndo,
    Archive,
    Create,
    Join,
    OfferUndo,
    Play,
    PlayOn,
    Ready,
    Rematch,
    Resign,
    Say,
)
from gemgrove.server.table_service import Requester
from gemgrove.server.verification import DatabaseReader, Report, verify
from gemgrove.server.verification.replay import Fault
from gemgrove.undo_guard import cards_revealed_since
from tests.server.answers import decoded
from tests.server.test_table_service import ADA, BEN, Harness, open_harness


@dataclass(frozen=True)
class Log:
    """A database file, and its tables by purpose."""

    path: Path
    tables: dict[str, str]

    def copied(self, folder: Path) -> "Log":
        """A separate copy."""
        path = folder / "spoiled.db"
        shutil.copy(self.path, path)
        return Log(path, self.tables)

    def run(self, sql: str, *values: Any) -> int:
        """Run a statement and return the number of changed rows."""
        connection = sqlite3.connect(self.path)
        with connection:
            count = connection.execute(sql, values).rowcount
        connection.close()
        return count

    def value(self, sql: str, *values: Any) -> Any:
        """The first value that a query returns."""
        connection = sqlite3.connect(self.path)
        row = connection.execute(sql, values).fetchone()
        connection.close()
        return None if row is None else row[0]

    def edit(self, table: str, seq: int, /, **members: Any) -> None:
        """Change members of an event's body, and nothing else."""
        where = '"table" = ? AND seq = ?'
        place = (self.tables[table], seq)
        body = json.loads(self.value(f"SELECT body FROM events WHERE {where}", *place))
        text = json.dumps(body | members, separators=(",", ":"))
        assert self.run(f"UPDATE events SET body = ? WHERE {where}", text, *place) == 1

    def body(self, table: str, seq: int) -> dict[str, Any]:
        """An event's body."""
        query = 'SELECT body FROM events WHERE "table" = ? AND seq = ?'
        found: dict[str, Any] = json.loads(self.value(query, self.tables[table], seq))
        return found

    def seq(self, table: str, kind: str, place: int = 0) -> int:
        """The seq of an event of this kind."""
        query = (
            'SELECT seq FROM events WHERE "table" = ? AND kind = ? ORDER BY seq LIMIT 1 OFFSET ?'
        )
        found = self.value(query, self.tables[table], kind, place)
        assert isinstance(found, int), f"{table} has no event {kind}"
        return found

    def faults(self, only: list[str] | None = None) -> list[Fault]:
        """The faults found in the log."""
        return checked(self.path, only)[1]


def checked(path: Path | str, only: list[str] | None = None) -> tuple[Report, list[Fault]]:
    """Check a database."""

    async def whole() -> tuple[Report, list[Fault]]:
        found: list[Fault] = []
        reader = await DatabaseReader.open(path)
        try:
            report = await verify(
                reader,
                only=only,
                notify=lambda it: found.append(it) if isinstance(it, Fault) else None,
            )
        finally:
            await reader.close()
        assert report.faults == len(found)
        return report, found

    return asyncio.run(whole())


def made(folder: Path) -> Log:
    """Create a log with tables of all kinds."""
    path = folder / "gemgrove.db"
    return Log(path, asyncio.run(_play(f"sqlite:///{path}")))


async def _play(url: str) -> dict[str, str]:
    async with open_harness(url) as harness:
        tables = {
            "over": await harness.started("splendor"),
            "open": await harness.started("arboretum", deal="open"),
            "undone": await harness.started("splendor"),
            "resigned": await harness.started("arboretum"),
            "playing": await harness.started("arboretum", turn_seconds=60.0),
            "private": await harness.opened(public=False),
            "aborted": await harness.started("splendor"),
            "taken over": await _with_bot(harness),
        }
        for name in ("over", "open"):
            await harness.end(tables[name])
        await harness.table_service.act(tables["over"], Say(text="Well played"), harness.ask(ADA))
        for player in (ADA, BEN):
            await harness.table_service.act(tables["over"], Rematch(), harness.ask(player))
        tables["again"] = str((await harness.table_service.table(tables["over"])).rematch)
        tables["continued"] = await _played_on(harness, tables["open"])
        await _undo(harness, tables["undone"])
        for name in ("resigned", "playing"):
            for number in range(12):
                await harness.move(tables[name], random.Random(number))
        await harness.table_service.act(tables["resigned"], Resign(), harness.ask(BEN))
        await harness.table_service.act(tables["aborted"], Abort(why="Enough."), Requester())
        await harness.table_service.act(tables["aborted"], Archive(), Requester())
        return tables


async def _with_bot(harness: Harness) -> str:
    """A table of three: a player who resigned after moving, one who stays, and a bot."""
    create = Create(game="splendor", players=3, options={"first_player": 0})
    table: str = decoded(await harness.table_service.create(create, harness.ask(ADA)))["table"]
    for player in (ADA, BEN):
        await harness.table_service.act(table, Join(), harness.ask(player))
    await harness.table_service.act(table, AddBot(bot="greedy"), harness.ask(ADA))
    for player in (ADA, BEN):
        await harness.table_service.act(table, Ready(nonce="cd"), harness.ask(player))
    while not (await harness.table_service.table(table)).has_moved(0):
        await harness.move(table, random.Random(1))
    await harness.table_service.act(table, Resign(), harness.ask(ADA))
    return table


async def _played_on(harness: Harness, table: str) -> str:
    """A continuation of another game that ends by resignation."""
    wish = PlayOn(decisions=17, seat=1)
    made = await harness.table_service.play_on(table, wish, ["greedy"], harness.ask(BEN))
    new: str = decoded(made)["table"]
    chance = random.Random(4)
    while len((standing := await harness.table_service.table(new)).movers) < 12:
        assert standing.to_move is not None
        action = chance.choice(legal_moves(standing, standing.to_move)).action
        ask = harness.ask(BEN) if standing.to_move == wish.seat else Requester()
        await harness.table_service.act(
            new, Play(moves=[action], position=standing.position_seq), ask
        )
    await harness.table_service.act(new, Resign(), harness.ask(BEN))
    return new


async def _undo(harness: Harness, table: str) -> None:
    """Undo a turn that revealed no card, and play another one."""
    while True:
        standing = await harness.table_service.table(table)
        seat, game = standing.to_move, standing.game
        assert seat is not None
        assert game is not None
        for move in legal_moves(standing, seat):
            after = game.copy()
            after.play(move.action)
            if after.to_move != seat and not cards_revealed_since(after, len(game.actions)):
                break
        else:
            await harness.move(table, random.Random(2))
            continue
        mover, other = standing.seats[seat].player, standing.seats[1 - seat].player
        assert mover is not None
        assert other is not None
        play = Play(moves=[move.action], position=standing.position_seq)
        await harness.table_service.act(table, play, harness.ask(mover))
        await harness.table_service.act(table, OfferUndo(), harness.ask(mover))
        await harness.table_service.act(table, AnswerUndo(accept=True), harness.ask(other))
        await harness.move(table, random.Random(3))
        return
