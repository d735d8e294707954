"""The display mode of a game at the terminal: plain text, lines, or the full screen."""

import codecs
import os
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

from gemgrove.cli.errors import CommandError, require_extra

DisplayMode = Literal["plain", "lines", "full"]

_FULL_SCREEN = "gemgrove.cli.full_screen"
_LIBRARY = "textual"


def display_mode(asked: str | None, color: str) -> DisplayMode:
    """Return the mode that was asked for, or else the full screen if it fits, and lines if not."""
    if asked == "plain":
        return "plain"
    if asked == "lines":
        return "lines"
    if asked == "full":
        require_extra(_LIBRARY, "The full screen", extra="terminal")
        if not is_terminal():
            raise CommandError("The full screen needs a terminal.")
        return "full"
    return "full" if color != "never" and _fits() else "lines"


def full_screen() -> Any:
    """Import the full-screen interface; it is large, so it is loaded only when needed."""
    return import_module(_FULL_SCREEN)


def is_terminal() -> bool:
    """Return whether a person can read and type."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _fits() -> bool:
    if not is_terminal() or os.environ.get("TERM") == "dumb":
        return False
    # Its borders cannot be drawn otherwise.
    if codecs.lookup(sys.stdout.encoding).name != "utf-8":
        return False
    if find_spec(_LIBRARY) is None or find_spec(_FULL_SCREEN) is None:
        return False
    fits: bool = full_screen().fits()
    return fits
