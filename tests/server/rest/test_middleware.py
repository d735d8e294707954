"""Headers of every response, rate limits and size limits."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from gemgrove.server.rest.middleware import HEADERS
from gemgrove.server.rest.openapi import STATUS
from tests.server.rest.http_server import HttpServer, code, http_server
from tests.waiting import PATIENCE

ASKED = [
    ("GET", "/api"),
    ("GET", "/api/games"),
    ("GET", "/api/tables"),
    ("GET", "/api/me"),
    ("GET", "/health"),
    ("GET", "/nowhere"),
    ("PUT", "/api/tables"),
    ("OPTIONS", "/api/tables"),
    ("HEAD", "/api/games"),
    ("POST", "/api/players"),
    ("GET", "/api/tables?limit=many"),
    ("GET", "/api/live"),
    ("GET", "/" + "a" * 5000),
]


@pytest.mark.parametrize(("method", "path"), ASKED)
def test_every_answer_has_an_id_and_is_guarded(server: HttpServer, method: str, path: str) -> None:
    answer = server.visitor(Origin="https://example.com").ask(method, path)
    assert answer.headers["X-Request-Id"].startswith("r_")
    for name, value in HEADERS.items():
        if name != "Cache-Control":
            assert answer.headers[name] == value
    assert "Cache-Control" in answer.headers
    assert not [name for name in answer.headers if name.startswith("access-control")]
    assert "Server" not in answer.headers


def test_what_depends_on_the_caller_is_stored_nowhere(server: HttpServer) -> None:
    player = server.player()
    for path in ("/api/me", "/api/me/tables", "/api/tables", "/api/me/tokens"):
        assert player.get(path).headers["Cache-Control"] == "no-store"
    assert "public" in player.get("/api/games").headers["Cache-Control"]


def test_an_id_that_can_be_logged_is_kept_and_another_is_not(server: HttpServer) -> None:
    kept = server.visitor().get("/api", X_Request_Id="trace-1.2:3_4")
    assert kept.headers["X-Request-Id"] == "trace-1.2:3_4"
    other = server.visitor().get("/api", X_Request_Id="two words")
    assert other.headers["X-Request-Id"].startswith("r_")


def test_a_wrong_method_is_told_the_right_ones(server: HttpServer) -> None:
    answer = server.visitor().ask("PUT", "/api/tables")
    assert code(answer) == "method_not_allowed"
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "POST", "OPTIONS"}


def test_options_tell_the_methods_and_nothing_about_other_origins(server: HttpServer) -> None:
    visitor = server.visitor(Origin="https://example.com")
    answer = visitor.ask("OPTIONS", "/api/me", Access_Control_Request_Method="DELETE")
    assert answer.status_code == 204
    assert answer.content == b""
    allowed = set(answer.headers["Allow"].split(", "))
    assert allowed == {"GET", "HEAD", "PATCH", "DELETE", "OPTIONS"}


def test_head_is_get_without_a_body(server: HttpServer) -> None:
    visitor = server.visitor()
    head, get = visitor.ask("HEAD", "/api/games"), visitor.get("/api/games")
    assert head.content == b""
    assert head.headers["Content-Length"] == get.headers["Content-Length"]
    assert visitor.ask("HEAD", "/api/nowhere").status_code == 404
    assert visitor.ask("HEAD", "/api/recover").status_code == 405


def test_a_slash_at_the_end_loses_no_body(server: HttpServer) -> None:
    player = server.player()
    answer = player.post("/api/tables/", {"game": "arboretum"})
    assert answer.status_code == 201
    assert answer.json()["events"][0]["game"] == "arboretum"


def test_the_address_of_a_websocket_says_so(server: HttpServer) -> None:
    answer = server.visitor().get("/api/live")
    assert code(answer) == "upgrade_required"
    assert answer.headers["Upgrade"] == "websocket"


def test_an_address_can_be_too_long(server: HttpServer) -> None:
    visitor = server.visitor()
    assert code(visitor.get("/api/tables/" + "t" * 5000)) == "address_too_long"
    assert code(visitor.get("/api/tables?before=" + "t" * 5000)) == "address_too_long"


@pytest.mark.parametrize(
    ("body", "kind", "expected"),
    [
        (b"{", "application/json", "malformed"),
        (b'{"name": NaN}', "application/json", "malformed"),
        (b"[" * 60_000, "application/json", "invalid"),
        (b'{"name": ' + b"[" * 60_000, "application/json", "invalid"),
        (b'{"name": "\xff"}', "application/json", "malformed"),
        (b'{"name": "\\ud800"}', "application/json", "malformed"),
        (b"null", "application/json", "invalid"),
        (b'{"name": 7}', "application/json", "invalid"),
        (b'{"nmae": "Ada"}', "application/json", "invalid"),
        (b"{}", "text/plain", "not_json"),
        (b"name=Ada", "application/x-www-form-urlencoded", "not_json"),
        (b"x" * 70_000, "application/json", "too_large"),
    ],
)
def test_a_body_that_is_not_what_was_asked_for_is_refused(
    server: HttpServer, body: bytes, kind: str, expected: str
) -> None:
    answer = server.http.post("/api/players", content=body, headers={"Content-Type": kind})
    assert code(answer) == expected
    assert answer.status_code == STATUS[expected]


def test_a_fault_says_where_and_what(server: HttpServer) -> None:
    player = server.player()
    table = player.create()["table"]
    answer = player.act(table, "play", {"moves": ["p1 red", 1.5], "position": 1})
    assert code(answer) == "invalid"
    (fault,) = answer.json()["faults"]
    assert fault["where"] == "moves[1]"
    assert fault["what"].endswith(".")


def test_a_body_without_a_length_is_bounded_too(server: HttpServer) -> None:
    def parts() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1000

    answer = server.http.post(
        "/api/players", content=parts(), headers={"Content-Type": "application/json"}
    )
    assert code(answer) == "too_large"


def test_a_client_that_hangs_up_mid_request_does_no_harm(server: HttpServer) -> None:
    address = urlsplit(server.url)
    assert address.hostname is not None
    with socket.create_connection((address.hostname, address.port or 0)) as connection:
        connection.sendall(
            b"POST /api/players HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
            b"Content-Length: 100\r\n\r\n{"
        )
    assert server.visitor().get("/health").status_code == 200


@pytest.mark.parametrize("key", ["", "k" * 101, "\N{LATIN SMALL LETTER E WITH ACUTE}"])
def test_a_key_has_a_hundred_printable_characters_at_most(server: HttpServer, key: str) -> None:
    headers = {b"Idempotency-Key": key.encode("latin-1")}
    answer = server.http.post("/api/players", headers=headers)
    assert code(answer) == "invalid"
    assert answer.json()["faults"][0]["where"] == "Idempotency-Key"


def test_a_query_is_read_strictly(server: HttpServer) -> None:
    visitor = server.visitor()
    for query in ("limit=0", "limit=1&limit=2", "stauts=open", "status=closed", "free=perhaps"):
        assert code(visitor.get(f"/api/tables?{query}")) == "invalid"
    for query in ("players=99999999999999999999", "game=%00", "game=chess", "limit=null"):
        assert code(visitor.get(f"/api/tables?{query}")) == "invalid"


def test_whoever_asks_too_often_waits_and_health_does_not(tmp_path: Path) -> None:
    slow: dict[str, Any] = {"requests_per_second": 0.01, "request_burst": 25, "address_factor": 1}
    with http_server(tmp_path, **slow) as found:
        visitor = found.visitor()
        assert visitor.post("/api/players").status_code == 201  # costs as much as twenty others
        answers = [visitor.get("/api/bots") for _ in range(6)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429]
        assert code(answers[-1]) == "too_many_requests"
        assert int(answers[-1].headers["Retry-After"]) >= 1
        assert code(visitor.get("/nowhere")) == "too_many_requests"
        assert visitor.get("/health").status_code == 200
        assert visitor.get("/ready").status_code == 200
        # No proxy is trusted here.
        assert visitor.get("/api/bots", X_Forwarded_For="203.0.113.9").status_code == 429


def test_addresses_that_a_trusted_proxy_tells_count_for_themselves(tmp_path: Path) -> None:
    slow: dict[str, Any] = {"requests_per_second": 0.01, "request_burst": 2, "address_factor": 1}
    with http_server(tmp_path, proxies=("127.0.0.1",), **slow) as found:
        one, other = (found.visitor(**{"X-Forwarded-For": f"203.0.113.{n}"}) for n in (1, 2))
        assert [one.get("/api/bots").status_code for _ in range(3)] == [200, 200, 429]
        assert other.get("/api/bots").status_code == 200


def test_a_token_has_a_limit_of_its_own(tmp_path: Path) -> None:
    slow: dict[str, Any] = {"requests_per_second": 0.01, "request_burst": 2, "address_factor": 100}
    with http_server(tmp_path, **slow) as found:
        one, other = found.players()
        assert [one.get("/api/me").status_code for _ in range(3)] == [200, 200, 429]
        assert other.get("/api/me").status_code == 200


def test_while_nothing_can_be_stored_changes_are_put_off(tmp_path: Path) -> None:
    with http_server(tmp_path) as found:
        player = found.player()
        closing = asyncio.run_coroutine_threadsafe(found.service.journal.close(), found.loop)
        closing.result(PATIENCE)
        answer = player.post("/api/tables", {"game": "splendor"})
        assert code(answer) == "unavailable"
        assert int(answer.headers["Retry-After"]) >= 1


def test_a_fault_of_the_server_is_logged_and_not_told(
    server: HttpServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise RuntimeError("the cellar is flooded")

    monkeypatch.setattr(server.service.allowed, "described", fail)
    answer = server.visitor().get("/api/bots")
    assert code(answer) == "internal"
    assert "cellar" not in answer.text
    assert "the cellar is flooded" in caplog.text
