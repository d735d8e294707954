"""Whatever goes wrong, as problem details."""

from http import HTTPStatus

import msgspec
from litestar import Response
from litestar.connection import Request
from litestar.exceptions import (
    HTTPException,
    MethodNotAllowedException,
    NotFoundException,
)

from gemgrove.server import failures, problems
from gemgrove.server.problems import Problem
from gemgrove.server.rest.visits import STATE, Visit

METHODS = ("GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS")


class GoneError(Exception):
    """The client has gone before it was heard."""


def refused(request: Request, error: Exception) -> Response[bytes]:  # type: ignore[type-arg]
    """The answer to a request that went wrong: Litestar's handler of exceptions."""
    problem = problem_of(error)
    visit: Visit = request.scope["state"][STATE]
    if visit.method == "OPTIONS" and problem.code == "method_not_allowed":
        return Response(b"", status_code=HTTPStatus.NO_CONTENT, headers=problem.headers)
    return Response(
        body_of(problem, visit.id),
        status_code=int(problem.status),
        media_type=problems.MEDIA_TYPE,
        headers=problem.headers,
    )


def body_of(problem: Problem, request: str) -> bytes:
    """Problem details as they are sent."""
    return msgspec.json.encode(problem.body(request))


def problem_of(error: Exception) -> Problem:
    """What a client is told of an error. What it is not told is logged."""
    match error:
        case GoneError():
            return problems.malformed("The request ended before it was complete.")
        case MethodNotAllowedException():
            return _other_method(error)
        case NotFoundException():
            return problems.not_found("address")
        case HTTPException(status_code=status) if status < HTTPStatus.INTERNAL_SERVER_ERROR:
            return problems.malformed(f"The request cannot be read: {error.detail}.")
    return failures.problem_of(error)


def _other_method(error: MethodNotAllowedException) -> Problem:
    known = (error.headers or {}).get("allow", "").split(", ")
    if "GET" in known:
        known.append("HEAD")
    methods = [method for method in METHODS if method in known]
    if methods:
        return Problem(
            "method_not_allowed",
            f"That is not done here; what is: {', '.join(methods)}.",
            HTTPStatus.METHOD_NOT_ALLOWED,
            headers={"Allow": ", ".join(methods)},
        )
    return Problem(
        "upgrade_required",
        "This is the address of a WebSocket.",
        HTTPStatus.UPGRADE_REQUIRED,
        headers={"Upgrade": "websocket", "Connection": "Upgrade"},
    )
