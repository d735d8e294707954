"""Recovery codes: a lost token is not a lost name.

A code is shown once, kept as a hash and works once: whoever uses it gets new tokens and a new
code, and the old ones are void. People write it down, so it is read as a deal's id is.

>>> hashed("abcde-fghjk-mnpqr-stvwx-yz0l2") == hashed("ABCDEFGHJKMNPQRSTVWXYZ012")
True
"""

import hashlib

from gemgrove import crockford
from gemgrove.server import ids
from gemgrove.server.players.secret_source import SecretSource

SYMBOLS = ids.RECOVERY_GROUPS * ids.RECOVERY_GROUP_SYMBOLS  # 125 bits


def new_code(source: SecretSource | None = None) -> str:
    """A fresh code: XXXXX-XXXXX-XXXXX-XXXXX-XXXXX."""
    bits = (source or SecretSource.fresh()).bits("recovery", SYMBOLS * crockford.BITS)
    text = crockford.written(bits, SYMBOLS)
    size = ids.RECOVERY_GROUP_SYMBOLS
    return "-".join(text[start : start + size] for start in range(0, SYMBOLS, size))


def hashed(code: str) -> str | None:
    """Return the hash of a code, which is what is stored; None if the text cannot be a code."""
    read = ids.symbols("".join(code.split()), SYMBOLS)
    return None if read is None else hashlib.sha256(read.encode()).hexdigest()
