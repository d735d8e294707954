"""Ratings of made-up bots whose strength is known."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import astuple
from itertools import combinations

import numpy as np
import pytest

from gemgrove.analysis import ratings as ratings_module
from gemgrove.analysis.ratings import Comparison, Ratings, rate, share_interval
from gemgrove.analysis.sprt import expected_score

NAMES = "abcdefgh"


def made_up(
    elo: Sequence[float],
    blocks: int,
    seed: int,
    pairs: Iterable[tuple[int, int]] | None = None,
    ties: float = 0.1,
) -> list[list[Comparison]]:
    """Blocks of two comparisons between bots of these strengths, the same number for each pair."""
    rng = np.random.default_rng(seed)
    made = []
    for one, other in pairs or combinations(range(len(elo)), 2):
        win = expected_score(elo[one] - elo[other]) - ties / 2
        for _ in range(blocks):
            drawn = rng.random(2)
            made.append(
                [(one, other, 1.0 if x < win else 0.5 if x < win + ties else 0.0) for x in drawn]
            )
    return made


def rated(blocks: list[list[Comparison]], bots: int, **options: int) -> Ratings:
    return rate(NAMES[:bots], blocks, **{"replicates": 300, **options})


def assert_finite(ratings: Ratings) -> None:
    for value in [astuple(rating) for rating in ratings.bots] + [
        astuple(pairing) for pairing in ratings.pairings
    ]:
        assert all(math.isfinite(number) for number in value if number is not None)


def test_the_order_and_the_distances_of_known_strengths_are_found() -> None:
    strengths = [0.0, 250.0, -150.0, 100.0]
    ratings = rated(made_up(strengths, 300, seed=1), 4)
    found = [rating.elo for rating in ratings.bots]
    assert sum(found) == pytest.approx(0)
    assert np.argsort(found).tolist() == np.argsort(strengths).tolist()
    assert found == pytest.approx([strength - 50 for strength in strengths], abs=20)


def test_a_bot_that_is_met_only_through_another_is_rated_on_the_same_scale() -> None:
    blocks = made_up([0, 100, 200], 400, seed=2, pairs=[(0, 1), (1, 2)])
    ratings = rated(blocks, 3, anchor=0)
    assert [rating.elo for rating in ratings.bots] == pytest.approx([0, 100, 200], abs=30)
    assert {rating.group for rating in ratings.bots} == {0}
    assert ratings.pairing(0, 2) is None
    assert (ratings.superiority(2, 0) or 0) > 0.99


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    strengths = [80.0, -150.0, 70.0]
    held = 0
    for seed in range(30):
        ratings = rated(made_up(strengths, 25, seed=seed), 3, replicates=80)
        held += sum(
            rating.low is not None
            and rating.high is not None
            and rating.low <= strength <= rating.high
            for rating, strength in zip(ratings.bots, strengths, strict=True)
        )
    assert 0.90 <= held / 90 <= 0.99


def test_intervals_of_shares_hold_the_truth_about_as_often_as_they_say() -> None:
    rng = np.random.default_rng(8)
    held = 0
    for _ in range(300):
        low, high = share_interval((rng.binomial(2, 0.7, size=(25, 1)) / 2).tolist())
        held += low <= 0.7 <= high
    assert 0.92 <= held / 300 <= 0.98


def test_intervals_of_a_bot_among_three_others_hold_an_even_share() -> None:
    rng = np.random.default_rng(9)
    misses = [0, 0]
    for _ in range(300):
        blocks = (rng.random((12, 4)) < 0.25).astype(float).tolist()
        low, high = share_interval(blocks, even=0.25)
        misses[0] += low > 0.25
        misses[1] += high < 0.25
    assert max(misses) <= 18
    assert 0.91 <= 1 - sum(misses) / 300 <= 0.99


def test_an_interval_holds_what_was_seen_even_at_its_very_end() -> None:
    assert share_interval([[1.0]] * 9)[1] == 1.0
    assert share_interval([[0.0, 0.0, 0.0]] * 9, even=1 / 3)[0] == 0.0
    pairing = rated([[(0, 1, 1.0)] * 2] * 9, 2).pairing(0, 1)
    assert pairing is not None
    assert pairing.high == pairing.share == 1.0


def test_a_block_of_fewer_games_weighs_less() -> None:
    whole, part = [[0.0, 0.0, 0.0]] * 20, [[1.0]] * 20
    low, high = share_interval([*whole, *part], even=1 / 3)
    assert low < 0.25 < high < 0.5


def test_blocks_whose_games_agree_count_as_one_observation_each() -> None:
    rng = np.random.default_rng(3)
    scores = (rng.random(60) < 0.6).astype(float)
    once = [[(0, 1, score)] for score in scores]
    twice = [[(0, 1, score)] * 2 for score in scores]
    one, other = (rated(blocks, 2).bots[0] for blocks in (once, twice))
    assert astuple(one) == pytest.approx(astuple(other))


def test_the_two_sides_of_a_pair_mirror_each_other() -> None:
    ratings = rated(made_up([60, 0], 30, seed=4), 2)
    one, other = ratings.pairing(0, 1), ratings.pairing(1, 0)
    assert one is not None
    assert other is not None
    assert (one.won, one.level, one.lost) == (other.lost, other.level, other.won)
    assert one.comparisons == 60
    assert one.share == pytest.approx(1 - other.share)
    assert (one.low, one.high) == pytest.approx((1 - other.high, 1 - other.low))
    assert one.superiority == pytest.approx(1 - other.superiority)


def test_a_bot_that_has_won_everything_has_an_open_interval_and_a_note() -> None:
    ratings = rated([[(0, 1, 1.0)] * 2] * 40, 2)
    winner, loser = ratings.bots
    assert_finite(ratings)
    assert (winner.high, loser.low) == (None, None)
    assert winner.low is not None
    assert 100 < winner.low < winner.elo
    assert ratings.notes == (
        "a has won everything: how much stronger it is cannot be estimated.",
        "b has lost everything: how much weaker it is cannot be estimated.",
    )


def test_more_wins_without_a_loss_say_more() -> None:
    lows = [rated([[(0, 1, 1.0)]] * blocks, 2).bots[0].low or 0 for blocks in (5, 50)]
    assert lows[0] < lows[1]


def test_one_game_proves_little() -> None:
    ratings = rated([[(0, 1, 1.0)]], 2)
    assert_finite(ratings)
    assert (ratings.bots[0].low or 0) < 0 < ratings.bots[0].elo
    assert 0.5 < ratings.pairings[0].superiority < 0.95


def test_no_games_at_all_are_said_and_not_computed_with() -> None:
    nothing: list[list[list[Comparison]]] = [[], [[]]]
    for blocks in nothing:
        ratings = rated(blocks, 2)
        assert [(rating.elo, rating.low, rating.high) for rating in ratings.bots] == [
            (0.0, None, None)
        ] * 2
        assert ratings.pairings == ()
        assert ratings.notes == ("a and b have no rated games yet.",)


def test_groups_that_have_not_met_are_rated_apart_and_told() -> None:
    blocks = made_up([0, 100, 0, 300], 100, seed=5, pairs=[(0, 1), (2, 3)])
    ratings = rated(blocks, 5, anchor=3)
    assert_finite(ratings)
    assert [rating.group for rating in ratings.bots] == [0, 0, 1, 1, 2]
    assert ratings.bots[0].elo + ratings.bots[1].elo == pytest.approx(0)
    assert ratings.bots[3].elo == 0
    assert ratings.superiority(0, 2) is None
    assert ratings.notes == (
        "e has no rated games yet.",
        "These groups have not met, so their ratings cannot be compared: a and b; c and d.",
        "Ratings are differences from d, which is set to 0.",
    )


def test_a_ladder_in_which_each_bot_beats_the_next_every_time_is_no_trouble() -> None:
    pairs = list(combinations(range(8), 2))
    blocks = [[(one, other, 1.0)] * 2 for one, other in pairs for _ in range(50)]
    ratings = rated(blocks, 8, replicates=50)
    assert_finite(ratings)
    elo = [rating.elo for rating in ratings.bots]
    assert elo == sorted(elo, reverse=True)


def test_the_same_blocks_give_the_same_ratings() -> None:
    blocks = made_up([0, 50, 90], 20, seed=6)
    assert rated(blocks, 3) == rated(blocks, 3)


def test_many_blocks_are_weighted_in_parts_without_a_difference(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    blocks = made_up([0, 50, 90], 20, seed=6)
    whole = rated(blocks, 3)
    monkeypatch.setattr(ratings_module, "_MOST_WEIGHTS", 1000)
    parts = rated(blocks, 3)
    for one, other in zip(whole.bots, parts.bots, strict=True):
        assert astuple(one) == pytest.approx(astuple(other))


def test_a_bot_compared_with_itself_and_an_unknown_anchor_are_errors() -> None:
    with pytest.raises(ValueError, match="Bot 1 is compared with itself"):
        rated([[(1, 1, 1.0)]], 2)
    with pytest.raises(ValueError, match="The anchor is bot 2; there are 2"):
        rated([], 2, anchor=2)


def test_the_interval_of_a_share_narrows_around_the_mean() -> None:
    rng = np.random.default_rng(7)
    widths = []
    for count in (10, 1000):
        low, high = share_interval(rng.choice([0.0, 0.5, 1.0], size=(count, 1)).tolist())
        assert 0 < low < 0.5 < high < 1
        widths.append(high - low)
    assert widths[1] < widths[0] / 5
