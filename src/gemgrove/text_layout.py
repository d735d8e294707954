"""Text layout for terminals: widths, padding and ANSI colors."""

import re
from unicodedata import combining, east_asian_width

WIDTH = 80
"""The columns that a table may take."""

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


class Paint:
    """Adds ANSI colors to texts, or leaves them as they are."""

    def __init__(self, color: bool) -> None:
        self._color = color

    def ink(self, codes: str, text: str) -> str:
        """Text in the color of these ANSI codes."""
        return f"\x1b[{codes}m{text}\x1b[0m" if self._color and text else text

    def strong(self, text: str) -> str:
        return self.ink("1", text)

    def faint(self, text: str) -> str:
        return self.ink("2", text)

    def good(self, text: str) -> str:
        """Text that marks a possible move."""
        return self.ink("1;32", text)


def width(text: str) -> int:
    """The columns that a text takes in a terminal."""
    return sum(
        0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1
        for letter in _ESCAPE.sub("", text)
    )


def padded(text: str, room: int) -> str:
    """The text with spaces after it, as wide as the room."""
    return text + " " * (room - width(text))


def cut(text: str, room: int) -> str:
    """The text, shortened if the room is too narrow for it."""
    if width(text) <= room:
        return text
    while width(text) >= room:
        text = text[:-1]
    return text.rstrip() + "…"
