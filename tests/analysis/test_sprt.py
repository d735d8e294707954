"""The sequential test, on made-up blocks whose true strength is known."""

from collections import Counter
from collections.abc import Sequence
from math import log

import numpy as np
import pytest

from gemgrove.analysis.sprt import SequentialTest, Sprt, Verdict, expected_score

TEST = Sprt(0, 80)
RUNS = 150


def verdict_on(scores: Sequence[float]) -> Verdict:
    """The test's verdict on blocks with these scores."""
    trial = SequentialTest(TEST)
    for score in scores:
        trial.add(score)
    return trial.verdict


def decided(elo: float, seed: int, test: Sprt = TEST) -> str | None:
    """A test's decision on blocks of two games that share a deal, which favors a seat."""
    rng = np.random.default_rng(seed)
    share = expected_score(elo)
    trial = SequentialTest(test)
    for _ in range(3000):
        luck = rng.normal(0, 0.15)
        first, second = (rng.random() < np.clip(share + sign * luck, 0, 1) for sign in (1, -1))
        trial.add((float(first) + float(second)) / 2)
        if trial.verdict.accepted is not None:
            break
    return trial.verdict.accepted


@pytest.mark.parametrize(("elo", "wrong"), [(0, "elo1"), (80, "elo0")])
def test_it_errs_no_more_often_than_it_says(elo: float, wrong: str) -> None:
    verdicts = Counter(decided(elo, seed) for seed in range(RUNS))
    assert verdicts[None] == 0
    # 5% are allowed, plus two standard deviations for these runs' luck.
    assert verdicts[wrong] <= RUNS * 0.05 + 2 * (RUNS * 0.05 * 0.95) ** 0.5


def test_far_from_the_bounds_it_decides_soon() -> None:
    trial = SequentialTest(TEST)
    blocks = 0
    while trial.verdict.accepted is None:
        trial.add(1.0)
        blocks += 1
    assert trial.verdict.accepted == "elo1"
    assert blocks < 30


def test_wins_alone_count_as_in_the_plain_test() -> None:
    ratio = TEST.log_ratio({1.0: 10})
    assert ratio == pytest.approx(10 * log(expected_score(80) / expected_score(0)), rel=0.01)


def test_a_score_between_the_two_means_decides_nothing_and_others_lean_to_their_side() -> None:
    middle = (expected_score(0) + expected_score(80)) / 2
    even = TEST.log_ratio({0.0: 50, 0.5: 100, 1.0: 50})
    strong = TEST.log_ratio({0.0: 20, 0.5: 100, 1.0: 80})
    between = TEST.log_ratio({0.0: 200, 1.0: round(200 * middle / (1 - middle))})
    assert even < 0 < strong
    assert abs(between) < 0.2


def test_blocks_that_vary_less_than_their_games_decide_sooner() -> None:
    steady = TEST.log_ratio({0.5: 180, 1.0: 20})
    wild = TEST.log_ratio({0.0: 90, 1.0: 110})
    assert abs(steady) > abs(wild)


def test_bounds_follow_from_the_error_rates() -> None:
    test = Sprt(0, 10, alpha=0.01, beta=0.1)
    assert test.lower == pytest.approx(log(0.1 / 0.99))
    assert test.upper == pytest.approx(log(0.9 / 0.01))


def test_what_comes_after_a_decision_does_not_count() -> None:
    decision = verdict_on([1.0] * 100)
    assert decision == verdict_on([1.0] * decision.blocks + [0.0] * 500)
    assert verdict_on([1.0] * (decision.blocks - 1)).accepted is None


def test_nothing_played_is_undecided() -> None:
    verdict = verdict_on([])
    assert (verdict.blocks, verdict.log_ratio, verdict.accepted) == (0, 0.0, None)


def test_verdicts_are_told_in_words() -> None:
    assert (
        verdict_on([1.0] * 99)
        .told("a", "b")
        .startswith(
            "The test accepts that a is 80 Elo above b, rather than 0: log likelihood ratio"
        )
    )
    assert (
        verdict_on([0.0] * 99)
        .told("a", "b")
        .startswith(
            "The test accepts that a is 0 Elo above b, rather than 80: log likelihood ratio"
        )
    )
    assert "is undecided" in verdict_on([0.5]).told("a", "b")


def test_a_test_is_read_from_text() -> None:
    assert Sprt.parse("-5,10.5", alpha=0.1) == Sprt(-5, 10.5, alpha=0.1)


@pytest.mark.parametrize("text", ["", "30", "a,b", "0,1,2", "30,0", "0,nan", "0,inf", "0,1e9"])
def test_an_invalid_test_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"The test (is|has)"):
        Sprt.parse(text)


def test_error_rates_and_scores_have_bounds() -> None:
    with pytest.raises(ValueError, match=r"alpha is 0\.5; it must be above 0 and below 0\.5"):
        Sprt(0, 1, alpha=0.5)
    with pytest.raises(ValueError, match="beta is 0; it must be"):
        Sprt(0, 1, beta=0)
    with pytest.raises(ValueError, match=r"The score of a block is 1\.5"):
        TEST.log_ratio({1.5: 1})
