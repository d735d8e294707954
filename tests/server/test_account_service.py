"""The account service: each request changes an account once, and secrets are stored nowhere."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from gemgrove.server.account_service import AccountService
from gemgrove.server.database.base import Database
from gemgrove.server.database.engine import open_database
from gemgrove.server.domain.commands import Create, Join, Play, Ready
from gemgrove.server.journal import Journal
from gemgrove.server.players.access import Caller
from gemgrove.server.players.tokens import Scope, Token
from gemgrove.server.table_service import Requester, TableService
from gemgrove.server.token_cache import TokenCache
from tests.server.answers import decoded, refusal_code

KEY = "a key that is long enough to keep secrets"


class Harness:
    """The account service with its dependencies."""

    def __init__(self, database: Database, journal: Journal) -> None:
        self.database = database
        self.table_service = TableService(database, journal)
        self.token_cache = TokenCache(database, seconds=60)
        self.accounts = AccountService(database, self.table_service, self.token_cache)

    async def register(
        self, name: str | None = None, *, bot: bool = False, key: str | None = None
    ) -> dict[str, Any]:
        return decoded(await self.accounts.register(name, bot=bot, key=key))

    async def caller(self, registered: dict[str, Any]) -> Caller:
        return await self.token_cache.of(Token.read(registered["token"]))


@asynccontextmanager
async def open_harness(url: str) -> AsyncIterator[Harness]:
    database = await open_database(url)
    journal = Journal(database)
    try:
        yield Harness(database, journal)
    finally:
        await journal.close()
        await database.close()


async def test_the_same_registration_again_gives_the_same_secrets(database_url: str) -> None:
    async with open_harness(database_url) as harness:
        first = await harness.accounts.register("Ada", bot=False, key=KEY)
        again = await harness.accounts.register("Ada", bot=False, key=KEY)
        assert (first.status, first.again) == (201, False)
        assert (again.status, again.again) == (201, True)
        assert decoded(again) == decoded(first)
        assert (await harness.caller(decoded(again))).name == "Ada"
        assert (
            await refusal_code(harness.accounts.register("Ben", bot=False, key=KEY)) == "key_reused"
        )
        assert await refusal_code(harness.accounts.register("Ada", bot=False, key=KEY + "!")) == (
            "name_taken"
        )


async def test_registrations_at_once_with_one_key_make_one_player(database_url: str) -> None:
    async with open_harness(database_url) as harness:
        answers = await asyncio.gather(*(harness.register("Ada", key=KEY) for _ in range(8)))
        assert len({answer["token"] for answer in answers}) == 1


async def test_no_secret_and_no_key_is_in_the_file(tmp_path: Path) -> None:
    secrets: list[str] = []

    file = tmp_path / "gemgrove.db"
    async with open_harness(f"sqlite:///{file}") as harness:
        ada = await harness.register("Ada", key=KEY)
        caller = await harness.caller(ada)
        more = decoded(await harness.accounts.issue(caller, Scope.PLAY, key=KEY + "1"))
        renewed = decoded(await harness.accounts.renew_recovery(caller, key=KEY + "2"))
        secrets.extend([ada["token"], ada["recovery"], more["token"], renewed["recovery"], KEY])
        recovered = decoded(
            await harness.accounts.recover("Ada", renewed["recovery"], key=KEY + "3")
        )
        secrets.extend([recovered["token"], recovered["recovery"]])
    with sqlite3.connect(file) as connection:
        dump = "\n".join(connection.iterdump())
    connection.close()
    assert "Ada" in dump
    assert len(secrets) == 7
    for secret in secrets:
        assert secret not in dump
        assert secret.replace("-", "") not in dump


async def test_a_lost_answer_to_a_recovery_can_be_asked_for_again(sqlite_url: str) -> None:
    async with open_harness(sqlite_url) as harness:
        ada = await harness.register("Ada")
        first = decoded(await harness.accounts.recover("Ada", ada["recovery"], key=KEY))
        again = decoded(await harness.accounts.recover("Ada", ada["recovery"], key=KEY))
        assert again == first
        assert first["token"] != ada["token"]
        assert (await harness.caller(first)).player == ada["player"]
        assert await refusal_code(harness.caller(ada)) == "unauthenticated"
        used = harness.accounts.recover("Ada", ada["recovery"], key=None)
        assert await refusal_code(used) == "wrong_recovery_code"


async def test_a_rename_is_answered_again_after_another_one(sqlite_url: str) -> None:
    async with open_harness(sqlite_url) as harness:
        caller = await harness.caller(await harness.register())
        assert caller.kind == "guest"
        first = await harness.accounts.rename(caller, "Ada", key="first")
        await harness.accounts.rename(caller, "Eve", key="second")
        again = await harness.accounts.rename(caller, "Ada", key="first")
        assert again.again
        assert again.body == first.body
        assert (await harness.accounts.find(caller.player)).name == "Eve"


async def test_a_deleted_player_has_given_up_every_seat(sqlite_url: str) -> None:
    async with open_harness(sqlite_url) as harness:
        people = [await harness.caller(await harness.register(name)) for name in ("Ada", "Ben")]
        tables = []
        for _ in range(2):
            made = await harness.table_service.create(
                Create(game="splendor", players=2), Requester(people[0].player)
            )
            tables.append(decoded(made)["table"])
            for person in people:
                await harness.table_service.act(
                    tables[-1], Join(), Requester(person.player, name=person.name)
                )
        for person in people:
            await harness.table_service.act(tables[0], Ready(), Requester(person.player))
        for _ in range(2):
            table = await harness.table_service.table(tables[0])
            assert table.game is not None
            mover = people[0] if table.seats[table.game.to_move].name == "Ada" else people[1]
            move = Play(moves=[table.game.legal_actions()[0]], position=table.position_seq)
            await harness.table_service.act(tables[0], move, Requester(mover.player))
        first = await harness.accounts.delete(people[0], key="gone")
        assert decoded(first)["player"] == people[0].player
        assert (await harness.accounts.delete(people[0], key="gone")).again
        begun, waiting = [await harness.table_service.table(table) for table in tables]
        assert begun.outcome is not None
        assert (begun.outcome.ending, begun.outcome.places) == ("withdrawn", [2, 1])
        assert waiting.seats[0].free
        assert (await harness.accounts.find(people[0].player)).name == "deleted player"
