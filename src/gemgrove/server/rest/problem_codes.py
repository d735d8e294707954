"""The stable codes of all problems that can be met over HTTP, each with its status."""

from gemgrove.server.domain.refusals import STATUS as REFUSED

OF_PLAYERS = {
    "bad_name": 422,
    "banned": 403,
    "name_reserved": 409,
    "name_taken": 409,
    "not_a_bot": 409,
    "too_many_tokens": 409,
    "unauthenticated": 401,
    "weak_key": 422,
    "wrong_recovery_code": 403,
    "wrong_scope": 403,
}
OF_REQUESTS = {
    "address_too_long": 414,
    "internal": 500,
    "invalid": 422,
    "key_reused": 422,
    "malformed": 400,
    "method_not_allowed": 405,
    "not_found": 404,
    "not_json": 415,
    "too_large": 413,
    "too_many_requests": 429,
    "unavailable": 503,
    "upgrade_required": 426,
}
OF_TABLES = {"bot_not_allowed": 422, "too_many_tables": 409}
OF_REVIEWS = {"reviews_off": 409, "too_many_reviews": 409}

STATUS: dict[str, int] = {**REFUSED, **OF_TABLES, **OF_REVIEWS, **OF_PLAYERS, **OF_REQUESTS}
"""Codes are stable: once listed here, a code keeps its meaning."""

ANYWHERE = ("address_too_long", "internal", "too_many_requests", "unavailable")
"""Problems that any request may cause."""
OF_BODIES = ("invalid", "malformed", "not_json", "too_large")
"""Problems that any request with a body may cause."""
