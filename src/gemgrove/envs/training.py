"""For training: the scale of observations, and a policy's win rate against a bot."""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gemgrove.envs.batch import Batch
from gemgrove.variant import Variant, shown, whole

Choose = Callable[[NDArray[np.uint8], NDArray[np.bool_]], ArrayLike]
"""A function from observations and masks, with a row for each game, to actions."""

_SEED = 1_000_003
"""An unusual seed, so that the deals are unlikely to be those used in training."""


_SCALE_GAMES = 128
_SCALE_STEPS = 500


def observation_scale(variant: Variant, *, seed: int = 0) -> NDArray[np.float32]:
    """Return factors that scale observations: one over each entry's largest value in random games.

    An entry that is never above 1 has the factor 1. Other games may contain larger values.
    """
    batch = Batch(variant, size=_SCALE_GAMES, seed=seed)
    largest = np.ones(variant.native.observation_size, np.uint8)
    for _ in range(_SCALE_STEPS):
        batch.step(batch.choose("random"))
        np.maximum(largest, batch.observations.max(axis=0), out=largest)
    return (1 / largest).astype(np.float32)


def win_rate(
    choose: Choose,
    variant: Variant,
    *,
    opponents: str = "greedy",
    games: int = 400,
    seed: int = _SEED,
    threads: int = 1,
) -> float:
    """Return the share of games that a policy wins, playing every seat equally often.

    Shared wins count in part. `games` is rounded up so that every seat plays the same number.
    """
    count = whole(games)
    if count is None or count < 1:
        raise ValueError(f"games is {shown(games)}; it must be a whole number, 1 or more.")
    # Each environment plays one game at each seat: counting the first games to end would favor
    # short ones.
    rounds = variant.rules.players
    size = -(-count // rounds)
    batch = Batch(variant, size=size, seed=seed, threads=threads, opponents=opponents)
    left = np.full(size, rounds)
    won = 0.0
    while left.any():
        seats = batch.to_move.copy()
        batch.step(choose(batch.observations, batch.masks))
        ended = np.flatnonzero((batch.terminations | batch.truncations) & (left > 0))
        left[ended] -= 1
        first = batch.places[ended] == 1
        won += float((first[np.arange(len(ended)), seats[ended]] / first.sum(axis=1)).sum())
    return won / (size * rounds)
