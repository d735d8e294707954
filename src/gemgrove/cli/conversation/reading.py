"""Moves as they are typed."""

from collections.abc import Sequence

from gemgrove.notation import UnknownCommandError
from gemgrove.variant import Move, NotationError, Variant


def read_moves(variant: Variant, text: str, prefix: str) -> Sequence[Move]:
    """The moves that a text names; where one command is expected, its argument will do.

    `prefix` is that command, or empty. `NotationError` says what is wrong.
    """
    try:
        return variant.parse_all(text)
    except NotationError as error:
        if not prefix:
            raise
        try:
            return variant.parse_all(f"{prefix} {text}")
        except NotationError:
            # What begins with a command is meant as one, unless it is a letter that stands alone.
            if len(text) > 1 and not isinstance(error, UnknownCommandError):
                raise error from None
            raise
