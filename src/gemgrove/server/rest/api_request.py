"""Requests to the REST controllers: their context, class and guards."""

import time
from dataclasses import dataclass, field
from typing import Any

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Headers, State
from litestar.exceptions import InternalServerException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from litestar.handlers import BaseRouteHandler
from litestar.params import QueryParameter
from litestar.types import HTTPScope

from gemgrove.server import ids, limits, problems
from gemgrove.server.limits import Limits, Proxies
from gemgrove.server.players import tokens
from gemgrove.server.players.access import Caller
from gemgrove.server.players.tokens import Token
from gemgrove.server.problems import Fault, Problem
from gemgrove.server.service import Service

STATE = "request_context"
"""The key of a request's context in the state of its ASGI scope."""


@dataclass(slots=True)
class RequestContext:
    """A request's id, its client as claimed, and its rate limits."""

    id: str
    """The id with which a host finds the request in the log."""
    method: str
    address: str
    token: Token | None = field(repr=False)
    credentials: bool
    """True if the request has an `Authorization` header, whether it is a token or not."""
    limits: Limits = field(repr=False)
    began: float = field(default_factory=time.perf_counter)
    caller: Caller | None = None
    """Known once the token has been looked up."""

    @classmethod
    def of(cls, scope: HTTPScope, proxies: Proxies, limits_: Limits) -> "RequestContext":
        """Return the context of a request that has just come in."""
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
        """Count the request; raise a `Problem` if the token or the address is over its limit."""
        wait = self.limits.ask(
            token=None if self.token is None else self.token.hash,
            address=self.address,
            now=time.monotonic(),
            cost=cost,
        )
        if wait > 0:
            raise problems.too_many_requests(wait)


class ApiRequest(Request[Any, Any, State]):
    """A request with its service and caller, whose body is decoded strictly."""

    @property
    def service(self) -> Service:
        found: Service = self.app.state.service
        return found

    @property
    def context(self) -> RequestContext:
        """The request's id, client address, token and cost."""
        found: RequestContext = self.scope["state"][STATE]
        return found

    @property
    def caller(self) -> Caller:
        """The authenticated caller of a request that needs a token."""
        assert self.context.caller is not None
        return self.context.caller

    async def authenticate(self) -> Caller:
        """Look up the token; raise a `Problem` without a valid one."""
        if self.context.token is None and self.context.credentials:
            raise problems.unauthenticated(
                "The Authorization is not a token of this server: Bearer gg_..."
            )
        self.context.caller = await self.service.caller(self.context.token)
        return self.context.caller

    async def body(self) -> bytes:
        """Return the whole body, within the size limit; no body counts as an empty object."""
        try:
            body = await super().body()
        except RequestEntityTooLarge:
            raise problems.too_large(self.service.settings.body_bytes) from None
        except InternalServerException:
            raise problems.malformed("The request ended before it was complete.") from None
        kind = self.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if body and kind != "application/json":
            # A page from another origin can send any other type without asking first.
            raise Problem(
                "not_json", "A body must be JSON, with the header Content-Type: application/json."
            )
        return body or b"{}"

    async def json(self) -> Any:
        """Decode the body as the type of the handler's `data`; a `Problem` says where it fails."""
        data = self.scope["route_handler"].parsed_data_field
        assert data is not None
        try:
            return msgspec.json.decode(await self.body(), type=data.annotation)
        except msgspec.ValidationError as error:
            fault, _, where = str(error).partition(" - at ")
            where = where.strip("`").removeprefix("$").removeprefix(".")
            place = f" at {where}" if where else ""
            raise problems.invalid(
                f"The body is not valid{place}: {fault}.", Fault(where, f"{fault}.")
            ) from None
        except (ValueError, RecursionError):
            raise problems.malformed("The body is not JSON.") from None


async def _required(request: ApiRequest, _: BaseRouteHandler) -> None:
    await request.authenticate()


async def _optional(request: ApiRequest, _: BaseRouteHandler) -> None:
    if request.context.credentials:
        await request.authenticate()


TOKEN_REQUIRED: dict[str, Any] = {"guards": [_required], "security": [{"token": []}]}
"""Arguments of a handler that needs a token."""
TOKEN_OPTIONAL: dict[str, Any] = {"guards": [_optional], "security": [{}, {"token": []}]}
"""Arguments of a handler whose answer depends on the caller."""


def strict_query(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refuse query parameters that are unknown, or repeated without being lists."""
    known = query_parameters(handler)
    seen: set[str] = set()
    for name, value in connection.query_params.multi_items() if known else ():
        if name not in known:
            raise problems.invalid(
                f"There is no query parameter {name!r}; there are {', '.join(known)}.",
                Fault(name, "It is unknown."),
            )
        fault = None
        if name in seen and not known[name]:
            fault = "it is given twice."
        elif value == "null":  # which Litestar would take for a missing parameter
            fault = "null is not a value."
        if fault is not None:
            raise problems.invalid(
                f"The query is not valid at {name}: {fault}", Fault(name, fault.capitalize())
            )
        seen.add(name)


def query_parameters(handler: BaseRouteHandler) -> dict[str, bool]:
    """Return the names of a handler's query parameters, and whether they may be repeated."""
    return {
        name: field.is_non_string_sequence or field.has_inner_subclass_of(list)
        for name, field in handler.parsed_fn_signature.parameters.items()
        if isinstance(field.kwarg_definition, QueryParameter)
    }
