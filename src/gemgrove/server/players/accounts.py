"""Accounts: registers, renames, deletes and bans players.

Every function works within the transaction of the connection it is given.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.dml import UpdateBase

from gemgrove.server import ids, problems
from gemgrove.server.database.tables import players
from gemgrove.server.players import access, names
from gemgrove.server.players.access import Credentials
from gemgrove.server.players.tokens import (
    Scope,
    SecretSource,
    new_recovery_code,
    recovery_hash,
)
from gemgrove.server.problems import Problem

GUEST = "guest"
NAMED = "named"
BOT = "bot"

_GUEST_TRIES = 20


@dataclass(frozen=True, slots=True)
class Account:
    """A player's account, without its secrets."""

    id: str
    name: str
    kind: str
    created: float
    deleted: bool
    banned: bool


async def register(
    connection: AsyncConnection,
    name: str | None,
    *,
    now: float,
    bot: bool = False,
    reserved: Iterable[str] = (),
    source: SecretSource | None = None,
) -> Credentials:
    """Register a player with a name, or a guest with a random one. A bot always needs a name.

    A bot's first token has the bot scope; whoever has its recovery code can get another one.
    """
    if name is None and bot:
        raise Problem(
            "bad_name", "A bot needs a name; guests are people.", HTTPStatus.UNPROCESSABLE_ENTITY
        )
    code = new_recovery_code(source)
    player = ids.new_player()
    row = {
        "id": player,
        "kind": BOT if bot else GUEST if name is None else NAMED,
        "created": now,
        "recovery": recovery_hash(code),
    }
    if name is None:
        await _insert_guest(connection, row)
    else:
        await _insert(connection, row, names.read(name, reserved=reserved))
    scope = Scope.BOT if bot else Scope.PLAY
    token = await access.issue(connection, player, scope, now=now, source=source)
    return Credentials(player, token, code)


async def find(connection: AsyncConnection, player: str) -> Account:
    """Return the player with this id, even if deleted; raise a `Problem` if there never was one."""
    row = (await connection.execute(select(players).where(players.c.id == player))).one_or_none()
    return _account(row)


async def find_named(connection: AsyncConnection, name: str) -> Account:
    """Return the player with this name, or one that looks like it."""
    query = select(players).where(players.c.name_key == names.key_of(name))
    return _account((await connection.execute(query)).one_or_none())


async def rename(
    connection: AsyncConnection, player: str, name: str, *, reserved: Iterable[str] = ()
) -> Account:
    """Rename a player; a guest becomes a named player. The old name is free immediately."""
    account = await find(connection, player)
    wanted = names.read(name, reserved=reserved)
    kind = NAMED if account.kind == GUEST else account.kind
    query = update(players).where(players.c.id == player, players.c.deleted.is_(None))
    values = {"name": wanted.shown, "name_key": wanted.key, "kind": kind}
    if not await _written(connection, query.values(values), wanted.shown):
        raise problems.not_found("player")
    return await find(connection, player)


async def delete(connection: AsyncConnection, player: str, *, now: float) -> None:
    """Delete a player: tokens and recovery code become invalid, and the name is free immediately.

    The row stays, since old games refer to it, but contains nothing about the player.
    """
    query = update(players).where(players.c.id == player, players.c.deleted.is_(None))
    gone = {"name": names.DELETED, "name_key": None, "recovery": None, "deleted": now}
    if (await connection.execute(query.values(gone))).rowcount == 0:
        raise problems.not_found("player")
    await access.revoke_all(connection, player, now=now)


async def ban(connection: AsyncConnection, player: str, *, now: float | None) -> None:
    """Ban a player from now on; None lifts the ban. Tokens work again when it is lifted."""
    query = update(players).where(players.c.id == player)
    if (await connection.execute(query.values(banned=now))).rowcount == 0:
        raise problems.not_found("player")


async def _insert_guest(connection: AsyncConnection, row: dict[str, Any]) -> None:
    """Insert a guest with a free name; its number gets longer if many names are taken."""
    for attempt in range(_GUEST_TRIES):
        try:
            return await _insert(connection, row, names.guest_name(100 * 10 ** (attempt // 5)))
        except Problem as problem:
            if problem.code != "name_taken":
                raise
    raise problems.unavailable("No name was found for a guest; choose one yourself.")


async def _insert(connection: AsyncConnection, row: dict[str, Any], name: names.Name) -> None:
    query = insert(players).values(row | {"name": name.shown, "name_key": name.key})
    await _written(connection, query, name.shown)


async def _written(connection: AsyncConnection, query: UpdateBase, name: str) -> bool:
    """Write a row and return whether there was one; raise a `Problem` if the name is taken.

    Only trying tells, since another process may take a name at the same time. A savepoint lets the
    transaction go on.
    """
    try:
        async with connection.begin_nested():
            return (await connection.execute(query)).rowcount == 1
    except IntegrityError as error:
        raise Problem(
            "name_taken",
            f"The name {name!r}, or one that looks like it, is taken; choose another.",
            HTTPStatus.CONFLICT,
        ) from error


def _account(row: Any) -> Account:
    if row is None:
        raise problems.not_found("player")
    return Account(
        id=row.id,
        name=row.name,
        kind=row.kind,
        created=row.created,
        deleted=row.deleted is not None,
        banned=row.banned is not None,
    )
