"""Seeds and random generators, Python's or numpy's."""

import random
from typing import TYPE_CHECKING, TypeAlias

from gemgrove.variant import shown, whole

if TYPE_CHECKING:
    import numpy as np

Rng: TypeAlias = "int | random.Random | np.random.Generator"
"""A seed or a random generator."""


def checked_seed(seed: int | None) -> int | None:
    """Return a seed as an int, or None; raise a `TypeError` for anything else."""
    number = whole(seed)
    if number is None and seed is not None:
        raise TypeError(f"seed is {shown(seed)}; it must be a whole number.")
    return number


def bits(rng: Rng) -> int:
    """Return 64 random bits for the native core."""
    if isinstance(rng, random.Random):
        return rng.getrandbits(64)
    # Duck typing, to avoid loading numpy before somebody needs an array.
    if hasattr(rng, "integers"):
        return int(rng.integers(0, 2**64, dtype="uint64"))
    seed = whole(rng)
    if seed is None:
        raise TypeError(
            f"rng is {shown(rng)}; it must be a seed, a random.Random or a numpy Generator."
        )
    return seed % 2**64
