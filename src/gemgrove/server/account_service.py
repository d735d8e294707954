"""Players' requests about their accounts: register, recover, rename, tokens, delete."""

import hashlib
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from http import HTTPStatus
from typing import Annotated

import msgspec
from msgspec import Meta
from sqlalchemy.ext.asyncio import AsyncConnection

from gemgrove.server import listing
from gemgrove.server.database.base import Database
from gemgrove.server.domain import commands
from gemgrove.server.domain.snapshot import Seconds
from gemgrove.server.idempotency import earlier, run_once
from gemgrove.server.players import access, accounts
from gemgrove.server.players.access import Caller
from gemgrove.server.players.accounts import Account
from gemgrove.server.players.tokens import (
    MIN_KEY_LENGTH,
    Scope,
    SecretSource,
    Token,
    new_recovery_code,
)
from gemgrove.server.problems import Problem
from gemgrove.server.table_service import Answer, Requester, TableService
from gemgrove.server.token_cache import TokenCache

NOBODY = "-"
"""The owner of idempotency keys sent without a token."""

DELETING = ("delete",)
"""Identifies the request to delete an account."""

_SecretChange = Callable[[AsyncConnection, SecretSource], Awaitable[msgspec.Struct]]


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A player's public profile."""

    player: str
    name: str
    kind: Annotated[str, Meta(description="`guest`, `named` or `bot`.")]
    created: Seconds
    deleted: bool


class Credentials(Player, frozen=True, kw_only=True):
    """A player with a new token and recovery code, shown only once."""

    scope: str
    token: Annotated[str, Meta(description="For the header Authorization: Bearer ...")] = ""
    recovery: Annotated[str, Meta(description="Replaces a lost token, once.")] = ""


class ListedToken(msgspec.Struct, frozen=True, kw_only=True):
    """A valid token, without its secret part."""

    prefix: str
    scope: str
    created: Seconds


class NewToken(ListedToken, frozen=True, kw_only=True):
    """A new token, shown only once."""

    token: str = ""


class RevokedToken(msgspec.Struct, frozen=True):
    """A token that is no longer valid."""

    prefix: str
    revoked: Seconds


class RecoveryCode(msgspec.Struct, frozen=True, kw_only=True):
    """A new recovery code; the previous one is no longer valid."""

    player: str
    recovery: str = ""


class DeletedPlayer(msgspec.Struct, frozen=True):
    """A player who was deleted."""

    player: str
    deleted: Seconds


class AccountService:
    """The accounts of a server."""

    def __init__(
        self,
        database: Database,
        table_service: TableService,
        token_cache: TokenCache,
        bot_names: Iterable[str] = (),
    ) -> None:
        """Keep the host's `bot_names` from being taken by players."""
        self._bot_names = tuple(bot_names)
        self._database = database
        self._table_service = table_service
        self._token_cache = token_cache

    async def register(self, name: str | None, *, bot: bool, key: str | None) -> Answer:
        """Register a player, or a guest if no name is given."""
        now = await self._database.now()

        async def give(connection: AsyncConnection, source: SecretSource) -> Credentials:
            made = await accounts.register(
                connection, name, now=now, bot=bot, source=source, reserved=self._bot_names
            )
            return await _credentials(connection, made)

        request = ["register", name, bot]
        return await self._run_with_secrets(NOBODY, key, request, give, HTTPStatus.CREATED)

    async def recover(self, name: str, code: str, *, key: str | None) -> Answer:
        """Replace a lost token using the recovery code; both are renewed."""
        now = await self._database.now()

        async def give(connection: AsyncConnection, source: SecretSource) -> Credentials:
            made = await access.recover(connection, name, code, now=now, source=source)
            return await _credentials(connection, made)

        answer = await self._run_with_secrets(NOBODY, key, ["recover", name, code], give)
        self._token_cache.forget(msgspec.json.decode(answer.body)["player"])
        return answer

    async def issue(self, caller: Caller, scope: Scope, *, key: str | None) -> Answer:
        caller.must_be(Scope.PLAY)
        now = await self._database.now()

        async def give(connection: AsyncConnection, source: SecretSource) -> NewToken:
            token = await access.issue(connection, caller.player, scope, now=now, source=source)
            return NewToken(prefix=token.prefix, scope=scope, created=now)

        request = ["token", scope.value]
        return await self._run_with_secrets(caller.player, key, request, give, HTTPStatus.CREATED)

    async def renew_recovery(self, caller: Caller, *, key: str | None) -> Answer:
        caller.must_be(Scope.PLAY)

        async def give(connection: AsyncConnection, source: SecretSource) -> RecoveryCode:
            await access.renew_recovery(connection, caller.player, source=source)
            return RecoveryCode(player=caller.player)

        return await self._run_with_secrets(caller.player, key, ["recovery"], give)

    async def rename(self, caller: Caller, name: str, *, key: str | None) -> Answer:
        caller.must_be(Scope.PLAY)

        async def change(connection: AsyncConnection) -> Answer:
            account = await accounts.rename(
                connection, caller.player, name, reserved=self._bot_names
            )
            return _answer(_profile(account))

        return await self._run(caller, key, ["rename", name], change)

    async def revoke(self, caller: Caller, prefix: str, *, key: str | None) -> Answer:
        caller.must_be(Scope.PLAY)
        now = await self._database.now()

        async def change(connection: AsyncConnection) -> Answer:
            await access.revoke(connection, caller.player, prefix, now=now)
            return _answer(RevokedToken(prefix, now))

        return await self._run(caller, key, revoking(prefix), change)

    async def delete(self, caller: Caller, *, key: str | None) -> Answer:
        """Delete the player, after giving up their seats in unfinished games."""
        caller.must_be(Scope.PLAY)
        await self.withdraw(caller.player)
        now = await self._database.now()

        async def change(connection: AsyncConnection) -> Answer:
            await accounts.delete(connection, caller.player, now=now)
            return _answer(DeletedPlayer(caller.player, now))

        answer = await self._run(caller, key, DELETING, change)
        await self.withdraw(caller.player)  # from tables joined in between
        return answer

    async def repeated(
        self, token: Token | None, key: str | None, request: object
    ) -> Answer | None:
        """Return the earlier answer to a request that revoked its own token, if any."""
        if token is None or key is None:
            return None
        async with self._database.reading() as connection:
            player = await access.owner(connection, token)
        if player is None:
            return None
        return await earlier(self._database, Requester.of(player, key, request))

    async def withdraw(self, player: str) -> None:
        """Give up all of a player's seats."""
        async with self._database.reading() as connection:
            tables = await listing.unfinished_of(connection, player)
        for table in tables:
            try:
                await self._table_service.act(table, commands.Withdraw(player=player), Requester())
            except Problem:
                continue  # the table has ended, or the player had left

    async def tokens(self, caller: Caller) -> list[ListedToken]:
        """Return the valid tokens, oldest first."""
        caller.must_be(Scope.PLAY)
        async with self._database.reading() as connection:
            found = await access.in_force(connection, caller.player)
        return [ListedToken(**token) for token in found]

    async def find(self, player: str) -> Player:
        """Return a player's profile, even if deleted; raise a `Problem` if there never was one."""
        async with self._database.reading() as connection:
            return _profile(await accounts.find(connection, player))

    async def _run(
        self,
        caller: Caller,
        key: str | None,
        request: object,
        change: Callable[[AsyncConnection], Awaitable[Answer]],
    ) -> Answer:
        requester = Requester() if key is None else Requester.of(caller.player, key, request)
        try:
            return await run_once(self._database, requester, change, now=await self._database.now())
        finally:
            self._token_cache.forget(caller.player)

    async def _run_with_secrets(
        self, player: str, key: str | None, request: object, give: _SecretChange, status: int = 200
    ) -> Answer:
        """Run a change whose answer contains secrets.

        They are not stored, but derived from the key and a salt.
        """
        if key is not None and len(key) < MIN_KEY_LENGTH:
            raise Problem(
                "weak_key",
                f"The idempotency key of a request for secrets has {MIN_KEY_LENGTH} characters or "
                "more: whoever knows it can have them again.",
            )
        source = SecretSource.fresh() if key is None else SecretSource.of(key)
        requester = Requester()
        if key is not None:
            requester = Requester.of(player, hashlib.sha256(key.encode()).hexdigest(), request)

        async def change(connection: AsyncConnection) -> Answer:
            given = await give(connection, source)
            return _answer(msgspec.to_builtins(given) | {"salt": source.salt.hex()}, status)

        answer = await run_once(self._database, requester, change, now=await self._database.now())
        return replace(answer, body=_with_secrets(answer.body, key, source))


def revoking(prefix: str) -> tuple[str, str]:
    """Return what identifies the request to revoke a token."""
    return ("revoke", prefix)


def _profile(account: Account) -> Player:
    return Player(
        player=account.id,
        name=account.name,
        kind=account.kind,
        created=account.created,
        deleted=account.deleted,
    )


async def _credentials(connection: AsyncConnection, made: access.Credentials) -> Credentials:
    """Return new credentials without the secrets, which are not stored."""
    known = _profile(await accounts.find(connection, made.player))
    return Credentials(**msgspec.structs.asdict(known), scope=made.token.scope)


def _with_secrets(body: str, key: str | None, source: SecretSource) -> str:
    """Fill in the secrets of a stored answer, which are empty there."""
    given = msgspec.json.decode(body)
    salt = bytes.fromhex(given.pop("salt"))
    if key is not None:
        source = SecretSource.of(key, salt)
    if "token" in given:
        given["token"] = Token.new(Scope(given["scope"]), source).text
    if "recovery" in given:
        given["recovery"] = new_recovery_code(source)
    return msgspec.json.encode(given).decode()


def _answer(values: object, status: int = 200) -> Answer:
    return Answer(int(status), msgspec.json.encode(values).decode())
