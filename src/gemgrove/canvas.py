"""A canvas for shapes and texts, on which the pictures of all games are drawn.

It needs Pillow, which is not a dependency of the package: only code that draws pictures imports it.
Things that differ in color also differ in a letter, a number or a shape.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import ceil, floor
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 960, 720
"""The size of a table's picture."""

TABLE = "#25313a"
PANEL = "#31404b"
RAISED = "#3f515e"
PAPER = "#f7f3e8"
LIGHT = "#f4f6f5"
FAINT = "#a9b8c1"
DARK = "#1c2226"
ACCENT = "#ffd257"
"""Marks the player to move and the possible moves."""


_PAGE_MARGIN = 12
_PAGE_ROWS = 45
_PAGE_LETTERS = 13
_SMOOTH = 2  # shapes are drawn this many times larger and then reduced, which smooths their edges
_BOLD = 0.45  # the built-in font has one weight: a thin rim in the same color makes it heavier
_ELLIPSIS = "…"
_UNKNOWN = "?"
_STAND_INS = str.maketrans("─│╭╮╰╯├┤┬┴┼▶×–—", "-|+++++++++>x--")
_PRIVATE_USE = "\uf8ff"

Color = str
Point = tuple[float, float]
Anchor = Literal["lm", "mm", "rm"]
"""The left, the middle or the right of a text, at half its height."""


class Area(NamedTuple):
    """A rectangle in a picture."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def center(self) -> Point:
        return self.left + self.width / 2, self.top + self.height / 2

    def inset(self, margin: float) -> "Area":
        """Return the area inside a margin."""
        return Area(
            self.left + margin, self.top + margin, self.width - 2 * margin, self.height - 2 * margin
        )

    def cut_top(self, height: float) -> tuple["Area", "Area"]:
        """Return the upper part, of this height, and the rest."""
        return (
            self._replace(height=height),
            self._replace(top=self.top + height, height=self.height - height),
        )

    def cut_left(self, width: float) -> tuple["Area", "Area"]:
        """Return the left part, of this width, and the rest."""
        return (
            self._replace(width=width),
            self._replace(left=self.left + width, width=self.width - width),
        )

    def columns(self, number: int, gap: float = 0) -> list["Area"]:
        """Divide the area into equal parts, side by side."""
        width = (self.width - gap * (number - 1)) / number
        return [
            self._replace(left=self.left + place * (width + gap), width=width)
            for place in range(number)
        ]

    def rows(self, number: int, gap: float = 0) -> list["Area"]:
        """Divide the area into equal parts, one below the other."""
        height = (self.height - gap * (number - 1)) / number
        return [
            self._replace(top=self.top + place * (height + gap), height=height)
            for place in range(number)
        ]


class _Text(NamedTuple):
    at: Point
    text: str
    size: float
    ink: Color
    anchor: Anchor
    bold: bool


class Canvas:
    """A picture being drawn. Later shapes lie above earlier ones, texts above all shapes."""

    def __init__(self, width: int = WIDTH, height: int = HEIGHT, ground: Color = TABLE) -> None:
        self.area = Area(0, 0, width, height)
        self._image = Image.new("RGB", (width * _SMOOTH, height * _SMOOTH), ground)
        self._draw = ImageDraw.Draw(self._image)
        self._texts: list[_Text] = []

    def box(
        self,
        area: Area,
        fill: Color | None = None,
        *,
        outline: Color | None = None,
        width: float = 1,
        radius: float = 6,
    ) -> None:
        """Draw a rectangle with round corners."""
        corners = _scaled([(area.left, area.top), (area.right, area.bottom)])
        self._draw.rounded_rectangle(
            [corners[0], (corners[1][0] - 1, corners[1][1] - 1)],
            radius * _SMOOTH,
            fill,
            outline,
            round(width * _SMOOTH),
        )

    def disc(
        self, center: Point, radius: float, fill: Color | None, *, outline: Color | None = None
    ) -> None:
        [(x, y)] = _scaled([center])
        reach = radius * _SMOOTH
        self._draw.ellipse([x - reach, y - reach, x + reach, y + reach], fill, outline, _SMOOTH)

    def polygon(self, points: Sequence[Point], fill: Color) -> None:
        self._draw.polygon(_scaled(points), fill)

    def line(self, points: Sequence[Point], fill: Color, width: float = 1) -> None:
        self._draw.line(_scaled(points), fill, round(width * _SMOOTH), joint="curve")

    def tick(self, center: Point, color: Color = ACCENT) -> None:
        """Draw a tick in a dark disc, which marks a possible move."""
        x, y = center
        self.disc(center, 8, DARK, outline=color)
        self.line([(x - 3.5, y), (x - 1, y + 3), (x + 4, y - 3.5)], color, 2)

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        ink: Color = LIGHT,
        *,
        anchor: Anchor = "lm",
        bold: bool = False,
        room: float | None = None,
    ) -> None:
        """Draw one line of text, cut off if it does not fit into `room`."""
        text = writable(text)
        if room is not None:
            text = _cut(text, size, room)
        self._texts.append(_Text(at, text, size, ink, anchor, bold))

    def pixels(self) -> npt.NDArray[np.uint8]:
        """Return the finished picture, height by width by red, green and blue."""
        image = self._image.reduce(_SMOOTH)
        for (x, y), text, size, ink, anchor, bold in self._texts:
            stencil, left, top = _stencil(text, size, anchor, bold)
            image.paste(ink, (round(x) + left, round(y) + top), stencil)
        return np.array(image)


def page(lines: Sequence[str], columns: int) -> Canvas:
    """Draw text as a terminal shows it, with every character in its own cell."""
    canvas = Canvas()
    area = canvas.area.inset(_PAGE_MARGIN)
    rows = area.rows(_PAGE_ROWS)
    if len(lines) > len(rows):
        left_out = len(lines) - len(rows) + 1
        lines = [*lines[: len(rows) - 1], f"... and {left_out} more lines"]
    for line, row in zip(lines, rows, strict=False):
        for letter, place in zip(line, row.columns(columns), strict=False):
            if letter != " ":
                canvas.text(place.center, letter, _PAGE_LETTERS, anchor="mm")
    return canvas


def ink_on(ground: Color) -> Color:
    """Return dark or light ink, whichever is easier to read on this color."""
    return DARK if contrast(ground, DARK) >= contrast(ground, LIGHT) else LIGHT


@cache
def contrast(first: Color, second: Color) -> float:
    """Return the contrast of two colors, from 1 to 21, as WCAG defines it."""
    low, high = sorted(map(_luminance, (first, second)))
    return (high + 0.05) / (low + 0.05)


def text_width(text: str, size: float) -> float:
    width: float = _font(size).getlength(text)
    return width


@lru_cache(maxsize=1024)
def writable(text: str) -> str:
    """Replace each character that the font does not have by a stand-in."""
    return "".join(_letters(text.translate(_STAND_INS)))


def _letters(text: str) -> Iterator[str]:
    for letter in text:
        if letter == " " or _has_glyph(letter):
            yield letter
            continue
        plain = unicodedata.normalize("NFKD", letter)[0]
        yield plain if _has_glyph(plain) else _UNKNOWN


@cache
def _has_glyph(letter: str) -> bool:
    return _outline(letter) not in (_outline(_PRIVATE_USE), b"")


def _outline(letter: str) -> bytes:
    return bytes(_font(20).getmask(letter))


@lru_cache(maxsize=1024)
def _cut(text: str, size: float, room: float) -> str:
    if text_width(text, size) <= room:
        return text
    while text and text_width(text + _ELLIPSIS, size) > room:
        text = text[:-1]
    return text.rstrip() + _ELLIPSIS


@lru_cache(maxsize=4096)
def _stencil(text: str, size: float, anchor: Anchor, bold: bool) -> tuple[Image.Image, int, int]:
    """Return a mask of a text, and the offset of its upper left corner from its anchor.

    Most texts appear again in the next picture, and drawing one takes longer than any shape.
    """
    font, rim = _font(size), _BOLD if bold else 0
    edges = font.getbbox(text, anchor=anchor, stroke_width=rim)
    left, top = floor(edges[0]), floor(edges[1])
    stencil = Image.new("L", (ceil(edges[2]) - left or 1, ceil(edges[3]) - top or 1))
    draw = ImageDraw.Draw(stencil)
    draw.text((-left, -top), text, 255, font, anchor=anchor, stroke_width=rim)
    return stencil, left, top


@cache
def _font(size: float) -> Any:
    return ImageFont.load_default(size)


def _luminance(color: Color) -> float:
    channels = (int(color[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _scaled(points: Sequence[Point]) -> list[Point]:
    return [(round(x * _SMOOTH), round(y * _SMOOTH)) for x, y in points]
