"""HTTP requests, repeated with the same key if they are lost."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove.client import Client, ServerProblem, Unreachable
from tests.client.servers import begun, move, player, server

LOST = ""
"""No answer: the connection is closed."""


def answer(status: str, body: str, kind: str = "application/json", more: str = "") -> str:
    return (
        f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{more}"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}"
    )


class Unreliable:
    """A server that gives prepared answers, one per request, and records the requests."""

    def __init__(self, answers: Sequence[str]) -> None:
        self.url = ""
        self.asked: list[str] = []
        self._answers = list(answers)

    async def reply(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        self.asked.append(head)
        writer.write(self._answers.pop(0).encode())
        await writer.drain()
        writer.close()

    @property
    def keys(self) -> list[str]:
        lines = [line for head in self.asked for line in head.splitlines()]
        return [line.partition(": ")[2] for line in lines if line.startswith("Idempotency-Key")]


@asynccontextmanager
async def unreliable(*answers: str) -> AsyncIterator[Unreliable]:
    found = Unreliable(answers)
    listening = await asyncio.start_server(found.reply, "127.0.0.1", 0)
    async with listening:
        found.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        yield found


DONE = answer("200 OK", '{"table":"t_1","seat":0}')
BUSY = answer("503 Service Unavailable", "", more="Retry-After: 0\r\n")


@pytest.mark.parametrize("first", [LOST, BUSY, answer("502 Bad Gateway", "<h1>", "text/html")])
async def test_a_change_that_was_not_answered_is_asked_again_with_the_same_key(first: str) -> None:
    async with unreliable(first, first, DONE) as there, Client(there.url) as client:
        assert (await client.join("t_1"))["seat"] == 0
        assert len(there.keys) == 3
        assert len(set(there.keys)) == 1


async def test_two_requests_have_two_keys_and_a_given_key_is_used() -> None:
    async with unreliable(DONE, DONE, DONE) as there, Client(there.url) as client:
        for key in (None, None, "my own"):
            await client.resign("t_1", key=key)
        assert len(set(there.keys)) == 3
        assert there.keys[2] == "my own"


async def test_what_is_refused_is_not_asked_again() -> None:
    body = '{"code":"table_full","detail":"All 2 seats are taken.","status":409}'

    refused = answer("409 Conflict", body, "application/problem+json")
    async with unreliable(refused) as there, Client(there.url) as client:
        with pytest.raises(ServerProblem, match="All 2 seats") as problem:
            await client.join("t_1")
        assert (problem.value.code, problem.value.status) == ("table_full", 409)
        assert len(there.asked) == 1


async def test_an_answer_that_is_no_problem_details_is_a_problem_too() -> None:
    page = answer("404 Not Found", "<h1>nothing here</h1>", "text/html")
    async with unreliable(page) as there, Client(there.url) as client:
        with pytest.raises(ServerProblem, match="The server answered 404, Not Found") as problem:
            await client.me()
        assert problem.value.code == "http_404"


async def test_retrying_ends() -> None:
    async with unreliable() as there:
        url = there.url
    async with Client(url, retry_seconds=0.3) as client:
        with pytest.raises(Unreachable, match=f"{url} does not answer"):
            await client.me()
    async with (
        unreliable(*[BUSY] * 50) as there,
        Client(there.url, retry_seconds=0.3) as client,
    ):
        with pytest.raises(ServerProblem, match="503"):
            await client.join("t_1")
        assert len(there.asked) > 1


async def test_a_token_is_shown_to_the_server_and_nowhere_else() -> None:
    async with unreliable(DONE) as there, Client(there.url, "gg_play_X") as client:
        client.invites["t_1"] = "CODE"
        await client.join("t_1")
        lines = there.asked[0].splitlines()
        assert "Authorization: Bearer gg_play_X" in lines
        assert "Gemgrove-Invite: CODE" in lines
        assert "CODE" not in lines[0]


async def test_a_table_is_made_with_the_id_of_its_deal(tmp_path: Path) -> None:
    async with server(tmp_path) as running, player(running.url, "ann") as ann:
        made = await ann.create("splendor", id="abcd-efgh-jkmn-pqr")
        assert made["deal"]["id"] == "ABCD-EFGH-JKMN-PQR"
        assert (await ann.snapshot(made["table"]))["deal"] == made["deal"]
        with pytest.raises(ServerProblem, match="and they differ") as problem:
            await ann.create("splendor", id="ABCD-EFGH-JKMN-PQR", deal="sealed")
        assert problem.value.code == "bad_deal"


async def test_a_game_by_invitation_is_played_to_its_end_and_exported(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as running,
        player(running.url, "ann") as ann,
        player(running.url, "ben") as ben,
    ):
        options = {"target_points": 5}
        table = await begun(ann, ben, public=False, options=options)
        assert (await ann.tables())["tables"] == []
        assert [row["table"] for row in (await ben.my_tables())["tables"]] == [table]
        number = 0
        while (await ann.snapshot(table))["phase"] == "playing":
            number += 1
            assert await move(ann, table, 7 * number) or await move(ben, table, 5 * number)
        told = await ben.events(table)
        assert [event["seq"] for event in told] == list(range(1, len(told) + 1))
        assert told[-1]["kind"] == "over"
        assert await ben.events(table, after=told[-1]["seq"] - 1) == told[-1:]
        gg.Record.from_json(json.dumps(await ann.record(table))).verify()
        new = (await ben.play_on(table, 4, 1, "greedy"))["table"]
        assert new in ben.invites
        standing = await ben.snapshot(new)
        assert (standing["phase"], standing["seat"]) == ("playing", 1)
        assert standing["from"] == {"table": table, "decisions": 4}
        other = await ben.play_on(table, 4, 1, bots=["beginner"])
        assert (await ben.snapshot(other["table"]))["seats"][0]["bot"] == "beginner"


async def test_every_request_to_a_table_finds_its_way(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as running,
        player(running.url, "ann") as ann,
        player(running.url, "ben") as ben,
    ):
        table = (await ann.create("splendor", players=2))["table"]
        await ann.join(table, 1)
        await ann.add_bot(table, "greedy", 0)
        await ann.act(table, {"do": "remove_bot", "seat": 0})
        await ben.join(table)
        await ben.leave(table)
        await ben.join(table)
        await ann.say(table, "hello")
        await ann.ready(table)
        await ben.ready(table)
        first, second = (ann, ben) if await move(ann, table) else (ben, ann)
        if first is ben:
            await move(ben, table)
        await first.act(table, {"do": "offer_undo"})
        await second.act(table, {"do": "answer_undo", "accept": False})
        await first.resign(table)
        await second.act(table, {"do": "rematch"})
        assert (await second.snapshot(table))["phase"] == "over"
