"""The account service: each request changes an account once, and secrets are stored nowhere."""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gemgrove.server.account_service import AccountService
from gemgrove.server.database.base import Database
from gemgrove.server.database.engine import open_database
from gemgrove.server.domain.commands import Create, Join, Play, Ready
from gemgrove.server.journal import Journal
from gemgrove.server.players.access import Caller
from gemgrove.server.players.tokens import Scope, Token
from gemgrove.server.problems import Problem
from gemgrove.server.table_service import Answer, Requester, TableService
from gemgrove.server.token_cache import TokenCache

KEY = "a key that is long enough to keep secrets"


class Office:
    """The account service with its dependencies."""

    def __init__(self, database: Database, journal: Journal) -> None:
        self.database = database
        self.table_service = TableService(database, journal)
        self.token_cache = TokenCache(database, seconds=60)
        self.accounts = AccountService(database, self.table_service, self.token_cache)

    async def register(
        self, name: str | None = None, *, bot: bool = False, key: str | None = None
    ) -> dict[str, Any]:
        return told(await self.accounts.register(name, bot=bot, key=key))

    async def caller(self, registered: dict[str, Any]) -> Caller:
        return await self.token_cache.of(Token.read(registered["token"]))


def told(answer: Answer) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(answer.body)
    return found


def run(url: str, scene: Callable[[Office], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        database = await open_database(url)
        journal = Journal(database)
        try:
            await scene(Office(database, journal))
        finally:
            await journal.close()
            await database.close()

    asyncio.run(whole())


async def refused(asked: Coroutine[Any, Any, object]) -> str:
    with pytest.raises(Problem) as caught:
        await asked
    return caught.value.code


def test_the_same_registration_again_gives_the_same_secrets(database_url: str) -> None:
    async def scene(office: Office) -> None:
        first = await office.accounts.register("Ada", bot=False, key=KEY)
        again = await office.accounts.register("Ada", bot=False, key=KEY)
        assert (first.status, first.again) == (201, False)
        assert (again.status, again.again) == (201, True)
        assert told(again) == told(first)
        assert (await office.caller(told(again))).name == "Ada"
        assert await refused(office.accounts.register("Ben", bot=False, key=KEY)) == "key_reused"
        assert await refused(office.accounts.register("Ada", bot=False, key=KEY + "!")) == (
            "name_taken"
        )

    run(database_url, scene)


def test_registrations_at_once_with_one_key_make_one_player(database_url: str) -> None:
    async def scene(office: Office) -> None:
        answers = await asyncio.gather(*(office.register("Ada", key=KEY) for _ in range(8)))
        assert len({answer["token"] for answer in answers}) == 1

    run(database_url, scene)


def test_no_secret_and_no_key_is_in_the_file(tmp_path: Path) -> None:
    secrets: list[str] = []

    async def scene(office: Office) -> None:
        ada = await office.register("Ada", key=KEY)
        caller = await office.caller(ada)
        more = told(await office.accounts.issue(caller, Scope.PLAY, key=KEY + "1"))
        renewed = told(await office.accounts.renew_recovery(caller, key=KEY + "2"))
        secrets.extend([ada["token"], ada["recovery"], more["token"], renewed["recovery"], KEY])
        recovered = told(await office.accounts.recover("Ada", renewed["recovery"], key=KEY + "3"))
        secrets.extend([recovered["token"], recovered["recovery"]])

    file = tmp_path / "gemgrove.db"
    run(f"sqlite:///{file}", scene)
    with sqlite3.connect(file) as connection:
        dump = "\n".join(connection.iterdump())
    connection.close()
    assert "Ada" in dump
    assert len(secrets) == 7
    for secret in secrets:
        assert secret not in dump
        assert secret.replace("-", "") not in dump


def test_a_short_key_is_no_keeper_of_secrets(sqlite_url: str) -> None:
    async def scene(office: Office) -> None:
        assert await refused(office.accounts.register("Ada", bot=False, key="1")) == "weak_key"

    run(sqlite_url, scene)


def test_a_lost_answer_to_a_recovery_can_be_asked_for_again(sqlite_url: str) -> None:
    async def scene(office: Office) -> None:
        ada = await office.register("Ada")
        first = told(await office.accounts.recover("Ada", ada["recovery"], key=KEY))
        again = told(await office.accounts.recover("Ada", ada["recovery"], key=KEY))
        assert again == first
        assert first["token"] != ada["token"]
        assert (await office.caller(first)).player == ada["player"]
        assert await refused(office.caller(ada)) == "unauthenticated"
        used = office.accounts.recover("Ada", ada["recovery"], key=None)
        assert await refused(used) == "wrong_recovery_code"

    run(sqlite_url, scene)


def test_a_revoked_token_is_void_at_once(sqlite_url: str) -> None:
    async def scene(office: Office) -> None:
        ada = await office.register("Ada")
        caller = await office.caller(ada)
        (held,) = await office.accounts.tokens(caller)
        await office.accounts.revoke(caller, held.prefix, key=None)
        assert await refused(office.caller(ada)) == "unauthenticated"

    run(sqlite_url, scene)


def test_a_rename_is_answered_again_after_another_one(sqlite_url: str) -> None:
    async def scene(office: Office) -> None:
        caller = await office.caller(await office.register())
        assert caller.kind == "guest"
        first = await office.accounts.rename(caller, "Ada", key="first")
        await office.accounts.rename(caller, "Eve", key="second")
        again = await office.accounts.rename(caller, "Ada", key="first")
        assert again.again
        assert again.body == first.body
        assert (await office.accounts.find(caller.player)).name == "Eve"

    run(sqlite_url, scene)


def test_who_is_deleted_has_given_up_every_seat(sqlite_url: str) -> None:
    async def scene(office: Office) -> None:
        people = [await office.caller(await office.register(name)) for name in ("Ada", "Ben")]
        tables = []
        for _ in range(2):
            made = await office.table_service.create(
                Create(game="splendor", players=2), Requester(people[0].player)
            )
            tables.append(told(made)["table"])
            for person in people:
                await office.table_service.act(
                    tables[-1], Join(), Requester(person.player, name=person.name)
                )
        for person in people:
            await office.table_service.act(tables[0], Ready(), Requester(person.player))
        for _ in range(2):
            table = await office.table_service.table(tables[0])
            assert table.game is not None
            mover = people[0] if table.seats[table.game.to_move].name == "Ada" else people[1]
            move = Play(moves=[table.game.legal_actions()[0]], position=table.position_seq)
            await office.table_service.act(tables[0], move, Requester(mover.player))
        first = await office.accounts.delete(people[0], key="gone")
        assert told(first)["player"] == people[0].player
        assert (await office.accounts.delete(people[0], key="gone")).again
        begun, waiting = [await office.table_service.table(table) for table in tables]
        assert begun.outcome is not None
        assert (begun.outcome.ending, begun.outcome.places) == ("withdrawn", [2, 1])
        assert waiting.seats[0].free
        assert (await office.accounts.find(people[0].player)).name == "deleted player"

    run(sqlite_url, scene)


def test_a_bots_token_cannot_touch_the_account(sqlite_url: str) -> None:
    async def scene(office: Office) -> None:
        caller = await office.caller(await office.register("Robo", bot=True))
        for asked in (
            office.accounts.rename(caller, "Other", key=None),
            office.accounts.delete(caller, key=None),
            office.accounts.issue(caller, Scope.BOT, key=None),
            office.accounts.renew_recovery(caller, key=None),
            office.accounts.tokens(caller),
        ):
            assert await refused(asked) == "wrong_scope"

    run(sqlite_url, scene)
