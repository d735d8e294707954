"""Where everything stands in a state: 300 numbers for three players, 248 for two, 352 for four.

The numbers of another player count follow the same plan: one noble more than players, and a block
for each player.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gemgrove.splendor.colors import parse_color
from gemgrove.splendor.moves import RESERVE_LIMIT, ROWS, SLOTS

COLORS = ("white", "red", "green", "blue", "brown")
GEMS = (*COLORS, "gold")
PLAYER_COUNTS = (2, 3, 4)

LEVELS = len(ROWS)
MARKET = LEVELS * SLOTS
CARD = len(COLORS) + len(COLORS) + 1  # cost, bonus, points
NOBLE = len(COLORS) + 1  # requirement, points
RESERVES = RESERVE_LIMIT
TOKENS_AT = 0
BONUSES_AT = TOKENS_AT + len(GEMS)
POINTS_AT = BONUSES_AT + len(COLORS)
RESERVES_AT = POINTS_AT + 1
ACQUIRED_AT = RESERVES_AT + RESERVES * CARD
PLAYER = ACQUIRED_AT + 1
NOBLES_AT = MARKET * CARD

NATIVE_COLORS = tuple(parse_color(color) for color in COLORS)
"""The number that each color has in the rest of the package."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some numbers of a state that belong together."""

    first: int
    last: int
    meaning: str


@dataclass(frozen=True, slots=True)
class Layout:
    """The plan of a state for so many players.

    >>> Layout(3).size, Layout(3).bank_at, Layout(3).player_at(2)
    (300, 156, 208)
    """

    players: int

    def __post_init__(self) -> None:
        if self.players not in PLAYER_COUNTS:
            raise ValueError(f"The number of players is {self.players}; it can be 2, 3 or 4.")

    @property
    def nobles(self) -> int:
        """How many places for nobles there are."""
        return self.players + 1

    @property
    def bank_at(self) -> int:
        """Where the gems in the bank begin."""
        return NOBLES_AT + self.nobles * NOBLE

    @property
    def size(self) -> int:
        """How many numbers a state has."""
        return self.player_at(self.players + 1)

    def player_at(self, player: int) -> int:
        """Where the block of a player, who count from 1, begins."""
        return self.bank_at + len(GEMS) + (player - 1) * PLAYER

    def stretches(self) -> Iterator[Stretch]:
        """The whole plan, stretch by stretch."""
        at = 0

        def stretch(size: int, meaning: str) -> Stretch:
            nonlocal at
            at += size
            return Stretch(at - size, at - 1, meaning)

        for level in range(1, LEVELS + 1):
            for place in range(1, SLOTS + 1):
                yield stretch(CARD, f"card {place} of level {level}")
        for place in range(1, self.nobles + 1):
            yield stretch(NOBLE, f"noble {place}")
        yield stretch(len(GEMS), "gems in the bank")
        for player in range(1, self.players + 1):
            yield stretch(len(GEMS), f"player {player}: gems")
            yield stretch(len(COLORS), f"player {player}: permanent gems")
            yield stretch(1, f"player {player}: points")
            for place in range(1, RESERVES + 1):
                yield stretch(CARD, f"player {player}: reserved card {place}")
            yield stretch(1, f"player {player}: acquired cards")


def layout_of(size: int) -> Layout | None:
    """The layout of a state with so many numbers; None where there is none."""
    return next((plan for plan in map(Layout, PLAYER_COUNTS) if plan.size == size), None)


def recolored(numbers: Sequence[int]) -> tuple[int, ...]:
    """Numbers by color in the other order; the way there is the way back, and gold stays last."""
    return (*(numbers[color] for color in NATIVE_COLORS), *numbers[len(COLORS) :])
