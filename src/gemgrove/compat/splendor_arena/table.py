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
from gemgrove.splendor.moves import SLOTS
from gemgrove.telling import listed
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
    """What a player has."""

    gems: tuple[int, ...]
    permanent: tuple[int, ...]
    points: int
    reserved: tuple[Card | None, ...]
    """Three places, the empty ones last."""
    acquired: int
    """How many cards were bought; nobles do not count."""

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
        """The player, from 1, who has too many gems, for whom all others wait."""
        held = [sum(player.gems) for player in self.players]
        return held.index(max(held)) + 1 if max(held) > MOST_GEMS else None


MOST_GEMS = 10


def read_table(state: Any) -> Table:
    """What the numbers of a state tell; `StateError` says what is wrong with them."""
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
    """The numbers as whole ones, none below 0, and the layout that has so many."""
    values = np.asarray(state)
    plan = layout_of(len(values)) if values.ndim == 1 else None
    if plan is None:
        sizes = listed([str(Layout(players).size) for players in PLAYER_COUNTS], "or")
        raise StateError(
            f"The state has the shape {values.shape}; it must be one row of {sizes} numbers, for "
            "2, 3 or 4 players."
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
            f"Numbers {at} to {at + CARD - 1}, {name}, are {shown(list(numbers))}; a card "
            "provides one gem of one color, and an empty place is all zeros."
        )
    return Card(tuple(cost), bonus.index(1), points)


def _noble(numbers: Sequence[int], at: int) -> Noble | None:
    if any(numbers) and not (any(numbers[:-1]) and numbers[-1]):
        raise StateError(
            f"Numbers {at} to {at + NOBLE - 1}, a noble, are {shown(list(numbers))}; a noble "
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
            f"Reserved card {reserved.index(None) + 1} of player {player} is missing, and there is "
            "one after it; reserved cards have no gaps between them."
        )
    return Player(
        gems=tuple(numbers[:BONUSES_AT]),
        permanent=tuple(numbers[BONUSES_AT:POINTS_AT]),
        points=numbers[POINTS_AT],
        reserved=reserved,
        acquired=numbers[-1],
    )
