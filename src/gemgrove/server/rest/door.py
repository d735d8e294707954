"""The door: every request comes in by it and every answer goes out.

It gives requests their ids, lets nobody in who asks too often, puts headers on all answers, those
to unknown paths included, and writes down what was answered.
"""

import logging
import time
from http import HTTPStatus
from typing import Any, cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from gemgrove.server import ids, problems
from gemgrove.server.limits import Limits, Proxies
from gemgrove.server.logs import ACCESS, FIELDS
from gemgrove.server.metrics import ELSEWHERE, Metrics
from gemgrove.server.problems import Problem
from gemgrove.server.rest import refusing
from gemgrove.server.rest.visits import STATE, Visit

LONGEST_ADDRESS = 4096
"""Of a path or a query, in bytes."""
REQUEST_ID = "X-Request-Id"
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""On every answer, unless it has its own. There is nothing about other origins: they get none."""

# An answer to HEAD is one to GET whose body the web server leaves out, and OPTIONS are what one is
# told who asks for what cannot be.
_INSTEAD = {"HEAD": "GET", "OPTIONS": "?"}
_UNCOUNTED = frozenset({"/health", "/ready"})
# Not nothing: whoever asks for files all the time keeps the server from others, too.
_LIGHT_COST = 0.25
_RAW = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

log = logging.getLogger(ACCESS)


class Door:
    """An ASGI application around another one."""

    def __init__(
        self,
        inner: ASGIApp,
        limits: Limits,
        proxies: Proxies,
        metrics: Metrics,
        *,
        light: str,
    ) -> None:
        """`light` is how paths begin that cost little to answer."""
        self._light = light
        self._inner = inner
        self._limits = limits
        self._proxies = proxies
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in; WebSockets have a door of their own."""
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._inner(scope, receive, send)
        else:
            await self._let_in(scope, receive, send)

    async def _let_in(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        peer = scope["client"]
        visit = Visit.of(
            scope["method"],
            scope["headers"],
            None if peer is None else peer[0],
            self._proxies,
            self._limits,
        )
        method = _INSTEAD.get(visit.method, visit.method)
        inner = cast("HTTPScope", {**scope, "method": method})
        inner["state"][STATE] = visit
        answer = _Answer(send, visit.id)
        try:
            try:
                _check_address(scope)
                if scope["path"] not in _UNCOUNTED:
                    visit.charge(_LIGHT_COST if scope["path"].startswith(self._light) else 1)
            except Problem as problem:
                await answer.refuse(problem)
            else:
                await self._inner(inner, receive, answer.send)
        finally:
            self._note(inner, visit, answer.status)

    def _note(self, scope: HTTPScope, visit: Visit, status: int) -> None:
        """A path may hold anything, its template nothing secret."""
        seconds = time.perf_counter() - visit.began
        route = str(scope.get("path_template", ELSEWHERE))
        method = visit.method if visit.method in refusing.METHODS else "other"
        self._metrics.answered(method, route, status, seconds)
        fields: dict[str, Any] = {
            "method": method,
            "route": route,
            "status": status,
            "ms": round(seconds * 1000, 2),
            "request": visit.id,
        }
        if visit.player is not None:
            fields["player"] = visit.player
        table = str(scope.get("path_params", {}).get("table", ""))
        if ids.is_table(table):
            fields["table"] = table
        log.info("%s %s %d", method, route, status, extra={FIELDS: fields})


class _Answer:
    """An answer on its way out."""

    def __init__(self, send: Send, request: str) -> None:
        self._send = send
        self._request = request
        self.status = 0
        """0 until there is one."""

    async def send(self, message: Message) -> None:
        """Pass it on with what every answer has."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = [(name.lower(), value) for name, value in message["headers"]]
            there = {name for name, _ in headers}
            headers += [(name, value) for name, value in _RAW if name not in there]
            headers.append((REQUEST_ID.lower().encode(), self._request.encode()))
            message["headers"] = headers
        await self._send(message)

    async def refuse(self, problem: Problem) -> None:
        """Send a problem to somebody who has not come in."""
        body = refusing.body_of(problem, self._request)
        headers = {
            "content-type": problems.MEDIA_TYPE,
            "content-length": str(len(body)),
            **{name.lower(): value for name, value in problem.headers.items()},
        }
        await self.send(
            {
                "type": "http.response.start",
                "status": int(problem.status),
                "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            }
        )
        await self.send({"type": "http.response.body", "body": body, "more_body": False})


def _check_address(scope: HTTPScope) -> None:
    if max(len(scope["path"]), len(scope["query_string"])) > LONGEST_ADDRESS:
        raise Problem(
            "address_too_long",
            f"A path or a query has {LONGEST_ADDRESS} characters at most.",
            HTTPStatus.REQUEST_URI_TOO_LONG,
        )
