"""Ids of tables, players and requests, and invite codes.

An id is the letter of its kind and sixteen symbols of Crockford's base 32, 80 random bits; it names
a thing and grants no access to it. An invite code is a secret of 130 bits.
"""

import hashlib
import re
import secrets

from gemgrove import crockford

TABLE = "t_"
PLAYER = "p_"
REQUEST = "r_"

ID_SYMBOLS = 16
INVITE_SYMBOLS = 26
RECOVERY_GROUPS = 5
RECOVERY_GROUP_SYMBOLS = 5
"""A recovery code is written in groups: XXXXX-XXXXX-XXXXX-XXXXX-XXXXX."""

_REQUEST = re.compile("[A-Za-z0-9_.:-]{1,64}")


def random_symbols(length: int) -> str:
    """Return a string of random symbols, five bits each."""
    return crockford.written(secrets.randbits(length * crockford.BITS), length)


def symbols(text: str, length: int) -> str | None:
    """Return `length` symbols as the server writes them, or None if the text is something else.

    Handwritten codes are read like deals: case and hyphens do not matter, O is read as 0, and I and
    L as 1.
    """
    values = [crockford.VALUES.get(symbol) for symbol in text if symbol != "-"]
    read = [crockford.SYMBOLS[value] for value in values if value is not None]
    return "".join(read) if len(values) == len(read) == length else None


def new_table() -> str:
    """Return an id for a new table."""
    return TABLE + random_symbols(ID_SYMBOLS)


def new_player() -> str:
    """Return an id for a new player."""
    return PLAYER + random_symbols(ID_SYMBOLS)


def is_table(text: str) -> bool:
    """Return whether a text can be a table's id. Ids are copied, not typed: they match exactly."""
    return _is_id(text, TABLE)


def is_player(text: str) -> bool:
    """Return whether a text can be a player's id."""
    return _is_id(text, PLAYER)


def request(given: str | None = None) -> str:
    """Return a request's id: the given one if it can be logged as it is, or else a new one."""
    if given is not None and _REQUEST.fullmatch(given):
        return given
    return REQUEST + random_symbols(ID_SYMBOLS)


def new_invite() -> str:
    """Return a code that lets whoever has it enter a table."""
    return random_symbols(INVITE_SYMBOLS)


def invite_hash(text: str) -> str | None:
    """Return the hash of an invite code, as stored; None if the text cannot be one."""
    code = symbols(text.strip(), INVITE_SYMBOLS)
    return None if code is None else hashlib.sha256(code.encode()).hexdigest()


def _is_id(text: str, kind: str) -> bool:
    body = text.removeprefix(kind)
    return (
        text.startswith(kind)
        and len(body) == ID_SYMBOLS
        and all(symbol in crockford.SYMBOLS for symbol in body)
    )
