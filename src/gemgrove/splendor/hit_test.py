"""Hit test: the notation for the place in the rendered table that was clicked."""

import re

from gemgrove.splendor.colors import TOKENS
from gemgrove.splendor.moves import ROWS, SLOTS
from gemgrove.splendor.render import CARD, GEM, LABEL

_HEADING = "tokens"  # the heading of the columns that contain all stocks


def hit_test(table: str, row: int, column: int) -> str:
    """Return the notation for what `render` has written there; empty if there is none."""
    lines = table.split("\n")
    if not 0 <= row < len(lines):
        return ""
    line = lines[row]
    for name in ROWS:
        head = f"{name[0]} {name}"
        if line.startswith(head) or (row and lines[row - 1].startswith(head)):
            return _in_market(name[0], column)
    if line.startswith("nobles") or (row and lines[row - 1].startswith("nobles")):
        return _noble(lines[row] if line.startswith("nobles") else lines[row - 1], column)
    below = any(_HEADING in earlier for earlier in lines[:row])
    if not below:
        return ""
    if _is_reserve(lines, row):
        return _reserved(line, column)
    place = (column - LABEL) // GEM
    return TOKENS[place] if line.strip() and 0 <= place < len(TOKENS) else ""


def _in_market(letter: str, column: int) -> str:
    if column < LABEL:
        return f"{letter} deck"
    slot = (column - LABEL) // (CARD + 1) + 1
    return f"{letter} {slot}" if slot <= SLOTS else ""


def _noble(names: str, column: int) -> str:
    """Find the noble by the last number to the left of the column."""
    numbers = re.finditer(r"(?<= )\d(?= )", names)
    number = [match.group() for match in numbers if LABEL <= match.start() <= column][-1:]
    return f"noble {number[0]}" if number else ""


def _is_reserve(lines: list[str], row: int) -> bool:
    """Return True if a line, or the one it continues, lists reserved cards."""
    while row and not lines[row][:LABEL].strip() and lines[row].strip():
        row -= 1
    return lines[row].startswith("   reserved")


def _reserved(line: str, column: int) -> str:
    """Find the card by the number that begins the entry at the column."""
    entry = line[LABEL : line.find("│", column) if "│" in line[column:] else None]
    number = entry.rsplit("│", 1)[-1].split()
    return f"br {number[0]}" if number and number[0].isdigit() and column >= LABEL else ""
