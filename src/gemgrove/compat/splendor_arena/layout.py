"""The layout of a state: 300 numbers for three players, 248 for two, 352 for four.

All player counts follow the same plan: one more noble than players, and a block for each player.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gemgrove.splendor.colors import parse_color
from gemgrove.splendor.moves import RESERVE_LIMIT, ROWS, SLOTS
from gemgrove.variant import shown, whole

COLORS = ("white", "red", "green", "blue", "brown")
GEMS = (*COLORS, "gold")
PLAYER_COUNTS = (2, 3, 4)

LEVELS = len(ROWS)
MARKET = LEVELS * SLOTS
CARD = len(COLORS) + len(COLORS) + 1  # cost, bonus, points
NOBLE = len(COLORS) + 1  # requirement, points
RESERVES = RESERVE_LIMIT
PLAYER = len(GEMS) + len(COLORS) + 1 + RESERVES * CARD + 1  # points and acquired cards: one each

NATIVE_COLORS = tuple(parse_color(color) for color in COLORS)
"""Each color's number in the rest of the package."""


class Section(NamedTuple):
    """A range of numbers in a state that belong together."""

    first: int
    last: int
    meaning: str


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a state for a number of players.

    >>> Layout(3).size, Layout(3).bank_at, Layout(3).player_at(2)
    (300, 156, 208)
    """

    players: int

    def __post_init__(self) -> None:
        if whole(self.players) is None:
            raise TypeError(
                f"The number of players is {shown(self.players)}; it must be a whole number: 2, 3 "
                "or 4."
            )
        if self.players not in PLAYER_COUNTS:
            raise ValueError(f"The number of players is {self.players}; it can be 2, 3 or 4.")

    @property
    def nobles(self) -> int:
        """The number of places for nobles."""
        return self.players + 1

    @property
    def bank_at(self) -> int:
        """The index of the bank's gems."""
        return MARKET * CARD + self.nobles * NOBLE

    @property
    def size(self) -> int:
        """The length of a state."""
        return self.player_at(self.players + 1)

    def player_at(self, player: int) -> int:
        """Return the index of the block of a player, counted from 1."""
        return self.bank_at + len(GEMS) + (player - 1) * PLAYER

    def sections(self) -> Iterator[Section]:
        """Yield the whole layout, section by section."""
        at = 0

        def section(size: int, meaning: str) -> Section:
            nonlocal at
            at += size
            return Section(at - size, at - 1, meaning)

        for level in range(1, LEVELS + 1):
            for place in range(1, SLOTS + 1):
                yield section(CARD, f"card {place} of level {level}")
        for place in range(1, self.nobles + 1):
            yield section(NOBLE, f"noble {place}")
        yield section(len(GEMS), "gems in the bank")
        for player in range(1, self.players + 1):
            yield section(len(GEMS), f"player {player}: gems")
            yield section(len(COLORS), f"player {player}: permanent gems")
            yield section(1, f"player {player}: points")
            for place in range(1, RESERVES + 1):
                yield section(CARD, f"player {player}: reserved card {place}")
            yield section(1, f"player {player}: acquired cards")


def layout_of(size: int) -> Layout | None:
    """Return the layout of a state of this length; None if there is none."""
    return next((plan for plan in map(Layout, PLAYER_COUNTS) if plan.size == size), None)


def recolored(numbers: Sequence[int]) -> tuple[int, ...]:
    """Convert numbers by color to the package's order or back; gold stays last."""
    return (*(numbers[color] for color in NATIVE_COLORS), *numbers[len(COLORS) :])
