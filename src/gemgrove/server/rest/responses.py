"""Responses to requests that change something."""

from typing import Any

from litestar import MediaType, Response

from gemgrove.server.table_service import Answer

REPLAYED = "Idempotency-Replayed"
PUBLIC = {"Cache-Control": "public, max-age=60"}
"""Headers for responses that are the same for everybody and rarely change."""


def response_of(answer: Answer, location: str | None = None) -> Response[Any]:
    """Return the answer to a change, exactly as stored; `location` is that of a new resource."""
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
