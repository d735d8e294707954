"""Exception handlers: errors as problem details."""

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
from gemgrove.server.problems import Fault, Problem
from gemgrove.server.rest.api_request import STATE, RequestContext
from gemgrove.server.rest.parameters import INVITE, KEY

HEADERS = {"key": KEY, "invite": INVITE}
"""The headers that handlers receive as these parameters."""
METHODS = ("GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS")


def refused(request: Request, error: Exception) -> Response[bytes]:  # type: ignore[type-arg]
    """Return an error's problem details, for Litestar's `exception_handlers`."""
    problem = _problem_of(error)
    context: RequestContext = request.scope["state"][STATE]
    if context.method == "OPTIONS" and problem.code == "method_not_allowed":
        return Response(b"", status_code=HTTPStatus.NO_CONTENT, headers=problem.headers)
    return Response(
        msgspec.json.encode(problem.details(context.id)),
        status_code=problem.status,
        media_type=problems.MEDIA_TYPE,
        headers=problem.headers,
    )


def _problem_of(error: Exception) -> Problem:
    """Return the problem to send to the client; details that it may not see are logged."""
    match error:
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
    """Return the problem of an invalid parameter. A path with invalid parameters is not found."""
    faults: list[dict[str, str]] = [*(error.extra or [])]
    for fault in faults:
        if fault.get("source") == ParamType.PATH:
            return problems.not_found(fault["key"])
    fault = faults[0]
    if fault.get("source") == ParamType.HEADER:
        where, place = HEADERS[fault["key"]], "header"
    else:
        where, place = fault.get("key", ""), "query parameter"
    what = f"{fault['message']}."
    return problems.invalid(f"The {place} {where} is not valid: {what}", Fault(where, what))


def _other_method(error: MethodNotAllowedException) -> Problem:
    known = (error.headers or {}).get("allow", "").split(", ")
    if "GET" in known:
        known.append("HEAD")
    methods = ", ".join(method for method in METHODS if method in known)
    if methods:
        sentence = f"This address does not allow that method; it allows {methods}."
        return Problem("method_not_allowed", sentence, headers={"Allow": methods})
    return Problem(
        "upgrade_required",
        "This is the address of a WebSocket.",
        headers={"Upgrade": "websocket", "Connection": "Upgrade"},
    )
