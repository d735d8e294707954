"""Tables and players as lists show them, read from the database a page at a time."""

from collections.abc import Iterable, Sequence
from math import isfinite, nan
from typing import Any

import msgspec
from sqlalchemy import Select, and_, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gemgrove.server import ids, problems
from gemgrove.server.database.tables import players, seats, tables

STATUSES = ("open", "playing", "over", "aborted", "archived")
UNFINISHED = ("open", "playing")
PAGE = 50
LARGEST_PAGE = 200

_SHOWN = (
    tables.c.id,
    tables.c.game,
    tables.c.players,
    tables.c.status,
    tables.c.public,
    tables.c.created,
    tables.c.changed,
    tables.c.deal_kind,
    tables.c.last_seq,
    tables.c.summary,
)


class Filters(msgspec.Struct, frozen=True, kw_only=True):
    """Which tables are wanted."""

    status: tuple[str, ...] = ()
    """None: all."""
    game: str | None = None
    players: int | None = None
    free: bool | None = None
    """Whether there is a free seat."""
    player: str | None = None
    """Somebody who sits or sat there."""
    private: bool = False
    """Also tables by invitation; for those who have a part in them."""
    before: str | None = None
    """Where the last page ended."""
    limit: int = PAGE


class Page(msgspec.Struct, frozen=True):
    """Tables, the newest first."""

    tables: list[dict[str, Any]]
    next: str | None
    """What to ask for the next page; None: this is the last."""


async def page(connection: AsyncConnection, filters: Filters) -> Page:
    """The tables that are wanted. A `Problem` where nothing can be meant."""
    limit = max(1, min(filters.limit, LARGEST_PAGE))
    query = _filtered(select(*_SHOWN), filters)
    query = query.order_by(tables.c.created.desc(), tables.c.id.desc()).limit(limit + 1)
    rows = [dict(row) for row in (await connection.execute(query)).mappings()]
    more = len(rows) > limit
    rows = rows[:limit]
    after = f"{rows[-1]['created']!r}_{rows[-1]['id']}" if more else None
    return Page(await _described(connection, rows), after)


async def described(connection: AsyncConnection, wanted: Sequence[str]) -> list[dict[str, Any]]:
    """These tables, public ones alone, in no particular order."""
    query = select(*_SHOWN).where(tables.c.id.in_(wanted), tables.c.public)
    rows = [dict(row) for row in (await connection.execute(query)).mappings()]
    return await _described(connection, rows)


async def unfinished_of(connection: AsyncConnection, player: str) -> list[str]:
    """The tables that have not ended at which somebody sits."""
    query = (
        select(tables.c.id)
        .join(seats, seats.c.table == tables.c.id)
        .where(seats.c.player == player, tables.c.status.in_(UNFINISHED))
    )
    return list((await connection.execute(query)).scalars())


async def count_unfinished(connection: AsyncConnection, player: str | None = None) -> int:
    """How many tables have not ended: all, or those somebody has made or sits at."""
    query = select(func.count()).select_from(tables).where(tables.c.status.in_(UNFINISHED))
    if player is not None:
        query = query.where(or_(tables.c.created_by == player, _sits(player)))
    return int((await connection.execute(query)).scalar_one())


async def names_of(connection: AsyncConnection, wanted: Iterable[str]) -> dict[str, str]:
    """The names that players have now."""
    query = select(players.c.id, players.c.name).where(players.c.id.in_(set(wanted)))
    return {row.id: row.name for row in await connection.execute(query)}


def _filtered(query: Select[Any], filters: Filters) -> Select[Any]:
    if not filters.private:
        query = query.where(tables.c.public)
    unknown = set(filters.status) - set(STATUSES)
    if unknown:
        raise problems.invalid(
            f"There is no status {min(unknown)!r}; a table is {', '.join(STATUSES)}."
        )
    if filters.status:
        query = query.where(tables.c.status.in_(filters.status))
    if filters.game is not None:
        query = query.where(tables.c.game == filters.game)
    if filters.players is not None:
        query = query.where(tables.c.players == filters.players)
    if filters.free is not None:
        free = exists().where(
            seats.c.table == tables.c.id, seats.c.player.is_(None), seats.c.bot.is_(None)
        )
        query = query.where(free if filters.free else ~free)
    if filters.player is not None:
        query = query.where(_sits(filters.player))
    if filters.before is not None:
        created, table = _cursor(filters.before)
        earlier = and_(tables.c.created == created, tables.c.id < table)
        query = query.where(or_(tables.c.created < created, earlier))
    return query


def _sits(player: str) -> Any:
    return exists().where(seats.c.table == tables.c.id, seats.c.player == player)


def _cursor(text: str) -> tuple[float, str]:
    created, _, table = text.partition("_")
    try:
        found = float(created)
    except ValueError:
        found = nan
    if not isfinite(found) or not ids.is_table(table):
        raise problems.invalid("before is not right: it is what the last page gave as next.")
    return found, table


async def _described(
    connection: AsyncConnection, rows: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Rows as clients get them, with the names that the players have now."""
    found = []
    for row in rows:
        summary = msgspec.json.decode(row.pop("summary"))
        found.append({"table": row.pop("id"), **row, **summary})
    ids = {seat["player"] for table in found for seat in table["seats"] if seat["player"]}
    names = await names_of(connection, ids) if ids else {}
    for table in found:
        for seat in table["seats"]:
            seat["name"] = names.get(seat["player"], seat["name"])
    return found
