"""Authentication: issues, checks and revokes tokens, and recovers accounts.

Every function works within the transaction of the connection it is given.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from http import HTTPStatus

from sqlalchemy import ColumnElement, RowMapping, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gemgrove.server import problems
from gemgrove.server.database.tables import players, tokens
from gemgrove.server.players import names
from gemgrove.server.players.tokens import (
    Scope,
    SecretSource,
    Token,
    new_recovery_code,
    recovery_hash,
    same,
)
from gemgrove.server.problems import Problem

TOKENS = 20
"""The maximum number of valid tokens per player."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The player who makes a request, and the scope of their token."""

    player: str
    name: str
    kind: str
    scope: Scope

    def must_be(self, scope: Scope) -> None:
        """Raise a `Problem` unless the token has this scope."""
        if scope is Scope.PLAY and self.scope is not Scope.PLAY:
            raise Problem(
                "wrong_scope",
                "A bot's token may sit at tables and play; this needs a token that begins with "
                "gg_play_.",
                HTTPStatus.FORBIDDEN,
            )


@dataclass(frozen=True, slots=True)
class Credentials:
    """A token and a recovery code, which a player is shown only once."""

    player: str
    token: Token
    recovery: str = field(repr=False)


async def authenticate(connection: AsyncConnection, token: Token | None) -> Caller:
    """Return a token's owner; raise a `Problem` if it is invalid or the player is banned."""
    if token is None:
        raise problems.unauthenticated()
    query = (
        select(tokens.c.hash, tokens.c.scope, players)
        .join(players, players.c.id == tokens.c.player)
        .where(tokens.c.hash == token.hash, tokens.c.revoked.is_(None), players.c.deleted.is_(None))
    )
    row = (await connection.execute(query)).one_or_none()
    if row is None or not same(row.hash, token.hash):
        raise problems.unauthenticated("This token is not valid: it was revoked, or never issued.")
    _must_not_be_banned(row.banned)
    return Caller(row.id, row.name, row.kind, Scope(row.scope))


async def owner(connection: AsyncConnection, token: Token) -> str | None:
    """Return the player of a token, valid or not; None if it was never issued."""
    query = select(tokens.c.player).where(tokens.c.hash == token.hash)
    return (await connection.execute(query)).scalar_one_or_none()


async def issue(
    connection: AsyncConnection,
    player: str,
    scope: Scope,
    *,
    now: float,
    source: SecretSource | None = None,
) -> Token:
    """Issue a new token for a player. Bot tokens are only for accounts shown as bots."""
    kind = (await connection.execute(select(players.c.kind).where(players.c.id == player))).scalar()
    if scope is Scope.BOT and kind != "bot":
        raise Problem(
            "not_a_bot",
            "Bot tokens are for bot accounts, so that everyone sees who is a bot; register one for "
            "your bot.",
            HTTPStatus.CONFLICT,
        )
    counted = select(func.count()).select_from(tokens).where(*_in_force(player))
    if (await connection.execute(counted)).scalar_one() >= TOKENS:
        raise Problem(
            "too_many_tokens",
            f"A player has at most {TOKENS} tokens; revoke one first.",
            HTTPStatus.CONFLICT,
        )
    token = Token.new(scope, source)
    row = {"hash": token.hash, "player": player, "prefix": token.prefix, "created": now}
    await connection.execute(insert(tokens).values(row | {"scope": scope.value}))
    return token


async def in_force(connection: AsyncConnection, player: str) -> Sequence[RowMapping]:
    """Return `prefix`, `scope` and `created` of the player's valid tokens, oldest first."""
    query = (
        select(tokens.c.prefix, tokens.c.scope, tokens.c.created)
        .where(*_in_force(player))
        .order_by(tokens.c.created, tokens.c.prefix)
    )
    return (await connection.execute(query)).mappings().all()


async def revoke(connection: AsyncConnection, player: str, prefix: str, *, now: float) -> None:
    """Revoke the player's token with this prefix; raise a `Problem` if there is none."""
    query = update(tokens).where(*_in_force(player), tokens.c.prefix == prefix)
    if (await connection.execute(query.values(revoked=now))).rowcount == 0:
        raise problems.not_found("token")


async def revoke_all(connection: AsyncConnection, player: str, *, now: float) -> None:
    """Revoke all tokens of a player."""
    await connection.execute(update(tokens).where(*_in_force(player)).values(revoked=now))


async def recover(
    connection: AsyncConnection,
    name: str,
    code: str,
    *,
    now: float,
    source: SecretSource | None = None,
) -> Credentials:
    """Give new credentials to a player who has lost their token, and invalidate the old ones.

    A wrong code, a used one and an unknown name are refused with the same answer.
    """
    wrong = Problem(
        "wrong_recovery_code",
        "This name and this recovery code do not belong together, or the code was used before.",
        HTTPStatus.FORBIDDEN,
    )
    if not name.isprintable():
        raise wrong
    query = select(players).where(players.c.name_key == names.key_of(name))
    row = (await connection.execute(query)).one_or_none()
    shown = recovery_hash(code)
    if row is None or row.recovery is None or shown is None or not same(row.recovery, shown):
        raise wrong
    _must_not_be_banned(row.banned)
    fresh = new_recovery_code(source)
    # If the same code is used twice at once, the second attempt finds it gone.
    swap = update(players).where(players.c.id == row.id, players.c.recovery == row.recovery)
    swapped = await connection.execute(swap.values(recovery=recovery_hash(fresh)))
    if swapped.rowcount != 1:
        raise wrong
    await revoke_all(connection, row.id, now=now)
    token = await issue(connection, row.id, Scope.PLAY, now=now, source=source)
    return Credentials(row.id, token, fresh)


async def renew_recovery(
    connection: AsyncConnection, player: str, *, source: SecretSource | None = None
) -> str:
    """Replace the recovery code of a player who still has a token; return the new one."""
    code = new_recovery_code(source)
    query = update(players).where(players.c.id == player, players.c.deleted.is_(None))
    if (await connection.execute(query.values(recovery=recovery_hash(code)))).rowcount == 0:
        raise problems.not_found("player")
    return code


def _in_force(player: str) -> tuple[ColumnElement[bool], ...]:
    return (tokens.c.player == player, tokens.c.revoked.is_(None))


def _must_not_be_banned(banned: float | None) -> None:
    if banned is not None:
        raise Problem(
            "banned", "The host of this server has banned this player.", HTTPStatus.FORBIDDEN
        )
