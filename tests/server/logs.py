"""A database with tables of many kinds, made once, and copies of it to spoil."""

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
    Ready,
    Resign,
    Say,
)
from gemgrove.server.hall import Ask, Continuation
from gemgrove.server.verifying import Report, Source, verify
from gemgrove.server.verifying.faults import Fault
from gemgrove.sight import something_was_seen
from tests.server.test_hall import ADA, BEN, House, house_of, told


@dataclass(frozen=True)
class Log:
    """A database's file, and the tables in it by what they are for."""

    path: Path
    tables: dict[str, str]

    def copied(self, folder: Path) -> "Log":
        """One of its own."""
        path = folder / "spoiled.db"
        shutil.copy(self.path, path)
        return Log(path, self.tables)

    def run(self, sql: str, *values: Any) -> int:
        """Change it; how many rows were."""
        connection = sqlite3.connect(self.path)
        with connection:
            count = connection.execute(sql, values).rowcount
        connection.close()
        return count

    def value(self, sql: str, *values: Any) -> Any:
        """The first value that a query finds."""
        connection = sqlite3.connect(self.path)
        row = connection.execute(sql, values).fetchone()
        connection.close()
        return None if row is None else row[0]

    def edit(self, table: str, seq: int, /, **members: Any) -> None:
        """Change members of an event's body, and of nothing else."""
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
        """What is wrong with it."""
        return checked(self.path, only)[1]


def checked(path: Path | str, only: list[str] | None = None) -> tuple[Report, list[Fault]]:
    """Check a database."""

    async def whole() -> tuple[Report, list[Fault]]:
        found: list[Fault] = []
        source = await Source.open(path)
        try:
            report = await verify(
                source,
                only=only,
                tell=lambda it: found.append(it) if isinstance(it, Fault) else None,
            )
        finally:
            await source.close()
        assert report.faults == len(found)
        return report, found

    return asyncio.run(whole())


def made(folder: Path) -> Log:
    """Tables of all kinds."""
    path = folder / "gemgrove.db"
    return Log(path, asyncio.run(_play(f"sqlite:///{path}")))


async def _play(url: str) -> dict[str, str]:
    async with house_of(url) as house:
        tables = {
            "over": await house.started("splendor"),
            "open": await house.started("arboretum", deal="open"),
            "undone": await house.started("splendor"),
            "resigned": await house.started("arboretum"),
            "playing": await house.started("arboretum", turn_seconds=60.0),
            "private": await house.opened(public=False),
            "aborted": await house.started("splendor"),
            "taken over": await _with_bot(house),
        }
        for name in ("over", "open"):
            await house.end(tables[name])
        await house.hall.act(tables["over"], Say(text="Well played"), house.ask(ADA))
        for player in (ADA, BEN):
            await house.hall.rematch(tables["over"], house.ask(player))
        tables["again"] = str((await house.hall.table(tables["over"])).rematch)
        tables["continued"] = await _played_on(house, tables["open"])
        await _undo(house, tables["undone"])
        for name in ("resigned", "playing"):
            for number in range(12):
                await house.move(tables[name], random.Random(number))
        await house.hall.act(tables["resigned"], Resign(), house.ask(BEN))
        await house.hall.act(tables["aborted"], Abort(why="Enough."), Ask())
        await house.hall.act(tables["aborted"], Archive(), Ask())
        return tables


async def _with_bot(house: House) -> str:
    """Three seats: a player who has moved and gone, one who is left, and a bot."""
    create = Create(game="splendor", players=3, options={"first_player": 0})
    table: str = told(await house.hall.create(create, house.ask(ADA)))["table"]
    for player, name in ((ADA, "Ada"), (BEN, "Ben")):
        await house.hall.act(table, Join(name=name), house.ask(player))
    await house.hall.act(table, AddBot(bot="greedy"), house.ask(ADA))
    for player in (ADA, BEN):
        await house.hall.act(table, Ready(nonce="cd"), house.ask(player))
    while not (await house.hall.table(table)).has_moved(0):
        await house.move(table, random.Random(1))
    await house.hall.act(table, Resign(), house.ask(ADA))
    return table


async def _played_on(house: House, table: str) -> str:
    """A game that goes on from the middle of another one and is given up."""
    wish = Continuation(decisions=17, seat=1, name="Ben", bots=["greedy"])
    new: str = told(await house.hall.play_on(table, wish, house.ask(BEN)))["table"]
    chance = random.Random(4)
    while len((standing := await house.hall.table(new)).movers) < 12:
        assert standing.to_move is not None
        action = chance.choice(legal_moves(standing, standing.to_move))["action"]
        ask = house.ask(BEN) if standing.to_move == wish.seat else Ask()
        await house.hall.act(new, Play(moves=[action], position=standing.position_seq), ask)
    await house.hall.act(new, Resign(), house.ask(BEN))
    return new


async def _undo(house: House, table: str) -> None:
    """A turn by which nobody sees a card is taken back, and another one is played."""
    while True:
        standing = await house.hall.table(table)
        seat, game = standing.to_move, standing.game
        assert seat is not None
        assert game is not None
        for move in legal_moves(standing, seat):
            after = game.copy()
            after.play(move["action"])
            if after.to_move != seat and not something_was_seen(after, len(game.actions)):
                break
        else:
            await house.move(table, random.Random(2))
            continue
        mover, other = standing.seats[seat].player, standing.seats[1 - seat].player
        assert mover is not None
        assert other is not None
        play = Play(moves=[move["action"]], position=standing.position_seq)
        await house.hall.act(table, play, house.ask(mover))
        await house.hall.act(table, OfferUndo(), house.ask(mover))
        await house.hall.act(table, AnswerUndo(accept=True), house.ask(other))
        await house.move(table, random.Random(3))
        return
