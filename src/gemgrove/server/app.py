"""The application: controllers and WebSockets behind the access middleware."""

from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from typing import Any

from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.types import ControllerRouterHandler

from gemgrove.server.bots.pool import BotPool
from gemgrove.server.domain import Table
from gemgrove.server.journal import StoredEvent
from gemgrove.server.live.websocket_server import WEBSOCKETS, WebSocketServer
from gemgrove.server.metrics import Metrics
from gemgrove.server.rest.account import Account
from gemgrove.server.rest.api_request import ApiRequest, strict_query
from gemgrove.server.rest.catalog import Catalog
from gemgrove.server.rest.exception_handlers import refused
from gemgrove.server.rest.middleware import AccessMiddleware
from gemgrove.server.rest.openapi import document
from gemgrove.server.rest.players import Players
from gemgrove.server.rest.server import Server
from gemgrove.server.rest.table_commands import table_commands
from gemgrove.server.rest.tables import Tables
from gemgrove.server.service import Service
from gemgrove.server.site.files import ASSETS, Site
from gemgrove.server.site.handlers import handlers_of, not_found_page

CONTROLLERS: tuple[ControllerRouterHandler, ...] = (
    Server,
    Catalog,
    Players,
    Account,
    Tables,
    table_commands,
)
"""Everything served over HTTP, except the page."""


@cache
def api_document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    return document(CONTROLLERS, version("gemgrove"))


def make_app(
    service: Service, *, websockets: WebSocketServer, pool: BotPool, site: Site | None
) -> Litestar:
    """Return a server's application, with the web page if there is a site.

    `app.state.ready` is set to False when it shuts down; `app.state.metrics` holds its metrics.
    """
    settings = service.settings
    metrics = _metrics(service, websockets, pool)
    state = State(
        {
            "service": service,
            "websockets": websockets,
            "metrics": metrics,
            "ready": True,
            "document": api_document,
        }
    )

    def not_found(request: Request[Any, Any, State], error: NotFoundException) -> Response[bytes]:
        page = None if site is None else not_found_page(site, request)
        return refused(request, error) if page is None else page

    app = Litestar(
        [*CONTROLLERS, *WEBSOCKETS, *([] if site is None else handlers_of(site))],
        request_class=ApiRequest,
        exception_handlers={NotFoundException: not_found, Exception: refused},
        state=state,
        openapi_config=None,
        logging_config=None,
        guards=[strict_query],
        request_max_body_size=settings.body_bytes,
    )
    app.asgi_handler = AccessMiddleware(
        app.asgi_handler, service.limits, settings.trusted_proxies(), metrics, light=ASSETS
    )
    return app


def _metrics(service: Service, websockets: WebSocketServer, pool: BotPool) -> Metrics:
    metrics = Metrics()
    metrics.gauge("tables_loaded", "Tables in memory", lambda: service.table_service.loaded)
    metrics.gauge("journal_waiting", "Entries to be stored", lambda: service.journal.waiting)
    metrics.gauge("reviews", "Reviews under way", lambda: service.reviews.under_way)
    metrics.gauge("websockets", "Open WebSockets", lambda: len(websockets))
    metrics.gauge("bots_busy", "Bots' moves being chosen", lambda: pool.stats.busy)
    metrics.gauge("bots_queued", "Bots' moves waiting for a worker", lambda: pool.stats.queued)
    metrics.gauge("bots_lost", "Bot workers replaced since the start", lambda: pool.stats.lost)
    metrics.gauge(
        "bots_substituted", "Moves chosen by a substitute", lambda: pool.stats.substituted
    )

    def observe(_table: Table, events: Sequence[StoredEvent]) -> None:
        for event in events:
            if event.kind == "played":
                metrics.count_move("bot" if event.by is None else "player")

    service.table_service.observers.append(observe)
    return metrics
