"""Problems as HTTP tells them: problem details (RFC 9457) with a stable code and a sentence.

A client goes by `code` and shows `detail`. The type of a problem is a name made of its code, and
its title is the code in words, so that neither can differ from it.
"""

import logging
import math
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Annotated, Any, Protocol, Self

import asyncpg
import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from sqlalchemy import exc

MEDIA_TYPE = "application/problem+json"
TYPE = "urn:gemgrove:problem:"

log = logging.getLogger(__name__)


class TemporaryError(Exception):
    """An error that passes by itself; clients are told its message and try again."""


class Refusal(Protocol):
    """An error of the rooms below that says by itself what to answer."""

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
    """A request that is not fulfilled, and why."""

    def __init__(
        self,
        code: str,
        detail: str,
        status: int,
        *,
        headers: Mapping[str, str] | None = None,
        faults: Sequence[Mapping[str, str]] = (),
    ) -> None:
        """`faults` say where and what is wrong with single fields."""
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.status = status
        self.headers = dict(headers or {})
        self.faults = [Fault(**fault) for fault in faults]

    @classmethod
    def refused(cls, refusal: Refusal) -> Self:
        """The problem for a refusal by the rules of a table."""
        return cls(refusal.code, refusal.sentence, refusal.status)

    @property
    def title(self) -> str:
        """The kind of problem in words; it depends on the code alone."""
        return self.code.replace("_", " ").capitalize()

    def details(self, request: str | None = None) -> ProblemDetails:
        """The problem details, with the id of the request by which a host finds it."""
        return ProblemDetails(
            faults=self.faults or UNSET,
            type=TYPE + self.code,
            title=self.title,
            status=int(self.status),
            detail=self.detail,
            code=self.code,
            request=UNSET if request is None else request,
        )

    def body(self, request: str | None = None) -> dict[str, Any]:
        """The problem details as plain JSON."""
        found: dict[str, Any] = msgspec.to_builtins(self.details(request))
        return found


def malformed(detail: str, faults: Sequence[Mapping[str, str]] = ()) -> Problem:
    """A body or message that cannot be parsed."""
    return Problem("malformed", detail, HTTPStatus.BAD_REQUEST, faults=faults)


def invalid(detail: str, faults: Sequence[Mapping[str, str]] = ()) -> Problem:
    """A body that can be parsed but has wrong values; a fault names the place and the reason."""
    return Problem("invalid", detail, HTTPStatus.UNPROCESSABLE_ENTITY, faults=faults)


def unauthenticated(detail: str = "This needs a token: Authorization: Bearer gg_...") -> Problem:
    """No token, or none that is in force."""
    return Problem(
        "unauthenticated",
        detail,
        HTTPStatus.UNAUTHORIZED,
        headers={"WWW-Authenticate": 'Bearer realm="gemgrove"'},
    )


def not_found(what: str) -> Problem:
    """`what` is a noun: the same answer for what is not there and what one may not see."""
    return Problem("not_found", f"There is no such {what}.", HTTPStatus.NOT_FOUND)


def too_large(limit: int) -> Problem:
    """The body or the message is longer than that many bytes."""
    sentence = f"That is too large: at most {limit} bytes are read."
    return Problem("too_large", sentence, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def too_many_requests(wait: float) -> Problem:
    """The caller's bucket is empty; in `wait` seconds it is not."""
    seconds = max(1, math.ceil(wait))
    unit = "second" if seconds == 1 else "seconds"
    return Problem(
        "too_many_requests",
        f"Too many requests; try again in {seconds} {unit}.",
        HTTPStatus.TOO_MANY_REQUESTS,
        headers={"Retry-After": str(seconds)},
    )


def key_reused() -> Problem:
    """An idempotency key that came with another request before."""
    return Problem(
        "key_reused",
        "This idempotency key was used for another request; a new request needs a new key.",
        HTTPStatus.UNPROCESSABLE_ENTITY,
    )


def unavailable(detail: str, wait: float = 1) -> Problem:
    """The server cannot do it now: it is starting, ending or full."""
    headers = {"Retry-After": str(max(1, math.ceil(wait)))}
    return Problem("unavailable", detail, HTTPStatus.SERVICE_UNAVAILABLE, headers=headers)


def internal() -> Problem:
    """A fault of the server. It tells nothing of what happened: that is in the log."""
    return Problem(
        "internal",
        "Something went wrong on the server. Nothing that was acknowledged is lost; try again.",
        HTTPStatus.INTERNAL_SERVER_ERROR,
    )


def problem_of(error: Exception) -> Problem:
    """Return the problem that a client is told of; what it is not told is logged."""
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
