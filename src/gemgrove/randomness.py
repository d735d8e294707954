"""Where chance comes from: a seed, or a generator of Python's or numpy's."""

import random
from typing import TYPE_CHECKING, TypeAlias

from gemgrove.variant import shown, whole

if TYPE_CHECKING:
    import numpy as np

Randomness: TypeAlias = "int | random.Random | np.random.Generator"
"""A seed or a generator."""


def bits(rng: Randomness) -> int:
    """64 bits, as the native core takes them."""
    if isinstance(rng, random.Random):
        return rng.getrandbits(64)
    # Asked by what it can do, so that numpy is not loaded before somebody wants an array.
    if hasattr(rng, "integers"):
        return int(rng.integers(0, 2**64, dtype="uint64"))
    seed = whole(rng)
    if seed is None:
        raise TypeError(
            f"rng is {shown(rng)}; it must be a seed, a random.Random or a numpy Generator."
        )
    return seed % 2**64
