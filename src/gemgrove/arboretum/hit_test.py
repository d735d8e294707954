"""Hit test: the notation for the place in the rendered table that was clicked."""

import re
from itertools import takewhile

from gemgrove.arboretum.cards import LETTERS, RANKS
from gemgrove.arboretum.render import CELL, FREE

_CARD = re.compile(rf"[{LETTERS}][1-{RANKS}]")
_SCALE = "y/x"
_EDGE = 5  # the columns to the left of a grid


def hit_test(table: str, row: int, column: int) -> str:
    """Return the notation for what `render` has written there; empty if there is none."""
    lines = table.split("\n")
    if not 0 <= row < len(lines):
        return ""
    line = lines[row]
    if row == 0:
        return "draw deck"
    if line.lstrip().startswith("pile "):
        owner = lines[row - 1].lstrip("▶ ")[:1]
        return f"draw {owner}"
    if found := _cell(lines, row, column):
        return found
    card = next(
        (match for match in _CARD.finditer(line) if match.start() <= column < match.end()), None
    )
    return card.group() if card and " hand " in line else ""


def _cell(lines: list[str], row: int, column: int) -> str:
    """Find a free cell by the numbers at the edges of its grid; empty if there is none."""
    grids: dict[int, str] = {}  # each grid's scale, by its first column
    for below in takewhile(str.strip, lines[row + 1 :]):
        grids |= {match.start() - 1: below for match in re.finditer(_SCALE, below)}
    start = max((start for start in grids if start + _EDGE <= column), default=None)
    if start is None:
        return ""
    first = start + _EDGE + (column - start - _EDGE) // CELL * CELL
    across, up = (
        grids[start][first : first + CELL].strip(),
        lines[row][start : start + _EDGE].strip(),
    )
    free = FREE in lines[row][first : first + CELL]
    return f"at {across} {up}" if free and across and up else ""
