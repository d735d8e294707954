"""Options of environments that are one of a few words."""

from collections.abc import Sequence

from gemgrove.variant import shown

ILLEGAL = ("error", "lose")
"""What an illegal action does: it is refused with an error, or its seat has lost the game."""


def one_of(name: str, value: object, choices: Sequence[str]) -> str:
    """The value of an option, if it is one of these words; else a `ValueError`."""
    if isinstance(value, str) and value in choices:
        return value
    raise ValueError(f"{name} is {shown(value)}; it can be {either(choices)}.")


def either(words: Sequence[str]) -> str:
    """Words to choose from, as a sentence has them."""
    return f"{', '.join(words[:-1])} or {words[-1]}"
