"""Text layout for terminals: widths, padding and ANSI colors."""

import re
from unicodedata import combining, east_asian_width

WIDTH = 80
"""The number of columns that a table may use."""

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


class Paint:
    """Adds ANSI colors to texts, or leaves them as they are."""

    def __init__(self, color: bool) -> None:
        self._color = color

    def ink(self, codes: str, text: str) -> str:
        """Color a text with these ANSI codes."""
        return f"\x1b[{codes}m{text}\x1b[0m" if self._color and text else text

    def strong(self, text: str) -> str:
        return self.ink("1", text)

    def faint(self, text: str) -> str:
        return self.ink("2", text)

    def good(self, text: str) -> str:
        """Mark a text as a possible move."""
        return self.ink("1;32", text)


def width(text: str) -> int:
    """Return the number of columns that a text takes in a terminal."""
    return sum(
        0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1
        for letter in _ESCAPE.sub("", text)
    )


def padded(text: str, room: int) -> str:
    """Pad a text with spaces on the right to the width `room`."""
    return text + " " * (room - width(text))


def cut(text: str, room: int) -> str:
    """Shorten a text that is wider than `room`."""
    if width(text) <= room:
        return text
    while width(text) >= room:
        text = text[:-1]
    return text.rstrip() + "…"
