"""The OpenAPI document, made of what the controllers say about themselves."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Literal

import msgspec
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from gemgrove import crockford
from gemgrove.server import ids, problems
from gemgrove.server.rest import codes
from gemgrove.server.rest.answering import REPLAYED
from gemgrove.server.rest.asking import INVITE, KEY
from gemgrove.server.rest.door import HEADERS, REQUEST_ID
from gemgrove.server.rest.shapes import Fault
from gemgrove.server.service import LONGEST_KEY

JSON = "application/json"
OPT = "told"
"""Where a handler keeps what is told of it."""
Given = Literal["no", "may", "must"]

_REFERENCE = "#/components/schemas/{name}"
_ID = f"[{crockford.SYMBOLS}]{{{ids.ID_SYMBOLS}}}"
_SAFE_METHODS = ("get", "head", "options")
_WITH_BODIES = ("post", "patch")
_PARAMETER = re.compile(r"{(\w+)(?::\w+)?}")
_PATH: dict[str, tuple[str, dict[str, Any]]] = {
    "table": ("t_4ZK8E0QW2R6T1Y9A", {"type": "string", "pattern": f"^{ids.TABLE}{_ID}$"}),
    "player": ("p_7HB3M5XN9C2V6K1D", {"type": "string", "pattern": f"^{ids.PLAYER}{_ID}$"}),
    "prefix": ("gg_play_3F8K2M", {"type": "string", "pattern": "^gg_(play|bot)_[0-9A-Z]{6}$"}),
    "game": ("splendor", {"type": "string"}),
    "players": ("2", {"type": "integer", "minimum": 2, "maximum": 4}),
    "seat": ("1", {"type": "integer", "minimum": 0, "maximum": 63}),
}


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of a handler."""

    summary: str
    answer: Any
    tells: Any
    """An example of the answer."""
    body: Any = None
    says: Any = None
    """An example of the body."""
    about: str = ""
    """What there is to say beside the summary; else the handler's own words."""
    query: Any = None
    token: Given = "no"
    codes: str = ""
    """Codes of problems, beside those of anything like it."""
    status: int = HTTPStatus.OK
    also: tuple[int, ...] = ()
    """Other statuses that the same answer can have."""
    media_type: str = JSON
    links: Mapping[str, str] | None = None
    """Parameters of other operations, and the members of the answer that they are."""
    plain: bool = False
    """It meets no problem of the usual kinds."""


def told(summary: str, answer: Any, tells: Any, **more: Any) -> dict[str, Any]:
    """For `opt` of a handler."""
    return {OPT: Told(summary, answer, tells, **more)}


def document(app: Litestar, version: str) -> dict[str, Any]:
    """The whole document, as plain JSON."""
    operations = list(_operations(app))
    kinds = _kinds(told for _, _, told in operations)
    schemas, components = msgspec.json.schema_components(kinds, ref_template=_REFERENCE)
    found = dict(zip(map(_name, kinds), schemas, strict=True))
    paths: dict[str, Any] = {}
    refusals: dict[str, Any] = {}
    for path, handler, told in operations:
        method = next(iter(handler.http_methods)).lower()
        operation = _Operation(path, method, handler, told, found, operations)
        paths.setdefault(_plain(path), {})[method] = operation.described()
        refusals |= operation.refusals()
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Gemgrove",
            "version": version,
            "description": "Tables for people and bots. Every refusal is problem details with a "
            "stable `code`. Every change may have an `Idempotency-Key`: the same request again "
            "has the same answer.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": name} for name in sorted({_tag(path) for path, _, _ in operations})],
        "paths": paths,
        "components": {
            "schemas": components | {"Problem": _problem()},
            "responses": refusals,
            "examples": {
                code: {"value": _example(code, status)} for code, status in codes.STATUS.items()
            },
            "headers": _headers(),
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "What registering gives: gg_play_... or gg_bot_...",
                }
            },
        },
    }


class _Operation:
    """What can be done at a path."""

    def __init__(
        self,
        path: str,
        method: str,
        handler: HTTPRouteHandler,
        told: Told,
        schemas: Mapping[str, Any],
        operations: Iterable[tuple[str, HTTPRouteHandler, Told]],
    ) -> None:
        self._path = path
        self._handler = handler
        self._told = told
        self._schemas = schemas
        self._operations = operations
        self._changes = method not in _SAFE_METHODS
        self._reads = method in _WITH_BODIES

    def described(self) -> dict[str, Any]:
        told = self._told
        made: dict[str, Any] = {
            "operationId": _id(self._handler),
            "summary": told.summary,
            "description": told.about or self._handler.fn.__doc__ or "",
            "tags": [_tag(self._path)],
            "parameters": [*self._path_parameters(), *self._headers(), *self._query()],
            "responses": self._responses(),
            "security": {"no": [], "may": [{}, {"token": []}], "must": [{"token": []}]}[told.token],
        }
        if told.body is not None:
            needed = bool(msgspec.structs.fields(told.body)) and any(
                field.required for field in msgspec.structs.fields(told.body)
            )
            made["requestBody"] = {
                "required": needed,
                "content": {JSON: _content(self._schemas[_name(told.body)], told.says)},
            }
        return made

    def _path_parameters(self) -> list[dict[str, Any]]:
        return [
            {
                "name": name,
                "in": "path",
                "required": True,
                "schema": _PATH[name][1],
                "example": _PATH[name][0],
            }
            for name in _PARAMETER.findall(self._path)
        ]

    def _headers(self) -> list[dict[str, Any]]:
        found = []
        if self._changes:
            schema = {
                "type": "string",
                "minLength": 1,
                "maxLength": LONGEST_KEY,
                "pattern": "^[!-~]([ -~]*[!-~])?$",
            }
            about = "Names the request: sent again, it has the same answer and is done once."
            found.append(_header(KEY, schema, about, "6b0f6ad1-52f6-4a86-9d21-0f3c1c9a7e35"))
        if "{table" in self._path:
            schema = {"type": "string"}
            about = "The code of a table by invitation, for who has no seat there."
            found.append(_header(INVITE, schema, about, "2N8QW5R7T1Y3A9B4C6D0E8F2G5"))
        return found

    def _query(self) -> list[dict[str, Any]]:
        if self._told.query is None:
            return []
        (_, *_), components = msgspec.json.schema_components(
            [self._told.query], ref_template=_REFERENCE
        )
        schema = components[self._told.query.__name__]
        return [
            {
                "name": name,
                "in": "query",
                "required": name in schema.get("required", ()),
                "schema": {key: value for key, value in of.items() if key != "description"},
                **({"description": of["description"]} if "description" in of else {}),
            }
            for name, of in schema["properties"].items()
        ]

    def _responses(self) -> dict[str, Any]:
        told = self._told
        success: dict[str, Any] = {
            "description": told.summary + ".",
            "headers": _referred(REQUEST_ID, *HEADERS),
            "content": {told.media_type: _content(self._schemas[_name(told.answer)], told.tells)},
        }
        if self._changes:
            success["headers"] |= _referred(REPLAYED)
        if told.status == HTTPStatus.CREATED and told.links:
            success["headers"] |= _referred("Location")
        if told.links:
            success["links"] = dict(self._links(told.links))
        found = {str(int(status)): success for status in (told.status, *told.also)}
        for status, names in sorted(self._refused().items()):
            reference = f"#/components/responses/{_refusal_name(status, names)}"
            found[str(status)] = {"$ref": reference}
        return found

    def refusals(self) -> dict[str, Any]:
        """The answers that are described once for all who give them."""
        return {
            _refusal_name(status, names): _refusal(status, names)
            for status, names in self._refused().items()
        }

    def _refused(self) -> dict[int, list[str]]:
        by_status: dict[int, list[str]] = {}
        for code in sorted(self._codes()):
            by_status.setdefault(codes.STATUS[code], []).append(code)
        return by_status

    def _codes(self) -> set[str]:
        told = self._told
        if told.plain:
            return set(told.codes.split())
        found = {*codes.ANYWHERE, *told.codes.split()}
        if told.token != "no":
            found |= {"unauthenticated", "banned"}
        if self._changes:
            found |= {"invalid", "key_reused"}
        if self._reads:
            found |= set(codes.OF_BODIES)
        if told.query is not None:
            found.add("invalid")
        if "{" in self._path:
            found.add("not_found")
        return found

    def _links(self, members: Mapping[str, str]) -> Iterable[tuple[str, Any]]:
        for path, handler, _ in self._operations:
            names = _PARAMETER.findall(path)
            if len(names) == 1 and names[0] in members and handler is not self._handler:
                member = members[names[0]]
                link = {
                    "operationId": _id(handler),
                    "parameters": {names[0]: f"$response.body#/{member}"},
                }
                yield _id(handler), link


def _operations(app: Litestar) -> Iterable[tuple[str, HTTPRouteHandler, Told]]:
    for route in sorted(app.routes, key=lambda route: route.path):
        if not isinstance(route, HTTPRoute):
            continue
        for handler in sorted(route.route_handlers, key=_id):  # else in an order of chance
            if OPT in handler.opt:
                yield route.path, handler, handler.opt[OPT]


def _kinds(tolds: Iterable[Told]) -> list[Any]:
    found: dict[str, Any] = {}
    for told in tolds:
        for kind in (told.answer, told.body):
            if kind is not None:
                found[_name(kind)] = kind
    found[_name(Fault)] = Fault
    return list(found.values())


def _name(kind: Any) -> str:
    return str(getattr(kind, "__name__", kind))


def _plain(path: str) -> str:
    return _PARAMETER.sub(r"{\1}", path)


def _id(handler: HTTPRouteHandler) -> str:
    return str(handler.name)


def _tag(path: str) -> str:
    parts = path.strip("/").split("/")
    return parts[1] if parts[0] == "api" and len(parts) > 1 else "server"


def _content(schema: Any, example: Any) -> dict[str, Any]:
    return {"schema": schema, "example": example}


def _header(name: str, schema: Any, about: str, example: str) -> dict[str, Any]:
    return {
        "name": name,
        "in": "header",
        "required": False,
        "schema": schema,
        "description": about,
        "example": example,
    }


def _refusal_name(status: int, names: list[str]) -> str:
    return f"{status}.{'.'.join(names)}"


def _refusal(status: int, names: list[str]) -> dict[str, Any]:
    schema = {
        "allOf": [
            {"$ref": "#/components/schemas/Problem"},
            {"properties": {"status": {"const": status}, "code": {"enum": names}}},
        ]
    }
    headers = [REQUEST_ID, *HEADERS]
    if status == HTTPStatus.UNAUTHORIZED:
        headers.append("WWW-Authenticate")
    if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        headers.append("Retry-After")
    examples = {name: {"$ref": f"#/components/examples/{name}"} for name in names}
    return {
        "description": f"{HTTPStatus(status).phrase}: {', '.join(names)}.",
        "headers": _referred(*headers),
        "content": {problems.MEDIA_TYPE: {"schema": schema, "examples": examples}},
    }


def _example(code: str, status: int) -> dict[str, Any]:
    problem = problems.Problem(code, "A sentence that says what and why.", status)
    return problem.body("r_0S6D4F8G2H1J5K9Z")


def _referred(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _problem() -> dict[str, Any]:
    text = {"type": "string"}
    return {
        "type": "object",
        "description": "Problem details (RFC 9457). Go by `code`, show `detail`.",
        "properties": {
            "type": {**text, "pattern": f"^{problems.TYPE}"},
            "title": text,
            "status": {"type": "integer"},
            "detail": {**text, "description": "A sentence."},
            "code": {**text, "description": "It keeps its meaning."},
            "request": {**text, "description": "By which the host finds it in the log."},
            "faults": {"type": "array", "items": {"$ref": "#/components/schemas/Fault"}},
        },
        "required": ["type", "title", "status", "detail", "code", "request"],
    }


def _headers() -> dict[str, Any]:
    """The headers of answers."""
    text = {"type": "string"}
    fixed = {
        name: {"schema": text, "example": value, "required": True}
        for name, value in HEADERS.items()
    }
    return fixed | {
        REQUEST_ID: {
            "schema": text,
            "required": True,
            "description": "The request's own, if it had one that can be logged.",
            "example": "r_0S6D4F8G2H1J5K9Z",
        },
        REPLAYED: {
            "schema": {"const": "true"},
            "description": "The request had been answered before; this is that answer.",
            "example": "true",
        },
        "Location": {"schema": text, "example": "/api/tables/t_4ZK8E0QW2R6T1Y9A"},
        "WWW-Authenticate": {
            "schema": text,
            "required": True,
            "example": 'Bearer realm="gemgrove"',
        },
        "Retry-After": {"schema": {"type": "string"}, "required": True, "example": "1"},
    }
