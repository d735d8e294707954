"""Health, readiness and metrics."""

import asyncio

from litestar import Controller, Response, get
from msgspec import Struct
from sqlalchemy import literal, select
from sqlalchemy.exc import SQLAlchemyError

from gemgrove.server import problems
from gemgrove.server.metrics import MEDIA_TYPE, Metrics
from gemgrove.server.rest.api_request import ApiRequest
from gemgrove.server.rest.authentication import NO_TOKEN

DATABASE_SECONDS = 2.0
"""The longest time that the database may take to answer."""


class Status(Struct, frozen=True):
    """The state of the server."""

    status: str


class Health(Controller):
    """For whatever watches the server."""

    path = "/"
    tags = ("server",)

    @get("/health", name="health", summary="Check liveness", opt={"plain": True}, **NO_TOKEN)
    async def health(self) -> Status:
        """True whenever there is an answer."""
        return Status("running")

    @get(
        "/ready",
        name="readiness",
        summary="Check readiness",
        opt={"plain": True, "codes": "unavailable"},
        **NO_TOKEN,
    )
    async def ready(self, request: ApiRequest) -> Status:
        """False while the server shuts down, and without its database."""
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
        name="metrics",
        summary="Get metrics for Prometheus",
        media_type=MEDIA_TYPE,
        opt={"codes": "not_found"},
        **NO_TOKEN,
    )
    async def metrics(self, request: ApiRequest) -> Response[str]:
        """Only if the host makes them public."""
        if not request.service.settings.metrics:
            raise problems.not_found("address")
        figures: Metrics = request.app.state.metrics
        return Response(figures.text().decode(), media_type=MEDIA_TYPE)
