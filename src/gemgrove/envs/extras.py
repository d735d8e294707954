"""Errors that say how to install a missing optional library."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Wrap imports of libraries that are installed with one of this package's extras.

    If a library is missing, the error says how to install it.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "gemgrove":
            raise
        asker = sys._getframe(2).f_globals.get("__name__", "gemgrove")
        raise ModuleNotFoundError(
            f"{asker} needs {error.name}, which is not installed: pip install 'gemgrove[{extra}]'",
            name=error.name,
        ) from error
