"""Errors between a client and a server."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Self

RETRIED = frozenset(
    {
        HTTPStatus.TOO_MANY_REQUESTS,
        HTTPStatus.BAD_GATEWAY,
        HTTPStatus.SERVICE_UNAVAILABLE,
        HTTPStatus.GATEWAY_TIMEOUT,
    }
)
"""Temporary failures: the same request is sent again, with the same key."""


class ServerProblem(Exception):  # noqa: N818 - the standard's name for it
    """A request that the server has refused, and why."""

    def __init__(
        self, code: str, sentence: str, status: int, details: Mapping[str, Any] | None = None
    ) -> None:
        """Use `code` in programs and show `sentence` to people; `details` is the whole answer."""
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.status = status
        self.details = dict(details or {})

    @classmethod
    def of(cls, details: object, status: int = HTTPStatus.INTERNAL_SERVER_ERROR) -> Self:
        """Read problem details, or use only the status if there are none, as on a proxy's page."""
        if isinstance(details, Mapping):
            code, sentence = details.get("code"), details.get("detail")
            told = details.get("status", status)
            if isinstance(code, str) and isinstance(sentence, str) and isinstance(told, int):
                return cls(code, sentence, told, details)
        try:
            words = HTTPStatus(status).phrase
        except ValueError:
            words = "an unknown status"
        return cls(f"http_{status}", f"The server answered {status}, {words}.", status)

    @property
    def passes(self) -> bool:
        """True if the same request may succeed a little later."""
        return self.status in RETRIED


class Unreachable(Exception):  # noqa: N818 - a state of the world, not an error in the program
    """The server did not answer, although the client tried for a while."""
