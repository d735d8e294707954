"""Observations as networks like them: entries of about the same size."""

import numpy as np
from numpy.typing import NDArray

from gemgrove.envs.batch import Batch
from gemgrove.variant import Variant

_GAMES = 128
_STEPS = 500


def usual_scale(variant: Variant, *, seed: int = 0) -> NDArray[np.float32]:
    """What to multiply observations by: one over each entry's largest value in random games.

    An entry that is never above 1 keeps its size. Later games may have larger values.
    """
    batch = Batch(variant, size=_GAMES, seed=seed)
    largest = np.ones(variant.native.observation_size, np.uint8)
    for _ in range(_STEPS):
        batch.step(batch.choose("random"))
        np.maximum(largest, batch.observations.max(axis=0), out=largest)
    return (1 / largest).astype(np.float32)
