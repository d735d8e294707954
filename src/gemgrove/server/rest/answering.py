"""Answers as they are sent."""

from typing import Any

import msgspec
from litestar import MediaType, Response

from gemgrove.server.hall import Answer

REPLAYED = "Idempotency-Replayed"
PUBLIC_SECONDS = 60


def told(value: Any) -> Response[bytes]:
    """Something that is read, as JSON."""
    return Response(msgspec.json.encode(value), media_type=MediaType.JSON)


def told_all(value: Any) -> Response[bytes]:
    """Something that is the same for everybody and seldom changes."""
    answer = told(value)
    answer.headers["Cache-Control"] = f"public, max-age={PUBLIC_SECONDS}"
    return answer


def answered(answer: Answer, location: str | None = None) -> Response[bytes]:
    """The answer to a change, byte for byte as it is stored; `location` is what was made."""
    headers: dict[str, str] = {}
    if answer.again:
        headers[REPLAYED] = "true"
    if location is not None:
        headers["Location"] = location
    return Response(
        answer.body.encode(),
        status_code=answer.status,
        media_type=MediaType.JSON,
        headers=headers,
    )
