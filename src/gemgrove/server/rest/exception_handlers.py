"""Whatever goes wrong, as problem details."""

from http import HTTPStatus

import msgspec
from litestar import Response
from litestar.connection import Request
from litestar.enums import ParamType
from litestar.exceptions import (
    HTTPException,
    MethodNotAllowedException,
    NotFoundException,
    ValidationException,
)

from gemgrove.server import problems
from gemgrove.server.problems import Problem
from gemgrove.server.rest.parameters import INVITE, KEY
from gemgrove.server.rest.request_context import STATE, RequestContext

HEADERS = {"key": KEY, "invite": INVITE}
"""The parameters of handlers that are headers."""
METHODS = ("GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS")


class GoneError(Exception):
    """The client has gone before it was heard."""


def refused(request: Request, error: Exception) -> Response[bytes]:  # type: ignore[type-arg]
    """The answer to a request that went wrong: Litestar's handler of exceptions."""
    problem = problem_of(error)
    context: RequestContext = request.scope["state"][STATE]
    if context.method == "OPTIONS" and problem.code == "method_not_allowed":
        return Response(b"", status_code=HTTPStatus.NO_CONTENT, headers=problem.headers)
    return Response(
        body_of(problem, context.id),
        status_code=int(problem.status),
        media_type=problems.MEDIA_TYPE,
        headers=problem.headers,
    )


def body_of(problem: Problem, request: str) -> bytes:
    """Problem details as they are sent."""
    return msgspec.json.encode(problem.details(request))


def problem_of(error: Exception) -> Problem:
    """Return the problem to send to the client; details that stay hidden are logged."""
    match error:
        case GoneError():
            return problems.malformed("The request ended before it was complete.")
        case ValidationException():
            return _invalid(error)
        case MethodNotAllowedException():
            return _other_method(error)
        case NotFoundException():
            return problems.not_found("address")
        case HTTPException(status_code=status) if status < HTTPStatus.INTERNAL_SERVER_ERROR:
            return problems.malformed(f"The request cannot be read: {error.detail}.")
    return problems.problem_of(error)


def _invalid(error: ValidationException) -> Problem:
    """A parameter that is not valid. A path whose parameters are not valid leads nowhere."""
    faults: list[dict[str, str]] = [*(error.extra or [])]
    for fault in faults:
        if fault.get("source") == ParamType.PATH:
            return problems.not_found(fault["key"])
    fault = faults[0]
    if fault.get("source") == ParamType.HEADER:
        where, place = HEADERS[fault["key"]], "header"
    else:
        where, place = fault.get("key", ""), "query parameter"
    what = fault["message"]
    return problems.invalid(
        f"The {place} {where} is not valid: {what}.", [{"where": where, "what": f"{what}."}]
    )


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
