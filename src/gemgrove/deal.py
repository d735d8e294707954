"""Deals: the source of all chance in a game, such as the order of every deck.

The same deal gives the same game on every machine and in every version, so these rules are exact.

Parts
    A game is dealt in up to five parts, 0 to 4, such as its decks; the game's `Variant.keys` says
    which. Part 4 is the starting seat. A deal gives each part a 32-byte key. The part's random
    words are the ChaCha20 stream (RFC 8439, counter from 0) of that key, with the part's number as
    a little-endian 32-bit word and 8 zero bytes as the nonce.

Choosing
    `uniform(n)`: take words until one is below `2**32 // n * n`; the result is that word modulo
    n. For n = 1 no word is taken. A shuffle of n things starts with them in order and for each
    i from n-1 down to 1 swaps thing i with thing `uniform(i + 1)`; thing 0 is drawn first. The
    starting seat is part 4's `uniform(players)`.

Open deals
    `XXXX-XXXX-XXXX-XXX`, 75 bits in Crockford's base 32, the most significant symbol first. The
    groups belong to parts 0 to 3. A part's key is `gemgrove open deal 1`, zeros, and in bytes 24
    to 31 the group's value; part 4's holds the whole value in bytes 20 to 31 (little-endian, as
    every number here). A game with a single deck uses that whole-value key for every part. `seed=n`
    names the open deal whose value is the first 75 bits of the stream with the key
    `gemgrove seed 1`, zeros, n in bytes 24 to 31, and a nonce of zeros.

    All 15 symbols carry the deal, and any 15 symbols are a valid id, so none of them can be a check
    symbol. A sixteenth may follow: Crockford's check symbol, the whole value modulo 37.

    Open deals are for playing the same cards again, not for keeping them secret. A part depends
    on a group of at most 20 bits: a program that tries them all against the cards on the table
    finds the order of every deck within a minute. In a game with a single deck that cannot be
    done, but the deal of a small seed is found at once in every game.

Sealed deals
    One key for all parts: SHA-256 over a domain, the game's id, a 256-bit secret and each seat's
    nonce, each preceded by its length in 8 bytes. The commitment is the same kind of hash, with its
    own domain, over id and secret.

Sealed positions
    A game that begins in the middle has a position instead of a deal, written as one line. Its
    secret is 256 random bits followed by that line in UTF-8; the commitment is the same kind of
    hash, with its own domain, over id and secret. The random bits are there because late in a game
    the hidden cards can lie in only a few ways, all of which could be tried.
"""

import hashlib
import hmac
import secrets
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import index
from reprlib import repr as shown
from typing import ClassVar, Literal

from gemgrove import _native, crockford

PARTS = _native.DEAL_PARTS
KEY_BYTES = _native.DEAL_KEY_BYTES

_GROUPS = (4, 4, 4, 3)  # symbols for parts 0 to 3
_ID_SYMBOLS = sum(_GROUPS)
_OPEN_BITS = _ID_SYMBOLS * crockford.BITS
_ID_SHAPE = "XXXX-XXXX-XXXX-XXX"
_SEED_BITS = 64

_SEALED = "sealed:"
_HEX = "0123456789abcdef"
_OPEN_DOMAIN = b"gemgrove open deal 1"
_SEED_DOMAIN = b"gemgrove seed 1"
_COMMITMENT_DOMAIN = b"gemgrove sealed deal 1 commitment"
_KEY_DOMAIN = b"gemgrove sealed deal 1 key"
_POSITION_DOMAIN = b"gemgrove sealed position 1 commitment"


@dataclass(frozen=True, slots=True, repr=False)
class Deal:
    """An open deal (`value` is its 75 bits) or an opened sealed deal (its 256-bit key).

    The id of an open deal has four groups. In a game with several decks, each group decides one
    part of the deal, and deals that share a group share the order of that part; the game's
    `Variant.keys` says which part. The whole id decides who begins, if the rules leave that to the
    deal, and the whole deck in a game with only one.

    An open deal can be found from the cards on the table: a program that tries the values of each
    group knows every hidden card within a minute, and the deal of a small seed is found at once in
    any game. If somebody could gain by that, use a `SealedDeal`.

    Any 15 symbols are a valid id, so a typing error gives another deal. `checked_id` adds a check
    symbol, which `parse` verifies.

    >>> Deal.parse("abcd-efgh-jkmn-pqr")
    Deal.parse('ABCD-EFGH-JKMN-PQR')
    >>> Deal.parse("ABCD-EFGH-JKMN-PQR").checked_id
    'ABCD-EFGH-JKMN-PQRV'
    >>> Deal.from_seed(42).kind
    'open'
    """

    kind: Literal["open", "sealed"]
    value: int

    def __post_init__(self) -> None:
        if self.kind not in ("open", "sealed"):
            raise ValueError(f"a deal is 'open' or 'sealed', not {shown(self.kind)}")
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise TypeError(f"the value of a deal is {shown(self.value)}; it must be a number")
        bits = _OPEN_BITS if self.kind == "open" else KEY_BYTES * 8
        if not 0 <= self.value < 1 << bits:
            raise ValueError(f"the value of a deal that is {self.kind} is 0 to 2**{bits} - 1")

    @classmethod
    def new(cls) -> "Deal":
        """Return a random open deal."""
        return cls("open", secrets.randbits(_OPEN_BITS))

    @classmethod
    def from_seed(cls, seed: int) -> "Deal":
        """Return the open deal for a seed, 0 to 2**64 - 1."""
        if isinstance(seed, bool) or not hasattr(seed, "__index__"):
            raise TypeError(f"the seed is {shown(seed)}; it must be a number from 0 to 2**64 - 1")
        number = index(seed)
        if not 0 <= number < 1 << _SEED_BITS:
            fault = "negative" if number < 0 else "too large"
            raise ValueError(f"the seed is {fault}; it must be a number from 0 to 2**64 - 1")
        key = _filled(_SEED_DOMAIN, number, 8)
        first, second, third = _native.deal_words(key, 0, 3)
        return cls("open", (first | second << 32 | third << 64) & ((1 << _OPEN_BITS) - 1))

    @classmethod
    def parse(cls, text: str) -> "Deal":
        """Read a deal's id: an open deal's symbols, or `sealed:` and a key.

        In an open deal's id, case and hyphens do not matter, O is read as 0, and I and L as 1. A
        check symbol may follow.
        """
        if not isinstance(text, str):
            raise TypeError(f"a deal's id is text such as {_ID_SHAPE}, not {shown(text)}")
        text = text.strip()
        if text[: len(_SEALED)].lower() == _SEALED:
            return cls("sealed", _sealed_value(text[len(_SEALED) :]))
        return cls("open", _open_value(text))

    @property
    def id(self) -> str:
        """The deal as text, which records contain and `parse` reads."""
        if self.kind == "sealed":
            return _SEALED + self._sealed_key().hex()
        groups = zip(self._groups(), _GROUPS, strict=True)
        return "-".join(crockford.written(value, length) for value, length in groups)

    @property
    def checked_id(self) -> str:
        """The id, followed by a check symbol if the deal is open.

        `parse` refuses it if one symbol is wrong or two are exchanged.
        """
        return self.id if self.kind == "sealed" else self.id + crockford.check_symbol(self.value)

    def keys(self, *, whole: bool = False) -> bytes:
        """Return the keys of the five parts, concatenated.

        With `whole`, every key comes from the whole id instead of its part's group: for games with
        a single deck.
        """
        if self.kind == "sealed":
            return self._sealed_key() * PARTS
        whole_key = _filled(_OPEN_DOMAIN, self.value, 12)
        if whole:
            return whole_key * PARTS
        return b"".join(_filled(_OPEN_DOMAIN, group, 8) for group in self._groups()) + whole_key

    def __str__(self) -> str:
        return self.id

    def __repr__(self) -> str:
        return "Deal(sealed)" if self.kind == "sealed" else f"Deal.parse({self.id!r})"

    def _groups(self) -> list[int]:
        values = []
        rest = self.value
        for length in reversed(_GROUPS):
            rest, value = divmod(rest, 1 << length * crockford.BITS)
            values.append(value)
        return values[::-1]

    def _sealed_key(self) -> bytes:
        return self.value.to_bytes(KEY_BYTES, "big")


@dataclass(frozen=True, slots=True)
class _Sealed:
    """A game's secret: its commitment is published first, the secret itself at the end."""

    what: ClassVar[str]
    domain: ClassVar[bytes]
    contents: ClassVar[str]
    lengths: ClassVar[range]

    game_id: str
    secret: bytes = field(repr=False)

    def __post_init__(self) -> None:
        _check_types(self.game_id, self.secret)
        if not self.game_id:
            raise ValueError(f"a {self.what} belongs to a game; the game's id is empty")
        if len(self.secret) not in self.lengths:
            raise ValueError(
                f"a {self.what}'s secret is {self.contents}; this one has {len(self.secret)} bytes"
            )

    @property
    def commitment(self) -> str:
        """A hash to publish at once, which fixes the secret without revealing it."""
        return _digest(self.domain, self.game_id.encode(), self.secret).hex()

    @classmethod
    def verify(cls, commitment: str, secret: bytes, game_id: str) -> bool:
        """Return True if `commitment` was made from this secret for this game."""
        _check_types(game_id, secret)
        try:
            right = cls(game_id, secret).commitment
        except ValueError:
            return False
        if not isinstance(commitment, str):
            raise TypeError(f"a commitment is text, not {shown(commitment)}")
        given = commitment.strip().lower().encode(errors="replace")
        return hmac.compare_digest(right.encode(), given)


@dataclass(frozen=True, slots=True)
class SealedDeal(_Sealed):
    """A deal that nobody can know or choose before the game begins.

    The host publishes `commitment` when it creates the game. Every seat may then add a nonce (an
    empty one if it does not care), and `deal` returns the deal. When the game is over, the host
    publishes the secret, and anyone can check it with `verify_sealed` and repeat the deal.
    """

    what: ClassVar[str] = "sealed deal"
    domain: ClassVar[bytes] = _COMMITMENT_DOMAIN
    contents: ClassVar[str] = f"{KEY_BYTES} bytes"
    lengths: ClassVar[range] = range(KEY_BYTES, KEY_BYTES + 1)

    @classmethod
    def new(cls, game_id: str) -> "SealedDeal":
        """Create a sealed deal with a new random secret."""
        return cls(game_id, secrets.token_bytes(KEY_BYTES))

    def deal(self, nonces: Sequence[bytes] = ()) -> Deal:
        """Return the deal that follows from the secret and the seats' nonces, in seat order."""
        if not all(isinstance(nonce, bytes) for nonce in nonces):
            raise TypeError("nonces must be a sequence of bytes objects, one for each seat")
        key = _digest(_KEY_DOMAIN, self.game_id.encode(), self.secret, *nonces)
        return Deal("sealed", int.from_bytes(key, "big"))


@dataclass(frozen=True, slots=True)
class SealedPosition(_Sealed):
    """A position with hidden cards that is fixed before anybody plays from it."""

    what: ClassVar[str] = "sealed position"
    domain: ClassVar[bytes] = _POSITION_DOMAIN
    contents: ClassVar[str] = f"{KEY_BYTES} bytes and the position"
    lengths: ClassVar[range] = range(KEY_BYTES + 1, sys.maxsize)

    @classmethod
    def new(cls, game_id: str, position: str) -> "SealedPosition":
        """Seal a position that `Game.position` wrote, with new random bits."""
        return cls(game_id, secrets.token_bytes(KEY_BYTES) + position.encode())

    @property
    def position(self) -> str:
        """The position, for `from_position`. Raises a `ValueError` if the secret has no text."""
        try:
            return self.secret[KEY_BYTES:].decode()
        except UnicodeDecodeError:
            # The error itself would quote the secret.
            raise ValueError("the secret of a sealed position must end with a text") from None


verify_sealed = SealedDeal.verify
verify_position = SealedPosition.verify


def _check_types(game_id: object, secret: object) -> None:
    """Check the types. Errors do not quote the secret: it may be a real one in another form."""
    if not isinstance(game_id, str):
        raise TypeError(f"the game's id is {shown(game_id)}; it must be text")
    if not isinstance(secret, bytes):
        raise TypeError("the secret must be bytes")


def _open_value(text: str) -> int:
    symbols = [(place, symbol) for place, symbol in enumerate(text, 1) if symbol != "-"]
    check = symbols.pop()[1] if len(symbols) == _ID_SYMBOLS + 1 else None
    for position, symbol in symbols:
        if symbol not in crockford.VALUES:
            raise ValueError(
                f"deal id {shown(text)}: {symbol!r} at position {position} is not one of its "
                "symbols; those are the digits and the letters without U"
            )
    if len(symbols) != _ID_SYMBOLS:
        raise ValueError(
            f"deal id {shown(text)} has {len(symbols)} symbols; "
            f"it must have {_ID_SYMBOLS}, as in {_ID_SHAPE}"
        )
    values = [crockford.VALUES[symbol] for _, symbol in symbols]
    value = reduce(lambda total, value: total << crockford.BITS | value, values)
    right = crockford.check_symbol(value)
    if check is not None and crockford.CHECK_VALUES.get(check) != crockford.CHECK_VALUES[right]:
        raise ValueError(
            f"deal id {shown(text)}: after its {_ID_SYMBOLS} symbols comes {check!r}, and their "
            f"check symbol is {right!r}; one of them is wrong, or there is one too many"
        )
    return value


def _sealed_value(digits: str) -> int:
    """Return the key's value. Errors do not quote the digits: they may be a mistyped key."""
    for position, digit in enumerate(digits, 1):
        if digit.lower() not in _HEX:
            raise ValueError(
                f"sealed deal: {digit!r}, digit {position} of its key, is not a hexadecimal digit"
            )
    if len(digits) != 2 * KEY_BYTES:
        raise ValueError(
            f"sealed deal: its key has {len(digits)} hexadecimal digits; "
            f"it must have {2 * KEY_BYTES}"
        )
    return int(digits, 16)


def _filled(domain: bytes, number: int, width: int) -> bytes:
    """Return a key: the domain first, the number in the last `width` bytes, zeros between."""
    return domain.ljust(KEY_BYTES - width, b"\0") + number.to_bytes(width, "little")


def _digest(*parts: bytes) -> bytes:
    """Hash the parts with SHA-256, each after its length, so that different lists differ."""
    hashed = hashlib.sha256()
    for part in parts:
        hashed.update(len(part).to_bytes(8, "little"))
        hashed.update(part)
    return hashed.digest()
