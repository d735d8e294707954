"""The server itself: index, OpenAPI document, health, readiness and metrics."""

import asyncio
from importlib.metadata import version

import msgspec
from litestar import Controller, MediaType, Response, get
from sqlalchemy import literal, select
from sqlalchemy.exc import SQLAlchemyError

from gemgrove.server import problems
from gemgrove.server.metrics import MEDIA_TYPE
from gemgrove.server.rest.api_request import ApiRequest
from gemgrove.server.rest.responses import PUBLIC

DATABASE_SECONDS = 2.0
"""The longest the database may take to answer."""

_LINKS = {
    "games": "/api/games",
    "bots": "/api/bots",
    "tables": "/api/tables",
    "players": "/api/players",
    "live": "/api/live",
}


class ApiIndex(msgspec.Struct, frozen=True):
    """The server's version, and the addresses of the API."""

    name: str
    version: str
    schema: str
    links: dict[str, str]


class Status(msgspec.Struct, frozen=True):
    """The state of the server."""

    status: str


class Server(Controller):
    path = "/"
    tags = ("server",)

    @get("/api", summary="Get the index", response_headers=PUBLIC)
    async def index(self) -> ApiIndex:
        """The version, and the addresses of the API."""
        return ApiIndex("gemgrove", version("gemgrove"), "/api/schema", _LINKS)

    @get(
        ["/api/schema", "/api/schema/openapi.json"],
        include_in_schema=False,
        response_headers=PUBLIC,
    )
    async def schema(self, request: ApiRequest) -> Response[bytes]:
        """The OpenAPI document."""
        document = msgspec.json.encode(request.app.state.document())
        return Response(document, media_type=MediaType.JSON)

    @get("/health", summary="Check liveness", opt={"plain": True})
    async def health(self) -> Status:
        """The server is alive whenever it answers."""
        return Status("running")

    @get("/ready", summary="Check readiness", opt={"plain": True, "codes": "unavailable"})
    async def readiness(self, request: ApiRequest) -> Status:
        """The server is not ready while it shuts down or its database is unavailable."""
        if not request.app.state.ready:
            raise problems.unavailable("The server is shutting down.")
        try:
            async with (
                asyncio.timeout(DATABASE_SECONDS),
                request.service.database.reading() as connection,
            ):
                await connection.execute(select(literal(1)))
        except (TimeoutError, OSError, SQLAlchemyError):
            raise problems.unavailable("The database does not answer.") from None
        return Status("ready")

    @get(
        "/metrics",
        summary="Get metrics for Prometheus",
        media_type=MEDIA_TYPE,
        opt={"codes": "not_found"},
    )
    async def metrics(self, request: ApiRequest) -> Response[str]:
        """Available only if the host makes them public."""
        if not request.service.settings.metrics:
            raise problems.not_found("address")
        return Response(request.app.state.metrics.text().decode(), media_type=MEDIA_TYPE)
