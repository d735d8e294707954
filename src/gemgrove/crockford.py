"""Crockford's base 32: numbers as symbols that people can read aloud and copy.

>>> written(1234, 4)
'016J'
>>> VALUES["o"], VALUES["L"]
(0, 1)
>>> check_symbol(1234)
'D'
"""

SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
BITS = 5

VALUES = {symbol: value for value, symbol in enumerate(SYMBOLS)} | {"O": 0, "I": 1, "L": 1}
"""The symbols' values, in either case, with O, I and L as the digits they look like."""
VALUES |= {symbol.lower(): value for symbol, value in VALUES.items()}

CHECK_SYMBOLS = f"{SYMBOLS}*~$=U"
CHECK_VALUES = VALUES | {symbol: value for value, symbol in enumerate(CHECK_SYMBOLS)} | {"u": 36}
"""The values of check symbols."""


def written(value: int, length: int) -> str:
    """Write a number with `length` symbols, the most significant first."""
    places = range(BITS * (length - 1), -1, -BITS)
    return "".join(SYMBOLS[value >> place & 31] for place in places)


def check_symbol(value: int) -> str:
    """Return the number modulo 37 as a symbol, which detects wrong and exchanged symbols."""
    return CHECK_SYMBOLS[value % len(CHECK_SYMBOLS)]
