"""Guards: who may send a request, and with which query parameters."""

from typing import TYPE_CHECKING, Any, cast

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.params import QueryParameter

from gemgrove.server import problems

if TYPE_CHECKING:
    from gemgrove.server.rest.api_request import ApiRequest


async def _required(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    request = cast("ApiRequest", connection)
    request.context.caller = await request.authenticate()


async def _optional(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    request = cast("ApiRequest", connection)
    if request.context.credentials:
        request.context.caller = await request.authenticate()


def strict_query(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refuse query parameters that are unknown, or repeated without being lists."""
    known = query_parameters(handler)
    seen: set[str] = set()
    for name, value in connection.query_params.multi_items() if known else ():
        if name not in known:
            raise problems.invalid(
                f"There is no query parameter {name!r}; there are {', '.join(known)}.",
                [{"where": name, "what": "It is unknown."}],
            )
        if name in seen and not known[name]:
            raise problems.invalid(
                f"The query is not valid at {name}: it is there twice.",
                [{"where": name, "what": "It is there twice."}],
            )
        if value == "null":  # which Litestar would take for a parameter that is not there
            raise problems.invalid(
                f"The query is not valid at {name}: null is no value.",
                [{"where": name, "what": "null is no value."}],
            )
        seen.add(name)


def query_parameters(handler: BaseRouteHandler) -> dict[str, bool]:
    """The names of a handler's query parameters, and whether they may be repeated."""
    return {
        name: field.is_non_string_sequence or field.has_inner_subclass_of(list)
        for name, field in handler.parsed_fn_signature.parameters.items()
        if isinstance(field.kwarg_definition, QueryParameter)
    }


TOKEN_REQUIRED: dict[str, Any] = {"guards": [_required], "security": [{"token": []}]}
"""Arguments of a handler that needs a token."""
TOKEN_OPTIONAL: dict[str, Any] = {"guards": [_optional], "security": [{}, {"token": []}]}
"""Arguments of a handler whose answer depends on the caller."""
NO_TOKEN: dict[str, Any] = {"security": []}
