"""The WebSocket of people's clients: hello, watching, asking, resuming, ending."""

import asyncio
import random

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gemgrove.server import ids
from gemgrove.server.domain import commands
from gemgrove.server.journal import StoredTable
from gemgrove.server.live import (
    connection,
    player_handler,
    websocket_protocol,
    websocket_server,
)
from gemgrove.server.players.tokens import SYMBOLS, Token
from tests.server.live.live_server import Player, live_server
from tests.waiting import becomes

GAMES = pytest.mark.parametrize("game", ["splendor", "arboretum"])


async def test_hello_is_answered_with_who_one_is(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server:
        ada = await server.player()
        async with server.connected() as client:
            await client.say(do="hello", token=ada.token)
            welcome = await client.hear()
            assert welcome["player"] == ada.id
            assert welcome["name"] == ada.caller.name
            assert welcome["server"].startswith("gemgrove ")
        async with server.connected() as client:
            await client.say(do="hello", token=None)
            assert (await client.hear())["player"] is None


@pytest.mark.parametrize("token", ["", "gg_play_1", f"gg_play_{'1' * SYMBOLS}"])
async def test_an_invalid_token_ends_the_connection(sqlite_url: str, token: str) -> None:
    async with live_server(sqlite_url) as server, server.connected() as client:
        await client.say(do="hello", token=token)
        problem = await client.until("problem")
        assert problem["problem"]["code"] == "unauthenticated"
        assert await client.closed() == 4401


async def test_another_first_message_ends_the_connection(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server, server.connected() as client:
        await client.say(do="ping")
        assert await client.closed() == 4400


async def test_silence_in_place_of_hello_ends_the_connection(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "HELLO_SECONDS", 0.05)

    async with live_server(sqlite_url) as server, server.connected() as client:
        assert await client.closed() == 4408


async def test_a_watcher_hears_every_event_after_its_snapshot(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server:
        ada, ben = await server.player(), await server.player()
        table = await server.started(ada, ben)
        async with server.client() as client:
            snapshot = (await client.watch(table))["snapshot"]
            assert snapshot["phase"] == "playing"
            assert snapshot["seat"] is None
            chance = random.Random(1)
            for _ in range(30):
                await server.move(table, {ada.id: ada, ben.id: ben}, chance)
            last = (await server.service.table_service.table(table)).last_seq
            await client.until_seq(last)
            seqs = [event["seq"] for event in client.events(table)]
            assert seqs == list(range(snapshot["last_seq"] + 1, last + 1))


@GAMES
async def test_live_resumed_and_stored_forms_agree_for_every_audience(
    sqlite_url: str, game: str
) -> None:
    async with live_server(sqlite_url) as server:
        players = {player.id: player for player in [await server.player() for _ in range(2)]}
        ada, ben = players.values()
        table = await server.started(ada, ben, game=game)
        audiences: list[Player | None] = [ada, ben, None]
        begun = (await server.service.table_service.table(table)).last_seq
        live: list[dict[int, str]] = []

        async def listen(player: Player | None, ready: asyncio.Barrier) -> None:
            async with server.client(player) as client:
                await client.watch(table)
                await ready.wait()
                await client.event("over")
                live.append(client.forms(table))

        ready = asyncio.Barrier(4)
        async with asyncio.TaskGroup() as group:
            listeners = [group.create_task(listen(player, ready)) for player in audiences]
            await ready.wait()
            chance = random.Random(2)
            while await server.move(table, players, chance):
                pass
            await asyncio.wait(listeners)

        stored = await server.service.journal.events(table, begun, 1000)
        standing = await server.service.table_service.table(table)
        differ = 0
        for player in audiences:
            seat = None if player is None else standing.seat_of(player.id)
            right = {event.seq: event.payload(seat) for event in stored}
            differ += right != {event.seq: event.public for event in stored}
            assert right in live
            async with server.client(player) as client:
                resumed = await client.watch(table, after=begun)
                assert (resumed["is"], resumed["last_seq"]) == ("resumed", standing.last_seq)
                await client.until_seq(standing.last_seq)
                assert client.forms(table) == right
        assert differ == 2


async def test_a_long_resume_is_not_too_much_at_once(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_handler, "PAGE", 8)

    async with live_server(sqlite_url, queue_messages=16) as server:
        ada, ben = await server.player(), await server.player()
        table = await server.started(ada, ben)
        chance = random.Random(3)
        while await server.move(table, {ada.id: ada, ben.id: ben}, chance):
            pass
        last = (await server.service.table_service.table(table)).last_seq
        assert last > 3 * 16
        async with server.client() as client:
            await client.watch(table, after=0)
            await client.until_seq(last)
            assert sorted(client.forms(table)) == list(range(1, last + 1))


async def test_what_was_missed_comes_as_fast_as_it_is_taken(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_handler, "PAGE", 8)

    async with live_server(sqlite_url, queue_messages=16) as server:
        ada, ben = await server.player(), await server.player()
        table = await server.started(ada, ben)
        chance = random.Random(6)
        while await server.move(table, {ada.id: ada, ben.id: ben}, chance):
            pass
        last = (await server.service.table_service.table(table)).last_seq
        loop = asyncio.get_running_loop()
        async with server.client(max_queue=1, sock=server.narrow()) as client:
            (served,) = server.websockets.connections
            for _ in range(3):
                await client.say(do="watch", table=table, after=0)
            await becomes(lambda: served.outbox.blocked_for(loop.time()) > 0.1)
            seqs: list[int] = []
            while seqs.count(last) < 3:
                found = await client.hear()
                if found["is"] == "event":
                    seqs.append(found["event"]["seq"])
            assert seqs == list(range(1, last + 1)) * 3


async def test_resuming_while_others_play_leaves_no_gap(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_handler, "PAGE", 3)

    async with live_server(sqlite_url) as server:
        ada, ben = await server.player(), await server.player()
        players = {ada.id: ada, ben.id: ben}
        table = await server.started(ada, ben)
        chance = random.Random(4)
        for _ in range(40):
            await server.move(table, players, chance)
        final = asyncio.get_running_loop().create_future()

        async def resume() -> None:
            async with server.client() as client:
                await client.watch(table, after=2)
                await client.until_seq(await final)
                assert sorted(client.forms(table)) == list(range(3, await final + 1))

        async with asyncio.TaskGroup() as group:
            for _ in range(6):
                group.create_task(resume())
                await server.move(table, players, chance)
            for _ in range(20):
                await server.move(table, players, chance)
            final.set_result((await server.service.table_service.table(table)).last_seq)


async def test_one_who_knows_more_than_ever_happened_begins_again(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server:
        ada = await server.player()
        table = await ada.create()
        async with server.client(ada) as client:
            assert (await client.watch(table, after=99))["is"] == "snapshot"
            await client.ask(table, "join")
            assert [event["seq"] for event in client.events(table)] == [2]


async def test_unwatched_tables_are_silent(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server:
        ada = await server.player()
        table = await ada.create()
        async with server.client(ada) as client:
            await client.watch(table)
            await client.say(do="unwatch", table=table)
            answer = await client.ask(table, "join")
            assert answer["status"] == 200
            await client.say(do="ping")
            await client.until("pong")
            assert client.events(table) == []
            assert len(server.websockets.channels) == 0


async def test_an_ask_is_answered_and_its_repetition_too(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server:
        ada = await server.player()
        table = await ada.create()
        async with server.client(ada) as client:
            first = await client.ask(table, "join", key="same", seat=1)
            second = await client.ask(table, "join", key="same", seat=1)
            assert first["is"] == second["is"] == "answer"
            assert (first["status"], first["again"], second["again"]) == (200, False, True)
            assert first["body"] == second["body"]
            other = await client.ask(table, "join", key="same", seat=0)
            assert other["problem"]["code"] == "key_reused"


async def test_refusals_name_the_ask_and_the_table(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server:
        ada = await server.player()
        table = await ada.create()
        async with server.client(ada) as client:
            refused = await client.ask(table, "resign", key="one")
            assert (refused["is"], refused["id"], refused["table"]) == ("problem", "one", table)
            assert refused["problem"]["code"] == "not_seated"
            unread = await client.ask(table, "dance", key="two")
            assert unread["problem"]["code"] == "malformed"
            absent = await client.ask(ids.new_table(), "join")
            assert absent["problem"]["code"] == "not_found"
        async with server.client() as client:
            anonymous = await client.ask(table, "join")
            assert anonymous["problem"]["code"] == "unauthenticated"


async def test_asks_at_one_table_are_done_in_their_order(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server:
        ada, ben = await server.player(), await server.player()
        table = await server.started(ada, ben)
        async with server.client(ada) as client:
            await client.watch(table)
            for number in range(50):
                request = {"do": "say", "text": str(number)}
                await client.say(do="ask", id=f"k{number}", table=table, request=request)
            for _ in range(50):
                await client.until("answer")
            said = [event["text"] for event in client.events(table)]
            assert said == [str(number) for number in range(50)]


async def test_a_quick_ask_does_not_overtake_a_slow_one_at_its_table(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server:
        ada = await server.player()
        async with server.client(ada) as client:
            for _ in range(5):
                table = await ada.create()
                # Joining looks up the player's number of tables; getting ready looks up nothing.
                for do in ("join", "ready"):
                    await client.say(do="ask", id=do + table, table=table, request={"do": do})
                answers = [await client.hear() for _ in range(2)]
                assert [answer["id"] for answer in answers] == ["join" + table, "ready" + table]
                assert [answer["is"] for answer in answers] == ["answer", "answer"]


async def test_an_ask_does_not_wait_for_another_table(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server:
        ada = await server.player()
        slow, fast = await ada.create(), await ada.create()
        for table in (slow, fast):
            await ada.act(table, commands.Join())
        cached = server.service.table_service._cache[slow]
        async with server.client(ada) as client:
            await cached.lock.acquire()
            await client.say(do="ask", id="slow", table=slow, request={"do": "ready"})
            assert (await client.ask(fast, "ready"))["status"] == 200
            cached.lock.release()
            assert (await client.until("answer", id="slow"))["status"] == 200


async def test_no_more_is_read_than_can_be_done_at_once(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server:
        ada = await server.player()
        table = await ada.create()
        await ada.act(table, commands.Join())
        cached = server.service.table_service._cache[table]
        async with server.client(ada) as client:
            await cached.lock.acquire()
            most = connection.MAX_PENDING
            for number in range(most):
                request = {"do": "say", "text": str(number)}
                await client.say(do="ask", id=f"k{number}", table=table, request=request)
            await client.say(do="ping")
            (served,) = server.websockets.connections
            await becomes(lambda: served.pending == most)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(client.connection.recv(), 0.1)
            cached.lock.release()
            kinds = [(await client.hear())["is"] for _ in range(most + 1)]
            assert sorted(kinds) == ["answer"] * most + ["pong"]


async def test_a_client_that_takes_nothing_is_let_go(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket_protocol, "LINGER_SECONDS", 0.01)

    async with live_server(sqlite_url, queue_messages=16) as server:
        ada, ben = await server.player(), await server.player()
        table = await server.started(ada, ben)
        async with server.client(max_queue=1) as slow, server.client() as quick:
            while not server.websockets.ended["too_slow"]:
                # One snapshot each, which nobody reads.
                try:
                    await asyncio.wait_for(slow.say(do="watch", table=table), 1)
                except (TimeoutError, ConnectionClosed):
                    break
                await quick.say(do="ping")
                await quick.until("pong")
            await becomes(lambda: server.websockets.ended["too_slow"] == 1)
            await becomes(lambda: len(server.uvicorn.server_state.connections) == 1)
            assert (await quick.watch(table))["is"] == "snapshot"
            slow.connection.transport.abort()


async def test_a_client_blocked_for_long_is_let_go(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket_protocol, "LINGER_SECONDS", 0.01)
    monkeypatch.setattr(connection, "HEARTBEAT_SECONDS", 0.05)
    monkeypatch.setattr(websocket_server, "CHECK_SECONDS", 0.02)

    async with live_server(sqlite_url) as server:
        ada, ben = await server.player(), await server.player()
        table = await server.started(ada, ben)
        chance = random.Random(5)
        while await server.move(table, {ada.id: ada, ben.id: ben}, chance):
            pass
        async with server.client(max_queue=1) as slow:
            # Missed events are sent as fast as they are read, which is not at all.
            for _ in range(20):
                await slow.say(do="watch", table=table, after=0)
            await becomes(lambda: server.websockets.ended["too_slow"] == 1)
            slow.connection.transport.abort()


async def test_a_revoked_token_ends_an_open_connection(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket_server, "CHECK_SECONDS", 0.02)

    async with live_server(sqlite_url) as server:
        ada = await server.player()
        async with server.client(ada) as client, server.client() as other:
            token = Token.read(ada.token)
            assert token is not None
            await server.service.accounts.revoke(ada.caller, token.prefix, key=None)
            assert await client.closed() == 4401
            await other.say(do="ping")
            await other.until("pong")


async def test_messages_that_come_too_fast_are_refused_and_then_end_it(sqlite_url: str) -> None:
    async with (
        live_server(
            sqlite_url, requests_per_second=0.01, request_burst=10, address_factor=1
        ) as server,
        server.client() as client,
    ):
        for _ in range(30):
            await client.say(do="ping")
        problem = await client.until("problem")
        assert problem["problem"]["code"] == "too_many_requests"
        for _ in range(player_handler.MAX_RATE_LIMITED + 10):
            await client.say(do="ping")
        assert await client.closed() == 4429


async def test_malformed_messages_are_answered_and_then_end_the_connection(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server, server.client() as client:
        for text in ("", "[]", "{", '{"do":"fly"}', '{"do":"watch"}', b"\x00"):
            await client.connection.send(text)
            assert (await client.hear())["problem"]["code"] == "malformed"
        await client.say(do="hello", token=None)
        assert (await client.hear())["problem"]["code"] == "malformed"
        for _ in range(player_handler.PlayerHandler.max_malformed):
            await client.connection.send("no")
        assert await client.closed() == 4400


async def test_a_message_that_is_too_large_ends_it(sqlite_url: str) -> None:
    async with live_server(sqlite_url, message_bytes=2048) as server, server.client() as client:
        await client.say(do="watch", table="x" * 5000)
        assert await client.closed() == 1009


async def test_connections_beyond_the_limit_are_turned_away(sqlite_url: str) -> None:
    async with (
        live_server(sqlite_url, most_connections=2) as server,
        server.client(),
        server.client() as second,
    ):
        with pytest.raises(InvalidStatus) as caught:
            async with server.connected():
                pass
        assert caught.value.response.status_code == 503
        await second.connection.close()
        await becomes(lambda: len(server.websockets.connections) == 1)
        async with server.client():
            pass


async def test_connections_from_one_address_are_limited(sqlite_url: str) -> None:
    async with live_server(
        sqlite_url, most_connections_of_address=2, proxies=("127.0.0.1",)
    ) as server:
        # IPv6 addresses of one household count as one.
        homes = [{"X-Forwarded-For": f"2001:db8:1::{number}"} for number in range(3)]
        elsewhere = {"X-Forwarded-For": "203.0.113.7"}
        async with (
            server.client(additional_headers=homes[0]),
            server.client(additional_headers=homes[1]) as second,
            server.client(additional_headers=elsewhere),
        ):
            with pytest.raises(InvalidStatus) as caught:
                async with server.connected(additional_headers=homes[2]):
                    pass
            assert caught.value.response.status_code == 429
            await second.connection.close()
            await becomes(lambda: len(server.websockets.connections) == 2)
            async with server.client(additional_headers=homes[2]):
                pass


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.0.1", "::1", "::ffff:127.0.0.1"])
async def test_the_servers_own_machine_has_as_many_connections_as_there_may_be(
    sqlite_url: str, address: str
) -> None:
    async with live_server(
        sqlite_url, most_connections_of_address=1, proxies=("127.0.0.1",)
    ) as server:
        header = {"X-Forwarded-For": address}
        async with (
            server.client(additional_headers=header),
            server.client(additional_headers=header) as client,
        ):
            await client.say(do="ping")
            await client.until("pong")


async def test_what_a_client_says_that_it_knows_lets_no_table_be_read_again(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with live_server(database_url) as server:
        ada, ben = await server.player(), await server.player()
        table = await server.started(ada, ben)
        last = (await server.service.table_service.table(table)).last_seq
        read: list[str] = []
        load = server.service.journal.load

        async def counted(which: str) -> StoredTable | None:
            read.append(which)
            return await load(which)

        monkeypatch.setattr(server.service.journal, "load", counted)
        async with server.client() as client:
            for after in (last + 1, 10**6, 2**31 - 1):
                told = await client.watch(table, after=after)
                assert (told["is"], told["snapshot"]["last_seq"]) == ("snapshot", last)
        assert read == []


async def test_the_number_of_watched_tables_is_limited(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_handler, "MAX_WATCHED", 2)

    async with live_server(sqlite_url) as server:
        ada = await server.player()
        tables = [await ada.create() for _ in range(3)]
        async with server.client() as client:
            for table in tables[:2]:
                assert (await client.watch(table))["is"] == "snapshot"
            refused = await client.watch(tables[2])
            assert refused["problem"]["code"] == "too_many_watched"
            await client.say(do="unwatch", table=tables[0])
            assert (await client.watch(tables[2]))["is"] == "snapshot"


async def test_a_table_by_invitation_is_watched_by_who_may_enter(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server:
        ada, ben = await server.player(), await server.player()
        wish = commands.Create(game="splendor", players=2, public=False)
        made = msgspec.json.decode((await server.service.create(ada.caller, wish, None)).body)
        table, invite = made["table"], made["invite"]
        async with server.client(ben) as client:
            assert (await client.watch(table))["problem"]["code"] == "not_found"
            absent = await client.watch(ids.new_table())
            refused = await client.watch(table, invite=ids.new_invite())
            assert refused["problem"] == absent["problem"]
            assert (await client.watch(table, invite=invite))["is"] == "snapshot"
            assert all(invite not in text for text in client.heard)
        async with server.client(ada) as client:
            assert (await client.watch(table))["is"] == "snapshot"


async def test_a_client_that_goes_leaves_nothing_behind(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server:
        ada, ben = await server.player(), await server.player()
        table = await server.started(ada, ben)
        for _ in range(3):
            async with server.client(ada) as client:
                await client.watch(table)
                await client.say(do="watch_lobby")
                await client.until("lobby")
                client.connection.transport.abort()
        await becomes(lambda: not server.websockets.connections)
        assert (len(server.websockets.channels), len(server.websockets.lobby)) == (0, 0)
        assert not server.service.feed._tables


async def test_what_was_asked_is_done_though_the_client_has_gone(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server:
        ada = await server.player()
        table = await ada.create()
        observed: list[str] = []
        server.service.table_service.observers.append(
            lambda _table, events: observed.extend(event.kind for event in events)
        )
        await server.service.table_service.table(table)
        cached = server.service.table_service._cache[table]
        async with server.client(ada) as client:
            await cached.lock.acquire()
            await client.say(do="ask", id="k", table=table, request={"do": "join"})
            (served,) = server.websockets.connections
            await becomes(lambda: served.pending == 1)
            client.connection.transport.abort()
        await becomes(lambda: not server.websockets.connections)
        cached.lock.release()
        await becomes(lambda: observed == ["joined"])


async def test_closing_answers_what_was_asked_and_ends_with_1012(sqlite_url: str) -> None:
    async with live_server(sqlite_url) as server:
        ada = await server.player()
        table = await ada.create()
        await server.service.table_service.table(table)
        cached = server.service.table_service._cache[table]
        async with (
            server.client(ada) as client,
            server.client() as idle,
            server.connected() as mute,
        ):
            await cached.lock.acquire()
            await client.say(do="ask", id="k", table=table, request={"do": "join"})
            await becomes(lambda: any(served.pending for served in server.websockets.connections))
            closing = asyncio.create_task(server.websockets.close())
            assert await idle.closed() == 1012
            assert await mute.closed() == 1012
            cached.lock.release()
            assert (await client.until("answer"))["id"] == "k"
            assert await client.closed() == 1012
            await closing
            with pytest.raises(InvalidStatus):
                async with server.connected():
                    pass


async def test_closing_does_not_wait_for_what_never_ends(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "ANSWERS_SECONDS", 0.05)
    monkeypatch.setattr(websocket_server, "CLOSING_SECONDS", 0.1)

    async with live_server(sqlite_url) as server:
        ada = await server.player()
        table = await ada.create()
        await server.service.table_service.table(table)
        cached = server.service.table_service._cache[table]
        async with server.client(ada) as client:
            await cached.lock.acquire()
            await client.say(do="ask", id="k", table=table, request={"do": "join"})
            await becomes(lambda: any(served.pending for served in server.websockets.connections))
            await server.websockets.close()
            assert await client.closed() == 1012
            cached.lock.release()
            await becomes(lambda: not server.websockets._work)
