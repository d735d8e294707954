"""Route handlers for the page and its files."""

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler

from gemgrove.server.site.files import ASSETS, File, Site
from gemgrove.server.site.placeholder import nothing_built

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
"""All of them serve the same file: the page itself shows what the address names."""

Asked = Request[Any, Any, State]

_NEVER = re.compile(r"q=0(\.0*)?")


def handlers_of(site: Site) -> list[HTTPRouteHandler]:
    """Return handlers for the page and its files."""

    @get([*PAGES])
    async def page(request: Asked) -> Response[bytes]:
        """Serve the page, whatever it will show."""
        return _page(site, request, HTTPStatus.OK)

    beside_the_page = [address for address in site.files if not address.startswith(ASSETS)]

    @get([f"{ASSETS}{{name:path}}", *beside_the_page])
    async def file(request: Asked) -> Response[bytes]:
        """Serve one of the page's files. Only files read at the start can be found."""
        found = site.files.get(request.scope["path"])
        if found is None:
            raise NotFoundException
        return _answer(found, request.headers)

    return [page, file]


def not_found_page(site: Site, request: Asked) -> Response[bytes] | None:
    """Return the page, which says that nothing is there, for browsers at an unknown address.

    Return None for programs: they get problem details.
    """
    path = request.scope["path"]
    if f"{path}/".startswith("/api/"):
        return None
    if not accepts(request.headers.get("Accept", ""), "text/html"):
        return None
    return _page(site, request, HTTPStatus.NOT_FOUND)


def _page(site: Site, request: Asked, status: HTTPStatus) -> Response[bytes]:
    if site.index is None:
        return nothing_built()
    return _answer(site.index, request.headers, status)


def _answer(
    file: File, request: Mapping[str, str], status: HTTPStatus = HTTPStatus.OK
) -> Response[bytes]:
    """Send a file: compressed if the client accepts that, or 304 if it has the file."""
    headers = dict(file.headers)
    body = file.body
    if status == HTTPStatus.OK and _has(request.get("If-None-Match", ""), headers["ETag"]):
        # The headers are repeated: a browser uses them for the file it already has.
        status, body = HTTPStatus.NOT_MODIFIED, b""
    elif file.packed is not None and accepts(request.get("Accept-Encoding", ""), "gzip"):
        body = file.packed
        headers["Content-Encoding"] = "gzip"
    return Response(body, status_code=status, media_type=file.kind, headers=headers)


def accepts(accepted: str, one: str) -> bool:
    """Return whether a list such as `br, gzip;q=0.5` accepts a name."""
    for item in accepted.lower().split(","):
        name, *weights = (part.strip() for part in item.split(";"))
        if name == one:
            return not any(_NEVER.fullmatch(weight) for weight in weights)
    return False


def _has(known: str, tag: str) -> bool:
    """Return whether a client knows a tag; weak and strong tags count as the same."""
    tags = {each.strip().removeprefix("W/") for each in known.split(",")}
    return "*" in tags or tag.removeprefix("W/") in tags
