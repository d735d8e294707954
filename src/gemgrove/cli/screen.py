"""Where the program writes to: color if it is wanted, plain letters if nothing else is possible."""

import codecs
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from textwrap import fill

WIDTH = 80
# To the first place, erase the screen, and what has scrolled out of it; twice, since some terminals
# put what is erased where the scrolled lines are.
_CLEAR = "\x1b[H\x1b[2J\x1b[3J\x1b[H\x1b[2J\x1b[3J"

# For a terminal that has no Unicode: borders, marks, and a letter for each shape on a table.
_PLAIN = dict(
    zip(
        "╭╮╰╯├┤┬┴┼─│·…✓▶◇●▼■♠★",
        ("+", "+", "+", "+", "+", "+", "+", "+", "+", "-", "|", ".", ".", "*", ">", *"WUGRK$"),
        strict=True,
    )
)


class Screen:
    """Standard output, for people."""

    def __init__(self, color: str = "auto", *, plain: bool = False) -> None:
        """With `plain` only lines of text are written: no color, no columns, no moving about."""
        self.plain = plain
        self.is_terminal = sys.stdout is not None and sys.stdout.isatty()
        wanted = color == "always" or (color == "auto" and self.is_terminal and _welcome())
        self.color = wanted and not plain
        codecs.register_error("gemgrove plain", _plain)
        if sys.stdout is not None and hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="gemgrove plain")

    def say(self, text: str = "") -> None:
        """Write lines, at once."""
        print(text, flush=True)

    def remark(self, text: str) -> None:
        """Write a sentence, set in and broken where the line ends."""
        if self.plain:
            self.say(text)
            return
        self.say(
            fill(
                text,
                WIDTH - 1,
                initial_indent="  ",
                subsequent_indent="  ",
                break_on_hyphens=False,  # the name of a file stays whole
                break_long_words=False,
            )
        )

    def strong(self, text: str) -> str:
        """The text, bold where color is wanted."""
        return f"\x1b[1m{text}\x1b[0m" if self.color else text

    def faint(self, text: str) -> str:
        """The text, dim where color is wanted."""
        return f"\x1b[2m{text}\x1b[0m" if self.color else text

    def clear(self) -> None:
        """Leave nothing of what was written to be seen, further up neither."""
        if self.plain:
            self.say()
        elif self.is_terminal:
            print(_CLEAR, end="", flush=True)

    def progress(self, text: str) -> None:
        """A line that the next one replaces; only where somebody watches."""
        if self.is_terminal and not self.plain:
            print(f"\r{text:<{WIDTH - 1}}\r{text}", end="", flush=True)

    @contextmanager
    def thinking(self, name: str) -> Iterator[None]:
        """Say that somebody thinks, as long as they do; only where somebody watches."""
        self.progress(f"  {name} thinks...")
        try:
            yield
        finally:
            self.progress("")


def in_columns(entries: list[str], *, indent: int = 2) -> list[str]:
    """Entries below each other in as many columns as there is room for."""
    room = max(map(len, entries), default=0) + 3
    count = max(1, (WIDTH - indent) // room)
    rows = [entries[first : first + count] for first in range(0, len(entries), count)]
    return [" " * indent + "".join(entry.ljust(room) for entry in row).rstrip() for row in rows]


def printable(text: str) -> str:
    """A text from elsewhere without what a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _welcome() -> bool:
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unknown = error.object[error.start : error.end]
    return "".join(_PLAIN.get(letter, "?") for letter in unknown), error.end
