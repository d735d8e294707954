"""Responses with a file: compressed if the client accepts that, 304 if it has the file."""

import re
from collections.abc import Mapping
from http import HTTPStatus

from litestar import Response

from gemgrove.server.site.files import File

_NEVER = re.compile(r"q=0(\.0*)?")


def answer(
    file: File, asked: Mapping[str, str], status: HTTPStatus = HTTPStatus.OK
) -> Response[bytes]:
    """The file for who asked with these headers."""
    headers = dict(file.headers)
    body = file.body
    if status == HTTPStatus.OK and _has(asked.get("If-None-Match", ""), headers["ETag"]):
        # The headers are there again: a browser takes them for those of the file that it has.
        status, body = HTTPStatus.NOT_MODIFIED, b""
    elif file.packed is not None and names(asked.get("Accept-Encoding", ""), "gzip"):
        body = file.packed
        headers["Content-Encoding"] = "gzip"
    return Response(body, status_code=status, media_type=file.kind, headers=headers)


def names(accepted: str, one: str) -> bool:
    """Return whether a list such as `br, gzip;q=0.5` accepts a name."""
    for item in accepted.lower().split(","):
        name, *weights = (part.strip() for part in item.split(";"))
        if name == one:
            return not any(_NEVER.fullmatch(weight) for weight in weights)
    return False


def _has(known: str, tag: str) -> bool:
    """Return whether a client knows a tag; weak and strong tags are compared."""
    tags = {each.strip().removeprefix("W/") for each in known.split(",")}
    return "*" in tags or tag.removeprefix("W/") in tags
