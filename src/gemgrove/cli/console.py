"""Standard output: in color if wanted, in ASCII if nothing else is possible."""

import codecs
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from textwrap import TextWrapper, indent

from gemgrove.game import Game
from gemgrove.presenter import Presenter

WIDTH = 80
_INDENT = "  "
# Move to the top, erase the screen and the scrollback; twice, since some terminals move erased text
# into the scrollback.
_CLEAR = "\x1b[H\x1b[2J\x1b[3J\x1b[H\x1b[2J\x1b[3J"

# For terminals without Unicode: borders, marks, and a letter for each symbol on a table.
_ASCII = dict(
    zip(
        "╭╮╰╯├┤┬┴┼─│·…✓▶◇●▼■♠★",
        ("+", "+", "+", "+", "+", "+", "+", "+", "+", "-", "|", ".", ".", "*", ">", *"WUGRK$"),
        strict=True,
    )
)


class Console:
    """Standard output, for people."""

    def __init__(self, color: str = "auto", *, plain: bool = False) -> None:
        """Create a console; with `plain`, it writes no color, no columns and no cursor movement."""
        self.plain = plain
        self.is_terminal = sys.stdout is not None and sys.stdout.isatty()
        wanted = color == "always" or (color == "auto" and self.is_terminal and _color_welcome())
        self.color = wanted and not plain
        codecs.register_error("gemgrove ascii", _to_ascii)
        if sys.stdout is not None and hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="gemgrove ascii")

    def presenter(self, game: Game) -> Presenter:
        """Return a game's presenter; if the console is plain, one that uses words."""
        presenter: Presenter = game.variant.presenter()
        return presenter.in_words() if self.plain else presenter

    def print(self, text: str = "") -> None:
        """Write lines, and flush them."""
        print(text, flush=True)

    def paragraph(self, text: str) -> None:
        if not self.plain:
            # File names are not broken.
            wrapper = TextWrapper(
                WIDTH - 1 - len(_INDENT), break_on_hyphens=False, break_long_words=False
            )
            text = indent(wrapper.fill(text), _INDENT)
        self.print(text)

    def bold(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.color else text

    def clear(self) -> None:
        """Erase everything, including the scrollback."""
        if self.plain:
            self.print()
        elif self.is_terminal:
            print(_CLEAR, end="", flush=True)

    def progress(self, text: str) -> None:
        """Write a line that the next one replaces; only on terminals."""
        if self.is_terminal and not self.plain:
            print(f"\r{text:<{WIDTH - 1}}\r{text}", end="", flush=True)

    @contextmanager
    def thinking(self, name: str) -> Iterator[None]:
        """Show that a player is thinking; only on terminals."""
        self.progress(f"  {name} thinks...")
        try:
            yield
        finally:
            self.progress("")


def in_columns(entries: list[str]) -> list[str]:
    """Arrange entries in as many columns as there is room for."""
    room = max(map(len, entries), default=0) + 3
    count = max(1, (WIDTH - len(_INDENT)) // room)
    rows = [entries[first : first + count] for first in range(0, len(entries), count)]
    return [_INDENT + "".join(entry.ljust(room) for entry in row).rstrip() for row in rows]


def printable(text: str) -> str:
    """Replace the control characters in an untrusted text."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _color_welcome() -> bool:
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _to_ascii(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unknown = error.object[error.start : error.end]
    return "".join(_ASCII.get(letter, "?") for letter in unknown), error.end
