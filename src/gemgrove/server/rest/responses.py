"""Responses to requests that change something."""

from typing import Any

from litestar import MediaType, Response

from gemgrove.server.table_service import Answer

REPLAYED = "Idempotency-Replayed"
PUBLIC = {"Cache-Control": "public, max-age=60"}
"""The headers of responses that are the same for everybody and seldom change."""


def response_of(answer: Answer, location: str | None = None) -> Response[Any]:
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
