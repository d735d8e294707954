"""The entrance of a WebSocket: whom a connection counts for, and whether there is room for it."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any

from gemgrove.server.limits import LOCAL, Proxies, client
from gemgrove.server.live.connection import Close, Receive, Send
from gemgrove.server.service import Service

_OWN = frozenset({LOCAL, client("::1", (), Proxies())})
_RETRY = [(b"retry-after", b"5")]


class Entrance:
    """Lets clients in, so many at once and so many of each address."""

    def __init__(self, service: Service) -> None:
        """It is open, and nobody is inside."""
        self._settings = service.settings
        self._limits = service.limits
        self._proxies = service.settings.trusted()
        self._inside: Counter[str] = Counter()
        self._open = True

    def close(self) -> None:
        """Let nobody in any more."""
        self._open = False

    async def let_in(self, scope: Any, receive: Receive, send: Send) -> str | None:
        """The address of a client that would connect and may; None for one that was turned away.

        Who was let in goes `inside` at once, and is then to be accepted.
        """
        await receive()  # that it would connect
        address = self._address(scope)
        status = self._refusal(address)
        if status is None:
            return address
        await _turn_away(scope, send, status)
        return None

    @contextmanager
    def inside(self, address: str) -> Iterator[None]:
        """Count a client for as long as the block lasts."""
        self._inside[address] += 1
        try:
            yield
        finally:
            self._inside[address] -= 1
            if not self._inside[address]:
                del self._inside[address]

    def _refusal(self, address: str) -> HTTPStatus | None:
        """Why a client of this address may not come in; None: it may, and counts as a request."""
        if not self._open or self._inside.total() >= self._settings.most_connections:
            return HTTPStatus.SERVICE_UNAVAILABLE
        most = self._settings.most_connections_of_address
        if self._inside[address] >= most and not _is_own(address):
            return HTTPStatus.TOO_MANY_REQUESTS
        if self._limits.ask(token=None, address=address, now=time.monotonic()):
            return HTTPStatus.TOO_MANY_REQUESTS
        return None

    def _address(self, scope: Any) -> str:
        peer = scope.get("client")
        forwarded = [
            value.decode("latin-1")
            for name, value in scope["headers"]
            if name == b"x-forwarded-for"
        ]
        return client(peer[0] if peer else None, forwarded, self._proxies)


def _is_own(address: str) -> bool:
    """Whether it is the server's own machine, which everybody seems to be at whose proxy there is
    not believed about whom it asks for."""
    try:
        return address in _OWN or ip_address(address).is_loopback
    except ValueError:
        return False  # a network of IPv6


async def _turn_away(scope: Any, send: Send, status: HTTPStatus) -> None:
    """Refuse a client before it is connected."""
    if "websocket.http.response" not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "code": int(Close.RESTART)})
        return
    answer = {"type": "websocket.http.response.start", "status": int(status), "headers": _RETRY}
    await send(answer)
    await send({"type": "websocket.http.response.body", "body": b""})
