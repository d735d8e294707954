"""Decisions to learn from, in memory."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gemgrove.learn.shards import Columns

USED = ("inputs", "action_inputs", "action_counts", "policy", "root_values", "results")
"""The tensors of a shard that a network learns from."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Some decisions as tensors: `n` decisions, `s` seats, up to `a` legal actions each."""

    inputs: Tensor
    """The position as each seat sees it, beginning with the seat to move: (n, s, inputs)."""
    action_inputs: Tensor
    """Of the legal actions, then of any others: (n, a, inputs)."""
    legal: Tensor
    """True for the legal actions: (n, a)."""
    policy: Tensor
    """The probability that the search gives each action: (n, a)."""
    root_values: Tensor
    """Each seat's chance of winning, by the search of each seat: (n, s, s)."""
    results: Tensor
    """Each seat's share of the win: (n, s)."""


class Samples:
    """Decisions of many games, from which batches are drawn."""

    def __init__(self, shards: Iterable[Columns]) -> None:
        parts = [dict(shard) for shard in shards]
        # Parts are released as they are joined: they are most of the memory.
        joined = {name: np.concatenate([part.pop(name) for part in parts]) for name in USED}
        self._counts = joined["action_counts"]
        self._begins = np.cumsum(self._counts, dtype=np.int64) - self._counts
        for name in ("inputs", "root_values"):  # of each seat
            joined[name] = joined[name].reshape(*joined["results"].shape, -1)
        self._joined = joined

    def __len__(self) -> int:
        return len(self._counts)

    def batch(self, chosen: NDArray[np.int64]) -> Batch:
        """Return the decisions with these numbers."""
        counts = self._counts[chosen]
        places = np.arange(counts.max())
        legal = places < counts[:, None]
        rows = np.where(legal, self._begins[chosen][:, None] + places, 0)
        policy = np.where(legal, self._joined["policy"][rows], 0).astype(np.float32)
        seats = {name: self._joined[name][chosen] for name in ("root_values", "results")}
        return Batch(
            inputs=torch.from_numpy(self._joined["inputs"][chosen]),
            action_inputs=torch.from_numpy(self._joined["action_inputs"][rows]),
            legal=torch.from_numpy(legal),
            policy=torch.from_numpy(policy),
            **{name: torch.from_numpy(each.astype(np.float32)) for name, each in seats.items()},
        )

    def first(self, count: int) -> Batch:
        """Return the first decisions, `count` at most."""
        return self.batch(np.arange(min(count, len(self))))

    def batches(self, size: int, rng: np.random.Generator) -> Iterator[Batch]:
        """Yield all decisions once, in random order, but for a remainder."""
        order = rng.permutation(len(self))
        for begin in range(0, len(order) - size + 1, size):
            yield self.batch(order[begin : begin + size])
