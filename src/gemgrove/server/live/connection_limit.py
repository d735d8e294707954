"""A limit on WebSocket connections, in all and by address."""

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


class ConnectionLimit:
    """Counts connections, and rejects those over the limits."""

    def __init__(self, service: Service) -> None:
        """A limit without connections yet."""
        self._settings = service.settings
        self._limits = service.limits
        self._proxies = service.settings.trusted()
        self._inside: Counter[str] = Counter()
        self._open = True

    def close(self) -> None:
        """Reject all further connections."""
        self._open = False

    async def let_in(self, scope: Any, receive: Receive, send: Send) -> str | None:
        """The address of a client that may connect; None for one that was rejected.

        One that may is counted with `inside` at once, and then accepted.
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
        """The status to reject an address with; None: it may connect, and counts as a request."""
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
    """True for this machine's addresses: behind an untrusted proxy all clients share one."""
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
