"""Recovery codes: a lost token is not a lost name.

A code is shown once, kept as a hash and works once: whoever uses it gets new tokens and a new
code, and the old ones are void. People write it down, so it is read as a deal's id is.

>>> hashed("abcde-fghjk-mnpqr-stvwx-yz0l2") == hashed("ABCDEFGHJKMNPQRSTVWXYZ012")
True
"""

import hashlib

from gemgrove import crockford
from gemgrove.server import ids
from gemgrove.server.players.source import Source

GROUPS = 5
GROUP_SYMBOLS = 5
SYMBOLS = GROUPS * GROUP_SYMBOLS  # 125 bits


def new_code(source: Source | None = None) -> str:
    """A fresh code: XXXXX-XXXXX-XXXXX-XXXXX-XXXXX."""
    bits = (source or Source.fresh()).bits("recovery", SYMBOLS * crockford.BITS)
    text = crockford.written(bits, SYMBOLS)
    return "-".join(
        text[start : start + GROUP_SYMBOLS] for start in range(0, SYMBOLS, GROUP_SYMBOLS)
    )


def hashed(code: str) -> str | None:
    """What is stored of a code; None for a text that cannot be one."""
    read = ids.symbols("".join(code.split()), SYMBOLS)
    return None if read is None else hashlib.sha256(read.encode()).hexdigest()
