"""Whatever is sent to a server, it answers properly and keeps running.

`live/test_fuzz.py` covers people's WebSocket, and `rest/test_schema.py` documented requests.
"""

import json
import logging
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.rest.http_server import HttpServer, http_server, started
from tests.waiting import PATIENCE

CODES = {1002, 1007, 1009, 4400, 4401, 4408, 4429}
"""The codes with which a WebSocket may be closed."""
METHODS = ["GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS", "TRACE", "BREW"]
PLACES = [
    *("players", "recover", "me", "me/tokens", "me/recovery", "me/tables", "games", "bots"),
    *("tables", "leaderboard/splendor/2", "live", "bots", "schema", "../health", "%2e%2e/ready"),
    *("tables/{}", "tables/{}/events", "tables/{}/record", "tables/{}/join", "tables/{}/leave"),
    *("tables/{}/add_bot", "tables/{}/remove_bot", "tables/{}/ready", "tables/{}/play"),
    *("tables/{}/resign", "tables/{}/offer_undo", "tables/{}/answer_undo", "tables/{}/say"),
    *("tables/{}/rematch", "players/{}", "players/{}/history", "players/{}/tables"),
]
NAMES = [
    *("name", "bot", "recovery", "scope", "game", "players", "rules", "options", "deal", "public"),
    *("turn_seconds", "practice", "seat", "nonce", "moves", "position", "accept", "text"),
    *("type", "protocol", "token", "games", "game_id", "turn_id", "action", "move", "comment"),
]

odd = st.sampled_from(
    ["", "\0", "\ud7ff", "\U0001f40d", "%s", "{}", "..", "'; --", "A" * 300, "t_0000000000000000"]
)
plain = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([2**63, -(2**63) - 1, 10**400, 1e308, -0.0])
    | st.floats()
    | st.text(max_size=10)
    | odd
)
values = st.recursive(
    plain,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner),
    max_leaves=6,
)
objects = st.dictionaries(st.sampled_from(NAMES), values, max_size=6)
bodies = st.one_of(
    st.binary(max_size=60),
    st.integers(1, 20_000).map(lambda depth: b"[" * depth),
    (objects | values).map(lambda value: json.dumps(value).encode()),
)
parts = st.text(max_size=12) | odd | st.just("TABLE")
queries = st.dictionaries(
    st.sampled_from(["after", "most", "before", "limit", "status", "game", "free", "players"]),
    st.text(max_size=8) | st.integers().map(str) | odd,
    max_size=3,
)
header_values = st.binary(max_size=30).map(
    lambda found: bytes(byte for byte in found if byte >= 32 and byte != 127).strip()
)
headers = st.dictionaries(
    st.sampled_from(
        [
            *("Authorization", "Idempotency-Key", "Gemgrove-Invite", "X-Request-Id"),
            *("Content-Type", "Content-Encoding", "X-Forwarded-For", "Accept", "Upgrade"),
        ]
    ),
    header_values,
    max_size=3,
)
many_examples = settings(max_examples=120)


class Target:
    """A server with a running game, and one of its players."""

    def __init__(self, found: HttpServer) -> None:
        self.server = found
        self.player, other = found.players()
        self.table = started([self.player, other])
        self.bot = found.player(bot=True)

    def goes_on(self) -> None:
        """Check that the server still answers and the game is unchanged."""
        answer = self.server.http.get("/ready")
        assert answer.status_code == 200, answer.text


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """A server that must not have logged any problem by the end."""
    complaints: list[str] = []

    class Complaints(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            complaints.append(logging.Formatter().format(record))

    handler = Complaints(logging.ERROR)
    logging.getLogger("gemgrove").addHandler(handler)
    try:
        with http_server(tmp_path_factory.mktemp("fuzz"), most_tables=1_000_000) as found:
            yield Target(found)
    finally:
        logging.getLogger("gemgrove").removeHandler(handler)
    assert complaints == []


@many_examples
@given(
    method=st.sampled_from(METHODS),
    place=st.sampled_from(PLACES),
    part=parts,
    query=queries,
    more=headers,
    body=bodies | st.none(),
    known=st.booleans(),
)
@example("POST", "tables", "", {}, {}, b'{"game":"splendor","turn_seconds":1e400}', True)
@example("POST", "tables", "", {}, {}, b'{"game":"splendor","players":1' + b"0" * 400 + b"}", True)
@example("GET", "tables/{}", "\0", {}, {}, None, True)
@example("GET", "tables", "", {"before": "nan_t_0000000000000000"}, {}, None, False)
@example("GET", "players/{}/history", "x", {"before": "1e999"}, {}, None, False)
def test_no_request_fails_the_server(
    target: Target,
    method: str,
    place: str,
    part: str,
    query: dict[str, str],
    more: dict[str, bytes],
    body: bytes | None,
    known: bool,
) -> None:
    part = target.table if part == "TABLE" else part
    if (method, place) == ("DELETE", "me"):
        method = "GET"  # the player is still needed
    shown: dict[str, Any] = {"Authorization": f"Bearer {target.player.made['token']}"}
    url = httpx.URL(f"{target.server.url}/api/", params=query)
    path = f"/api/{place}".replace("{}", _quoted(part)).encode()
    url = url.copy_with(raw_path=path + b"?" + url.query)
    answer = target.server.http.request(
        method, url, headers={**(shown if known else {}), **more}, content=body
    )
    assert answer.status_code != 500, answer.text
    target.goes_on()


def _quoted(text: str) -> str:
    """Quote every byte, so that the text stays one segment of a path."""
    return "".join(f"%{byte:02X}" for byte in text.encode())


@many_examples
@given(sent=st.lists(st.binary(max_size=200), max_size=4), greets=st.booleans())
@example([b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n"], False)
@example(
    [b"POST /api/players HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZ\r\n"], False
)
@example([b"GET /api/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\n"], False)
def test_no_bytes_stop_the_server(target: Target, sent: list[bytes], greets: bool) -> None:
    address = httpx.URL(target.server.url)
    chunks = [_UPGRADE, *sent] if greets else sent
    with socket.create_connection((address.host, address.port or 0), PATIENCE) as raw:
        try:
            for chunk in chunks:
                raw.sendall(chunk)
            raw.shutdown(socket.SHUT_WR)
            while found := raw.recv(65_536):
                assert b" 500 " not in found.split(b"\r\n", 1)[0]
        except TimeoutError:
            raise
        except OSError:
            pass  # the server has closed the connection
    target.goes_on()


_UPGRADE = (
    b"GET /api/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@many_examples
@given(first=st.booleans(), sent=st.lists(bodies, max_size=6), text=st.booleans())
def test_the_bots_connection_survives_what_is_sent_or_ends_with_a_reason(
    target: Target, first: bool, sent: list[bytes], text: bool
) -> None:
    url = f"{target.server.url.replace('http', 'ws')}/api/bots"
    hello = {"type": "hello", "protocol": 1, "name": "x", "token": target.bot.made["token"]}
    with connect(url, compression=None, proxy=None, close_timeout=PATIENCE) as bot:
        try:
            bot.recv(PATIENCE)
            if first:
                bot.send(json.dumps(hello))
                assert json.loads(bot.recv(PATIENCE))["type"] == "welcome"
            for chunk in sent:
                bot.send(chunk.decode("latin-1") if text else chunk)
            if first:
                for _ in sent:
                    assert json.loads(bot.recv(PATIENCE))["type"] in ("problem", "refused")
        except ConnectionClosed as closed:
            code = None if closed.rcvd is None else closed.rcvd.code
            assert code in CODES
    target.goes_on()
