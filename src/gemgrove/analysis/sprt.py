"""The sequential probability ratio test: as many games as a decision needs, and no more.

The observations are blocks, one deal played from every seat, since the games of a block are not
independent. A block's score is a mean from 0 to 1. The test is the generalized one: among all
distributions over the observed scores, the likeliest one with the mean implied by `elo0` is
compared with the likeliest one with the mean implied by `elo1`. With two players a block has five
possible scores, so this is the pentanomial test known from chess engines.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import log, log1p

MOST_ELO = 2000

# Both extreme scores are counted this often even if they were never seen: any mean is possible.
_SEEN_A_LITTLE = 1e-3
_STEPS = 60


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test between two hypotheses about the first bot's advantage: `elo0` and `elo1`."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The probability of accepting `elo1` if `elo0` is true."""
    beta: float = 0.05
    """The probability of accepting `elo0` if `elo1` is true."""

    def __post_init__(self) -> None:
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise ValueError(
                f"The test has elo0 {self.elo0:g} and elo1 {self.elo1:g}; the first must be below "
                f"the second, as in 0,30, and both from -{MOST_ELO} to {MOST_ELO}."
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise ValueError(f"{name} is {value:g}; it must be above 0 and below 0.5.")

    @classmethod
    def parse(cls, text: str, *, alpha: float = 0.05, beta: float = 0.05) -> "Sprt":
        """Parse `elo0,elo1`, as in `0,30`."""
        try:
            elo0, elo1 = map(float, text.split(","))
        except ValueError:
            raise ValueError(
                f"The test is {text!r}; it must be two numbers, elo0 and elo1, as in 0,30."
            ) from None
        return cls(elo0, elo1, alpha, beta)

    @property
    def lower(self) -> float:
        """The bound at or below which `elo0` is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The bound at or above which `elo1` is accepted."""
        return log((1 - self.beta) / self.alpha)

    def log_ratio(self, counts: Mapping[float, int]) -> float:
        """Return the log likelihood ratio; `counts` says how often each score was seen."""
        if not counts:
            return 0.0
        seen = {0.0: _SEEN_A_LITTLE, 1.0: _SEEN_A_LITTLE}
        for score, count in counts.items():
            if not 0 <= score <= 1:
                raise ValueError(f"The score of a block is {score}; it must be from 0 to 1.")
            seen[score] = max(count, _SEEN_A_LITTLE)
        at0, at1 = expected_score(self.elo0), expected_score(self.elo1)
        tilt0, tilt1 = _tilt(seen, at0), _tilt(seen, at1)
        # The likeliest probability of a score is its frequency / (1 + tilt (score - mean)).
        return sum(
            count * (log1p(tilt0 * (score - at0)) - log1p(tilt1 * (score - at1)))
            for score, count in seen.items()
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    """The state of a test."""

    test: Sprt
    blocks: int
    """The number of blocks needed, or played so far."""
    log_ratio: float
    accepted: str | None
    """`elo0`, `elo1`, or None while the test is undecided."""

    def told(self, first: str, second: str) -> str:
        test = self.test
        state = (
            f"log likelihood ratio {self.log_ratio:.2f} "
            f"(bounds {test.lower:.2f} and {test.upper:.2f}) after {self.blocks} blocks"
        )
        if self.accepted is None:
            return f"The test of {test.elo0:g} against {test.elo1:g} Elo is undecided: {state}."
        elo = test.elo0 if self.accepted == "elo0" else test.elo1
        return (
            f"The test accepts that {first} is {elo:g} Elo above {second}, rather than "
            f"{test.elo1 if self.accepted == 'elo0' else test.elo0:g}: {state}."
        )


class SequentialTest:
    """A running test, updated after each block."""

    def __init__(self, test: Sprt) -> None:
        self.verdict = Verdict(test, 0, 0.0, None)
        self._counts: Counter[float] = Counter()

    def add(self, score: float) -> None:
        """Count one more block, unless the test is decided."""
        if self.verdict.accepted is not None:
            return
        test = self.verdict.test
        self._counts[score] += 1
        ratio = test.log_ratio(self._counts)
        accepted = "elo0" if ratio <= test.lower else "elo1" if ratio >= test.upper else None
        self.verdict = Verdict(test, self._counts.total(), ratio, accepted)


def expected_score(elo: float) -> float:
    """Return the mean score, from 0 to 1, implied by an advantage in Elo."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def _tilt(seen: Mapping[float, float], mean: float) -> float:
    """Return the tilt that moves the mean of the frequencies to `mean`.

    It is the root of a decreasing function.
    """
    # Between these bounds all probabilities are positive, since 0 and 1 are among the scores.
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(_STEPS):
        middle = (low + high) / 2
        slope = sum(n * (a - mean) / (1 + middle * (a - mean)) for a, n in seen.items())
        if slope > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
