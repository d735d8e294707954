"""Whatever is sent, the server answers or closes the connection cleanly."""

import asyncio
import logging
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from gemgrove.server.live import connection
from gemgrove.server.live.messages import Ask, command_of, read
from gemgrove.server.problems import Problem
from tests.server.live.live_server import LiveServer, live_server
from tests.waiting import PATIENCE

CODES = {1007, 1009, 4400, 4401, 4429}
WORDS = ["hello", "watch", "unwatch", "watch_lobby", "unwatch_lobby", "ping", "ask"]
REQUESTS = [
    *("join", "leave", "add_bot", "remove_bot", "ready", "play", "resign", "offer_undo"),
    *("answer_undo", "say", "rematch"),
]
TABLE = "t_0000000000000000"

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=20)
    | st.sampled_from([TABLE, "x" * 101, "\u0000", "%s", 2**64]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)
names = st.sampled_from(
    ["table", "after", "invite", "id", "request", "token", "seat", "moves", "position", "text"]
)
members = st.dictionaries(names, values, max_size=5)
requests_ = st.builds(lambda do, more: {**more, "do": do}, st.sampled_from(REQUESTS), members)
asks = st.builds(
    lambda request, more: {"id": "k", "table": TABLE, **more, "do": "ask", "request": request},
    requests_,
    members,
)
objects = st.builds(lambda do, more: {**more, "do": do}, st.sampled_from(WORDS), members)
texts = st.one_of(
    (objects | asks | values).map(lambda value: msgspec.json.encode(value, enc_hook=str).decode()),
    st.text(max_size=50),
    st.integers(1, 20_000).map(lambda depth: "[" * depth),
    st.integers(1, 5_000).map(lambda depth: '{"do":"ping","x":' + "[" * depth + "]" * depth + "}"),
)


@given(text=texts)
def test_what_is_read_is_a_message_or_a_problem(text: str) -> None:
    try:
        message = read(text)
        if isinstance(message, Ask):
            command_of(message)
    except Problem as problem:
        msgspec.json.encode(problem.body())


@settings(
    max_examples=40,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(first=st.booleans(), sent=st.lists(texts | st.binary(max_size=50), max_size=12))
def test_a_connection_survives_what_is_sent_or_ends_with_a_reason(
    server: "Server", first: bool, sent: list[str | bytes]
) -> None:
    server.run(_talk(server.live, first, sent))


async def _talk(live: LiveServer, first: bool, sent: list[str | bytes]) -> None:
    async with live.connected() as client:
        try:
            if first:
                await client.say(do="hello", token=None)
            for message in sent:
                await client.connection.send(message)
            await client.say(do="ping")
            await client.until("pong")
        except ConnectionClosed as closed:
            code = 0 if closed.rcvd is None else closed.rcvd.code
            if code not in CODES:
                raise
    async with live.client() as other:  # and the server keeps working
        await other.say(do="ping")
        await other.until("pong")


class Server:
    """A server that stays open for many examples."""

    def __init__(self, url: str) -> None:
        self._runner = asyncio.Runner()
        self._live_server = live_server(url)
        self.live = self._runner.run(self._live_server.__aenter__())

    def run(self, work: Any) -> None:
        self._runner.run(asyncio.wait_for(work, PATIENCE))

    def close(self) -> None:
        self._runner.run(self._live_server.__aexit__(None, None, None))
        self._runner.close()


@pytest.fixture
def server(sqlite_url: str, caplog: pytest.LogCaptureFixture) -> Any:
    """A server that must not have logged any problem by the end."""
    found = Server(sqlite_url)
    yield found
    found.close()
    assert not [
        record
        for record in caplog.get_records("call")
        if record.name == connection.__name__ and record.levelno >= logging.WARNING
    ]
