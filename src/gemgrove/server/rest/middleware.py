"""Access middleware around all HTTP requests.

It gives requests their ids, rejects those over the rate limit, adds headers to all responses, even
those for unknown paths, and writes the access log.
"""

import logging
import time
from typing import Any, cast

from litestar import Request
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from gemgrove.server import ids
from gemgrove.server.limits import Limits, Proxies
from gemgrove.server.logs import ACCESS, FIELDS
from gemgrove.server.metrics import UNROUTED, Metrics
from gemgrove.server.problems import Problem
from gemgrove.server.rest.api_request import STATE, RequestContext
from gemgrove.server.rest.exception_handlers import METHODS, refused

MAX_ADDRESS_LENGTH = 4096
"""For a path or a query, in bytes."""
REQUEST_ID = "X-Request-Id"
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Set on every response that does not set its own. Other origins may not read anything."""

# HEAD is answered like GET, and the web server leaves out the body. OPTIONS has no route, so it
# gets a 405 with the methods that a resource allows.
_INSTEAD = {"HEAD": "GET", "OPTIONS": "?"}
_UNCOUNTED = frozenset({"/health", "/ready"})
# Not zero: endless requests for files also keep the server from other work.
_LIGHT_COST = 0.25
_RAW = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

log = logging.getLogger(ACCESS)


class AccessMiddleware:
    """ASGI middleware: request ids, rate limits, security headers, access log."""

    def __init__(
        self, inner: ASGIApp, limits: Limits, proxies: Proxies, metrics: Metrics, *, light: str
    ) -> None:
        """Paths that begin with `light` cost little to answer."""
        self._light = light
        self._inner = inner
        self._limits = limits
        self._proxies = proxies
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request; WebSockets have a separate connection limit."""
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._inner(scope, receive, send)
        else:
            await self._handle(scope, receive, send)

    async def _handle(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        context = RequestContext.of(scope, self._proxies, self._limits)
        method = _INSTEAD.get(context.method, context.method)
        inner = cast("HTTPScope", {**scope, "method": method})
        inner["state"][STATE] = context
        status = 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [(name.lower(), value) for name, value in message["headers"]]
                there = {name for name, _ in headers}
                headers += [(name, value) for name, value in _RAW if name not in there]
                headers.append((REQUEST_ID.lower().encode(), context.id.encode()))
                message["headers"] = headers
            await send(message)

        try:
            answer = self._refusal(inner, context) or self._inner
            await answer(inner, receive, send_with_headers)
        finally:
            self._note(inner, context, status)

    def _refusal(self, scope: HTTPScope, context: RequestContext) -> ASGIApp | None:
        """Return the response if the request is rejected here."""
        try:
            _check_address(scope)
            if scope["path"] not in _UNCOUNTED:
                context.charge(_LIGHT_COST if scope["path"].startswith(self._light) else 1)
        except Problem as problem:
            request: Request[Any, Any, Any] = Request(scope)
            return refused(request, problem).to_asgi_response(None, request)
        return None

    def _note(self, scope: HTTPScope, context: RequestContext, status: int) -> None:
        """Count and log a request by its path template: the path itself may contain secrets."""
        seconds = time.perf_counter() - context.began
        route = str(scope.get("path_template", UNROUTED))
        method = context.method if context.method in METHODS else "other"
        self._metrics.count_request(method, route, status, seconds)
        fields: dict[str, Any] = {
            "method": method,
            "route": route,
            "status": status,
            "ms": round(seconds * 1000, 2),
            "request": context.id,
        }
        if context.caller is not None:
            fields["player"] = context.caller.player
        table = str(scope.get("path_params", {}).get("table", ""))
        if ids.is_table(table):
            fields["table"] = table
        log.info("%s %s %d", method, route, status, extra={FIELDS: fields})


def _check_address(scope: HTTPScope) -> None:
    if max(len(scope["path"]), len(scope["query_string"])) > MAX_ADDRESS_LENGTH:
        raise Problem(
            "address_too_long",
            f"A path or a query has {MAX_ADDRESS_LENGTH} characters at most.",
        )
