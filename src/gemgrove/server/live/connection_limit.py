"""A limit on WebSocket connections, in total and per address."""

import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

from litestar import WebSocket

from gemgrove.server.limits import LOCAL, Proxies, client
from gemgrove.server.service import Service

_OWN = frozenset({LOCAL, client("::1", (), Proxies())})
_RETRY = [(b"retry-after", b"5")]


class ConnectionLimit:
    """Counts connections, and rejects those over the limits."""

    def __init__(self, service: Service) -> None:
        self._settings = service.settings
        self._limits = service.limits
        self._proxies = service.settings.trusted_proxies()
        self._inside: Counter[str] = Counter()
        self._open = True

    def close(self) -> None:
        """Reject all further connections."""
        self._open = False

    @asynccontextmanager
    async def admit(self, socket: WebSocket[Any, Any, Any]) -> AsyncIterator[str | None]:
        """Count a client while the block runs, and yield its address.

        A client over the limits is rejected before it is connected, and None is yielded.
        """
        await socket.receive()  # its request to connect
        address = self._address(socket.scope)
        status = self._refusal(address)
        if status is not None:
            kind = "websocket.http.response"
            start: Any = {"type": f"{kind}.start", "status": int(status), "headers": _RETRY}
            body: Any = {"type": f"{kind}.body", "body": b""}
            await socket.send(start)
            await socket.send(body)
            yield None
            return
        self._inside[address] += 1
        try:
            yield address
        finally:
            self._inside[address] -= 1
            if not self._inside[address]:
                del self._inside[address]

    def _refusal(self, address: str) -> HTTPStatus | None:
        """Return the status with which to reject an address; None if it may connect.

        A connection counts as a request.
        """
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
    """Return whether an address is this machine's; clients of an untrusted proxy share one."""
    return address in _OWN or address.startswith("127.")
