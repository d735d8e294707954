"""A state: an array of numbers that carries the native position it was made from.

The numbers lack the decks, the bought cards' identities, the player to move and the phase. An array
made from a state by slicing, arithmetic, reshaping or a change of type carries no position;
`copy()`, the module `copy` and pickling keep it. A state whose numbers were changed in place is
refused when it is used.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gemgrove.compat.splendor_arena.layout import CARD, COLORS, NOBLE, RESERVES, recolored
from gemgrove.game import Game, View
from gemgrove.splendor.cards import Card, CardSet, Noble
from gemgrove.splendor.game import Splendor
from gemgrove.variant import PositionError

Numbers = NDArray[np.int64]


class StateError(PositionError):
    """Raised for an array that is not a state, or not one that can be used here."""


class Carried(NamedTuple):
    """The native position of a state."""

    position: Game | View
    """A game, which knows the decks, or a view, which knows what its seat may know."""
    first: int
    """The native seat of the state's player 1."""
    numbers: bytes
    """The state's numbers, to detect changes."""

    def seat(self, player: int) -> int:
        """Return the native seat of a player, counted from 1."""
        return (self.first + player - 1) % self.position.players

    def player(self, seat: int) -> int:
        """Return the player, counted from 1, of a native seat."""
        return (seat - self.first) % self.position.players + 1


class Vector(np.ndarray[tuple[int], np.dtype[np.int64]]):
    """A vector of integers. Its sum, maximum and the like are plain NumPy numbers."""

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        if array.ndim == 0:
            return array[()]
        return array if array is self else array.view(type(self))


class State(Vector):
    """The numbers of a state, created by `Game`. A plain array of them can be used as well."""

    _carried: Carried | None

    def __array_finalize__(self, source: object) -> None:
        # An array that numpy derives from a state has its own numbers.
        self._carried = None

    @property
    def carried(self) -> Carried | None:
        """The position that belongs to the numbers, if there is one."""
        if self._carried is not None and self.tobytes() != self._carried.numbers:
            raise StateError(
                "The numbers of this state were changed, and it still carries the position from "
                "before; np.array(state) makes a plain array of the new numbers."
            )
        return self._carried

    def copy(self, order: Any = "C") -> "State":
        """Return an equal state, which carries the same position."""
        return _restored(np.array(self, order=order), self._carried)

    def __copy__(self) -> "State":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any] | None, /) -> "State":
        return self.copy()

    def __reduce__(self) -> Any:
        return _restored, (np.array(self), self._carried)


def state_of(position: Game | View, first: int = 0) -> State:
    """Return the state of a position, with the given native seat as player 1."""
    numbers = np.array(_numbers(position, first), dtype=np.int64)
    return _restored(numbers, Carried(position, first, numbers.tobytes()))


def card_numbers(card: Card) -> tuple[int, ...]:
    """Return the eleven numbers of a card."""
    bonus = [int(color == card.color) for color in range(len(COLORS))]
    return (*recolored(card.cost), *recolored(bonus), card.points)


def noble_numbers(noble: Noble) -> tuple[int, ...]:
    """Return the six numbers of a noble."""
    return (*recolored(noble.requirement), noble.points)


def _restored(numbers: Numbers, carried: Carried | None) -> State:
    state = numbers.view(State)
    state._carried = carried
    return state


def _numbers(position: Game | View, first: int) -> list[int]:
    variant = position.variant
    assert isinstance(variant, Splendor)
    fields = variant.fields(position)
    cards, nobles = _numbers_by_id(variant.cards)
    numbers: list[int] = []
    for row in fields["market"]:
        for card in row:
            numbers += cards[card]
    for noble in fields["nobles"]:
        numbers += nobles[noble]
    numbers += recolored(fields["bank"])
    seats = fields["players"]
    for player in seats[first:] + seats[:first]:
        numbers += (*recolored(player["tokens"]), *recolored(player["bonuses"]), player["points"])
        for card, _ in player["reserved"]:
            numbers += cards[card]
        numbers += [0] * (CARD * (RESERVES - len(player["reserved"])))
        numbers.append(len(player["bought"]))
    return numbers


@lru_cache(maxsize=16)
def _numbers_by_id(of: CardSet) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Return the numbers of a set's cards and nobles by id; an empty place, -1, comes last."""
    cards = [*map(card_numbers, of.cards), (0,) * CARD]
    return cards, [*map(noble_numbers, of.nobles), (0,) * NOBLE]
