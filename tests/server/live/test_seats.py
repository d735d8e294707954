"""Who watches as what: seats taken and lost while watching, nothing hidden told, who is there."""

import asyncio
import random
from typing import Any

import msgspec
import pytest

from gemgrove.server import requests
from gemgrove.server.domain import snapshot
from gemgrove.server.journal import StoredEvent
from gemgrove.server.live import room
from tests.server.live.house import Client, House, Player, run

GAMES = pytest.mark.parametrize("game", ["splendor", "arboretum"])


def test_a_watcher_who_takes_a_seat_is_told_as_that_seat(sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        ada, ben = await house.player(), await house.player()
        table = await ada.create(game="arboretum")
        async with house.client(ada) as client:
            assert (await client.watch(table))["snapshot"]["seat"] is None
            await client.say(do="ask", id="j", table=table, request={"do": "join", "seat": 1})
            renewed = (await client.until("snapshot"))["snapshot"]
            assert (renewed["seat"], renewed["last_seq"]) == (1, 2)
            await ben.act(table, requests.Join())
            for player in (ada, ben):
                await player.act(table, requests.Ready())
            started = await client.event("started")
            (stored,) = await house.service.journal.events(table, started["seq"] - 1)
            assert started == msgspec.json.decode(stored.form(1))
            assert stored.form(1) not in (stored.form(0), stored.public)

    run(sqlite_url, scene)


def test_a_watcher_who_loses_the_seat_is_told_what_all_may_know(sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        players = [await house.player() for _ in range(3)]
        by_id = {player.id: player for player in players}
        table = await house.started(*players, game="arboretum")
        chance = random.Random(1)
        for _ in range(12):
            await house.move(table, by_id, chance)
        while (await house.service.hall.table(table)).to_move != 1:
            await house.move(table, by_id, chance)
        leaver, others = players[0], players[1:]
        async with house.client(leaver) as client:
            assert (await client.watch(table))["snapshot"]["seat"] == 0
            await client.say(do="ask", id="r", table=table, request={"do": "resign"})
            renewed = (await client.until("snapshot"))["snapshot"]
            assert renewed["seat"] is None
            standing = await house.service.hall.table(table)
            assert renewed == msgspec.json.decode(msgspec.json.encode(snapshot(standing, None)))
            since = renewed["last_seq"]
            while (await house.service.hall.table(table)).to_move != 0:  # where a bot sits now
                await house.move(table, by_id, chance)
            await others[0].act(table, requests.Say(text="Your turn"))
            last = (await house.service.hall.table(table)).last_seq
            await client.until_seq(last)
            forms = client.forms(table)
            own = 0
            for event in await house.service.journal.events(table, since):
                assert forms[event.seq] == event.public
                own += event.form(1) != event.public
            assert own > 0

    run(sqlite_url, scene)


@GAMES
def test_no_byte_that_is_sent_tells_more_than_its_audience_may_know(
    sqlite_url: str, game: str
) -> None:
    """Every message is a form or a snapshot of the client's own seat, or has no hidden part."""

    async def scene(house: House) -> None:
        players = [await house.player() for _ in range(3)]
        by_id = {player.id: player for player in players}
        table = await players[0].create(game=game, players=3)
        audiences: list[Player | None] = [*players, None]
        heard: dict[int, Client] = {}

        async def listen(number: int, ready: asyncio.Barrier) -> None:
            async with house.client(audiences[number]) as client:
                heard[number] = client
                await client.watch(table)
                await ready.wait()
                await client.event("over")

        ready = asyncio.Barrier(5)
        async with asyncio.TaskGroup() as group:
            for number in range(4):
                group.create_task(listen(number, ready))
            await ready.wait()
            for player in players:
                await player.act(table, requests.Join())
            for player in players:
                await player.act(table, requests.Ready())
            chance = random.Random(2)
            while await house.move(table, by_id, chance):
                pass
        standing = await house.service.hall.table(table)
        stored: dict[int, StoredEvent] = {}
        while len(stored) < standing.last_seq:
            page = await house.service.journal.events(table, len(stored))
            stored |= {event.seq: event for event in page}
        for number, client in heard.items():
            audience = audiences[number]
            seat = None if audience is None else standing.seat_of(audience.id)
            for seq, form in client.forms(table).items():
                assert form == stored[seq].form(seat)
            for text in client.heard:
                message: dict[str, Any] = msgspec.json.decode(text)
                assert message["is"] in ("welcome", "snapshot", "event", "presence")
                if message["is"] == "snapshot":
                    # All of them are from before the start.
                    assert message["snapshot"]["view"] is None
                    assert message["snapshot"]["secret"] is None

    run(sqlite_url, scene)


def test_who_is_there_is_told_and_never_logged(sqlite_url: str) -> None:
    async def scene(house: House) -> None:
        ada, ben = await house.player(), await house.player()
        table = await house.started(ada, ben)
        before = (await house.service.hall.table(table)).last_seq
        async with house.client(ada) as client:
            await client.watch(table)
            await client.until("presence", seats=[True, False], spectators=0)
            async with house.client() as other, house.client(ben) as third:
                await other.watch(table)
                await third.watch(table)
                await client.until("presence", seats=[True, True], spectators=1)
                await other.until("presence", seats=[True, True], spectators=1)
            await client.until("presence", seats=[True, False], spectators=0)
        assert (await house.service.hall.table(table)).last_seq == before

    run(sqlite_url, scene)


def test_a_large_audience_hears_everything_and_players_first(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "SLICE", 3)

    async def scene(house: House) -> None:
        ada, ben = await house.player(), await house.player()
        by_id = {ada.id: ada, ben.id: ben}
        table = await house.started(ada, ben)
        order: list[str | None] = []
        tell = room.Watcher.tell

        def noted(self: room.Watcher, told: Any) -> None:
            if told.seq > self.at:
                order.append(self.player)
            tell(self, told)

        monkeypatch.setattr(room.Watcher, "tell", noted)
        audience: list[Player | None] = [*[None] * 12, ada, *[None] * 8, ben]
        begun = (await house.service.hall.table(table)).last_seq
        final = asyncio.get_running_loop().create_future()
        once = asyncio.Barrier(len(audience) + 1)

        async def listen(player: Player | None) -> None:
            async with house.client(player) as client:
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
            await house.move(table, by_id, chance)
            await once.wait()
            assert set(order[:2]) == {ada.id, ben.id}
            assert order[2:] == [None] * 20
            for _ in range(25):
                await house.move(table, by_id, chance)
            final.set_result((await house.service.hall.table(table)).last_seq)

    run(sqlite_url, scene)


def test_spectators_too_far_behind_are_let_go_and_players_are_not(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "SLICE", 1)
    monkeypatch.setattr(room, "MOST_BEHIND", 2)

    async def scene(house: House) -> None:
        ada, ben = await house.player(), await house.player()
        table = await house.started(ada, ben)
        async with house.client(ada) as player, house.client() as one, house.client() as two:
            for client in (player, one, two):
                await client.watch(table)
            last = (await house.service.hall.table(table)).last_seq
            rooms = house.hub.rooms._rooms[table]
            forms = [StoredEvent(last + n, 0.0, None, "said", "{}", "{}") for n in range(1, 5)]
            rooms._receive(forms)  # at once, before the spectators' turn comes
            assert await one.closed() == await two.closed() == 4490
            await player.say(do="ping")
            await player.until("pong")
            assert sum(text.startswith('{"is":"event"') for text in player.heard) == 4

    run(sqlite_url, scene)
