"""The lobby: public tables that are open or in progress, and their changes."""

import random
from typing import Any

import pytest

from gemgrove.server.domain import commands
from gemgrove.server.live import lobby
from tests.server.live.live_server import Client, live_server
from tests.waiting import becomes


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "BATCH_SECONDS", 0.02)


async def listed(client: Client) -> list[dict[str, Any]]:
    await client.say(do="watch_lobby")
    tables: list[dict[str, Any]] = (await client.until("lobby"))["tables"]
    return tables


async def test_the_lobby_has_public_tables_that_have_not_ended(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server:
        ada, ben = await server.player(), await server.player()
        waiting = await ada.create()
        playing = await server.started(ada, ben)
        over = await server.started(ada, ben)
        await ada.act(over, commands.Resign())
        await ada.create(public=False)
        async with server.client() as client:
            found = await listed(client)
            assert [table["table"] for table in found] == [playing, waiting]
            assert [table["status"] for table in found] == ["playing", "open"]
            assert [seat["player"] for seat in found[0]["seats"]] == [ada.id, ben.id]


async def test_changes_are_told_and_private_tables_never(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server:
        ada, ben = await server.player(), await server.player()
        async with server.client() as client:
            assert await listed(client) == []
            hidden = await ada.create(public=False)
            await ada.act(hidden, commands.Join())
            table = await ada.create()
            change = await client.until("lobby_change")
            assert [each["table"] for each in change["tables"]] == [table]
            await ada.act(table, commands.Join())
            await ben.act(table, commands.Join())
            for player in (ada, ben):
                await player.act(table, commands.Ready())
            while change["tables"][0]["status"] != "playing":
                change = await client.until("lobby_change")
            await ada.act(hidden, commands.Leave())
            await ben.act(table, commands.Resign())
            change = await client.until("lobby_change")
            assert (change["tables"], change["gone"]) == ([], [table])
            assert all(hidden not in text for text in client.heard)


async def test_moves_and_talk_are_no_news_to_the_lobby(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server:
        ada, ben = await server.player(), await server.player()
        table = await server.started(ada, ben)
        async with server.client() as client:
            await listed(client)
            await ada.act(table, commands.Say(text="Hello"))
            another = await ada.create()
            change = await client.until("lobby_change")
            assert [each["table"] for each in change["tables"]] == [another]
            await client.say(do="unwatch_lobby")
            await client.say(do="ping")
            await client.until("pong")
            await ada.create()
            await becomes(lambda: server.websockets.lobby._task is None)
            await client.say(do="ping")
            assert (await client.hear())["is"] == "pong"


async def test_a_later_subscriber_gets_the_current_list(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server:
        ada = await server.player()
        async with server.client() as first, server.client() as second:
            await listed(first)
            table = await ada.create()
            await first.until("lobby_change")
            assert [each["table"] for each in await listed(second)] == [table]


async def test_tables_without_a_notification_are_found_by_polling(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "RELOAD_SECONDS", 0.05)

    async with live_server(sqlite_url) as server:
        ada = await server.player()
        old = await ada.create()
        await ada.act(old, commands.Join())
        async with server.client() as client:
            await listed(client)
            server.service.feed.changed.clear()
            table = await ada.create()
            change = await client.until("lobby_change")
            assert [each["table"] for each in change["tables"]] == [table]


async def test_the_lobby_has_the_newest_tables_alone(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "MOST", 2)

    async with live_server(sqlite_url) as server:
        ada = await server.player()
        first, second = await ada.create(), await ada.create()
        async with server.client() as client:
            found = await listed(client)
            assert [table["table"] for table in found] == [second, first]
            third = await ada.create()
            change = await client.until("lobby_change")
            assert [each["table"] for each in change["tables"]] == [third]
            assert change["gone"] == [first]


async def test_a_rematch_comes_to_the_lobby(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server:
        ada, ben = await server.player(), await server.player()
        table = await server.started(ada, ben)
        chance = random.Random(1)
        for _ in range(4):
            await server.move(table, {ada.id: ada, ben.id: ben}, chance)
        await ada.act(table, commands.Resign())
        async with server.client() as client:
            assert await listed(client) == []
            for player in (ben, ada):
                await player.act(table, commands.Rematch())
            again = (await server.service.table_service.table(table)).rematch
            assert again is not None
            change = await client.until("lobby_change")
            assert [each["table"] for each in change["tables"]] == [again]
