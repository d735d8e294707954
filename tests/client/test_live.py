"""The live connection, and how it recovers from losses."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from gemgrove.client import Client, Live, ServerProblem, Unreachable, new_key
from tests.client.servers import begun, player, server


class Listener:
    """Records what it receives from a table."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        self.news = asyncio.Event()

    def hear(self, message: dict[str, Any]) -> None:
        if message["is"] == "event":
            self.events.append(message["event"])
        self.news.set()

    @property
    def seqs(self) -> list[int]:
        return [event["seq"] for event in self.events]

    async def until(self, seq: int) -> None:
        """Wait for an event."""
        while not self.events or self.events[-1]["seq"] < seq:
            self.news.clear()
            await self.news.wait()


async def play(client: Client, live: Live, table: str, number: int) -> dict[str, Any] | None:
    """Play a move over the live connection, if it is this player's turn."""
    standing = await client.snapshot(table)
    if not standing["legal"]:
        return None
    chosen = standing["legal"][number % len(standing["legal"])]["action"]
    request = {"do": "play", "moves": [chosen], "position": standing["position"]}
    return (await live.ask(table, request)).body


async def test_moves_are_asked_and_heard(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as running,
        player(running.url, "ann") as ann,
        player(running.url, "ben") as ben,
        Live(running.url, ann.token) as live,
        Live(running.url, ben.token) as other,
    ):
        table = await begun(ann, ben)
        listener = Listener()
        snapshot = await live.watch(table, listener.hear)
        assert snapshot["phase"] == "playing"
        body = await play(ann, live, table, 0) or await play(ben, other, table, 0)
        assert body is not None
        await listener.until(body["last_seq"])
        assert listener.seqs == list(range(snapshot["last_seq"] + 1, body["last_seq"] + 1))
        assert live.welcome["name"] == "ann"


async def test_after_a_lost_connection_no_event_is_missing_or_doubled(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as running,
        player(running.url, "ann") as ann,
        player(running.url, "ben") as ben,
        Live(running.url, ann.token) as live,
        Live(running.url, ben.token) as other,
    ):
        table = await begun(ann, ben)
        listener = Listener()
        start = (await live.watch(table, listener.hear))["last_seq"]
        last = 0
        for number in range(24):
            if number % 3 == 0:
                live.drop()
            body = await play(ann, live, table, number) or await play(ben, other, table, number)
            assert body is not None
            last = body["last_seq"]
        await listener.until(last)
        assert listener.seqs == list(range(start + 1, last + 1))
        assert live.connections > 2
        assert listener.events == await ann.events(table, after=start)


async def test_a_request_that_was_lost_with_the_connection_is_fulfilled_once(
    tmp_path: Path,
) -> None:
    async with (
        server(tmp_path) as running,
        player(running.url, "ann") as ann,
        Live(running.url, ann.token) as live,
    ):
        table = (await ann.create("splendor", players=2))["table"]
        await ann.join(table)
        for number in range(10):
            asking = asyncio.create_task(live.ask(table, {"do": "say", "text": f"{number}"}))
            for _ in range(number):
                await asyncio.sleep(0)
            live.drop()
            assert (await asking).status == 200
        said = [event["text"] for event in await ann.events(table) if event["kind"] == "said"]
        assert said == [f"{number}" for number in range(10)]


async def test_the_same_key_has_the_same_answer(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as running,
        player(running.url, "ann") as ann,
        Live(running.url, ann.token) as live,
    ):
        table = (await ann.create("splendor", players=2))["table"]
        key = new_key()
        first = await live.ask(table, {"do": "join"}, key=key)
        second = await live.ask(table, {"do": "join"}, key=key)
        assert (first.again, second.again) == (False, True)
        assert first.body == second.body


async def test_a_refusal_is_raised_with_its_code(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as running,
        player(running.url, "ann") as ann,
        Live(running.url, ann.token) as live,
    ):
        table = (await ann.create("splendor", players=2))["table"]
        with pytest.raises(ServerProblem, match="are seated") as refused:
            await live.ask(table, {"do": "ready"})
        assert (refused.value.code, refused.value.status) == ("not_seated", 403)
        with pytest.raises(ServerProblem, match="no such table"):
            await live.watch("t_0000000000000000")
        assert (await live.watch(table))["phase"] == "open"


async def test_without_a_token_one_looks_on(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as running,
        player(running.url, "ann") as ann,
        Live(running.url) as live,
    ):
        table = (await ann.create("splendor", players=2))["table"]
        lobby: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        tables = (await live.watch_lobby(lobby.put_nowait))["tables"]
        assert [row["table"] for row in tables] == [table]
        await ann.join(table)
        assert (await lobby.get())["tables"][0]["seats"][0]["name"] == "ann"
        assert (await live.watch(table))["seat"] is None


async def test_a_restarted_server_is_found_again(tmp_path: Path) -> None:
    async with server(tmp_path) as running, player(running.url, "ann") as ann:
        table = (await ann.create("splendor", players=2))["table"]
        await ann.join(table)
        token, port = ann.token, int(running.url.rpartition(":")[2])
        live = Live(running.url, token)
        await live.start()
        listener = Listener()
        last = (await live.watch(table, listener.hear))["last_seq"]
    asking = asyncio.create_task(live.ask(table, {"do": "say", "text": "still there?"}))
    async with server(tmp_path, port=port):
        assert (await asking).status == 200
        await listener.until(last + 1)
        assert listener.seqs == [last + 1]
        await live.close()


async def test_a_token_that_is_not_in_force_ends_it(tmp_path: Path) -> None:
    async with server(tmp_path) as running:
        wrong = Live(running.url, "gg_play_" + "0" * 52)
        with pytest.raises(ServerProblem) as refused:
            await wrong.start()
        assert refused.value.status == 401
        await wrong.close()


async def test_retrying_ends_and_whoever_waits_is_told(tmp_path: Path) -> None:
    async with server(tmp_path) as running, player(running.url, "ann") as ann:
        table = (await ann.create("splendor", players=2))["table"]
        live = Live(running.url, ann.token, retry_seconds=0.5)
        await live.start()
    with pytest.raises(Unreachable, match="cannot be reached"):
        await live.ask(table, {"do": "join"})
    with pytest.raises(Unreachable):
        await live.watch(table)
    await live.close()
