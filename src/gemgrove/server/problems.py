"""Errors as sent to clients: problem details (RFC 9457) with a stable code and a sentence.

A client goes by `code` and shows `detail`. A problem's type and title are derived from its code, so
neither can disagree with it.
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

Refusals under a table's rules are listed in `gemgrove.server.domain.refusals`.
"""

log = logging.getLogger(__name__)


class TemporaryError(Exception):
    """An error that will pass; clients are sent its message and can try again."""


class Refusal(Protocol):
    """An error from the domain with its own code, sentence and status."""

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
    code: Annotated[str, Meta(description="Stable: it keeps its meaning.")]
    request: (
        Annotated[str, Meta(description="The request's id, for the host to find it in the log.")]
        | UnsetType
    ) = UNSET


class Problem(Exception):  # noqa: N818 - the standard's name for it
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
        """Describe the refusal; `status` is needed only for codes that are not in `STATUS`."""
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.status = STATUS[code] if status is None else int(status)
        self.headers = dict(headers or {})
        self.faults = [*faults]

    @classmethod
    def refused(cls, refusal: Refusal) -> Self:
        """Return the problem for a refusal under a table's rules."""
        return cls(refusal.code, refusal.sentence, refusal.status)

    def details(self, request: str | None = None) -> ProblemDetails:
        """Return the problem details, with the request's id for the host to find it."""
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
        """Return the problem details as plain JSON."""
        found: dict[str, Any] = msgspec.to_builtins(self.details(request))
        return found


def malformed(detail: str) -> Problem:
    """Return the problem of a body or message that cannot be parsed."""
    return Problem("malformed", detail)


def invalid(detail: str, *faults: Fault) -> Problem:
    """Return the problem of a body that can be parsed but contains wrong values."""
    return Problem("invalid", detail, faults=faults)


def unauthenticated(detail: str = "This needs a token: Authorization: Bearer gg_...") -> Problem:
    """Return the problem of a request without a valid token."""
    headers = {"WWW-Authenticate": 'Bearer realm="gemgrove"'}
    return Problem("unauthenticated", detail, headers=headers)


def not_found(what: str) -> Problem:
    """Return the problem of something that does not exist, or that the caller may not see."""
    return Problem("not_found", f"There is no such {what}.")


def too_large(limit: int) -> Problem:
    """Return the problem of a body or message of more than `limit` bytes."""
    return Problem("too_large", f"That is too large: at most {limit} bytes are read.")


def too_many_requests(wait: float) -> Problem:
    """Return the problem of a caller over the rate limit for another `wait` seconds."""
    seconds = max(1, math.ceil(wait))
    unit = "second" if seconds == 1 else "seconds"
    sentence = f"Too many requests; try again in {seconds} {unit}."
    return Problem("too_many_requests", sentence, headers={"Retry-After": str(seconds)})


def key_reused() -> Problem:
    """Return the problem of an idempotency key already used for another request."""
    return Problem(
        "key_reused",
        "This idempotency key was used for another request; a new request needs a new key.",
    )


def unavailable(detail: str, wait: int = 1) -> Problem:
    """Return the problem of a server that cannot do it now: it is starting, stopping or full."""
    return Problem("unavailable", detail, headers={"Retry-After": str(wait)})


def internal() -> Problem:
    """Return the problem of a server error. What happened is only in the log."""
    return Problem(
        "internal",
        "Something went wrong on the server. Nothing that was acknowledged is lost; try again.",
    )


def problem_of(error: Exception) -> Problem:
    """Return the problem to send to the client; details that it may not see are logged."""
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
