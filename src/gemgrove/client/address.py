"""A server's address."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from gemgrove.variant import shown

_SOCKETS = {"http": "ws", "https": "wss"}


@dataclass(frozen=True, slots=True)
class Address:
    """A server's address, such as `https://games.example.org`; it may have a path."""

    url: str
    """Without a slash at the end."""

    @classmethod
    def read(cls, text: "str | Address") -> "Address":
        """Parse an address; raise a `ValueError` that says what is wrong with it."""
        if isinstance(text, Address):
            return text
        url = text.strip().rstrip("/")
        parts = urlsplit(url)
        if parts.scheme not in _SOCKETS or not parts.hostname or parts.query or parts.fragment:
            raise ValueError(
                f"{shown(text)} is not a server's address; use one like http://127.0.0.1:8000 or "
                "https://games.example.org."
            )
        if parts.username is not None or parts.password is not None:
            raise ValueError("A server's address must not contain a name or a password.")
        return cls(url)

    @property
    def host(self) -> str:
        """The host and, if one is given, the port."""
        return urlsplit(self.url).netloc

    def api(self, path: str) -> str:
        """Return the address of a resource below `/api`."""
        return f"{self.url}/api{path}"

    def socket(self, path: str) -> str:
        """Return the address of a WebSocket below `/api`."""
        scheme, _, rest = self.api(path).partition("://")
        return f"{_SOCKETS[scheme]}://{rest}"
