"""How a game is displayed on the terminal: as plain text, as lines, or on the full screen."""

import codecs
import os
import sys
from argparse import Namespace
from importlib.util import find_spec
from typing import Literal

from gemgrove.cli.console import Console
from gemgrove.cli.errors import CommandError, require_extra

DisplayMode = Literal["plain", "lines", "full"]

COLUMNS, LINES = 80, 30
"""The smallest screen that has room for a table, the moves and a prompt."""


def open_console(arguments: Namespace) -> tuple[Console, DisplayMode]:
    """Return the console and the mode that was asked for, or else the best possible mode."""
    mode: DisplayMode = arguments.mode or "lines"
    if arguments.mode == "full":
        require_extra("textual", "The full screen", extra="terminal")
        if not is_terminal():
            raise CommandError("The full screen needs a terminal.")
    elif arguments.mode is None and arguments.color != "never" and _full_screen_possible():
        mode = "full"
    return Console(arguments.color, plain=mode == "plain"), mode


def is_terminal() -> bool:
    """Return True if a person can read and type."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _full_screen_possible() -> bool:
    if not is_terminal() or os.environ.get("TERM") == "dumb" or find_spec("textual") is None:
        return False
    # Borders cannot be drawn in other encodings.
    if codecs.lookup(sys.stdout.encoding).name != "utf-8":
        return False
    size = os.get_terminal_size()
    return size.columns >= COLUMNS and size.lines >= LINES
