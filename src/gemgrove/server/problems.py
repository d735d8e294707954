"""Errors as clients get them: problem details (RFC 9457) with a stable code and a sentence.

A client goes by `code` and shows `detail`. The type of a problem is a name made of its code, and
its title is the code in words, so that neither can differ from it.
"""

import logging
import math
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Protocol, Self

import asyncpg
import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from sqlalchemy import exc

MEDIA_TYPE = "application/problem+json"
TYPE = "urn:gemgrove:problem:"

STATUS = {
    # The account of a player.
    "bad_name": 422,
    "banned": 403,
    "name_reserved": 409,
    "name_taken": 409,
    "not_a_bot": 409,
    "too_many_tokens": 409,
    "unauthenticated": 401,
    "weak_key": 422,
    "wrong_recovery_code": 403,
    "wrong_scope": 403,
    # Tables and reviews.
    "bot_not_allowed": 422,
    "reviews_off": 409,
    "too_many_reviews": 409,
    "too_many_tables": 409,
    # Any request.
    "address_too_long": 414,
    "internal": 500,
    "invalid": 422,
    "key_reused": 422,
    "malformed": 400,
    "method_not_allowed": 405,
    "not_found": 404,
    "not_json": 415,
    "too_large": 413,
    "too_many_requests": 429,
    "unavailable": 503,
    "upgrade_required": 426,
}
"""The status of each code. Codes are stable: once listed here, a code keeps its meaning.

Refusals by the rules of a table have theirs in `gemgrove.server.domain.refusals`.
"""

log = logging.getLogger(__name__)


class TemporaryError(Exception):
    """An error that passes by itself; clients are told its message and try again."""


class Refusal(Protocol):
    """An error of the domain with its own code, sentence and status."""

    @property
    def code(self) -> str: ...
    @property
    def sentence(self) -> str: ...
    @property
    def status(self) -> int: ...


class Fault(Struct, frozen=True):
    """A member that is not valid."""

    where: str
    what: str


class ProblemDetails(Struct, frozen=True, kw_only=True):
    """Problem details (RFC 9457). Go by `code`, show `detail`."""

    faults: list[Fault] | UnsetType = UNSET
    type: Annotated[str, Meta(pattern=f"^{TYPE}")]
    title: str
    status: int
    detail: Annotated[str, Meta(description="A sentence.")]
    code: Annotated[str, Meta(description="It keeps its meaning.")]
    request: (
        Annotated[str, Meta(description="The request's id, by which the host finds it in the log.")]
        | UnsetType
    ) = UNSET


class Problem(Exception):  # noqa: N818  it is called so in the standard
    """A refused request, and why."""

    def __init__(
        self,
        code: str,
        detail: str,
        status: int | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        faults: Sequence[Fault] = (),
    ) -> None:
        """`status` is needed only for codes that are not in `STATUS`."""
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.status = STATUS[code] if status is None else int(status)
        self.headers = dict(headers or {})
        self.faults = [*faults]

    @classmethod
    def refused(cls, refusal: Refusal) -> Self:
        """The problem for a refusal by the rules of a table."""
        return cls(refusal.code, refusal.sentence, refusal.status)

    def details(self, request: str | None = None) -> ProblemDetails:
        """The problem details, with the id of the request by which a host finds it."""
        return ProblemDetails(
            faults=self.faults or UNSET,
            type=TYPE + self.code,
            title=self.code.replace("_", " ").capitalize(),
            status=self.status,
            detail=self.detail,
            code=self.code,
            request=UNSET if request is None else request,
        )

    def body(self, request: str | None = None) -> dict[str, Any]:
        """The problem details as plain JSON."""
        found: dict[str, Any] = msgspec.to_builtins(self.details(request))
        return found


def malformed(detail: str) -> Problem:
    """A body or message that cannot be parsed."""
    return Problem("malformed", detail)


def invalid(detail: str, *faults: Fault) -> Problem:
    """A body that can be parsed but has wrong values."""
    return Problem("invalid", detail, faults=faults)


def unauthenticated(detail: str = "This needs a token: Authorization: Bearer gg_...") -> Problem:
    """No token, or none that is in force."""
    headers = {"WWW-Authenticate": 'Bearer realm="gemgrove"'}
    return Problem("unauthenticated", detail, headers=headers)


def not_found(what: str) -> Problem:
    """`what` is a noun: the same answer for what is not there and what one may not see."""
    return Problem("not_found", f"There is no such {what}.")


def too_large(limit: int) -> Problem:
    """A body or message of more than `limit` bytes."""
    return Problem("too_large", f"That is too large: at most {limit} bytes are read.")


def too_many_requests(wait: float) -> Problem:
    """The caller is over the rate limit for another `wait` seconds."""
    seconds = max(1, math.ceil(wait))
    unit = "second" if seconds == 1 else "seconds"
    sentence = f"Too many requests; try again in {seconds} {unit}."
    return Problem("too_many_requests", sentence, headers={"Retry-After": str(seconds)})


def key_reused() -> Problem:
    """An idempotency key that came with another request before."""
    return Problem(
        "key_reused",
        "This idempotency key was used for another request; a new request needs a new key.",
    )


def unavailable(detail: str, wait: int = 1) -> Problem:
    """The server cannot do it now: it is starting, ending or full."""
    return Problem("unavailable", detail, headers={"Retry-After": str(wait)})


def internal() -> Problem:
    """A fault of the server. It tells nothing of what happened: that is in the log."""
    return Problem(
        "internal",
        "Something went wrong on the server. Nothing that was acknowledged is lost; try again.",
    )


def problem_of(error: Exception) -> Problem:
    """Return the problem to send to the client; details that stay hidden are logged."""
    match error:
        case Problem():
            return error
        case TemporaryError():
            return unavailable(str(error))
        case exc.DataError():
            return invalid("Something in this cannot be stored, such as a null character.")
        case (
            exc.OperationalError()
            | exc.InterfaceError()
            | exc.TimeoutError()
            | asyncpg.PostgresConnectionError()
            | asyncpg.InterfaceError()
            | asyncpg.OperatorInterventionError()
            | OSError()
        ):
            log.error("The database does not answer.", exc_info=error)
            return unavailable("The database does not answer; try again.")
    log.error("A request failed.", exc_info=error)
    return internal()
