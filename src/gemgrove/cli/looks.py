"""Which face a game has at the terminal: plain lines, lines, or the full screen."""

import codecs
import os
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

from gemgrove.cli.complaint import Complaint
from gemgrove.cli.extras import need

Looks = Literal["plain", "lines", "full"]

_FULL_SCREEN = "gemgrove.cli.full_screen"
_LIBRARY = "textual"


def chosen(asked: str | None, color: str) -> Looks:
    """What was asked for; else the full screen where it fits, and lines where it does not."""
    if asked == "plain":
        return "plain"
    if asked == "lines":
        return "lines"
    if asked == "full":
        need(_LIBRARY, "The full screen", extra="terminal")
        if not is_terminal():
            raise Complaint("The full screen needs a terminal.")
        return "full"
    return "full" if color != "never" and _fits() else "lines"


def full_screen() -> Any:
    """The module that fills the screen; it is large, so only who needs it loads it."""
    return import_module(_FULL_SCREEN)


def is_terminal() -> bool:
    """Whether a person can read and type."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _fits() -> bool:
    if not is_terminal() or os.environ.get("TERM") == "dumb":
        return False
    # Its borders have no other letters.
    if codecs.lookup(sys.stdout.encoding).name != "utf-8":
        return False
    if find_spec(_LIBRARY) is None or find_spec(_FULL_SCREEN) is None:
        return False
    fits: bool = full_screen().fits()
    return fits
