"""Return, length and duration of every episode of a vector, as Gymnasium counts them."""

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray


class EpisodeStatistics:
    """Counts along with the steps of the learner; the wrapper `RecordEpisodeStatistics` agrees."""

    def __init__(self, size: int) -> None:
        self._returns = np.zeros(size, np.float64)
        self._lengths = np.zeros(size, np.int64)
        self._starts = np.zeros(size, np.float64)

    def begin(self, which: NDArray[np.bool_]) -> None:
        """Note that these environments begin an episode."""
        self._returns[which] = 0.0
        self._lengths[which] = 0
        self._starts[which] = time.perf_counter()

    def count(self, earned: NDArray[Any], which: NDArray[np.bool_]) -> None:
        """Add a step of these environments."""
        self._returns[which] += earned[which]
        self._lengths[which] += 1

    def of(self, ended: NDArray[np.bool_]) -> dict[str, NDArray[Any]]:
        """The statistics of the episodes that have ended; zero elsewhere."""
        elapsed = np.round(time.perf_counter() - self._starts, 6)
        return {
            "r": np.where(ended, self._returns, 0.0),
            "l": np.where(ended, self._lengths, 0),
            "t": np.where(ended, elapsed, 0.0),
        }
