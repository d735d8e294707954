"""Watching: seats gained and lost meanwhile, presence, and large audiences."""

import asyncio
import random
from typing import Any

import msgspec
import pytest

from gemgrove.server.domain import commands, snapshot
from gemgrove.server.journal import StoredEvent
from gemgrove.server.live import table_channel
from tests.server.live.live_server import Player, live_server

GAMES = pytest.mark.parametrize("game", ["splendor", "arboretum"])


async def test_a_watcher_who_takes_a_seat_is_told_as_that_seat(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server:
        ada, ben = await server.player(), await server.player()
        table = await ada.create(game="arboretum")
        async with server.client(ada) as client:
            assert (await client.watch(table))["snapshot"]["seat"] is None
            await client.say(do="ask", id="j", table=table, request={"do": "join", "seat": 1})
            renewed = (await client.until("snapshot"))["snapshot"]
            assert (renewed["seat"], renewed["last_seq"]) == (1, 2)
            await ben.act(table, commands.Join())
            for player in (ada, ben):
                await player.act(table, commands.Ready())
            started = await client.event("started")
            (stored,) = await server.service.journal.events(table, started["seq"] - 1)
            assert started == msgspec.json.decode(stored.payload(1))
            assert stored.payload(1) not in (stored.payload(0), stored.public)


async def test_a_watcher_who_loses_the_seat_is_told_what_all_may_know(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server:
        players = [await server.player() for _ in range(3)]
        by_id = {player.id: player for player in players}
        table = await server.started(*players, game="arboretum")
        chance = random.Random(1)
        for _ in range(12):
            await server.move(table, by_id, chance)
        while (await server.service.table_service.table(table)).to_move != 1:
            await server.move(table, by_id, chance)
        leaver, others = players[0], players[1:]
        async with server.client(leaver) as client:
            assert (await client.watch(table))["snapshot"]["seat"] == 0
            await client.say(do="ask", id="r", table=table, request={"do": "resign"})
            renewed = (await client.until("snapshot"))["snapshot"]
            assert renewed["seat"] is None
            standing = await server.service.table_service.table(table)
            assert renewed == msgspec.json.decode(msgspec.json.encode(snapshot(standing, None)))
            since = renewed["last_seq"]
            while (
                await server.service.table_service.table(table)
            ).to_move != 0:  # where a bot sits now
                await server.move(table, by_id, chance)
            await others[0].act(table, commands.Say(text="Your turn"))
            last = (await server.service.table_service.table(table)).last_seq
            await client.until_seq(last)
            forms = client.forms(table)
            own = 0
            for event in await server.service.journal.events(table, since):
                assert forms[event.seq] == event.public
                own += event.payload(1) != event.public
            assert own > 0


async def test_presence_is_sent_and_never_stored(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_channel, "PRESENCE_SECONDS", 0.05)

    async with live_server(sqlite_url) as server:
        ada, ben = await server.player(), await server.player()
        table = await server.started(ada, ben)
        before = (await server.service.table_service.table(table)).last_seq
        async with server.client(ada) as client:
            await client.watch(table)
            await client.until("presence", seats=[True, False], spectators=0)
            async with server.client() as other, server.client(ben) as third:
                await other.watch(table)
                await third.watch(table)
                await client.until("presence", seats=[True, True], spectators=1)
                await other.until("presence", seats=[True, True], spectators=1)
            await client.until("presence", seats=[True, False], spectators=0)
        assert (await server.service.table_service.table(table)).last_seq == before


async def test_a_large_audience_hears_everything_and_players_first(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_channel, "SLICE", 3)

    async with live_server(sqlite_url) as server:
        ada, ben = await server.player(), await server.player()
        by_id = {ada.id: ada, ben.id: ben}
        table = await server.started(ada, ben)
        order: list[str | None] = []
        tell = table_channel.Subscriber.send_event

        def noted(self: table_channel.Subscriber, told: Any) -> None:
            if told.seq > self.at:
                order.append(self.player)
            tell(self, told)

        monkeypatch.setattr(table_channel.Subscriber, "send_event", noted)
        audience: list[Player | None] = [*[None] * 12, ada, *[None] * 8, ben]
        begun = (await server.service.table_service.table(table)).last_seq
        final = asyncio.get_running_loop().create_future()
        once = asyncio.Barrier(len(audience) + 1)

        async def listen(player: Player | None) -> None:
            async with server.client(player) as client:
                await client.watch(table)
                await once.wait()
                await client.until_seq(begun + 1)
                await once.wait()
                await client.until_seq(await final)
                assert sorted(client.forms(table)) == list(range(begun + 1, await final + 1))

        async with asyncio.TaskGroup() as group:
            for player in audience:
                group.create_task(listen(player))
            await once.wait()
            chance = random.Random(3)
            await server.move(table, by_id, chance)
            await once.wait()
            assert set(order[:2]) == {ada.id, ben.id}
            assert order[2:] == [None] * 20
            for _ in range(25):
                await server.move(table, by_id, chance)
            final.set_result((await server.service.table_service.table(table)).last_seq)


async def test_spectators_too_far_behind_are_let_go_and_players_are_not(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_channel, "SLICE", 1)
    monkeypatch.setattr(table_channel, "MAX_BEHIND", 2)

    async with live_server(sqlite_url) as server:
        ada, ben = await server.player(), await server.player()
        table = await server.started(ada, ben)
        async with server.client(ada) as player, server.client() as one, server.client() as two:
            for client in (player, one, two):
                await client.watch(table)
            last = (await server.service.table_service.table(table)).last_seq
            rooms = server.websockets.channels._channels[table]
            forms = [StoredEvent(last + n, 0.0, None, "said", "{}", "{}") for n in range(1, 5)]
            rooms._receive(forms)  # at once, before the spectators' turn comes
            assert await one.closed() == await two.closed() == 4490
            await player.say(do="ping")
            await player.until("pong")
            assert sum(text.startswith('{"is":"event"') for text in player.heard) == 4
