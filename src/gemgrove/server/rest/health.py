"""Whether the server is well, and its figures."""

import asyncio

from litestar import Controller, Response, get
from sqlalchemy import literal, select
from sqlalchemy.exc import SQLAlchemyError

from gemgrove.server import problems
from gemgrove.server.metrics import MEDIA_TYPE, Metrics
from gemgrove.server.rest import examples, shapes
from gemgrove.server.rest.answering import told as tell
from gemgrove.server.rest.asking import Asking
from gemgrove.server.rest.describing import told

DATABASE_SECONDS = 2.0
"""How long the database may take to answer."""


class Health(Controller):
    """For whatever watches the server."""

    path = "/"

    @get(
        "/health",
        name="health",
        opt=told("Whether the server runs", shapes.Health, examples.HEALTH, plain=True),
    )
    async def health(self) -> Response[bytes]:
        """It does."""
        return tell({"status": "running"})

    @get(
        "/ready",
        name="readiness",
        opt=told(
            "Whether the server takes requests",
            shapes.Health,
            examples.READY_NOW,
            plain=True,
            codes="unavailable",
        ),
    )
    async def ready(self, request: Asking) -> Response[bytes]:
        """It does not while it shuts down, nor without its database."""
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
        return tell({"status": "ready"})

    @get(
        "/metrics",
        name="metrics",
        opt=told(
            "Figures for Prometheus",
            str,
            examples.METRICS,
            codes="not_found",
            media_type=MEDIA_TYPE,
        ),
    )
    async def metrics(self, request: Asking) -> Response[bytes]:
        """Only where the host lets everybody read them."""
        if not request.service.settings.metrics:
            raise problems.not_found("address")
        figures: Metrics = request.app.state.metrics
        return Response(figures.text(), media_type=MEDIA_TYPE)
