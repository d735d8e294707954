"""What a player can ask about the own account: register, recover, rename, tokens, delete."""

import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import replace
from http import HTTPStatus
from typing import Any

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from gemgrove.server import listing
from gemgrove.server.callers import Callers
from gemgrove.server.database.base import Database
from gemgrove.server.domain import commands
from gemgrove.server.hall import Answer, Ask, Hall
from gemgrove.server.once import earlier, once
from gemgrove.server.players import access, accounts, recovery
from gemgrove.server.players.access import Caller
from gemgrove.server.players.accounts import Account
from gemgrove.server.players.source import SHORTEST_KEY, Source
from gemgrove.server.players.tokens import Scope, Token
from gemgrove.server.problems import Problem

NOBODY = "-"
"""Whose requests they are that come without a token."""

DELETING = ("delete",)
"""What the request for it is known by."""

Told = dict[str, Any]
_Giving = Callable[[AsyncConnection, Source], Awaitable[Told]]


class Members:
    """The players of a server."""

    def __init__(self, database: Database, hall: Hall, callers: Callers) -> None:
        self._database = database
        self._hall = hall
        self._callers = callers

    async def register(self, name: str | None, *, bot: bool, key: str | None) -> Answer:
        """A new player, a guest where there is no name; with a token and a recovery code."""
        now = await self._database.now()

        async def give(connection: AsyncConnection, source: Source) -> Told:
            made = await accounts.register(connection, name, now=now, bot=bot, source=source)
            account = await accounts.find(connection, made.player)
            return profile(account) | {"scope": made.token.scope, "secrets": ["token", "recovery"]}

        request = ["register", name, bot]
        return await self._giving(NOBODY, key, request, give, status=HTTPStatus.CREATED)

    async def recover(self, name: str, code: str, *, key: str | None) -> Answer:
        """A new token and code for who has lost the token."""
        now = await self._database.now()

        async def give(connection: AsyncConnection, source: Source) -> Told:
            made = await access.recover(connection, name, code, now=now, source=source)
            account = await accounts.find(connection, made.player)
            return profile(account) | {"scope": made.token.scope, "secrets": ["token", "recovery"]}

        answer = await self._giving(NOBODY, key, ["recover", name, code], give)
        self._callers.forget(msgspec.json.decode(answer.body)["player"])
        return answer

    async def issue(self, caller: Caller, scope: Scope, *, key: str | None) -> Answer:
        """One more token."""
        caller.must_be(Scope.PLAY)
        now = await self._database.now()

        async def give(connection: AsyncConnection, source: Source) -> Told:
            token = await access.issue(connection, caller.player, scope, now=now, source=source)
            return {"prefix": token.prefix, "scope": scope, "created": now, "secrets": ["token"]}

        request = ["token", scope.value]
        return await self._giving(caller.player, key, request, give, status=HTTPStatus.CREATED)

    async def renew_recovery(self, caller: Caller, *, key: str | None) -> Answer:
        """Another recovery code."""
        caller.must_be(Scope.PLAY)

        async def give(connection: AsyncConnection, source: Source) -> Told:
            await access.renew_recovery(connection, caller.player, source=source)
            return {"player": caller.player, "secrets": ["recovery"]}

        return await self._giving(caller.player, key, ["recovery"], give)

    async def rename(self, caller: Caller, name: str, *, key: str | None) -> Answer:
        """Another name."""
        caller.must_be(Scope.PLAY)

        async def change(connection: AsyncConnection) -> Answer:
            return _told(profile(await accounts.rename(connection, caller.player, name)))

        return await self._changed(caller, key, ["rename", name], change)

    async def revoke(self, caller: Caller, prefix: str, *, key: str | None) -> Answer:
        """A token is void from now on."""
        caller.must_be(Scope.PLAY)
        now = await self._database.now()

        async def change(connection: AsyncConnection) -> Answer:
            await access.revoke(connection, caller.player, prefix, now=now)
            return _told({"prefix": prefix, "revoked": now})

        return await self._changed(caller, key, revoking(prefix), change)

    async def delete(self, caller: Caller, *, key: str | None) -> Answer:
        """The player is no more; the seats of games that go on are given up first."""
        caller.must_be(Scope.PLAY)
        await self.withdraw(caller.player)
        now = await self._database.now()

        async def change(connection: AsyncConnection) -> Answer:
            await accounts.delete(connection, caller.player, now=now)
            return _told({"player": caller.player, "deleted": now})

        answer = await self._changed(caller, key, DELETING, change)
        await self.withdraw(caller.player)  # what was joined in between
        return answer

    async def repeated(
        self, token: Token | None, key: str | None, request: object
    ) -> Answer | None:
        """What a request was answered that has made its own token void, if it comes again."""
        if token is None or key is None:
            return None
        async with self._database.reading() as connection:
            player = await access.owner(connection, token)
        return (
            None if player is None else await earlier(self._database, Ask.of(player, key, request))
        )

    async def withdraw(self, player: str) -> None:
        """Give up all seats of a player."""
        async with self._database.reading() as connection:
            tables = await listing.unfinished_of(connection, player)
        for table in tables:
            try:
                await self._hall.act(table, commands.Withdraw(player=player), Ask())
            except Problem:
                continue  # it has ended, or the player had gone

    async def tokens(self, caller: Caller) -> list[Told]:
        """The tokens in force, without what is secret of them."""
        caller.must_be(Scope.PLAY)
        async with self._database.reading() as connection:
            found = await access.in_force(connection, caller.player)
        return [
            {"prefix": token.prefix, "scope": token.scope.value, "created": token.created}
            for token in found
        ]

    async def find(self, player: str) -> Account:
        """Any player."""
        async with self._database.reading() as connection:
            return await accounts.find(connection, player)

    async def _changed(
        self,
        caller: Caller,
        key: str | None,
        request: object,
        change: Callable[[AsyncConnection], Awaitable[Answer]],
    ) -> Answer:
        ask = Ask() if key is None else Ask.of(caller.player, key, request)
        try:
            return await once(self._database, ask, change, now=await self._database.now())
        finally:
            self._callers.forget(caller.player)

    async def _giving(
        self, player: str, key: str | None, request: object, give: _Giving, *, status: int = 200
    ) -> Answer:
        """An answer with secrets, of which nothing is stored but what they are made from."""
        if key is not None and len(key) < SHORTEST_KEY:
            raise Problem(
                "weak_key",
                f"The idempotency key of a request for secrets has {SHORTEST_KEY} characters or "
                "more: whoever knows it can have them again.",
                HTTPStatus.UNPROCESSABLE_ENTITY,
            )
        source = Source.fresh() if key is None else Source.of(key)
        ask = Ask()
        if key is not None:
            ask = Ask.of(player, hashlib.sha256(key.encode()).hexdigest(), request)

        async def change(connection: AsyncConnection) -> Answer:
            given = await give(connection, source)
            return _told(given | {"salt": source.salt.hex()}, status)

        answer = await once(self._database, ask, change, now=await self._database.now())
        return replace(answer, body=_with_secrets(answer.body, key, source))


def revoking(prefix: str) -> tuple[str, str]:
    """What the request to revoke a token is known by."""
    return ("revoke", prefix)


def profile(account: Account) -> Told:
    """A player as everybody may know it."""
    return {
        "player": account.id,
        "name": account.name,
        "kind": account.kind,
        "created": account.created,
        "deleted": account.deleted,
    }


def _with_secrets(body: str, key: str | None, source: Source) -> str:
    told = msgspec.json.decode(body)
    salt = bytes.fromhex(told.pop("salt"))
    if key is not None:
        source = Source.of(key, salt)
    wanted = told.pop("secrets")
    if "token" in wanted:
        told["token"] = Token.new(Scope(told["scope"]), source).text
    if "recovery" in wanted:
        told["recovery"] = recovery.new_code(source)
    return msgspec.json.encode(told).decode()


def _told(values: Told, status: int = 200) -> Answer:
    return Answer(int(status), msgspec.json.encode(values).decode())
