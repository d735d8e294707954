"""The OpenAPI document.

Litestar derives the operations from the handlers, msgspec the schemas from the structs. This module
adds what many operations share: problems by code, headers, and examples.
"""

import re
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from inspect import cleandoc
from typing import Any

import msgspec
from litestar import Litestar, Response
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, License, SecurityScheme, Server, Tag
from litestar.routes import HTTPRoute
from litestar.types import ControllerRouterHandler

from gemgrove.server import problems
from gemgrove.server.domain import refusals
from gemgrove.server.domain.commands import TableCommand
from gemgrove.server.domain.payloads import TableEvent
from gemgrove.server.live import messages
from gemgrove.server.rest.api_request import ApiRequest, query_parameters
from gemgrove.server.rest.examples import example
from gemgrove.server.rest.middleware import HEADERS, REQUEST_ID
from gemgrove.server.rest.responses import REPLAYED

JSON = "application/json"
TAGS = ("games", "me", "players", "server", "tables")
STATUS = refusals.STATUS | problems.STATUS
"""The status of each problem code that can occur over HTTP."""

_EVERY_REQUEST = {"address_too_long", "internal", "too_many_requests", "unavailable"}
_EVERY_BODY = {"invalid", "malformed", "not_json", "too_large"}
_SCHEMAS = "#/components/schemas/{name}"
_DESCRIPTION = (
    "Tables for people and bots. Every refusal is sent as problem details with a stable `code`. "
    "Every change may have an `Idempotency-Key`: repeating the request gets the same answer. The "
    "messages of the WebSocket `/api/live` are the schemas `ClientMessage` and `ServerMessage`."
)
_REQUEST = "r_0S6D4F8G2H1J5K9Z"
_TEXT = {"type": "string"}
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_PARAMETER = re.compile(r"{(\w+)}")

_Operation = tuple[str, str, HTTPRouteHandler]
"""A path, method and handler."""


def document(controllers: Sequence[ControllerRouterHandler], version: str) -> dict[str, Any]:
    """Return the whole document, as plain JSON."""
    app = Litestar(
        controllers,
        request_class=ApiRequest,
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Gemgrove",
            version=version,
            description=_DESCRIPTION,
            use_handler_docstrings=True,
            license=License("MIT", identifier="MIT"),
            servers=[Server("/")],
            tags=[Tag(name) for name in TAGS],
            components=Components(
                security_schemes={
                    "token": SecurityScheme(
                        type="http",
                        scheme="bearer",
                        description="The token of a registered player: gg_play_... or gg_bot_...",
                    )
                }
            ),
            operation_id_creator=lambda handler, _method, _path: handler.handler_name,
        ),
    )
    made = app.openapi_schema.to_schema()
    operations = sorted(_operations(app), key=lambda found: found[:2])
    schemas, answers = _schemas([handler for _, _, handler in operations])
    responses: dict[str, Any] = {}
    described: dict[str, Any] = {}
    for (path, method, handler), answer in zip(operations, answers, strict=True):
        operation = made["paths"][path][method.lower()]
        _complete(operation, method, handler, answer, schemas)
        if "links" in handler.opt:
            (success, *_) = operation["responses"].values()
            success["links"] = dict(_links(handler.opt["links"], operations))
        for status, codes in _problems(path, method, handler).items():
            name = f"{status}.{'.'.join(codes)}"
            operation["responses"][str(status)] = {"$ref": f"#/components/responses/{name}"}
            responses[name] = _problem_response(status, codes)
        described.setdefault(path, {})[method.lower()] = operation
    made["components"] |= {
        "schemas": schemas,
        "headers": _headers(),
        "responses": responses,
        "examples": {code: {"value": _problem_example(code)} for code in STATUS},
    }
    return made | {"paths": described}


def _operations(app: Litestar) -> Iterator[_Operation]:
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                if handler.resolve_include_in_schema():
                    yield route.path_format, str(next(iter(handler.http_methods))), handler


def _schemas(handlers: Sequence[HTTPRouteHandler]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the components, and the schema of each handler's answer."""
    unions = {
        "ClientMessage": messages.ClientMessage,
        "ServerMessage": messages.ServerMessage,
        "TableCommand": TableCommand,
        "TableEvent": TableEvent,
    }
    bodies = [data.annotation for each in handlers if (data := each.parsed_data_field)]
    found, components = msgspec.json.schema_components(
        [*unions.values(), *map(_answer, handlers), *bodies, problems.ProblemDetails],
        ref_template=_SCHEMAS,
    )
    for component in components.values():
        component["description"] = cleandoc(component["description"])
    named = dict(zip(unions, found, strict=False))
    # msgspec repeats the union wherever it is a part of another schema.
    whole, reference = (
        msgspec.json.encode(part)
        for part in (named["TableEvent"], {"$ref": _SCHEMAS.format(name="TableEvent")})
    )
    components = msgspec.json.decode(msgspec.json.encode(components).replace(whole, reference))
    # The command is decoded in a second step, so that a refusal can name the message.
    components["Ask"]["properties"]["request"] = {"$ref": _SCHEMAS.format(name="TableCommand")}
    return components | named, [*found[len(unions) : len(unions) + len(handlers)]]


def _answer(handler: HTTPRouteHandler) -> Any:
    """Return the type of a handler's answer."""
    kind = handler.parsed_fn_signature.return_type
    return kind.inner_types[0].raw if kind.is_subclass_of(Response) else kind.raw


def _complete(
    operation: dict[str, Any],
    method: str,
    handler: HTTPRouteHandler,
    schema: dict[str, Any],
    components: dict[str, Any],
) -> None:
    """Add the schemas, examples and headers to an operation."""
    operation["parameters"] = [_parameter(found) for found in operation.get("parameters", [])]
    operation.setdefault("security", [])
    data = handler.parsed_data_field
    if data is not None:
        body = {
            "schema": _untagged(data.annotation, components),
            "example": example(data.annotation, defaults=False),
        }
        operation["requestBody"] = {
            "required": any(field.required for field in msgspec.structs.fields(data.annotation)),
            "content": {JSON: body},
        }
    answer = _answer(handler)
    media_type = str(handler.media_type) if answer is str else JSON
    headers = [REQUEST_ID, *HEADERS]
    if method not in _SAFE_METHODS:
        headers.append(REPLAYED)
    if handler.opt.get("links") == "table":
        headers.append("Location")
    success = {
        "description": operation["summary"] + ".",
        "headers": _referred(headers),
        "content": {media_type: {"schema": schema, "example": example(answer)}},
    }
    statuses = [handler.status_code, *handler.opt.get("also", ())]
    operation["responses"] = {str(int(status)): success for status in statuses}


def _parameter(found: dict[str, Any]) -> dict[str, Any]:
    """Return Litestar's parameter without members that repeat its defaults; none is ever null."""
    kept = ("name", "in", "required", "description", "examples")
    repeated = ("description", "examples", "oneOf")
    schema = {key: value for key, value in found["schema"].items() if key not in repeated}
    for choice in found["schema"].get("oneOf", ()):
        schema |= {} if choice == {"type": "null"} else choice
    if isinstance(schema["type"], list):
        (schema["type"],) = set(schema["type"]) - {"null"}
        schema["enum"] = [value for value in schema["enum"] if value is not None]
    return {name: found[name] for name in kept if name in found} | {"schema": schema}


def _links(name: str, operations: Sequence[_Operation]) -> Iterator[tuple[str, Any]]:
    """Yield the operations on the resource that a handler has created and its answer names."""
    for path, _, handler in operations:
        if _PARAMETER.findall(path) == [name]:
            operation = handler.operation_id or handler.handler_name
            parameters = {name: f"$response.body#/{name}"}
            yield str(operation), {"operationId": operation, "parameters": parameters}


def _untagged(kind: Any, components: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a body without its tag: the path already names the command."""
    found: dict[str, Any] = dict(components[kind.__name__])
    tag = kind.__struct_config__.tag_field
    if tag is not None:
        found["properties"] = {name: of for name, of in found["properties"].items() if name != tag}
        found["required"] = [name for name in found["required"] if name != tag]
    return found


def _problems(path: str, method: str, handler: HTTPRouteHandler) -> dict[int, list[str]]:
    """Return the codes of an operation's problems, by status."""
    codes = set(handler.opt.get("codes", "").split())
    if "plain" not in handler.opt:
        codes |= _EVERY_REQUEST
        if handler.security:
            codes |= {"unauthenticated", "banned"}
        if method not in _SAFE_METHODS:
            codes |= {"invalid", "key_reused"}
        if handler.parsed_data_field is not None:
            codes |= _EVERY_BODY
        if query_parameters(handler):
            codes.add("invalid")
        if "{" in path:
            codes.add("not_found")
    by_status: dict[int, list[str]] = {}
    for code in sorted(codes):
        by_status.setdefault(STATUS[code], []).append(code)
    return by_status


def _problem_response(status: int, codes: list[str]) -> dict[str, Any]:
    schema = {
        "allOf": [
            {"$ref": _SCHEMAS.format(name="ProblemDetails")},
            {"properties": {"status": {"const": status}, "code": {"enum": codes}}},
        ]
    }
    headers = [REQUEST_ID, *HEADERS]
    if status == HTTPStatus.UNAUTHORIZED:
        headers.append("WWW-Authenticate")
    if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        headers.append("Retry-After")
    examples = {code: {"$ref": f"#/components/examples/{code}"} for code in codes}
    return {
        "description": f"{HTTPStatus(status).phrase}: {', '.join(codes)}.",
        "headers": _referred(headers),
        "content": {problems.MEDIA_TYPE: {"schema": schema, "examples": examples}},
    }


def _problem_example(code: str) -> dict[str, Any]:
    problem = problems.Problem(code, "A sentence that says what and why.", STATUS[code])
    return problem.body(_REQUEST)


def _referred(names: Sequence[str]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _headers() -> dict[str, Any]:
    """Return the headers of responses."""
    always = HEADERS | {
        REQUEST_ID: _REQUEST,
        "WWW-Authenticate": 'Bearer realm="gemgrove"',
        "Retry-After": "1",
    }
    headers: dict[str, Any] = {
        name: {"schema": _TEXT, "example": value, "required": True}
        for name, value in always.items()
    }
    headers[REQUEST_ID]["description"] = "The request's own id, if it sent one that can be logged."
    return headers | {
        REPLAYED: {
            "schema": {"const": "true"},
            "description": "The request was answered before; this is that answer.",
            "example": "true",
        },
        "Location": {"schema": _TEXT, "example": "/api/tables/t_4ZK8E0QW2R6T1Y9A"},
    }
