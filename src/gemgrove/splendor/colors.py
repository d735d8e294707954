"""The colors of Splendor, in the order used everywhere, and their spellings."""

from collections.abc import Sequence
from enum import EnumType, IntEnum
from reprlib import repr as shown
from typing import TYPE_CHECKING, Any

from gemgrove.english import listed
from gemgrove.variant import whole


class _ColorType(EnumType):
    """Finds colors only by name and number: plain enums accept True and 1.0 as 1."""

    def __call__(cls, value: Any, *arguments: Any, **named: Any) -> Any:
        if not isinstance(value, str) and whole(value) is None:
            raise ValueError(f"{shown(value)} is not a valid Color")
        return super().__call__(value, *arguments, **named)


class Color(IntEnum, metaclass=_ColorType):
    """A color of tokens and, except for gold, of cards. Its number is its place in all lists.

    >>> Color("red")
    <Color.RED: 3>
    >>> print(Color.RED, (7, 7, 7, 6, 7, 5)[Color.RED])
    red 6
    """

    WHITE = 0
    BLUE = 1
    GREEN = 2
    RED = 3
    BLACK = 4
    GOLD = 5

    if TYPE_CHECKING:

        def __new__(cls, value: int | str) -> "Color": ...

    @classmethod
    def _missing_(cls, value: object) -> "Color | None":
        """Find a color by name; case does not matter."""
        return cls.__members__.get(value.upper()) if isinstance(value, str) else None

    def __str__(self) -> str:
        return TOKENS[self]

    def __format__(self, spec: str) -> str:
        return format(TOKENS[self], spec)


TOKENS = tuple(color.name.lower() for color in Color)
"""The names of all colors."""
GOLD = Color.GOLD
COLORS = TOKENS[:GOLD]
"""The names of the cards' colors: all but gold."""

_OTHER_NAMES = {"pink": "black", "brown": "black"}


def parse_color(text: str, candidates: Sequence[str] = TOKENS) -> Color:
    """Return the color that `text` names.

    Case does not matter, and any unique prefix will do; `pink` and `brown` mean black. Only
    `candidates` are considered: `g` is green if gold is not among them.

    >>> parse_color("Wh"), parse_color("pink"), parse_color("g", COLORS)
    (<Color.WHITE: 0>, <Color.BLACK: 4>, <Color.GREEN: 2>)
    >>> parse_color("b")
    Traceback (most recent call last):
    ...
    ValueError: 'b' could be blue or black
    """
    if not isinstance(text, str):
        raise TypeError(f"a color is named by text, not by {shown(text)}")
    start = text.strip().lower()
    if not start:
        raise ValueError(f"a color is missing; possible: {listed(candidates)}")
    names = {name: name for name in candidates}
    names |= {other: name for other, name in _OTHER_NAMES.items() if name in names}
    meant = {name for written, name in names.items() if written.startswith(start)}
    if not meant:
        raise ValueError(f"{shown(text)} is not a color here; possible: {listed(candidates)}")
    if len(meant) > 1:
        matching = [name for name in candidates if name in meant]
        raise ValueError(f"{shown(text)} could be {listed(matching, 'or')}")
    return Color(TOKENS.index(meant.pop()))
