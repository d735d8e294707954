"""The numbers of a state with names: what lies on the table, in the order of colors used there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gemgrove.compat.splendor_arena.layout import (
    BONUSES_AT,
    CARD,
    COLORS,
    GEMS,
    MARKET,
    NOBLE,
    NOBLES_AT,
    PLAYER,
    PLAYER_COUNTS,
    POINTS_AT,
    RESERVES,
    RESERVES_AT,
    Layout,
    layout_of,
)
from gemgrove.compat.splendor_arena.state import Numbers, StateError
from gemgrove.english import listed
from gemgrove.splendor.moves import SLOTS
from gemgrove.variant import shown


@dataclass(frozen=True, slots=True)
class Card:
    """A card: its cost by color, the color it provides, its points."""

    cost: tuple[int, ...]
    color: int
    points: int

    def numbers(self) -> tuple[int, ...]:
        """The eleven numbers."""
        bonus = (int(color == self.color) for color in range(len(COLORS)))
        return (*self.cost, *bonus, self.points)


@dataclass(frozen=True, slots=True)
class Noble:
    """A noble: the permanent gems it requires, its points."""

    requirement: tuple[int, ...]
    points: int

    def numbers(self) -> tuple[int, ...]:
        """The six numbers."""
        return (*self.requirement, self.points)


@dataclass(frozen=True, slots=True)
class Player:
    """A player's cards and gems."""

    gems: tuple[int, ...]
    permanent: tuple[int, ...]
    points: int
    reserved: tuple[Card | None, ...]
    """Three places, the empty ones last."""
    acquired: int
    """The number of cards bought; nobles do not count."""

    def numbers(self) -> Iterator[int]:
        """The 46 numbers."""
        yield from (*self.gems, *self.permanent, self.points)
        for card in self.reserved:
            yield from card.numbers() if card else (0,) * CARD
        yield self.acquired


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that the numbers tell."""

    market: tuple[Card | None, ...]
    """Twelve places, level by level; None is an empty one."""
    nobles: tuple[Noble | None, ...]
    bank: tuple[int, ...]
    players: tuple[Player, ...]

    def numbers(self) -> Numbers:
        """The numbers that `read_table` reads back."""
        numbers: list[int] = []
        for card in self.market:
            numbers += card.numbers() if card else (0,) * CARD
        for noble in self.nobles:
            numbers += noble.numbers() if noble else (0,) * NOBLE
        numbers += self.bank
        for player in self.players:
            numbers += player.numbers()
        return np.array(numbers, dtype=np.int64)

    @property
    def holder(self) -> int | None:
        """The player, from 1, who has to return gems before the game goes on."""
        held = [sum(player.gems) for player in self.players]
        return held.index(max(held)) + 1 if max(held) > MOST_GEMS else None


MOST_GEMS = 10


def read_table(state: Any) -> Table:
    """The table that the numbers of a state describe; `StateError` says what is wrong with them."""
    plan, numbers = checked_numbers(state)
    market = tuple(
        _card(
            numbers[at : at + CARD], at, f"card {place % SLOTS + 1} of level {place // SLOTS + 1}"
        )
        for place, at in enumerate(range(0, MARKET * CARD, CARD))
    )
    nobles = tuple(
        _noble(numbers[at : at + NOBLE], at) for at in range(NOBLES_AT, plan.bank_at, NOBLE)
    )
    bank = tuple(numbers[plan.bank_at : plan.bank_at + len(GEMS)])
    players = tuple(
        _player(numbers[plan.player_at(player) :][:PLAYER], plan.player_at(player), player)
        for player in range(1, plan.players + 1)
    )
    return Table(market, nobles, bank, players)


def checked_numbers(state: Any) -> tuple[Layout, list[int]]:
    """The numbers as nonnegative integers, and their layout."""
    sizes = listed([str(Layout(players).size) for players in PLAYER_COUNTS], "or")
    right = f"one row of {sizes} numbers, for 2, 3 or 4 players"
    try:
        values = np.asarray(state)
    except ValueError:  # a list of lists of different lengths
        values = np.asarray(None)
    if values.ndim == 0:
        raise StateError(f"{shown(state)} is not a state; a state is {right}.")
    plan = layout_of(len(values)) if values.ndim == 1 else None
    if plan is None:
        size = f"{len(values)} numbers" if values.ndim == 1 else f"the shape {values.shape}"
        raise StateError(
            f"The state has {size}; it must be {right}. A card has {CARD} of them and a noble "
            f"{NOBLE}."
        )
    if values.dtype.kind not in "iuf":
        raise StateError(f"The state is an array of {values.dtype}; it must be one of numbers.")
    with np.errstate(invalid="ignore"):
        wrong = (values != np.trunc(values)) | ~(values >= 0) | (values > _LARGEST)
    if wrong.any():
        at = int(wrong.argmax())
        raise StateError(
            f"Number {at} of the state is {values[at]}; it must be a whole number from 0 to "
            f"{_LARGEST}."
        )
    return plan, [int(value) for value in values]


_LARGEST = 255


def _card(numbers: Sequence[int], at: int, name: str) -> Card | None:
    cost, bonus, points = numbers[: len(COLORS)], numbers[len(COLORS) : -1], numbers[-1]
    if not any(numbers):
        return None
    if sorted(bonus) != [0] * (len(COLORS) - 1) + [1]:
        raise StateError(
            f"Numbers {at} to {at + CARD - 1}, {name}, are {list(numbers)}; a card is {CARD} "
            "numbers: 5 for its cost, 5 for the gem it provides, of which one is 1, and its "
            "points. An empty place is all zeros."
        )
    return Card(tuple(cost), bonus.index(1), points)


def _noble(numbers: Sequence[int], at: int) -> Noble | None:
    if any(numbers) and not (any(numbers[:-1]) and numbers[-1]):
        raise StateError(
            f"Numbers {at} to {at + NOBLE - 1}, a noble, are {list(numbers)}; a noble "
            "requires gems and has points, and an empty place is all zeros."
        )
    return Noble(tuple(numbers[:-1]), numbers[-1]) if any(numbers) else None


def _player(numbers: Sequence[int], at: int, player: int) -> Player:
    reserved = tuple(
        _card(
            numbers[start : start + CARD], at + start, f"reserved card {place} of player {player}"
        )
        for place, start in enumerate(range(RESERVES_AT, RESERVES_AT + RESERVES * CARD, CARD), 1)
    )
    if None in reserved and any(reserved[reserved.index(None) :]):
        raise StateError(
            f"Reserved card {reserved.index(None) + 1} of player {player} is missing, but there is "
            "one after it; there must be no gaps between reserved cards."
        )
    return Player(
        gems=tuple(numbers[:BONUSES_AT]),
        permanent=tuple(numbers[BONUSES_AT:POINTS_AT]),
        points=numbers[POINTS_AT],
        reserved=reserved,
        acquired=numbers[-1],
    )
