"""The base of all games' symmetries: permutations of parts of the table that change no rule.

A `SymmetryMapper` maps many observations at once, each with its own permutations. Permutations are
an array with a row for each observation; the entry at a place is the place its content comes from.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import factorial
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from gemgrove.variant import Variant, shown, whole

Array: TypeAlias = npt.NDArray[Any]
Parts: TypeAlias = Mapping[str, Array]
"""The permutations of each part, a row for each observation."""
PLACE = np.int16
"""The type of places and actions in large arrays; a smaller type is faster."""


@dataclass(frozen=True, slots=True)
class Part:
    """Places that can be permuted: in every way, or only as listed."""

    size: int
    listed: tuple[tuple[int, ...], ...] = ()

    @property
    def order(self) -> int:
        return len(self.listed) or factorial(self.size)

    @property
    def identity(self) -> tuple[int, ...]:
        """The permutation that leaves everything where it is."""
        return tuple(range(self.size))

    def read(self, permutation: Any) -> tuple[int, ...]:
        """Read a permutation given by a user; raise a `ValueError` if it is not allowed."""
        given = permutation if isinstance(permutation, Iterable) else ()
        numbers = [whole(number) for number in given]
        read = tuple(number for number in numbers if number is not None)
        if len(read) != len(numbers) or sorted(read) != [*self.identity]:
            raise ValueError(
                f"{shown(permutation)} is not a permutation of {self.size} places; it must have "
                f"each of 0 to {self.size - 1} once."
            )
        if self.listed and read not in self.listed:
            possible = ", ".join(map(str, self.listed))
            raise ValueError(f"{read} is not possible here; it must be one of {possible}.")
        return read

    def draw(self, rng: np.random.Generator, count: int) -> Array:
        """Draw random permutations, all equally likely."""
        if self.listed:
            return np.array(self.listed)[rng.integers(len(self.listed), size=count)]
        return rng.random((count, self.size)).argsort(axis=1)


class SymmetryMapper:
    """Maps observations and actions under permutations of a game's parts; the base has no parts."""

    def __init__(self, variant: Variant) -> None:
        self.parts: dict[str, Part] = {}
        self._numbers = np.arange(variant.native.action_count, dtype=PLACE)

    def observations(self, parts: Parts, observations: Array) -> Array:  # noqa: ARG002
        """Return the observations of the permuted positions, as a new array."""
        return observations.copy()

    def actions(self, parts: Parts, observations: Array) -> Array:  # noqa: ARG002
        """Return, for each observation, a permutation of the actions of the seat to move: each
        entry is the action that had the same meaning before.
        """
        return np.tile(self._numbers, (len(observations), 1))


def field_slices(variant: Variant, name: str) -> list[slice]:
    """Return a field's slices in an observation; a player's field has one for each seat."""
    fields = variant.native.observation_fields()
    return [slice(offset, offset + size) for field, offset, size, *_ in fields if field == name]


def permuted(entries: Array, permutations: Array) -> Array:
    """Cut each row of entries into one piece for each place, and permute the pieces."""
    rows, places = permutations.shape
    pieces = entries.reshape(rows * places, -1)
    sources = permutations + places * np.arange(rows)[:, np.newaxis]
    result: Array = pieces.take(sources.ravel(), axis=0)
    return result.reshape(rows, -1)
