"""A terminal's screen as an SVG picture."""

import re
from collections.abc import Iterator
from html import escape
from unicodedata import east_asian_width

_FONT = "DejaVu Sans Mono, Menlo, Consolas, monospace"
_CHARACTER = 8.4
_LINE = 18
_MARGIN = 16
_PAPER = "#1b1d23"
_INK = "#d6d8dd"
_FAINT = "#8b9099"
_GREEN = "#6cc274"
_BASIC = {"30": "#101114", "32": _GREEN, "97": "#ffffff"}
_SEQUENCE = re.compile(r"\x1b\[([0-9;]*)m")


class _Style:
    """The style that the escape sequences read so far ask for."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self.ink, self.paper, self.bold = _INK, "", False

    def read(self, codes: str) -> None:
        numbers = codes.split(";")
        while numbers:
            code = numbers.pop(0)
            if code in ("", "0"):
                self.reset()
            elif code == "1":
                self.bold = True
            elif code == "2":
                self.ink = _FAINT
            elif code == "48":
                numbers.pop(0)
                self.paper = _of_256(int(numbers.pop(0)))
            elif code in _BASIC:
                self.ink = _BASIC[code]
            else:
                raise ValueError(f"the picture does not know the escape code {code}")


def picture(screen: str) -> str:
    """The SVG of a screen with ANSI colors."""
    lines = screen.splitlines()
    columns = max(len(_SEQUENCE.sub("", line)) for line in lines)
    width = columns * _CHARACTER + 2 * _MARGIN
    height = len(lines) * _LINE + 2 * _MARGIN
    size = f'width="{width:.0f}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" {size}',
        f' font-family="{_FONT}" font-size="14">',
        f'<rect width="100%" height="100%" rx="8" fill="{_PAPER}"/>',
    ]
    for number, line in enumerate(lines):
        parts += _line(line, _MARGIN + number * _LINE)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _line(line: str, top: float) -> Iterator[str]:
    style = _Style()
    column = 0
    for index, piece in enumerate(_SEQUENCE.split(line)):
        if index % 2:
            style.read(piece)
            continue
        if not piece:
            continue
        left = _MARGIN + column * _CHARACTER
        length = sum(2 if east_asian_width(letter) in "WF" else 1 for letter in piece)
        if style.paper:
            yield (
                f'<rect x="{left:.1f}" y="{top}" width="{length * _CHARACTER:.1f}" '
                f'height="{_LINE}" fill="{style.paper}"/>'
            )
        if piece.strip():
            bold = ' font-weight="bold"' if style.bold else ""
            yield (
                f'<text x="{left:.1f}" y="{top + 13.5}" fill="{style.ink}"{bold} '
                f'textLength="{length * _CHARACTER:.1f}" xml:space="preserve">'
                f"{escape(piece)}</text>"
            )
        column += length


def _of_256(number: int) -> str:
    if number >= 232:
        grey = 8 + 10 * (number - 232)
        return f"#{grey:02x}{grey:02x}{grey:02x}"
    levels = (0, 95, 135, 175, 215, 255)
    red, green, blue = (number - 16) // 36, (number - 16) // 6 % 6, (number - 16) % 6
    return f"#{levels[red]:02x}{levels[green]:02x}{levels[blue]:02x}"
