"""Administration by the host: listing tables and players, ending tables, banning players.

Nothing that is answered here has a token, an invite code or a hidden card in it.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import func, or_, select, tuple_

from gemgrove.server import ids, listing, problems
from gemgrove.server.database.tables import players, tables
from gemgrove.server.domain import commands
from gemgrove.server.domain.departures import MAX_REASON_LENGTH
from gemgrove.server.listing import MAX_PAGE_SIZE, Filters
from gemgrove.server.players import access, accounts, names
from gemgrove.server.players.accounts import Account
from gemgrove.server.service import Service
from gemgrove.server.table_service import Requester

Answer = dict[str, Any]


class _Request(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", omit_defaults=True):
    """Common to all."""


class Tables(_Request, frozen=True, tag="tables"):
    """A page of the tables, those by invitation too, the newest first."""

    status: str | None = None
    before: str | None = None
    """The `next` of the previous page."""
    limit: int = MAX_PAGE_SIZE


class Players(_Request, frozen=True, tag="players"):
    """A page of the players, the newest first."""

    search: str | None = None
    """A part of a name, or an id."""
    before: str | None = None
    limit: int = MAX_PAGE_SIZE


class Abort(_Request, frozen=True, tag="abort"):
    """End a table without a result."""

    table: str
    why: str


class Ban(_Request, frozen=True, tag="ban"):
    """Keep a player out, and give up the seats of games that go on."""

    who: str
    """A player's id or name."""


class Unban(_Request, frozen=True, tag="unban"):
    """Let a player in again; the tokens are in force again."""

    who: str


class Revoke(_Request, frozen=True, tag="revoke"):
    """Make all tokens of a player void."""

    who: str


class Figures(_Request, frozen=True, tag="figures"):
    """Metrics of the server and its database, in the format of Prometheus."""


Request = Tables | Players | Abort | Ban | Unban | Revoke | Figures


class Administration:
    """The host's own view of a server."""

    def __init__(self, service: Service, figures: Callable[[], bytes] | None = None) -> None:
        """`figures` are those of the running process, as Prometheus reads them."""
        self._service = service
        self._figures = figures

    async def do(self, request: Request) -> Answer:
        """Execute a request; raises a `Problem` if that is impossible."""
        match request:
            case Tables():
                return await self.tables(request)
            case Players():
                return await self.players(request)
            case Abort():
                return await self.abort(request.table, request.why)
            case Ban():
                return await self.ban(request.who)
            case Unban():
                return await self.unban(request.who)
            case Revoke():
                return await self.revoke(request.who)
            case Figures():
                return {"figures": await self.figures()}

    async def tables(self, request: Tables) -> Answer:
        """`tables`, and `next` for the next page."""
        status = () if request.status is None else (request.status,)
        filters = Filters(status=status, private=True, before=request.before, limit=request.limit)
        page = await self._service.tables(filters)
        return {"tables": msgspec.to_builtins(page.tables), "next": page.next}

    async def players(self, request: Players) -> Answer:
        """`players`, and `next` for the next page."""
        limit = max(1, min(request.limit, MAX_PAGE_SIZE))
        query = select(players).order_by(players.c.created.desc(), players.c.id.desc())
        if request.search is not None:
            key = names.key_of(request.search)
            if not key:
                raise problems.invalid("There is nothing to search for.")
            alike = players.c.name_key.contains(key, autoescape=True)
            query = query.where(or_(alike, players.c.id == request.search))
        if request.before is not None:
            query = query.where(tuple_(players.c.created, players.c.id) < _last(request.before))
        async with self._service.database.reading() as connection:
            rows = (await connection.execute(query.limit(limit + 1))).all()
        more = len(rows) > limit
        last = rows[limit - 1] if more else None
        return {
            "players": [
                {
                    "player": row.id,
                    "name": row.name,
                    "kind": row.kind,
                    "created": row.created,
                    "deleted": row.deleted,
                    "banned": row.banned,
                }
                for row in rows[:limit]
            ],
            "next": None if last is None else f"{last.created!r}_{last.id}",
        }

    async def abort(self, table: str, why: str) -> Answer:
        """End a table; everybody at it learns the reason."""
        reason = why.strip()
        if not reason or len(reason) > MAX_REASON_LENGTH or not reason.isprintable():
            raise problems.invalid(f"The reason is a line of 1 to {MAX_REASON_LENGTH} characters.")
        await self._service.table_service.act(table, commands.Abort(why=reason), Requester())
        return {"table": table, "why": reason}

    async def ban(self, who: str) -> Answer:
        """The player is banned; at how many tables a seat was given up."""
        account = await self._found(who)
        before = await self._unfinished(account.id)
        if not account.banned:
            await self._set_ban(account.id, await self._service.database.now())
        self._service.token_cache.forget(account.id)
        await self._service.accounts.withdraw(account.id)
        left = await self._unfinished(account.id)
        return _named(account) | {"already": account.banned, "withdrawn": len(before - left)}

    async def unban(self, who: str) -> Answer:
        """The player may come again."""
        account = await self._found(who)
        await self._set_ban(account.id, None)
        self._service.token_cache.forget(account.id)
        return _named(account) | {"already": not account.banned}

    async def revoke(self, who: str) -> Answer:
        """Revoke all tokens and return how many there were; the recovery code stays valid."""
        account = await self._found(who)
        now = await self._service.database.now()
        async with self._service.database.writing() as connection:
            found = await access.in_force(connection, account.id)
            await access.revoke_all(connection, account.id, now=now)
        self._service.token_cache.forget(account.id)
        return _named(account) | {"revoked": len(found)}

    async def figures(self) -> str:
        """Return the metrics of the database, and of the process if it serves."""
        async with self._service.database.reading() as connection:
            by_status = select(tables.c.status, func.count()).group_by(tables.c.status)
            by_kind = select(players.c.kind, func.count()).group_by(players.c.kind)
            kept = by_kind.where(players.c.deleted.is_(None))
            statuses = {row[0]: row[1] for row in await connection.execute(by_status)}
            kinds = {row[0]: row[1] for row in await connection.execute(kept)}
            total = select(func.coalesce(func.sum(tables.c.last_seq), 0))
            events = (await connection.execute(total)).scalar_one()
            out = select(func.count()).select_from(players).where(players.c.banned.is_not(None))
            banned = (await connection.execute(out)).scalar_one()
        lines = [
            *_gauge("tables", "Tables by their status", "status", statuses),
            *_gauge("players", "Players by their kind", "kind", kinds),
            *_gauge("banned", "Players who are banned", None, {"": banned}),
            *_gauge("events", "Events stored", None, {"": events}),
        ]
        text = "".join(f"{line}\n" for line in lines)
        return text + ("" if self._figures is None else self._figures().decode())

    async def _found(self, who: str) -> Account:
        async with self._service.database.reading() as connection:
            if ids.is_player(who):
                return await accounts.find(connection, who)
            return await accounts.find_named(connection, who)

    async def _unfinished(self, player: str) -> set[str]:
        """The tables at which a player sits and has not gone."""
        async with self._service.database.reading() as connection:
            found = await listing.unfinished_of(connection, player)
        tables = [await self._service.table_service.table(table) for table in found]
        return {table.id for table in tables if table.seat_of(player) is not None}

    async def _set_ban(self, player: str, since: float | None) -> None:
        async with self._service.database.writing() as connection:
            await accounts.ban(connection, player, now=since)


def _last(before: str) -> tuple[float, str]:
    """Return the end of the previous page."""
    created, _, player = before.partition("_")
    try:
        return float(created), player
    except ValueError:
        raise problems.invalid("before is what the last page gave as next.") from None


def _named(account: Account) -> Answer:
    return {"player": account.id, "name": account.name}


def _gauge(name: str, about: str, label: str | None, values: dict[str, int]) -> list[str]:
    whole = f"gemgrove_{name}"
    lines = [f"# HELP {whole} {about}", f"# TYPE {whole} gauge"]
    for value, count in sorted(values.items()):
        which = "" if label is None else f'{{{label}="{value}"}}'
        lines.append(f"{whole}{which} {count}")
    return lines
