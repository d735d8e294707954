"""The colors of Splendor, in the one order used everywhere, and how a person may write them."""

from collections.abc import Sequence
from reprlib import repr as shown

COLORS = ("white", "blue", "green", "red", "black")
GOLD = 5
TOKENS = (*COLORS, "gold")

_OTHER_NAMES = {"pink": "black", "brown": "black"}


def parse_color(text: str, candidates: Sequence[str] = TOKENS) -> int:
    """The number of the color that `text` names, its place in `TOKENS`.

    Any case and any unique prefix will do; `pink` and `brown` are black. Only `candidates` are
    looked at, so that `g` is green where gold is not possible.

    >>> parse_color("Wh"), parse_color("pink"), parse_color("g", COLORS)
    (0, 4, 2)
    >>> parse_color("b")
    Traceback (most recent call last):
    ...
    ValueError: 'b' could be blue or black
    """
    start = text.strip().lower()
    if not start:
        raise ValueError(f"a color is missing; possible: {_listed(candidates, 'and')}")
    names = {name: name for name in candidates}
    names |= {other: name for other, name in _OTHER_NAMES.items() if name in names}
    meant = {name for written, name in names.items() if written.startswith(start)}
    if not meant:
        raise ValueError(
            f"{shown(text)} is not a color here; possible: {_listed(candidates, 'and')}"
        )
    if len(meant) > 1:
        matching = [name for name in candidates if name in meant]
        raise ValueError(f"{shown(text)} could be {_listed(matching, 'or')}")
    return TOKENS.index(meant.pop())


def _listed(names: Sequence[str], last: str) -> str:
    *before, end = names
    return f"{', '.join(before)} {last} {end}" if before else end
