"""Route handlers for the page and its files."""

from http import HTTPStatus
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler

from gemgrove.server.site.files import ASSETS, Site
from gemgrove.server.site.placeholder import nothing_built
from gemgrove.server.site.responses import answer, names

PAGES = (
    "/",
    "/table/{table:str}",
    "/review/{table:str}",
    "/games/{game:str}",
    "/leaders",
    "/mine",
    "/finished",
    "/about",
)
"""All of them are the same file: the page itself shows what the address names."""
API = "/api"
"""Paths below it never belong to the page."""

Asked = Request[Any, Any, State]


def handlers_of(site: Site) -> list[HTTPRouteHandler]:
    """Handlers for the page and its files."""

    @get([*PAGES], name="page")
    async def page(request: Asked) -> Response[bytes]:
        """The page, whatever it will show."""
        return _page(site, request, HTTPStatus.OK)

    @get([f"{ASSETS}{{name:path}}", *_beside_the_page(site)], name="file")
    async def file(request: Asked) -> Response[bytes]:
        """A file that the page is made of. Only what was read at the start can be found."""
        found = site.files.get(request.scope["path"])
        if found is None:
            raise NotFoundException
        return answer(found, request.headers)

    return [page, file]


def astray(site: Site, request: Asked) -> Response[bytes] | None:
    """The page, which says that there is nothing, for people at an address of nothing.

    None for programs: they are told so in their own way.
    """
    path = request.scope["path"]
    if path == API or path.startswith(f"{API}/"):
        return None
    if not names(request.headers.get("Accept", ""), "text/html"):
        return None
    return _page(site, request, HTTPStatus.NOT_FOUND)


def _page(site: Site, request: Asked, status: HTTPStatus) -> Response[bytes]:
    if site.index is None:
        return nothing_built()
    return answer(site.index, request.headers, status)


def _beside_the_page(site: Site) -> list[str]:
    return [address for address in site.files if not address.startswith(ASSETS)]
