"""How observations and actions change when what lies on the table is rearranged.

A rearrangement that the rules do not notice is a symmetry. `Rearranging` knows none; a game's
folder may have a better one in its module `symmetry`. It takes many observations at once, each with
arrangements of its own: an array with a row for each observation, whose entry at a place is the
place where that which comes there has lain.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from math import factorial
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from gemgrove.variant import Variant, shown, whole

Array: TypeAlias = npt.NDArray[Any]
Parts: TypeAlias = Mapping[str, Array]
"""The arrangements of each part, a row for each observation."""
PLACE = np.int16
"""The type of places and actions in large arrays of them: what is smaller is quicker."""


@dataclass(frozen=True, slots=True)
class Part:
    """Things that can be rearranged: in every way, or only in the ways that are listed."""

    size: int
    listed: tuple[tuple[int, ...], ...] = ()

    @property
    def order(self) -> int:
        """How many arrangements there are."""
        return len(self.listed) or factorial(self.size)

    @property
    def identity(self) -> tuple[int, ...]:
        """The arrangement that leaves everything where it is."""
        return tuple(range(self.size))

    def read(self, arrangement: Any) -> tuple[int, ...]:
        """An arrangement that somebody has written down; `ValueError` if it is none of these."""
        given = arrangement if isinstance(arrangement, Iterable) else ()
        numbers = [whole(number) for number in given]
        read = tuple(number for number in numbers if number is not None)
        if len(read) != len(numbers) or sorted(read) != [*self.identity]:
            raise ValueError(
                f"{shown(arrangement)} is no arrangement of {self.size} places; it must have each "
                f"of 0 to {self.size - 1} once."
            )
        if self.listed and read not in self.listed:
            possible = ", ".join(map(str, self.listed))
            raise ValueError(f"{read} is not possible here; it must be one of {possible}.")
        return read

    def draw(self, rng: np.random.Generator, count: int) -> Array:
        """So many arrangements, each as likely as any other."""
        if self.listed:
            return np.array(self.listed)[rng.integers(len(self.listed), size=count)]
        return rng.random((count, self.size)).argsort(axis=1)


class Rearranging:
    """What rearranging does to a game's observations and actions. The plain one does nothing."""

    def __init__(self, variant: Variant) -> None:
        self.parts: dict[str, Part] = {}
        self._numbers = np.arange(variant.native.action_count, dtype=PLACE)

    def observations(self, parts: Parts, observations: Array) -> Array:  # noqa: ARG002
        """The observations of the rearranged positions, as a new array."""
        return observations.copy()

    def actions(self, parts: Parts, observations: Array) -> Array:  # noqa: ARG002
        """For each observation an arrangement of the actions: what each means was meant before by
        the action whose number stands there. They are actions of the seat to move.
        """
        return np.tile(self._numbers, (len(observations), 1))


def rearranging_of(variant: Variant) -> Rearranging:
    """How this game is rearranged: in its own ways, or not at all."""
    module = f"gemgrove.{variant.name}.symmetry"
    if find_spec(module) is None:
        return Rearranging(variant)
    own: type[Rearranging] = import_module(module).REARRANGING
    return own(variant)


def stretches(variant: Variant, name: str) -> list[slice]:
    """Where a field stands in an observation; a player's comes once for each seat."""
    fields = variant.native.observation_fields()
    return [slice(offset, offset + size) for field, offset, size, *_ in fields if field == name]


def rearranged(entries: Array, arrangements: Array) -> Array:
    """Rows of entries, each cut into as many pieces as there are places, and these rearranged."""
    rows, places = arrangements.shape
    pieces = entries.reshape(rows * places, -1)
    sources = arrangements + places * np.arange(rows)[:, np.newaxis]
    result: Array = pieces.take(sources.ravel(), axis=0)
    return result.reshape(rows, -1)
