"""Win rates of policies, and the scale of observations."""

from typing import Any

import numpy as np
import pytest

import gemgrove as gg
from gemgrove.envs.training import observation_scale, win_rate

VARIANTS = {players: gg.new("splendor", players=players, seed=0).variant for players in (2, 3, 4)}


class AtRandom:
    """Plays a random legal action in every game."""

    def __init__(self) -> None:
        self.rng = np.random.default_rng(1)
        self.games: set[int] = set()

    def __call__(self, observations: Any, masks: Any) -> Any:
        self.games.add(len(observations))
        return (masks * self.rng.random(masks.shape)).argmax(axis=1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_among_equals_everybody_wins_as_often(players: int) -> None:
    share = win_rate(AtRandom(), VARIANTS[players], opponents="random", games=600)
    assert share == pytest.approx(1 / players, abs=0.08)


def test_a_poor_policy_hardly_wins() -> None:
    assert win_rate(AtRandom(), VARIANTS[2], opponents="greedy", games=100) < 0.05


def test_games_are_played_from_every_seat() -> None:
    policy = AtRandom()
    share = win_rate(policy, VARIANTS[3], opponents="random", games=10)
    assert policy.games == {4}, "four games at a time, and each at three seats"
    sixths = share * 12 * 6
    assert sixths == pytest.approx(round(sixths)), "wins of 12 games, or halves and thirds of them"


def test_the_same_seed_deals_the_same_games() -> None:
    shares = {win_rate(AtRandom(), VARIANTS[2], opponents="random", games=100) for _ in range(2)}
    assert len(shares) == 1


@pytest.mark.parametrize("games", [0, -2, 2.5, True])
def test_an_invalid_number_of_games_is_refused(games: Any) -> None:
    with pytest.raises(ValueError, match=r"^games is .*; it must be a whole number, 1 or more\.$"):
        win_rate(AtRandom(), VARIANTS[2], games=games)


def test_scaled_observations_are_at_most_one_in_random_games() -> None:
    variant = VARIANTS[2]
    batch = gg.batch("splendor", players=2, size=32, seed=0)
    scale = observation_scale(variant, seed=0)
    for _ in range(100):
        assert (batch.observations * scale).max() <= 1
        batch.step(batch.choose("random"))
    assert scale.min() < 0.1, "the rounds are many"


def test_a_flag_keeps_its_size() -> None:
    assert observation_scale(VARIANTS[2])[0] == 1
