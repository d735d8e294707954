"""A request as the controllers read it."""

from http import HTTPStatus
from typing import Any, TypeVar

import msgspec
from litestar import Request
from litestar.datastructures import State

from gemgrove.server import problems
from gemgrove.server.players.access import Caller
from gemgrove.server.problems import Problem
from gemgrove.server.rest.refusing import GoneError
from gemgrove.server.rest.visits import STATE, Visit
from gemgrove.server.service import LONGEST_KEY, Service

KEY = "Idempotency-Key"
INVITE = "Gemgrove-Invite"
"""The header of an invite code: what is in a URL is logged on the way."""

T = TypeVar("T")


class Asking(Request[Any, Any, State]):
    """A request, with what all of them have in common."""

    @property
    def service(self) -> Service:
        """Whom to ask."""
        found: Service = self.app.state.service
        return found

    @property
    def visit(self) -> Visit:
        """What was known of it at the door."""
        found: Visit = self.scope["state"][STATE]
        return found

    @property
    def key(self) -> str | None:
        """The idempotency key, if there is one."""
        key = self.headers.get(KEY)
        if key is not None and not (
            1 <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()
        ):
            raise problems.invalid(
                f"The header {KEY} is not right: it has 1 to {LONGEST_KEY} printable ASCII "
                "characters.",
                [{"where": KEY, "what": "It is too long, empty, or not printable ASCII."}],
            )
        return key

    @property
    def invite(self) -> str | None:
        """The invite code, if there is one."""
        return self.headers.get(INVITE)

    async def caller(self) -> Caller:
        """Who asks; a `Problem` for who does not say so."""
        if self.visit.token is None and self.visit.credentials:
            raise problems.unauthenticated(
                "The Authorization is not a token of this server: Bearer gg_..."
            )
        caller = await self.service.caller(self.visit.token)
        self.visit.player = caller.player
        return caller

    async def caller_if_any(self) -> Caller | None:
        """Who asks, if it is said; what is said must be right."""
        return await self.caller() if self.visit.credentials else None

    async def read(self, kind: type[T]) -> T:
        """The body; a `Problem` says where it is not what is asked for. None is an empty object."""
        body = await self._whole_body()
        if body and self.headers.get("Content-Type", "").partition(";")[0].strip().lower() != (
            "application/json"
        ):
            # A page of another origin can send anything else without asking first.
            raise Problem(
                "not_json",
                "A body is JSON, and its header says so: Content-Type: application/json.",
                HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            )
        try:
            return msgspec.json.decode(body or b"{}", type=kind)
        except msgspec.ValidationError as error:
            raise _invalid("The body", str(error)) from None
        except (ValueError, RecursionError):
            raise problems.malformed("The body is not JSON.") from None

    def wanted(self, kind: type[T]) -> T:
        """What stands behind the question mark. Members that are lists may be there repeatedly."""
        lists = getattr(kind, "LISTS", ())
        values: dict[str, Any] = {}
        for name, value in self.query_params.multi_items():
            if name in lists:
                values.setdefault(name, []).append(value)
            elif name in values:
                raise _invalid("The query", f"It is there twice - at `$.{name}`")
            else:
                values[name] = value
        try:
            return msgspec.convert(values, kind, strict=False)
        except msgspec.ValidationError as error:
            raise _invalid("The query", str(error)) from None

    async def _whole_body(self) -> bytes:
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
        return b"".join(parts)


def _invalid(what: str, told: str) -> Problem:
    """From what msgspec says: what is wrong and, after a hyphen, where."""
    fault, _, where = told.partition(" - at ")
    where = where.strip("`").removeprefix("$").removeprefix(".")
    place = f" at {where}" if where else ""
    return problems.invalid(
        f"{what} is not right{place}: {fault}.", [{"where": where, "what": f"{fault}."}]
    )
