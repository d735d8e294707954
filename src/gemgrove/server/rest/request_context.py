"""The context of a request: its id, client address, token and cost."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from gemgrove.server import ids, limits, problems
from gemgrove.server.limits import Limits, Proxies
from gemgrove.server.players import tokens
from gemgrove.server.players.access import Caller
from gemgrove.server.players.tokens import Token

STATE = "request_context"
"""Its key in the state of an ASGI scope."""


@dataclass(slots=True)
class RequestContext:
    """A request's id, its client as far as it says, and its rate limits."""

    id: str
    """By which a host finds it in the log."""
    method: str
    address: str
    token: Token | None = field(repr=False)
    credentials: bool
    """True if it came with an `Authorization`, be it a token or not."""
    limits: Limits = field(repr=False)
    began: float = field(default_factory=time.perf_counter)
    player: str | None = None
    """Known once the token has been looked up."""
    caller: Caller | None = None
    """Known once a guard has let the request pass."""

    @classmethod
    def of(
        cls,
        method: str,
        headers: Iterable[tuple[bytes, bytes]],
        peer: str | None,
        proxies: Proxies,
        limits_: Limits,
    ) -> "RequestContext":
        """From a request's method and headers, and the address that it came from."""
        given: str | None = None
        authorization: str | None = None
        forwarded: list[str] = []
        for name, value in headers:
            match name:
                case b"x-request-id":
                    given = value.decode("latin-1")
                case b"authorization":
                    authorization = value.decode("latin-1")
                case b"x-forwarded-for":
                    forwarded.append(value.decode("latin-1"))
        return cls(
            ids.request(given),
            method,
            limits.client(peer, forwarded, proxies),
            tokens.bearer(authorization),
            authorization is not None,
            limits_,
        )

    def charge(self, cost: float = 1) -> None:
        """Count it; a `Problem` where the token or the address is over its limit."""
        wait = self.limits.ask(
            token=None if self.token is None else self.token.hash,
            address=self.address,
            now=time.monotonic(),
            cost=cost,
        )
        if wait > 0:
            raise problems.too_many_requests(wait)
