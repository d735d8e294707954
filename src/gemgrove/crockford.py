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
"""The values of the symbols: in either case, and O, I and L as the digits they look like."""
VALUES |= {symbol.lower(): value for symbol, value in VALUES.items()}

CHECK_SYMBOLS = f"{SYMBOLS}*~$=U"
CHECK_VALUES = VALUES | {symbol: value for value, symbol in enumerate(CHECK_SYMBOLS)} | {"u": 36}
"""The value that a check symbol stands for."""


def written(value: int, length: int) -> str:
    """The number in so many symbols, the most significant first."""
    places = range(BITS * (length - 1), -1, -BITS)
    return "".join(SYMBOLS[value >> place & 31] for place in places)


def check_symbol(value: int) -> str:
    """The number modulo 37 as a symbol, which a wrong or exchanged symbol of the number changes."""
    return CHECK_SYMBOLS[value % len(CHECK_SYMBOLS)]
