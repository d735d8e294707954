"""The request class of the REST controllers."""

from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request
from litestar.datastructures import State

from gemgrove.server import problems
from gemgrove.server.players.access import Caller
from gemgrove.server.problems import Problem
from gemgrove.server.rest.exception_handlers import GoneError
from gemgrove.server.rest.request_context import STATE, RequestContext
from gemgrove.server.service import Service


class ApiRequest(Request[Any, Any, State]):
    """A request with its service and caller, whose body is decoded strictly."""

    @property
    def service(self) -> Service:
        """The service that answers it."""
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

    @property
    def caller_if_any(self) -> Caller | None:
        """The caller, or None without an `Authorization`."""
        return self.context.caller

    async def authenticate(self) -> Caller:
        """Look the token up; a `Problem` without a valid one."""
        if self.context.token is None and self.context.credentials:
            raise problems.unauthenticated(
                "The Authorization is not a token of this server: Bearer gg_..."
            )
        caller = await self.service.caller(self.context.token)
        self.context.player = caller.player
        return caller

    async def body(self) -> bytes:
        """The whole body, within the limit; no body is an empty object."""
        if self._body_read is None:
            self._body_read = await self._read()
        return self._body_read

    _body_read: bytes | None = None

    async def json(self) -> Any:
        """The body as the type of the handler's `data`; a `Problem` says where it is wrong."""
        field = self.scope["route_handler"].parsed_data_field
        assert field is not None
        try:
            return msgspec.json.decode(await self.body(), type=field.annotation)
        except msgspec.ValidationError as error:
            fault, _, where = str(error).partition(" - at ")
            where = where.strip("`").removeprefix("$").removeprefix(".")
            place = f" at {where}" if where else ""
            raise problems.invalid(
                f"The body is not valid{place}: {fault}.", [{"where": where, "what": f"{fault}."}]
            ) from None
        except (ValueError, RecursionError):
            raise problems.malformed("The body is not JSON.") from None

    async def _read(self) -> bytes:
        limit = self.service.settings.body_bytes
        announced = self.headers.get("Content-Length", "")
        if announced.isdecimal() and int(announced[:12]) > limit:
            raise problems.too_large(limit)
        parts: list[bytes] = []
        size, more = 0, True
        while more:
            message = await self.receive()
            if message["type"] != "http.request":
                raise GoneError
            part = message.get("body", b"")
            size += len(part)
            if size > limit:
                raise problems.too_large(limit)
            parts.append(part)
            more = message.get("more_body", False)
        kind = self.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if size and kind != "application/json":
            # A page of another origin can send anything else without asking first.
            raise Problem(
                "not_json",
                "A body must be JSON, with the header Content-Type: application/json.",
                HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            )
        return b"".join(parts) or b"{}"
