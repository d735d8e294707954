"""Types of request parameters."""

from typing import Annotated

from litestar.openapi.spec import Example
from litestar.params import HeaderParameter, PathParameter, QueryParameter
from msgspec import Struct

from gemgrove import crockford
from gemgrove.server import ids
from gemgrove.server.listing import MAX_PAGE_SIZE
from gemgrove.server.service import MAX_KEY_LENGTH

KEY = "Idempotency-Key"
INVITE = "Gemgrove-Invite"
"""Invite codes are sent in a header, since URLs are logged on the way."""
LATEST = 1e11
"""In seconds since 1970."""

_ID = f"[{crockford.SYMBOLS}]{{{ids.ID_SYMBOLS}}}"

TableId = Annotated[
    str,
    PathParameter(pattern=f"^{ids.TABLE}{_ID}$", examples=[Example(value="t_4ZK8E0QW2R6T1Y9A")]),
]
PlayerId = Annotated[
    str,
    PathParameter(pattern=f"^{ids.PLAYER}{_ID}$", examples=[Example(value="p_7HB3M5XN9C2V6K1D")]),
]
TokenPrefix = Annotated[
    str,
    PathParameter(
        pattern="^gg_(play|bot)_[0-9A-Z]{6}$", examples=[Example(value="gg_play_3F8K2M")]
    ),
]
IdempotencyKey = Annotated[
    str | None,
    HeaderParameter(
        name=KEY,
        min_length=1,
        max_length=MAX_KEY_LENGTH,
        pattern="^[!-~]([ -~]*[!-~])?$",
        description="Identifies the request: repeated, it is executed once and answered the same.",
        examples=[Example(value="6b0f6ad1-52f6-4a86-9d21-0f3c1c9a7e35")],
    ),
]
Invite = Annotated[
    str | None,
    HeaderParameter(
        name=INVITE,
        description="The invite code of a private table, for players without a seat there.",
        examples=[Example(value="2N8QW5R7T1Y3A9B4C6D0E8F2G5")],
    ),
]
Before = Annotated[
    str | None, QueryParameter(max_length=100, description="The `next` of the previous page.")
]
Limit = Annotated[int, QueryParameter(ge=1, le=MAX_PAGE_SIZE)]


class Empty(Struct, frozen=True, forbid_unknown_fields=True):
    """A body without members."""
