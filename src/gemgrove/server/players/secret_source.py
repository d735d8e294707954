"""Secrets that can be derived again from a request's key.

Tokens and recovery codes are stored as hashes alone, and yet whoever repeats a request is given the
same answer again. So they are made from the request's idempotency key, which the caller knows and
the server does not keep, and from random bytes, which the server keeps and nobody else knows.
Without a key both are random, and forgotten.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field

BYTES = 32
MIN_KEY_LENGTH = 20
"""In characters, for a key that secrets are made from."""


@dataclass(frozen=True, slots=True)
class SecretSource:
    """Gives as many secrets as there are labels, the same ones whenever it is the same."""

    key: bytes = field(repr=False)
    salt: bytes = field(repr=False)

    @classmethod
    def fresh(cls) -> "SecretSource":
        """One that nobody can make again."""
        return cls(secrets.token_bytes(BYTES), secrets.token_bytes(BYTES))

    @classmethod
    def of(cls, key: str, salt: bytes | None = None) -> "SecretSource":
        """The one of a request's key, new or, with its salt, as it was."""
        return cls(key.encode(), salt or secrets.token_bytes(BYTES))

    def bits(self, label: str, count: int) -> int:
        """So many bits, 512 at most."""
        made = hmac.digest(self.key, self.salt + label.encode(), hashlib.sha512)
        return int.from_bytes(made, "big") >> (8 * len(made) - count)
