"""Ratings from comparisons: the Bradley-Terry model in Elo, with intervals over blocks.

A comparison says which of two bots finished above the other. The games of a block share their
deal, so the block is the unit of all statistics.

Every bot is credited with one extra block, half won and half lost, spread over its opponents. This
prior keeps the rating finite for a bot that has won or lost everything, and weighs little as soon
as there are some games.

Intervals come from the Bayesian bootstrap: every block gets a random weight, 1 on average, and so
do the won and lost halves of the prior. For two bots and blocks that are won or lost as a whole,
this is the Jeffreys interval, so it is valid for few blocks, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gemgrove.english import listed

REPLICATES = 1000
LEVEL = 0.95

_ELO = 400 / np.log(10)
_LEAST_WEIGHT = 1e-3  # of a half of the prior, so that every logarithm stays finite
_MOST_WEIGHTS = 5_000_000
_ITERATIONS = 1000
_TOLERANCE = 1e-4  # a hundredth of a point in Elo

_Matrix = NDArray[np.float64]


Comparison = tuple[int, int, float]
"""One bot, another, and the first one's score: 1 if it finished above, 0.5 level, 0 below."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's rating. Elo values from different groups cannot be compared."""

    bot: int
    elo: float
    low: float | None
    """The lower end of the interval; None if it is open: the bot has won nothing."""
    high: float | None
    """The upper end; None if it is open: the bot has lost nothing."""
    group: int
    """Bots in one group are linked by comparisons, directly or through others."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One bot's results against another."""

    one: int
    other: int
    won: int
    level: int
    lost: int
    low: float
    """The lower end of the interval for `share`."""
    high: float
    superiority: float
    """The probability that `one` is the stronger bot, according to the ratings."""

    @property
    def comparisons(self) -> int:
        return self.won + self.level + self.lost

    @property
    def share(self) -> float:
        """The share of comparisons won, from 0 to 1; level ones count half."""
        return (self.won + self.level / 2) / self.comparisons


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of all bots."""

    bots: tuple[Rating, ...]
    """In the order of the bots' numbers."""
    pairings: tuple[Pairing, ...]
    """Every pair that has met, in both orders."""
    notes: tuple[str, ...]
    """Notes on how to read the figures, as sentences."""
    above: tuple[tuple[float, ...], ...]
    """`above[one][other]`: the share of replicates in which `one` was rated above `other`."""

    def superiority(self, one: int, other: int) -> float | None:
        """Return the probability that `one` is the stronger; None in different groups."""
        linked = self.bots[one].group == self.bots[other].group
        return self.above[one][other] if linked else None

    def pairing(self, one: int, other: int) -> Pairing | None:
        """Return the results of `one` against `other`; None if they have not met."""
        return next((p for p in self.pairings if (p.one, p.other) == (one, other)), None)


def rate(
    names: Sequence[str],
    blocks: Sequence[Sequence[Comparison]],
    *,
    anchor: int | None = None,
    replicates: int = REPLICATES,
    seed: int = 0,
) -> Ratings:
    """Rate bots by the comparisons in each block; `names` are used in the notes.

    Every group's mean rating is 0; in the group of `anchor`, the anchor's rating is 0 instead. The
    same input gives the same result.
    """
    number = len(names)
    if anchor is not None and not 0 <= anchor < number:
        raise ValueError(f"The anchor is bot {anchor}; there are {number}.")
    observed = _matrices(blocks, number)
    wins = observed.sum(axis=0)
    groups = _groups(wins + wins.T > 0)
    samples = _Samples(observed, replicates, np.random.default_rng(seed))
    halves = _given(wins) / 2
    elo = _elo(wins + halves * _block_size(observed), groups, anchor)
    spread = np.array([_elo(sample, groups, anchor, elo) for sample in samples.matrices(halves)])
    low, high = _ends(spread)
    ratings = tuple(
        Rating(
            bot=bot,
            elo=float(elo[bot]),
            low=float(min(low[bot], elo[bot])) if wins[bot].any() else None,
            high=float(max(high[bot], elo[bot])) if wins[:, bot].any() else None,
            group=next(place for place, group in enumerate(groups) if bot in group),
        )
        for bot in range(number)
    )
    gaps = spread[:, :, None] - spread[:, None, :]
    above = ((gaps > 0) + (gaps == 0) / 2).mean(axis=0)
    pairings = [
        pairing
        for one, other in combinations(range(number), 2)
        if wins[one, other] + wins[other, one] > 0
        for pairing in _pairings(one, other, blocks, samples, float(above[one, other]))
    ]
    return Ratings(
        bots=ratings,
        pairings=tuple(sorted(pairings, key=lambda pairing: (pairing.one, pairing.other))),
        notes=tuple(_notes(names, wins, groups, anchor)),
        above=tuple(tuple(map(float, row)) for row in above),
    )


def share_interval(
    blocks: Sequence[Sequence[float]],
    *,
    even: float = 0.5,
    replicates: int = REPLICATES,
    seed: int = 0,
) -> tuple[float, float]:
    """Return the interval of the mean score, from 0 to 1, with the same bootstrap over blocks.

    `even` is the expected mean for bots of equal strength, which the extra block has.
    """
    observed = np.zeros((len(blocks), 2, 2))
    observed[:, 0, 1] = [sum(scores) for scores in blocks]
    observed[:, 1, 0] = [sum(1 - score for score in scores) for scores in blocks]
    samples = _Samples(observed, replicates, np.random.default_rng(seed))
    return _around(samples.share(0, 1, even), _share(observed.sum(axis=0)))


class _Samples:
    """Wins for each replicate, with randomly weighted blocks."""

    def __init__(self, observed: _Matrix, count: int, rng: np.random.Generator) -> None:
        self._observed = observed
        self._rng = rng
        self._sums = _weighted_sums(observed, count, rng)

    def matrices(self, halves: _Matrix) -> _Matrix:
        """Return the wins of each bot against each other, with `halves` of blocks as a prior."""
        return self._sums + self._given(halves) * _block_size(self._observed)

    def share(self, one: int, other: int, even: float = 0.5) -> _Matrix:
        """Return the share of `one` against `other`; `even` is the share between equals."""
        pair = np.ix_(range(len(self._observed)), (one, other), (one, other))
        given = self._given(np.array([even, 1 - even])) * _block_size(self._observed[pair])
        won, lost = self._sums[:, one, other], self._sums[:, other, one]
        shares: _Matrix = (won + given[:, 0]) / (won + lost + given.sum(axis=1))
        return shares

    def _given(self, halves: _Matrix) -> _Matrix:
        """Weight parts of blocks at random; the smaller a part, the more its weight varies."""
        drawn = self._rng.standard_gamma(halves, size=(len(self._sums), *halves.shape))
        least: _Matrix = np.where(halves > 0, _LEAST_WEIGHT, 0.0)
        return np.maximum(drawn, least)


def _weighted_sums(observed: _Matrix, count: int, rng: np.random.Generator) -> _Matrix:
    """Return randomly weighted sums of the blocks, computed in batches that fit into memory."""
    blocks, number, _ = observed.shape
    flat = observed.reshape(blocks, number * number)
    rows = max(1, _MOST_WEIGHTS // max(1, blocks))
    sums = [
        rng.standard_gamma(1.0, size=(min(rows, count - first), blocks)) @ flat
        for first in range(0, count, rows)
    ]
    return np.concatenate(sums).reshape(count, number, number)


def _matrices(blocks: Sequence[Sequence[Comparison]], number: int) -> _Matrix:
    """Count for each block how often each bot was above each other one; level counts half."""
    observed = np.zeros((len(blocks), number, number))
    for block, comparisons in enumerate(blocks):
        for one, other, score in comparisons:
            if one == other:
                raise ValueError(f"Bot {one} is compared with itself.")
            observed[block, one, other] += score
            observed[block, other, one] += 1 - score
    return observed


def _block_size(observed: _Matrix) -> float:
    """Return the mean number of comparisons between two bots in the blocks where they met."""
    met = observed + observed.transpose(0, 2, 1)
    return float(met[met > 0].mean()) if (met > 0).any() else 1.0


def _given(wins: _Matrix) -> _Matrix:
    """Return each pair's share of the prior: each bot's block is spread over its opponents."""
    met = (wins + wins.T > 0).astype(float)
    each = met / np.maximum(met.sum(axis=1, keepdims=True), 1)
    given: _Matrix = (each + each.T) / 2
    return given


def _groups(met: NDArray[np.bool_]) -> list[list[int]]:
    """Group the bots that are linked by comparisons."""
    groups: list[list[int]] = []
    left = list(range(len(met)))
    while left:
        group, fresh = [], [left[0]]
        while fresh:
            bot = fresh.pop()
            left.remove(bot)
            group.append(bot)
            fresh += [other for other in left if met[bot, other] and other not in fresh]
        groups.append(sorted(group))
    return groups


def _elo(
    wins: _Matrix, groups: Sequence[Sequence[int]], anchor: int | None, start: Any = None
) -> _Matrix:
    """Return the maximum likelihood ratings of each group."""
    elo = np.zeros(len(wins))
    for group in groups:
        if len(group) > 1:
            from choix import ilsr_pairwise_dense

            places = np.ix_(group, group)
            first = None if start is None else np.asarray(start)[group] / _ELO
            strengths = ilsr_pairwise_dense(
                wins[places], initial_params=first, max_iter=_ITERATIONS, tol=_TOLERANCE
            )
            elo[group] = strengths * _ELO
        elo[group] -= elo[anchor] if anchor in group else elo[group].mean()
    return elo


def _ends(values: _Matrix) -> Any:
    """Return the ends of the central interval of the values."""
    tail = (1 - LEVEL) / 2
    return np.quantile(values, [tail, 1 - tail], axis=0)


def _share(wins: _Matrix) -> float:
    """Return the first bot's share of the wins between two."""
    return float(wins[0, 1] / (wins[0, 1] + wins[1, 0]))


def _around(values: _Matrix, seen: float) -> tuple[float, float]:
    """Return the interval of the values, widened to contain the observed one (1 if all was won)."""
    low, high = map(float, _ends(values))
    return min(low, seen), max(high, seen)


def _pairings(
    one: int,
    other: int,
    blocks: Sequence[Sequence[Comparison]],
    samples: _Samples,
    superiority: float,
) -> tuple[Pairing, Pairing]:
    """Return the results between two bots, in both orders."""
    scores = [
        score if first == one else 1 - score
        for block in blocks
        for first, second, score in block
        if {first, second} == {one, other}
    ]
    won, lost = sum(score > 0.5 for score in scores), sum(score < 0.5 for score in scores)
    level = len(scores) - won - lost
    low, high = _around(samples.share(one, other), (won + level / 2) / len(scores))
    return (
        Pairing(one, other, won, level, lost, low, high, superiority),
        Pairing(other, one, lost, level, won, 1 - high, 1 - low, 1 - superiority),
    )


def _notes(
    names: Sequence[str], wins: _Matrix, groups: Sequence[Sequence[int]], anchor: int | None
) -> list[str]:
    won, lost = wins.sum(axis=1), wins.sum(axis=0)
    notes = []
    for chosen, what, why in (
        ((won == 0) & (lost == 0), "no rated games yet", ""),
        (
            (won > 0) & (lost == 0),
            "won everything",
            ": how much stronger it is cannot be estimated",
        ),
        ((won == 0) & (lost > 0), "lost everything", ": how much weaker it is cannot be estimated"),
    ):
        found = [name for name, is_one in zip(names, chosen, strict=True) if is_one]
        if found:
            notes.append(f"{listed(found)} {'has' if len(found) == 1 else 'have'} {what}{why}.")
    played = [group for group in groups if len(group) > 1]
    if len(played) > 1:
        parts = "; ".join(listed([names[bot] for bot in group]) for group in played)
        notes.append(f"These groups have not met, so their ratings cannot be compared: {parts}.")
    if anchor is not None:
        notes.append(f"Ratings are differences from {names[anchor]}, which is set to 0.")
    return notes
