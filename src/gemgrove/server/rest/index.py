"""The index, and the OpenAPI document."""

from importlib.metadata import version

import msgspec
from litestar import Controller, MediaType, Response, get

from gemgrove.server.rest.api_request import ApiRequest
from gemgrove.server.rest.authentication import NO_TOKEN
from gemgrove.server.rest.responses import PUBLIC

SCHEMA = "/api/schema"
_LINKS = {
    "games": "/api/games",
    "bots": "/api/bots",
    "tables": "/api/tables",
    "players": "/api/players",
    "live": "/api/live",
}


class ApiIndex(msgspec.Struct, frozen=True):
    """The version of the server, and where to go from here."""

    name: str
    version: str
    schema: str
    links: dict[str, str]


class Index(Controller):
    """Index of the API."""

    path = "/api"
    tags = ("server",)

    @get(name="index", summary="Get the index", response_headers=PUBLIC, **NO_TOKEN)
    async def index(self) -> ApiIndex:
        """The version, and the addresses of the API."""
        return ApiIndex("gemgrove", version("gemgrove"), SCHEMA, _LINKS)

    @get(
        ["/schema", "/schema/openapi.json"],
        name="schema",
        include_in_schema=False,
        response_headers=PUBLIC,
    )
    async def schema(self, request: ApiRequest) -> Response[bytes]:
        """The OpenAPI document."""
        return Response(
            msgspec.json.encode(request.app.state.document()), media_type=MediaType.JSON
        )
