"""The page: its addresses, its headers, and the answers for wrong paths."""

import socket
from importlib.resources.abc import Traversable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from gemgrove.agents.champion import network_files
from gemgrove.server.site.files import POLICY
from gemgrove.server.site.handlers import PAGES, accepts
from tests.server.rest.http_server import HttpServer, code
from tests.server.site.pages import FILES, ICON, MANIFEST, NOISE, ODD, SCRIPT, STYLE, served
from tests.waiting import PATIENCE

PAGE = FILES["/index.html"]
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
KINDS = {
    SCRIPT: "text/javascript; charset=utf-8",
    STYLE: "text/css; charset=utf-8",
    NOISE: "font/woff2",
    ICON: "image/svg+xml",
    MANIFEST: "application/manifest+json",
    ODD: "application/octet-stream",
}


def _example(page: str) -> str:
    return page.replace("{table:str}", "t_4ZK8E0QW2R6T1Y9A").replace("{game:str}", "somegame")


@pytest.mark.parametrize("path", [_example(page) for page in PAGES])
def test_the_page_is_at_all_of_its_addresses(server: HttpServer, path: str) -> None:
    answer = server.visitor().get(path)
    assert answer.status_code == 200
    assert answer.content == PAGE
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"


def test_a_page_may_load_what_is_its_own_and_is_asked_for_anew(server: HttpServer) -> None:
    headers = server.visitor().get("/").headers
    assert headers["Content-Security-Policy"] == POLICY
    assert "unsafe-inline" not in POLICY
    assert "'unsafe-eval'" not in POLICY
    assert headers["Cache-Control"] == "no-cache"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


def test_a_worker_may_do_what_the_page_may(server: HttpServer) -> None:
    assert server.visitor().get(SCRIPT).headers["Content-Security-Policy"] == POLICY
    assert server.visitor().get(ICON).headers["Content-Security-Policy"] != POLICY


@pytest.mark.parametrize("path", list(KINDS))
def test_a_file_is_sent_as_it_was_built_and_by_its_kind(server: HttpServer, path: str) -> None:
    answer = server.visitor().get(path)
    assert answer.status_code == 200
    assert answer.content == FILES[path]
    assert answer.headers["Content-Type"] == KINDS[path]


def test_what_has_a_hash_in_its_name_is_kept_for_good_and_the_rest_for_a_while(
    server: HttpServer,
) -> None:
    for path in (SCRIPT, STYLE, NOISE):
        cache = server.visitor().get(path).headers["Cache-Control"]
        assert cache == "public, max-age=31536000, immutable"
    for path in (ICON, MANIFEST):
        assert server.visitor().get(path).headers["Cache-Control"] == "public, max-age=3600"


@pytest.mark.parametrize("file", network_files(), ids=lambda file: file.name)
def test_the_networks_of_the_package_are_sent_packed(server: HttpServer, file: Traversable) -> None:
    answer = server.visitor().get(f"/networks/{file.name}?0123abcd", Accept_Encoding="gzip")
    assert answer.content == file.read_bytes()
    assert answer.headers["Content-Encoding"] == "gzip"
    assert int(answer.headers["Content-Length"]) <= 500_000
    assert answer.headers["Cache-Control"] == "public, max-age=3600"


def test_no_other_file_is_among_the_networks(server: HttpServer) -> None:
    for name in ("chess-2p.safetensors", "../champion.py", "..%2fchampion.py"):
        assert server.visitor().get(f"/networks/{name}").status_code == 404


@pytest.mark.parametrize("path", ["/", SCRIPT, ICON])
def test_clients_that_accept_compression_get_it(server: HttpServer, path: str) -> None:
    packed = server.visitor().get(path, Accept_Encoding="br, gzip")
    plain = server.visitor().get(path, Accept_Encoding="identity")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) < len(packed.content)
    assert "Content-Encoding" not in plain.headers
    assert packed.content == plain.content
    assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"


def test_what_does_not_become_smaller_is_not_packed(server: HttpServer) -> None:
    answer = server.visitor().get(NOISE, Accept_Encoding="gzip")
    assert "Content-Encoding" not in answer.headers
    assert answer.content == FILES[NOISE]


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        ("gzip", True),
        ("br;q=1.0, GZIP ; q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000, br", False),
        ("", False),
        ("xgzip, gzipx", False),
        ("*", False),
    ],
)
def test_what_is_accepted_is_named_and_not_refused(accepted: str, expected: bool) -> None:
    assert accepts(accepted, "gzip") is expected


@pytest.mark.parametrize("path", ["/", "/leaders", SCRIPT, ICON])
def test_a_cached_file_is_not_sent_again(server: HttpServer, path: str) -> None:
    visitor = server.visitor()
    first = visitor.get(path)
    tag = first.headers["ETag"]
    for known in (tag, f'"another", {tag}', tag.removeprefix("W/"), "*"):
        again = visitor.get(path, If_None_Match=known)
        assert again.status_code == 304
        assert again.content == b""
        # A browser applies these headers to its cached copy.
        for name in ("ETag", "Cache-Control", "Vary", "Content-Security-Policy"):
            assert again.headers[name] == first.headers[name]
    assert visitor.get(path, If_None_Match='"another"').status_code == 200


@pytest.mark.parametrize("path", ["/", "/about", SCRIPT, ICON])
def test_head_is_get_without_a_body(server: HttpServer, path: str) -> None:
    visitor = server.visitor(**{"Accept-Encoding": "gzip"})
    head, get = visitor.ask("HEAD", path), visitor.get(path)
    assert head.content == b""
    for name in ("Content-Length", "Content-Type", "Content-Encoding", "ETag", "Cache-Control"):
        assert head.headers[name] == get.headers[name]


@pytest.mark.parametrize("path", ["/", "/leaders", SCRIPT])
def test_there_is_nothing_to_do_with_a_page_but_read_it(server: HttpServer, path: str) -> None:
    answer = server.visitor().post(path, {})
    assert code(answer) == "method_not_allowed"
    assert answer.headers["Allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize(
    "path", ["/nowhere", "/table", "/table/a/b", "/index.html", "/assets/x.js"]
)
def test_at_an_unknown_address_people_get_the_page_and_programs_a_problem(
    server: HttpServer, path: str
) -> None:
    shown = server.visitor().get(path, Accept=BROWSER, If_None_Match="*")
    assert shown.status_code == 404
    assert shown.content == PAGE
    assert shown.headers["Content-Security-Policy"] == POLICY
    for accepted in ("*/*", "application/json", "text/html;q=0"):
        answer = server.visitor().get(path, Accept=accepted)
        assert answer.status_code == 404
        assert code(answer) == "not_found"


@pytest.mark.parametrize(
    "path", ["/api/nowhere", "/api/tables/t_4ZK8E0QW2R6T1Y9A", "/api/players/x"]
)
def test_what_programs_ask_for_is_never_the_page(server: HttpServer, path: str) -> None:
    answer = server.visitor().get(path, Accept=BROWSER)
    assert answer.status_code == 404
    assert code(answer) in ("not_found", "no_such_table")


@pytest.mark.parametrize(
    "target",
    [
        "/assets/../secret.txt",
        "/assets/../../secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/assets//../../secret.txt",
        "/../secret.txt",
        "/%2e%2e%2fsecret.txt",
        "/assets/..\\..\\secret.txt",
        "/assets/%00",
        "/.hidden/notes.txt",
        "/assets/",
        "/assets",
    ],
)
def test_nothing_but_the_files_of_the_page_can_be_read(server: HttpServer, target: str) -> None:
    # By hand, since a well-behaved client normalizes an address before it sends it.
    address = urlsplit(server.url)
    assert address.hostname is not None
    where = (address.hostname, address.port or 0)
    with socket.create_connection(where, timeout=PATIENCE) as connection:
        request = f"GET {target} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
        connection.sendall(request.encode())
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 404 ")
    assert b"secret" not in body
    assert b"not for others" not in body


def test_the_log_of_figures_names_no_file(server: HttpServer) -> None:
    server.visitor().get(SCRIPT)
    figures = server.visitor().get("/metrics").text
    assert 'route="/assets/{name}"' in figures
    assert SCRIPT not in figures


def test_files_count_as_a_quarter_of_what_else_an_address_asks_for(tmp_path: Path) -> None:
    slow = {"requests_per_second": 0.01, "request_burst": 10, "address_factor": 1}
    with served(tmp_path, **slow) as found:
        visitor = found.visitor()
        files = [visitor.get(SCRIPT).status_code for _ in range(20)]
        assert files == [200] * 20
        asked = [visitor.get("/api/bots").status_code for _ in range(6)]
        assert asked == [200] * 5 + [429]
        # But there is a limit.
        assert 429 in [visitor.get(SCRIPT).status_code for _ in range(25)]


def test_a_host_may_have_no_page(tmp_path: Path) -> None:
    with served(tmp_path, page=False) as found:
        for path in ("/", "/leaders", SCRIPT):
            assert code(found.visitor().get(path, Accept=BROWSER)) == "not_found"
        assert found.visitor().get("/api").status_code == 200
