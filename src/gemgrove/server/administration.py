"""Administration by the host: listing tables and players, ending tables, banning players.

No answer contains a token, an invite code or a hidden card.
"""

from collections.abc import Iterable
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

_SHOWN = (
    players.c.id.label("player"),
    players.c.name,
    players.c.kind,
    players.c.created,
    players.c.deleted,
    players.c.banned,
)


class _Request(msgspec.Struct, frozen=True, tag_field="do", tag=str.lower, omit_defaults=True):
    """A request from the host. `run` answers it, or raises a `Problem`."""


class Tables(_Request, frozen=True):
    """A page of the tables, including private ones, newest first."""

    status: str | None = None
    before: str | None = None
    """The `next` of the previous page."""
    limit: int = MAX_PAGE_SIZE

    async def run(self, service: Service) -> Answer:
        """Return `tables`, and `next` for the next page."""
        status = () if self.status is None else (self.status,)
        filters = Filters(status=status, private=True, before=self.before, limit=self.limit)
        found: Answer = msgspec.to_builtins(await service.tables(filters))
        return found


class Players(_Request, frozen=True):
    """A page of the players, newest first."""

    search: str | None = None
    """Part of a name, or an id."""
    before: str | None = None
    limit: int = MAX_PAGE_SIZE

    async def run(self, service: Service) -> Answer:
        """Return `players`, and `next` for the next page."""
        limit = max(1, min(self.limit, MAX_PAGE_SIZE))
        query = select(*_SHOWN).order_by(players.c.created.desc(), players.c.id.desc())
        if self.search is not None:
            key = names.key_of(self.search)
            if not key:
                raise problems.invalid("There is nothing to search for.")
            alike = players.c.name_key.contains(key, autoescape=True)
            query = query.where(or_(alike, players.c.id == self.search))
        if self.before is not None:
            query = query.where(tuple_(players.c.created, players.c.id) < _last(self.before))
        async with service.database.reading() as connection:
            rows = (await connection.execute(query.limit(limit + 1))).mappings().all()
        last = rows[limit - 1] if len(rows) > limit else None
        return {
            "players": [dict(row) for row in rows[:limit]],
            "next": None if last is None else f"{last['created']!r}_{last['player']}",
        }


class Abort(_Request, frozen=True):
    """End a table without a result; everybody at it learns the reason."""

    table: str
    why: str

    async def run(self, service: Service) -> Answer:
        """Return the table, and the reason as everybody was told."""
        reason = self.why.strip()
        if not reason or len(reason) > MAX_REASON_LENGTH or not reason.isprintable():
            raise problems.invalid(f"The reason is a line of 1 to {MAX_REASON_LENGTH} characters.")
        await service.table_service.act(self.table, commands.Abort(why=reason), Requester())
        return {"table": self.table, "why": reason}


class _PlayerRequest(_Request, frozen=True):
    who: str
    """A player's id or name."""

    async def _account(self, service: Service) -> Account:
        async with service.database.reading() as connection:
            find = accounts.find if ids.is_player(self.who) else accounts.find_named
            return await find(connection, self.who)


class Ban(_PlayerRequest, frozen=True):
    """Keep a player out, and give up their seats in unfinished games."""

    async def run(self, service: Service) -> Answer:
        """Return whether the player was banned already, and how many seats were given up."""
        account = await self._account(service)
        before = await _unfinished(service, account.id)
        if not account.banned:
            await _set_ban(service, account.id, await service.database.now())
        await service.accounts.withdraw(account.id)
        left = await _unfinished(service, account.id)
        return _named(account) | {"already": account.banned, "withdrawn": len(before - left)}


class Unban(_PlayerRequest, frozen=True):
    """Let a player in again; their tokens become valid again."""

    async def run(self, service: Service) -> Answer:
        """Return whether the player was not banned in the first place."""
        account = await self._account(service)
        await _set_ban(service, account.id, None)
        return _named(account) | {"already": not account.banned}


class Revoke(_PlayerRequest, frozen=True):
    """Revoke all of a player's tokens; the recovery code stays valid."""

    async def run(self, service: Service) -> Answer:
        """Return the number of tokens revoked."""
        account = await self._account(service)
        now = await service.database.now()
        async with service.database.writing() as connection:
            found = await access.in_force(connection, account.id)
            await access.revoke_all(connection, account.id, now=now)
        service.token_cache.forget(account.id)
        return _named(account) | {"revoked": len(found)}


class Figures(_Request, frozen=True):
    """Metrics of the server and its database, in Prometheus's format."""

    async def run(self, service: Service) -> Answer:
        """Return the database's `figures`. A running server adds its own."""
        by_status = select(tables.c.status, func.count()).group_by(tables.c.status)
        by_kind = select(players.c.kind, func.count()).group_by(players.c.kind)
        total = select(func.coalesce(func.sum(tables.c.last_seq), 0))
        out = select(func.count()).select_from(players).where(players.c.banned.is_not(None))
        async with service.database.reading() as connection:
            statuses = (await connection.execute(by_status)).all()
            kinds = (await connection.execute(by_kind.where(players.c.deleted.is_(None)))).all()
            events = (await connection.execute(total)).scalar_one()
            banned = (await connection.execute(out)).scalar_one()
        lines = [
            *_gauge("tables", "Tables by their status", _labelled("status", statuses)),
            *_gauge("players", "Players by their kind", _labelled("kind", kinds)),
            *_gauge("banned", "Players who are banned", {"": banned}),
            *_gauge("events", "Events stored", {"": events}),
        ]
        return {"figures": "".join(f"{line}\n" for line in lines)}


Request = Tables | Players | Abort | Ban | Unban | Revoke | Figures


def _last(before: str) -> tuple[float, str]:
    """Return the end of the previous page."""
    created, _, player = before.partition("_")
    try:
        return float(created), player
    except ValueError:
        raise problems.invalid("`before` must be the `next` of the previous page.") from None


def _named(account: Account) -> Answer:
    return {"player": account.id, "name": account.name}


def _labelled(label: str, counts: Iterable[Any]) -> dict[str, int]:
    return {f'{{{label}="{value}"}}': count for value, count in sorted(counts)}


def _gauge(name: str, about: str, values: dict[str, int]) -> list[str]:
    whole = f"gemgrove_{name}"
    lines = [f"{whole}{which} {count}" for which, count in values.items()]
    return [f"# HELP {whole} {about}", f"# TYPE {whole} gauge", *lines]


async def _unfinished(service: Service, player: str) -> set[str]:
    """Return the tables at which a player has a seat and has not left."""
    async with service.database.reading() as connection:
        found = await listing.unfinished_of(connection, player)
    tables = [await service.table_service.table(table) for table in found]
    return {table.id for table in tables if table.seat_of(player) is not None}


async def _set_ban(service: Service, player: str, since: float | None) -> None:
    async with service.database.writing() as connection:
        await accounts.ban(connection, player, now=since)
    service.token_cache.forget(player)
