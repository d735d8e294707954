"""The context of a request: its id, client address, token and cost."""

import time
from dataclasses import dataclass, field

from litestar.datastructures import Headers
from litestar.types import HTTPScope

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
    caller: Caller | None = None
    """Known once the token has been looked up."""

    @classmethod
    def of(cls, scope: HTTPScope, proxies: Proxies, limits_: Limits) -> "RequestContext":
        """The context of a request that has just come in."""
        headers = Headers.from_scope(scope)
        authorization = headers.get("Authorization")
        peer = scope["client"]
        forwarded = headers.getall("X-Forwarded-For", [])
        return cls(
            ids.request(headers.get("X-Request-Id")),
            scope["method"],
            limits.client(None if peer is None else peer[0], forwarded, proxies),
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
