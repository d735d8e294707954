"""Bot connections: which are accepted, which are closed, and with which code."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest
from websockets.exceptions import InvalidStatus

from gemgrove.server.live import bot_handler, connection, websocket_server
from gemgrove.server.live.bot_handler import MAX_GAMES
from gemgrove.server.live.bot_registry import MAX_CONNECTIONS
from gemgrove.server.live.connection import Close
from gemgrove.server.players import access
from gemgrove.server.players.tokens import Token
from tests.client.servers import begun, player, server
from tests.protocol.document import PAGE
from tests.server.live.bots import (
    HELLO,
    bot_before_hello,
    connected_bot,
    server_with_bot,
    until_moved_on,
)
from tests.waiting import becomes


@pytest.mark.parametrize(
    ("said", "code", "problem"),
    [
        ("nonsense", 4400, "malformed"),
        (
            json.dumps({"type": "move", "game_id": "1", "turn_id": 1, "move": "x"}),
            4400,
            "malformed",
        ),
        (json.dumps(HELLO | {"protocol": 2}), 4400, "malformed"),
        (json.dumps(HELLO), 4401, "unauthenticated"),
        (json.dumps(HELLO | {"token": 7}), 4401, "unauthenticated"),
        (json.dumps(HELLO | {"token": "gg_bot_" + "0" * 52}), 4401, "unauthenticated"),
    ],
)
async def test_a_wrong_hello_is_answered_and_closes_the_connection(
    tmp_path: Path, said: str, code: int, problem: str
) -> None:
    async with server(tmp_path) as running, bot_before_hello(running.url) as bot:
        await bot.hear()
        await bot.socket.send(said)
        assert await bot.closed() == code
        assert bot.heard[-1]["problem"]["code"] == problem


async def test_a_persons_account_is_refused(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as running,
        player(running.url, "ann") as ann,
        bot_before_hello(running.url) as bot,
    ):
        await bot.say(**HELLO, token=ann.token)
        assert await bot.closed() == 4401
        assert bot.heard[-1]["problem"]["code"] == "not_a_bot"


async def test_a_silent_bot_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HELLO_SECONDS", 0.05)

    async with server(tmp_path) as running, bot_before_hello(running.url) as bot:
        assert await bot.closed() == 4408


async def test_malformed_messages_are_answered_and_then_end_the_connection(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as running,
        player(running.url, "robo", bot=True) as robo,
        connected_bot(running.url, robo) as bot,
    ):
        unknown = {"type": "move", "game_id": "t_none", "turn_id": 3, "move": "pass"}
        for said in ("{}", "[" * 5000, json.dumps(unknown), "", "\x00"):
            await bot.socket.send(said)
        kinds = [(await bot.hear())["type"] for _ in range(5)]
        assert sorted(kinds) == ["problem"] * 4 + ["refused"]
        await bot.socket.send(b"\xff\xfe")
        assert await bot.closed() == 4400


async def test_a_revoked_token_closes_the_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket_server, "CHECK_SECONDS", 0.05)

    async with (
        server(tmp_path) as running,
        player(running.url, "robo", bot=True) as robo,
        connected_bot(running.url, robo) as bot,
    ):
        service = running.service
        token = Token.read(robo.token or "")
        caller = await service.caller(token)
        async with service.database.writing() as connection:
            await access.revoke_all(connection, caller.player, now=1.0)
        service.token_cache.forget(caller.player)
        assert await bot.closed() == 4401
        assert bot.heard[-1]["problem"]["code"] == "unauthenticated"


async def test_a_server_that_ends_closes_connections_and_the_next_one_goes_on(
    tmp_path: Path,
) -> None:
    async with (
        server(tmp_path) as running,
        player(running.url, "ann") as ann,
        player(running.url, "robo", bot=True) as robo,
    ):
        table = await begun(robo, ann, options={"first_player": 0})
        connecting = connected_bot(running.url, robo)
        bot = await connecting.__aenter__()
        turn = await bot.until("your_turn")
    assert await bot.closed() == 1012
    await connecting.__aexit__(None, None, None)
    async with server(tmp_path) as running, connected_bot(running.url, robo) as bot:
        assert (await bot.until("your_turn")) == turn
        await bot.answer(turn)
        await until_moved_on(running.service, table, turn["turn_id"])


async def test_one_connection_too_many_is_refused(tmp_path: Path) -> None:
    async with (
        server(tmp_path) as running,
        player(running.url, "robo", bot=True) as robo,
    ):
        held = [connected_bot(running.url, robo) for _ in range(MAX_CONNECTIONS)]
        for one in held:
            await one.__aenter__()
        async with bot_before_hello(running.url) as bot:
            await bot.say(**HELLO, token=robo.token)
            assert await bot.closed() == 4429
            assert bot.heard[-1]["problem"]["code"] == "too_many_connections"
        await held.pop().__aexit__(None, None, None)
        async with connected_bot(running.url, robo):
            pass
        for one in held:
            await one.__aexit__(None, None, None)


async def test_a_bot_that_is_too_fast_is_read_more_slowly(tmp_path: Path) -> None:
    rates = {"requests_per_second": 100.0, "request_burst": 20.0, "address_factor": 100.0}
    async with (
        server(tmp_path, **rates) as running,
        player(running.url, "robo", bot=True) as robo,
        connected_bot(running.url, robo) as bot,
    ):
        for number in range(60):
            await bot.say(type="move", game_id="t_none", turn_id=number, action=0)
        heard = [(await bot.until("refused"))["turn_id"] for _ in range(60)]
        assert sorted(heard) == list(range(60))


async def test_too_many_connection_attempts_are_turned_away(tmp_path: Path) -> None:
    rates = {"requests_per_second": 0.01, "request_burst": 2.0, "address_factor": 1.0}
    async with server(tmp_path, **rates) as running:
        for _ in range(2):
            async with bot_before_hello(running.url):
                pass
        with pytest.raises(InvalidStatus) as caught:
            async with bot_before_hello(running.url):
                pass
        assert caught.value.response.status_code == 429


async def test_too_many_tokens_tried_are_rate_limited(tmp_path: Path) -> None:
    rates = {"requests_per_second": 0.01, "request_burst": 3.0, "address_factor": 1.0}
    async with server(tmp_path, **rates) as running:
        told = []
        for _ in range(2):
            async with bot_before_hello(running.url) as bot:
                await bot.say(**HELLO, token="gg_bot_" + "0" * 52)
                told.append((await bot.closed(), bot.heard[-1]["problem"]["code"]))
        assert told == [(4401, "unauthenticated"), (4429, "too_many_requests")]


@pytest.mark.parametrize(
    ("bound", "status"), [("most_connections", 503), ("most_connections_of_address", 429)]
)
async def test_connections_beyond_the_limit_are_turned_away(
    tmp_path: Path, bound: str, status: int
) -> None:
    header = {"X-Forwarded-For": "203.0.113.7"}
    async with server(tmp_path, proxies=("127.0.0.1",), **{bound: 1}) as running:
        async with bot_before_hello(running.url, additional_headers=header) as first:
            await first.hear()
            with pytest.raises(InvalidStatus) as caught:
                async with bot_before_hello(running.url, additional_headers=header):
                    pass
            assert caught.value.response.status_code == status
        await becomes(lambda: len(running.websockets) == 0)
        async with bot_before_hello(running.url, additional_headers=header) as again:
            await again.hear()


async def test_a_move_is_played_to_its_end_though_the_bot_has_gone(tmp_path: Path) -> None:
    async with server_with_bot(tmp_path) as (running, ann, robo, bot):
        table = await begun(robo, ann, options={"first_player": 0})
        turn = await bot.until("your_turn")
        async with running.service.table_service._cache[table].lock:
            await bot.answer(turn)
            await becomes(lambda: len(running.websockets._work) == 1)
            bot.socket.transport.abort()
            await becomes(lambda: len(running.websockets) == 0)
        await until_moved_on(running.service, table, turn["turn_id"])
        await becomes(lambda: not running.websockets._work)


async def test_a_server_that_ends_does_not_wait_for_moves_that_never_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket_server, "CLOSING_SECONDS", 0.1)
    monkeypatch.setattr(connection, "ANSWERS_SECONDS", 0.05)

    async with server_with_bot(tmp_path) as (running, ann, robo, bot):
        table = await begun(robo, ann, options={"first_player": 0})
        turn = await bot.until("your_turn")
        async with running.service.table_service._cache[table].lock:
            await bot.answer(turn)
            await becomes(lambda: len(running.websockets._work) == 1)
            await running.websockets.close()
            assert not running.websockets._work
        assert await bot.closed() == 1012


class StalledClient:
    """A WebSocket client that reads nothing after the welcome."""

    scope: ClassVar[dict[str, Any]] = {"headers": []}

    def __init__(self, token: str | None, then: Sequence[str]) -> None:
        self.sent: list[dict[str, Any]] = []
        self._said = [json.dumps(HELLO | {"token": token}), *then]

    async def receive(self) -> dict[str, Any]:
        if not self.sent:
            return {"type": "websocket.connect"}
        if not self._said:
            await asyncio.Event().wait()
        return {"type": "websocket.receive", "text": self._said.pop(0)}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send" and len(self.sent) == 3:
            await asyncio.Event().wait()
        self.sent.append(message)


@pytest.mark.parametrize("talks", [True, False])
async def test_a_bot_that_takes_nothing_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, talks: bool
) -> None:
    if not talks:  # otherwise it is closed for the size of its queue, not for the time
        monkeypatch.setattr(websocket_server, "CHECK_SECONDS", 0.05)
        monkeypatch.setattr(connection, "HEARTBEAT_SECONDS", 0.2)
    lost = json.dumps({"type": "move", "game_id": "t_none", "turn_id": 1, "move": "pass"})

    async with server(tmp_path) as running, player(running.url, "robo", bot=True) as robo:
        bot = StalledClient(robo.token, [lost] * (10_000 if talks else 1))
        await running.websockets.serve_bot(bot)  # type: ignore[arg-type]
        assert [message["type"] for message in bot.sent[1:3]] == ["websocket.send"] * 2
        assert (bot.sent[3]["type"], bot.sent[3]["code"]) == ("websocket.close", 4490)


def test_the_close_codes_and_bounds_are_those_of_the_document() -> None:
    section = PAGE.read_text(encoding="utf-8").partition("## Over a WebSocket")[2]
    section = section.partition("\n## ")[0]
    for code in Close:
        assert f"| {int(code)} |" in section
    for number in (MAX_CONNECTIONS, MAX_GAMES, int(connection.HELLO_SECONDS)):
        assert f" {number} " in section.replace("\n", " ")
    assert bot_handler.MAX_REFUSALS == 3
    assert "The third one in a turn resigns" in section
