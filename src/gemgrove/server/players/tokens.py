"""Tokens, with which a player's programs act in the player's name, and recovery codes.

A token is `gg_play_` or `gg_bot_`, depending on its scope, and 256 random bits. The server keeps
only a hash: such a secret cannot be guessed, so a plain SHA-256 is enough. It also keeps the
beginning, so that the owner can tell which token to revoke. It does not keep when a token was last
used: that would be a write for every request.

A recovery code replaces a lost token. It is shown once, stored as a hash and works once: whoever
uses it gets new tokens and a new code, and the old ones become invalid. People write it down, so it
is read as leniently as a deal's id.

>>> recovery_hash("abcde-fghjk-mnpqr-stvwx-yz0l2") == recovery_hash("ABCDEFGHJKMNPQRSTVWXYZ012")
True
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from enum import StrEnum

from gemgrove import crockford
from gemgrove.server import ids

SOURCE_BYTES = 32
MIN_KEY_LENGTH = 20
"""In characters, for a key from which secrets are derived."""
BITS = 256
SYMBOLS = -(-BITS // crockford.BITS)
PREFIX_SYMBOLS = 6
"""The part of the secret that its owner may be shown: 30 of 256 bits."""
RECOVERY_SYMBOLS = ids.RECOVERY_GROUPS * ids.RECOVERY_GROUP_SYMBOLS  # 125 bits


@dataclass(frozen=True, slots=True)
class SecretSource:
    """Secrets that can be derived again from a request's key, one for each label.

    Tokens and recovery codes are stored only as hashes, and yet whoever repeats a request gets the
    same answer again. So they are derived from the request's idempotency key, which the caller
    knows and the server does not keep, and from random bytes, which the server keeps and nobody
    else knows. Without a key both are random, and forgotten.
    """

    key: bytes = field(repr=False)
    salt: bytes = field(repr=False)

    @classmethod
    def fresh(cls) -> "SecretSource":
        """Return a source that nobody can recreate."""
        return cls(secrets.token_bytes(SOURCE_BYTES), secrets.token_bytes(SOURCE_BYTES))

    @classmethod
    def of(cls, key: str, salt: bytes | None = None) -> "SecretSource":
        """Return a source for a request's key: a new one or, with its salt, the earlier one."""
        return cls(key.encode(), salt or secrets.token_bytes(SOURCE_BYTES))

    def bits(self, label: str, count: int) -> int:
        """Return `count` bits, at most 512."""
        made = hmac.digest(self.key, self.salt + label.encode(), hashlib.sha512)
        return int.from_bytes(made, "big") >> (8 * len(made) - count)


class Scope(StrEnum):
    """The rights of a token."""

    PLAY = "play"
    """Everything a player may do."""
    BOT = "bot"
    """Take seats and play, without access to the account: such a token lies in a bot's files."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token: its text, which is secret, and its parts that may be stored."""

    scope: Scope
    text: str = field(repr=False)

    @classmethod
    def new(cls, scope: Scope, source: SecretSource | None = None) -> "Token":
        """Return a new token."""
        bits = (source or SecretSource.fresh()).bits("token", BITS)
        return cls(scope, _beginning(scope) + crockford.written(bits, SYMBOLS))

    @classmethod
    def read(cls, text: str) -> "Token | None":
        """Parse a token; return None if the text cannot be one. It may still be unknown here."""
        for scope in Scope:
            body = text.removeprefix(_beginning(scope))
            if len(body) == SYMBOLS and len(text) > SYMBOLS:
                return cls(scope, text) if set(body) <= set(crockford.SYMBOLS) else None
        return None

    @property
    def hash(self) -> str:
        """The hash of the text, which is not stored itself."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def prefix(self) -> str:
        """The beginning of the text, for lists and logs."""
        return self.text[: len(_beginning(self.scope)) + PREFIX_SYMBOLS]


def bearer(header: str | None) -> Token | None:
    """Return the token in an `Authorization` header; None if there is none."""
    if header is None:
        return None
    scheme, _, text = header.strip().partition(" ")
    return Token.read(text.strip()) if scheme.lower() == "bearer" else None


def new_recovery_code(source: SecretSource | None = None) -> str:
    """Return a new code: XXXXX-XXXXX-XXXXX-XXXXX-XXXXX."""
    bits = (source or SecretSource.fresh()).bits("recovery", RECOVERY_SYMBOLS * crockford.BITS)
    text = crockford.written(bits, RECOVERY_SYMBOLS)
    size = ids.RECOVERY_GROUP_SYMBOLS
    return "-".join(text[start : start + size] for start in range(0, RECOVERY_SYMBOLS, size))


def recovery_hash(code: str) -> str | None:
    """Return the hash of a recovery code, as stored; None if the text cannot be one."""
    read = ids.symbols("".join(code.split()), RECOVERY_SYMBOLS)
    return None if read is None else hashlib.sha256(read.encode()).hexdigest()


def same(one: str, other: str) -> bool:
    """Compare two hashes in constant time."""
    return hmac.compare_digest(one.encode(), other.encode())


def _beginning(scope: Scope) -> str:
    return f"gg_{scope}_"
