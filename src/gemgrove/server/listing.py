"""Lists of tables, read from the database a page at a time."""

from collections.abc import Iterable, Sequence
from math import isfinite, nan
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta
from sqlalchemy import Select, and_, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gemgrove.server import ids, problems
from gemgrove.server.database.tables import players, seats, tables
from gemgrove.server.domain.snapshot import Seconds

TableStatus = Literal["open", "playing", "over", "aborted", "archived"]
STATUSES = get_args(TableStatus)
UNFINISHED = ("open", "playing")
PAGE = 50
MAX_PAGE_SIZE = 200

_COLUMNS = "id game players status public created changed deal_kind last_seq summary"
_SHOWN = [tables.c[name] for name in _COLUMNS.split()]


class Filters(msgspec.Struct, frozen=True, kw_only=True):
    """Criteria for a list of tables."""

    status: tuple[str, ...] = ()
    """Empty: all."""
    game: str | None = None
    players: int | None = None
    free: bool | None = None
    """True: with a free seat; False: without one."""
    player: str | None = None
    """A player who has or had a seat."""
    private: bool = False
    """Include private tables, for their own players or the host."""
    before: str | None = None
    """The `next` of the previous page."""
    limit: int = PAGE


class SeatSummary(msgspec.Struct):
    """The occupant of a seat."""

    player: str | None
    name: str | None
    bot: str | None


class TableSummary(msgspec.Struct, kw_only=True):
    """The part of a listed table that is stored as one value."""

    rules: str
    turn_seconds: float | None
    practice: bool
    seats: list[SeatSummary]
    places: list[int] | None
    scores: list[int] | None


class ListedTable(TableSummary, kw_only=True):
    """A table as shown in lists."""

    table: str
    game: str
    players: int
    status: TableStatus
    public: bool
    created: Seconds
    changed: Seconds
    deal_kind: str
    last_seq: int


class TablePage(msgspec.Struct, frozen=True):
    """A page of tables, newest first."""

    tables: list[ListedTable]
    next: Annotated[str | None, Meta(description="For `before`; null on the last page.")]


async def page(connection: AsyncConnection, filters: Filters) -> TablePage:
    """Return a page of the tables that match; raise a `Problem` if the criteria make no sense."""
    limit = max(1, min(filters.limit, MAX_PAGE_SIZE))
    query = _filtered(select(*_SHOWN), filters)
    query = query.order_by(tables.c.created.desc(), tables.c.id.desc()).limit(limit + 1)
    found = await _described(connection, query)
    shown = found[:limit]
    after = f"{shown[-1].created!r}_{shown[-1].table}" if len(found) > limit else None
    return TablePage(shown, after)


async def described(connection: AsyncConnection, wanted: Sequence[str]) -> list[ListedTable]:
    """Return those of these tables that are public, in no particular order."""
    query = select(*_SHOWN).where(tables.c.id.in_(wanted), tables.c.public)
    return await _described(connection, query)


async def unfinished_of(connection: AsyncConnection, player: str) -> list[str]:
    """Return the unfinished tables at which a player has a seat."""
    query = (
        select(tables.c.id)
        .join(seats, seats.c.table == tables.c.id)
        .where(seats.c.player == player, tables.c.status.in_(UNFINISHED))
    )
    return list((await connection.execute(query)).scalars())


async def count_unfinished(connection: AsyncConnection, player: str | None = None) -> int:
    """Count the unfinished tables: all, or those that a player created or has a seat at."""
    query = select(func.count()).select_from(tables).where(tables.c.status.in_(UNFINISHED))
    if player is not None:
        query = query.where(or_(tables.c.created_by == player, _sits(player)))
    return int((await connection.execute(query)).scalar_one())


async def names_of(connection: AsyncConnection, wanted: Iterable[str]) -> dict[str, str]:
    """Return the current names of players, by id."""
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
        raise problems.invalid("`before` must be the `next` of the previous page.")
    return found, table


async def _described(connection: AsyncConnection, query: Select[Any]) -> list[ListedTable]:
    """Return rows as sent to clients, with the current names of the players."""
    found = []
    for row in map(dict, (await connection.execute(query)).mappings()):
        summary = msgspec.json.decode(row.pop("summary"), type=TableSummary)
        members = msgspec.structs.asdict(summary)
        found.append(ListedTable(table=row.pop("id"), **row, **members))
    ids = {seat.player for table in found for seat in table.seats if seat.player}
    names = await names_of(connection, ids) if ids else {}
    for table in found:
        for seat in table.seats:
            seat.name = names.get(seat.player or "", seat.name)
    return found
