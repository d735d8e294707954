"""Ratings in the database. Every function works within the connection's transaction."""

import hashlib
from collections.abc import Sequence
from dataclasses import asdict
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Row,
    RowMapping,
    bindparam,
    delete,
    func,
    insert,
    select,
    text,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from gemgrove.server.database.base import upsert
from gemgrove.server.database.tables import players as people
from gemgrove.server.database.tables import rated, ratings
from gemgrove.server.database.tables import tables as finished_tables
from gemgrove.server.ratings.skill import (
    CAUTION,
    Finished,
    Ladder,
    Result,
    Standing,
    replay,
    result,
    why_unrated,
)


async def record(connection: AsyncConnection, finished: Finished) -> bool:
    """Count a game; return whether it counts and had not been counted yet.

    Games that ended later but were counted before are counted again, after it.
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
    players = set(game.places).union(*(other.places for other in later))
    query = select(ratings).where(*_of(finished.ladder))
    if not later:  # else there may be more players than a statement takes parameters
        query = query.where(ratings.c.player.in_(players))
    standings = {row.player: _standing(row) for row in await connection.execute(query)}
    for row in reversed(rows):
        games = standings[row.player].games - 1
        standings[row.player] = Standing(row.mu_before, row.sigma_before, games)
    steps = replay([game, *later], standings)
    if later:
        forgotten = [{"counted": other.table} for other in later]
        await connection.execute(
            delete(rated).where(rated.c.table == bindparam("counted")), forgotten
        )
    await connection.execute(insert(rated), [asdict(step) for step in steps])
    whose = asdict(finished.ladder)
    changed = [{"player": player, **whose, **asdict(standings[player])} for player in players]
    await upsert(connection, ratings, changed)
    return True


async def leaderboard(
    connection: AsyncConnection, ladder: Ladder, *, limit: int = 100, games: int = 1
) -> Sequence[RowMapping]:
    """Return the best players with at least `games` games, except deleted and banned ones.

    Rows of `player`, `name`, `kind`, `level`, `mu`, `sigma` and `games`.
    """
    level = (ratings.c.mu - CAUTION * ratings.c.sigma).label("level")
    skill = (level, ratings.c.mu, ratings.c.sigma, ratings.c.games)
    query = (
        select(ratings.c.player, people.c.name, people.c.kind, *skill)
        .join(people, people.c.id == ratings.c.player)
        .where(*_of(ladder), ratings.c.games >= games)
        .where(people.c.deleted.is_(None), people.c.banned.is_(None))
        .order_by(level.desc(), ratings.c.player)
        .limit(limit)
    )
    return (await connection.execute(query)).mappings().all()


async def standings_of(connection: AsyncConnection, player: str) -> dict[Ladder, Standing]:
    """Return a player's ratings."""
    query = select(ratings).where(ratings.c.player == player)
    query = query.order_by(ratings.c.game, ratings.c.players)
    rows = (await connection.execute(query)).all()
    return {Ladder(row.game, row.players): _standing(row) for row in rows}


async def history(
    connection: AsyncConnection, player: str, *, limit: int = 100, before: float | None = None
) -> Sequence[Row[Any]]:
    """Return a player's rows of `rated` with their `game` and `players`, latest first; `before` is
    for paging."""
    query = (
        select(rated, finished_tables.c.game, finished_tables.c.players)
        .join(finished_tables, finished_tables.c.id == rated.c.table)
        .where(rated.c.player == player)
        .order_by(rated.c.at.desc(), rated.c.table.desc())
        .limit(limit)
    )
    if before is not None:
        query = query.where(rated.c.at < before)
    return (await connection.execute(query)).all()


async def _hold(connection: AsyncConnection, ladder: Ladder) -> None:
    """Let no other process count games of this ladder until the transaction ends.

    SQLite allows only one writer at a time anyway.
    """
    if connection.dialect.name == "postgresql":
        name = f"gemgrove ratings {ladder.game} {ladder.players}"
        number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big", signed=True)
        await connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": number})


async def _rows_after(
    connection: AsyncConnection, ladder: Ladder, game: Result
) -> Sequence[Row[Any]]:
    """Return the rating changes from games that ended after this one, game by game."""
    query = (
        select(rated)
        .join(finished_tables, finished_tables.c.id == rated.c.table)
        .where(finished_tables.c.game == ladder.game, finished_tables.c.players == ladder.players)
        .where(rated.c.at >= game.ended)
    )
    rows = (await connection.execute(query)).all()
    # Databases compare texts by their own rules; this is the order of `replay`.
    later = [row for row in rows if (row.at, row.table) > (game.ended, game.table)]
    return sorted(later, key=attrgetter("at", "table"))


def _standing(row: Row[Any]) -> Standing:
    return Standing(row.mu, row.sigma, row.games)


def _of(ladder: Ladder) -> tuple[ColumnElement[bool], ...]:
    return ratings.c.game == ladder.game, ratings.c.players == ladder.players
