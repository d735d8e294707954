"""Ratings in the database. Every function works within the connection's transaction."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import ColumnElement, Row, bindparam, delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gemgrove.server.database.tables import players as people
from gemgrove.server.database.tables import rated, ratings
from gemgrove.server.database.tables import tables as finished_tables
from gemgrove.server.ratings.skill import (
    CAUTION,
    Finished,
    Ladder,
    Result,
    Standing,
    Step,
    replay,
    result,
    results_by_ladder,
    why_unrated,
)


@dataclass(frozen=True, slots=True)
class Leader:
    """A line of a leaderboard."""

    player: str
    name: str
    kind: str
    standing: Standing


@dataclass(frozen=True, slots=True)
class Change:
    """A line of a player's history: what a game did to the rating."""

    table: str
    ladder: Ladder
    at: float
    place: int
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


async def record(connection: AsyncConnection, finished: Finished) -> bool:
    """Count a game; whether it counts and had not been counted yet.

    Games that ended later and were counted before are counted again, after it.
    """
    if why_unrated(finished) is not None:
        return False
    await _hold(connection, finished.ladder)
    counted = select(func.count()).select_from(rated).where(rated.c.table == finished.table)
    if (await connection.execute(counted)).scalar_one():
        return False
    game = result(finished)
    rows = await _rows_after(connection, finished.ladder, game)
    later = [
        Result(ended, table, {row.player: row.place for row in group})
        for (ended, table), group in groupby(rows, key=attrgetter("at", "table"))
    ]
    players = sorted(set(game.places).union(*(other.places for other in later)))
    standings = {player: await _standing(connection, finished.ladder, player) for player in players}
    for row in reversed(rows):
        games = standings[row.player].games - 1
        standings[row.player] = Standing(row.mu_before, row.sigma_before, games)
    steps = replay([game, *later], standings)
    await _forget(connection, [other.table for other in later])
    await connection.execute(insert(rated), [_row(step) for step in steps])
    for player in players:
        await _keep(connection, finished.ladder, player, standings[player])
    return True


async def rebuild(connection: AsyncConnection, tables: Iterable[Finished]) -> None:
    """Forget all ratings and count these tables, which may come in any order."""
    await connection.execute(delete(rated))
    await connection.execute(delete(ratings))
    for ladder, games in results_by_ladder(tables).items():
        await _hold(connection, ladder)
        standings: dict[str, Standing] = {}
        steps = replay(games, standings)
        await connection.execute(insert(rated), [_row(step) for step in steps])
        for player, standing in standings.items():
            await _keep(connection, ladder, player, standing)


async def leaderboard(
    connection: AsyncConnection, ladder: Ladder, *, limit: int = 100, games: int = 1
) -> list[Leader]:
    """The best players who have played at least so many games; not the deleted or banned."""
    level = ratings.c.mu - CAUTION * ratings.c.sigma
    query = (
        select(ratings, people.c.name, people.c.kind)
        .join(people, people.c.id == ratings.c.player)
        .where(ratings.c.game == ladder.game, ratings.c.players == ladder.players)
        .where(ratings.c.games >= games, people.c.deleted.is_(None), people.c.banned.is_(None))
        .order_by(level.desc(), ratings.c.player)
        .limit(limit)
    )
    rows = (await connection.execute(query)).all()
    return [
        Leader(row.player, row.name, row.kind, Standing(row.mu, row.sigma, row.games))
        for row in rows
    ]


async def standings_of(connection: AsyncConnection, player: str) -> dict[Ladder, Standing]:
    """A player's ratings."""
    query = select(ratings).where(ratings.c.player == player)
    query = query.order_by(ratings.c.game, ratings.c.players)
    rows = (await connection.execute(query)).all()
    return {Ladder(row.game, row.players): Standing(row.mu, row.sigma, row.games) for row in rows}


async def history(
    connection: AsyncConnection, player: str, *, limit: int = 100, before: float | None = None
) -> list[Change]:
    """Return the changes of a player's ratings, the latest first; `before` is for paging."""
    query = (
        select(rated, finished_tables.c.game, finished_tables.c.players)
        .join(finished_tables, finished_tables.c.id == rated.c.table)
        .where(rated.c.player == player)
        .order_by(rated.c.at.desc(), rated.c.table.desc())
        .limit(limit)
    )
    if before is not None:
        query = query.where(rated.c.at < before)
    return [
        Change(
            table=row.table,
            ladder=Ladder(row.game, row.players),
            at=row.at,
            place=row.place,
            mu_before=row.mu_before,
            sigma_before=row.sigma_before,
            mu=row.mu,
            sigma=row.sigma,
        )
        for row in (await connection.execute(query)).all()
    ]


async def _hold(connection: AsyncConnection, ladder: Ladder) -> None:
    """Let no other process count games of this ladder until the transaction ends.

    SQLite has one writer at a time anyway.
    """
    if connection.dialect.name == "postgresql":
        name = f"gemgrove ratings {ladder.game} {ladder.players}"
        number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big", signed=True)
        await connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": number})


async def _rows_after(
    connection: AsyncConnection, ladder: Ladder, game: Result
) -> Sequence[Row[Any]]:
    """Return the rating changes of games that ended after this one, game by game."""
    query = (
        select(rated)
        .join(finished_tables, finished_tables.c.id == rated.c.table)
        .where(finished_tables.c.game == ladder.game, finished_tables.c.players == ladder.players)
        .where(rated.c.at >= game.ended)
    )
    rows = (await connection.execute(query)).all()
    # Databases compare texts by rules of their own; this order is the one of `replay`.
    later = [row for row in rows if (row.at, row.table) > (game.ended, game.table)]
    return sorted(later, key=attrgetter("at", "table"))


async def _standing(connection: AsyncConnection, ladder: Ladder, player: str) -> Standing:
    query = select(ratings).where(*_of(ladder, player))
    row = (await connection.execute(query)).one_or_none()
    return Standing() if row is None else Standing(row.mu, row.sigma, row.games)


async def _forget(connection: AsyncConnection, tables: Sequence[str]) -> None:
    if tables:
        query = delete(rated).where(rated.c.table == bindparam("one"))
        await connection.execute(query, [{"one": table} for table in tables])


async def _keep(
    connection: AsyncConnection, ladder: Ladder, player: str, standing: Standing
) -> None:
    values = {"mu": standing.mu, "sigma": standing.sigma, "games": standing.games}
    changed = await connection.execute(update(ratings).where(*_of(ladder, player)).values(values))
    if changed.rowcount == 0:
        whose = {"player": player, "game": ladder.game, "players": ladder.players}
        await connection.execute(insert(ratings).values(whose | values))


def _of(ladder: Ladder, player: str) -> tuple[ColumnElement[bool], ...]:
    return (
        ratings.c.player == player,
        ratings.c.game == ladder.game,
        ratings.c.players == ladder.players,
    )


def _row(step: Step) -> dict[str, Any]:
    return {
        "table": step.result.table,
        "player": step.player,
        "at": step.result.ended,
        "place": step.result.places[step.player],
        "mu_before": step.before.mu,
        "sigma_before": step.before.sigma,
        "mu": step.after.mu,
        "sigma": step.after.sigma,
    }
