"""Tokens: what a player's programs show to act in the player's name.

A token is `gg_play_` or `gg_bot_`, by what it may do, and 256 random bits. The server keeps a hash
alone: such a secret cannot be guessed, so a plain SHA-256 is enough. It keeps the beginning too,
by which its owner can tell which one to revoke. When a token was last used is not kept: that would
be a write for every request.
"""

import hashlib
import hmac
from dataclasses import dataclass, field
from enum import StrEnum

from gemgrove import crockford
from gemgrove.server.players.secret_source import SecretSource

BITS = 256
SYMBOLS = -(-BITS // crockford.BITS)
PREFIX_SYMBOLS = 6
"""The part of the secret that its owner may be shown: 30 of 256 bits."""


class Scope(StrEnum):
    """The rights of a token."""

    PLAY = "play"
    """Everything a player may."""
    BOT = "bot"
    """Sit at tables and play, and nothing about the account: it lies around in a bot's files."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token's text, which is a secret, and what may be kept of it."""

    scope: Scope
    text: str = field(repr=False)

    @classmethod
    def new(cls, scope: Scope, source: SecretSource | None = None) -> "Token":
        """A fresh token."""
        bits = (source or SecretSource.fresh()).bits("token", BITS)
        return cls(scope, _beginning(scope) + crockford.written(bits, SYMBOLS))

    @classmethod
    def read(cls, text: str) -> "Token | None":
        """The token that was shown, or None if the text cannot be one. It may be none of ours."""
        for scope in Scope:
            body = text.removeprefix(_beginning(scope))
            if len(body) == SYMBOLS and len(text) > SYMBOLS:
                return cls(scope, text) if set(body) <= set(crockford.SYMBOLS) else None
        return None

    @property
    def hash(self) -> str:
        """The hash, which is all that is stored."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def prefix(self) -> str:
        """Its beginning, for lists and logs."""
        return self.text[: len(_beginning(self.scope)) + PREFIX_SYMBOLS]


def bearer(header: str | None) -> Token | None:
    """The token in an `Authorization` header; None if there is none."""
    if header is None:
        return None
    scheme, _, text = header.strip().partition(" ")
    return Token.read(text.strip()) if scheme.lower() == "bearer" else None


def same(one: str, other: str) -> bool:
    """Compare two hashes in constant time."""
    return hmac.compare_digest(one.encode(), other.encode())


def _beginning(scope: Scope) -> str:
    return f"gg_{scope}_"
