"""The lobby: public tables that are open or played at, and what changes."""

import random
from typing import Any

import pytest

from gemgrove.server import requests
from gemgrove.server.live import lobby
from tests.server.live.house import Client, House, becomes, run


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "BATCH_SECONDS", 0.02)


async def listed(client: Client) -> list[dict[str, Any]]:
    await client.say(do="watch_lobby")
    tables: list[dict[str, Any]] = (await client.until("lobby"))["tables"]
    return tables


def test_the_lobby_has_public_tables_that_have_not_ended(sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        ada, ben = await house.player(), await house.player()
        waiting = await ada.create()
        playing = await house.started(ada, ben)
        over = await house.started(ada, ben)
        await ada.act(over, requests.Resign())
        await ada.create(public=False)
        async with house.client() as client:
            found = await listed(client)
            assert [table["table"] for table in found] == [playing, waiting]
            assert [table["status"] for table in found] == ["playing", "open"]
            assert [seat["player"] for seat in found[0]["seats"]] == [ada.id, ben.id]

    run(sqlite_url, scene)


def test_changes_are_told_and_private_tables_never(sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        ada, ben = await house.player(), await house.player()
        async with house.client() as client:
            assert await listed(client) == []
            hidden = await ada.create(public=False)
            await ada.act(hidden, requests.Join())
            table = await ada.create()
            change = await client.until("lobby_change")
            assert [each["table"] for each in change["tables"]] == [table]
            await ada.act(table, requests.Join())
            await ben.act(table, requests.Join())
            for player in (ada, ben):
                await player.act(table, requests.Ready())
            while change["tables"][0]["status"] != "playing":
                change = await client.until("lobby_change")
            await ada.act(hidden, requests.Leave())
            await ben.act(table, requests.Resign())
            change = await client.until("lobby_change")
            assert (change["tables"], change["gone"]) == ([], [table])
            assert all(hidden not in text for text in client.heard)

    run(sqlite_url, scene)


def test_moves_and_talk_are_no_news_to_the_lobby(sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        ada, ben = await house.player(), await house.player()
        table = await house.started(ada, ben)
        async with house.client() as client:
            await listed(client)
            await ada.act(table, requests.Say(text="Hello"))
            another = await ada.create()
            change = await client.until("lobby_change")
            assert [each["table"] for each in change["tables"]] == [another]
            await client.say(do="unwatch_lobby")
            await client.say(do="ping")
            await client.until("pong")
            await ada.create()
            await becomes(lambda: house.hub.lobby._task is None)
            await client.say(do="ping")
            assert (await client.hear())["is"] == "pong"

    run(sqlite_url, scene)


def test_who_comes_later_gets_the_list_as_it_is_by_then(sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        ada = await house.player()
        async with house.client() as first, house.client() as second:
            await listed(first)
            table = await ada.create()
            await first.until("lobby_change")
            assert [each["table"] for each in await listed(second)] == [table]

    run(sqlite_url, scene)


def test_what_was_never_heard_of_is_found_by_and_by(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "RELOAD_SECONDS", 0.05)

    async def scene(house: House) -> None:
        ada = await house.player()
        old = await ada.create()
        await ada.act(old, requests.Join())
        async with house.client() as client:
            await listed(client)
            house.service.feed.changed.clear()
            table = await ada.create()
            change = await client.until("lobby_change")
            assert [each["table"] for each in change["tables"]] == [table]

    run(sqlite_url, scene)


def test_the_lobby_has_the_newest_tables_alone(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "MOST", 2)

    async def scene(house: House) -> None:
        ada = await house.player()
        first, second = await ada.create(), await ada.create()
        async with house.client() as client:
            found = await listed(client)
            assert [table["table"] for table in found] == [second, first]
            third = await ada.create()
            change = await client.until("lobby_change")
            assert [each["table"] for each in change["tables"]] == [third]
            assert change["gone"] == [first]

    run(sqlite_url, scene)


def test_a_rematch_comes_to_the_lobby(sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        ada, ben = await house.player(), await house.player()
        table = await house.started(ada, ben)
        chance = random.Random(1)
        for _ in range(4):
            await house.move(table, {ada.id: ada, ben.id: ben}, chance)
        await ada.act(table, requests.Resign())
        async with house.client() as client:
            assert await listed(client) == []
            for player in (ben, ada):
                await player.act(table, requests.Rematch())
            again = (await house.service.hall.table(table)).rematch
            assert again is not None
            change = await client.until("lobby_change")
            assert [each["table"] for each in change["tables"]] == [again]

    run(sqlite_url, scene)
