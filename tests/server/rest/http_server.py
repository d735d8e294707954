"""A server on loopback in a thread, and its HTTP clients."""

import asyncio
import itertools
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from gemgrove.server.lifecycle import RunningServer, serving
from gemgrove.server.problems import MEDIA_TYPE
from gemgrove.server.settings import Settings
from gemgrove.server.site.files import BUILT
from tests.waiting import PATIENCE

UNHURRIED: dict[str, Any] = {"requests_per_second": 1e6, "request_burst": 1e6}

_names = itertools.count()


@contextmanager
def http_server(folder: Path, *, built: Path = BUILT, **settings: Any) -> Iterator["HttpServer"]:
    """A server with these settings, on a free port and with hardly any limits."""
    given = {"port": 0, "data": folder, "bots": ("greedy",), "bot_workers": 1, **UNHURRIED}
    given |= {"review_iterations": 10}
    chosen = Settings(**(given | settings))
    begun: list[RunningServer] = []
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()
    ready = threading.Event()

    async def serve() -> None:
        async with serving(chosen, built=built) as running:
            begun.append(running)
            ready.set()
            await stop.wait()

    def run() -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: loop) as runner:
                runner.run(serve())
        finally:
            ready.set()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        assert begun, "the server did not start"
        with httpx.Client(base_url=begun[0].url, timeout=PATIENCE) as http:
            yield HttpServer(begun[0], loop, http)
    finally:
        if begun:
            loop.call_soon_threadsafe(stop.set)
        thread.join(PATIENCE)


class HttpServer:
    """A running server."""

    def __init__(
        self, running: RunningServer, loop: asyncio.AbstractEventLoop, http: httpx.Client
    ) -> None:
        self.url = running.url
        self.service = running.service
        self.loop = loop
        self.http = http

    def visitor(self, **headers: str) -> "Visitor":
        """A client without a token."""
        return Visitor(self.http, headers)

    def player(self, name: str | None = None, **more: Any) -> "Visitor":
        """A client that has registered."""
        wish = {"name": name or unused_name(), **more}
        made = self.visitor().post("/api/players", wish).json()
        return Visitor(self.http, {"Authorization": f"Bearer {made['token']}"}, made)

    def players(self, count: int = 2) -> list["Visitor"]:
        """Several registered clients."""
        return [self.player() for _ in range(count)]


class Visitor:
    """A client that sends these headers."""

    def __init__(
        self, http: httpx.Client, headers: dict[str, str], made: dict[str, Any] | None = None
    ) -> None:
        self._http = http
        self._headers = headers
        self.made = made or {}
        """The answer to the registration."""

    @property
    def id(self) -> str:
        return str(self.made["player"])

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: object = None, **headers: str) -> httpx.Response:
        return self.ask("POST", path, body, **headers)

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> httpx.Response:
        more: dict[str, Any] = {} if body is None else {"json": body}
        shown = self._headers | _names_of(headers)
        return self._http.request(method, path, headers=shown, **more)

    def act(self, table: str, what: str, body: object = None, **headers: str) -> httpx.Response:
        return self.post(f"/api/tables/{table}/{what}", body, **headers)

    def does(self, table: str, what: str, body: object = None, **headers: str) -> dict[str, Any]:
        """Send a command to a table, which must accept it; return the answer."""
        answer = self.act(table, what, body, **headers)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def create(self, **wish: Any) -> dict[str, Any]:
        answer = self.post("/api/tables", {"game": "splendor", "players": 2} | wish)
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def sees(self, table: str) -> dict[str, Any]:
        """The table's snapshot."""
        answer = self.get(f"/api/tables/{table}")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found


def started(people: list[Visitor], **wish: Any) -> str:
    """Start a game with these people."""
    table = str(people[0].create(players=len(people), **wish)["table"])
    for person in people:
        person.does(table, "join")
    for person in people:
        person.does(table, "ready", {"nonce": "ab"})
    return table


def played_out(people: list[Visitor], table: str, seed: int = 1) -> None:
    """Play legal moves from the snapshots until the end."""
    chance = random.Random(seed)
    seat = people[0].sees(table)["to_move"]
    while seat is not None:
        standing = people[seat].sees(table)
        move = chance.choice(standing["legal"])["move"]
        body = {"moves": [move], "position": standing["position"]}
        seat = people[seat].does(table, "play", body)["events"][-1].get("to_move")


def unused_name() -> str:
    """A name that nobody has."""
    number = next(_names)
    letters = "".join(chr(ord("a") + int(digit)) for digit in str(number))
    return f"Somebody {letters}"


def code(answer: httpx.Response) -> str:
    """The code of a problem, which must be well formed."""
    assert answer.headers["Content-Type"] == MEDIA_TYPE, answer.text
    problem: dict[str, Any] = answer.json()
    assert problem["status"] == answer.status_code
    assert problem["type"] == f"urn:gemgrove:problem:{problem['code']}"
    assert problem["request"] == answer.headers["X-Request-Id"]
    assert problem["detail"].endswith((".", "?")), problem["detail"]
    return str(problem["code"])


def _names_of(headers: dict[str, str]) -> dict[str, str]:
    """Replace the underscores in header names."""
    return {name.replace("_", "-"): value for name, value in headers.items()}
