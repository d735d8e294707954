"""The application: controllers and WebSockets, behind one door."""

from typing import TYPE_CHECKING, Any

from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.types import ControllerRouterHandler

from gemgrove.server.live.bots import BotLinks, bots_handler
from gemgrove.server.live.endpoint import live_handler
from gemgrove.server.live.hub import Hub
from gemgrove.server.metrics import Metrics
from gemgrove.server.problems import Problem
from gemgrove.server.rest import refusing
from gemgrove.server.rest.acts import ACTS
from gemgrove.server.rest.asking import Asking
from gemgrove.server.rest.door import Door
from gemgrove.server.rest.games import Games
from gemgrove.server.rest.health import Health
from gemgrove.server.rest.index import Index
from gemgrove.server.rest.own import Own
from gemgrove.server.rest.players import Players
from gemgrove.server.rest.reviews import Reviews
from gemgrove.server.rest.tables import Tables
from gemgrove.server.service import Service
from gemgrove.server.site.addresses import ASSETS
from gemgrove.server.site.files import Site
from gemgrove.server.site.handlers import astray, handlers_of

if TYPE_CHECKING:
    from gemgrove.server.bots.pool import Pool


CONTROLLERS: tuple[ControllerRouterHandler, ...] = (
    Index,
    Games,
    Players,
    Own,
    Tables,
    *ACTS,
    Reviews,
    Health,
)
"""Everything over HTTP."""


def make_app(
    service: Service,
    *,
    hub: Hub,
    links: BotLinks,
    pool: "Pool | None" = None,
    site: Site | None = None,
) -> Litestar:
    """The application of a server, with a page where there is a site.

    `app.state.ready` is set to False when it shuts down; `app.state.metrics` are its figures.
    """
    metrics = Metrics(
        service,
        sockets=lambda: len(hub.connections) + len(links),
        bots=None if pool is None else lambda: pool.figures,
    )
    state = State(
        {
            "service": service,
            "hub": hub,
            "links": links,
            "metrics": metrics,
            "ready": True,
            "schema": None,
        }
    )

    def refused_or_astray(
        request: Request[Any, Any, State], error: NotFoundException
    ) -> Response[bytes]:
        page = None if site is None else astray(site, request)
        return refusing.refused(request, error) if page is None else page

    app = Litestar(
        [*CONTROLLERS, live_handler, bots_handler, *([] if site is None else handlers_of(site))],
        request_class=Asking,
        exception_handlers={
            Problem: refusing.refused,
            NotFoundException: refused_or_astray,
            Exception: refusing.refused,
        },
        state=state,
        openapi_config=None,
        logging_config=None,
        # Bodies are read, and bounded, by `Asking`.
        request_max_body_size=None,
    )
    settings = service.settings
    app.asgi_handler = Door(
        app.asgi_handler, service.limits, settings.trusted(), metrics, light=ASSETS
    )
    return app
