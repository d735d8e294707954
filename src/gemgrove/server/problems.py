"""Problems as HTTP tells them: problem details (RFC 9457) with a stable code and a sentence.

A client goes by `code` and shows `detail`. The type of a problem is a name made of its code, and
its title is the code in words, so that neither can differ from it.
"""

import math
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Protocol, Self

MEDIA_TYPE = "application/problem+json"
TYPE = "urn:gemgrove:problem:"


class Refusal(Protocol):
    """An error of the rooms below that says by itself what to answer."""

    @property
    def code(self) -> str: ...
    @property
    def sentence(self) -> str: ...
    @property
    def status(self) -> int: ...


class Problem(Exception):  # noqa: N818  it is called so in the standard
    """A request that is not fulfilled, and why."""

    def __init__(
        self,
        code: str,
        detail: str,
        status: int,
        *,
        headers: Mapping[str, str] | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        """`more` are further members of the answer, such as the faults of single fields."""
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.status = status
        self.headers = dict(headers or {})
        self.more = dict(more or {})

    @classmethod
    def refused(cls, refusal: Refusal) -> Self:
        """What the rules of a table refuse."""
        return cls(refusal.code, refusal.sentence, refusal.status)

    @property
    def title(self) -> str:
        """What kind of problem it is, in words; the same whenever the code is."""
        return self.code.replace("_", " ").capitalize()

    def body(self, request: str | None = None) -> dict[str, Any]:
        """The answer as plain JSON, with the id of the request by which a host finds it."""
        details: dict[str, Any] = {
            **self.more,
            "type": TYPE + self.code,
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
        }
        if request is not None:
            details["request"] = request
        return details


def malformed(detail: str, faults: Sequence[Mapping[str, str]] = ()) -> Problem:
    """What was sent cannot be read."""
    return Problem("malformed", detail, HTTPStatus.BAD_REQUEST, more=_faults(faults))


def invalid(detail: str, faults: Sequence[Mapping[str, str]] = ()) -> Problem:
    """What was sent can be read and is not what was asked for. A fault is where and what."""
    return Problem("invalid", detail, HTTPStatus.UNPROCESSABLE_ENTITY, more=_faults(faults))


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


def _faults(faults: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    return {"faults": [dict(fault) for fault in faults]} if faults else {}
