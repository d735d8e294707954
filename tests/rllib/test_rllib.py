"""Games in RLlib, through their PettingZoo form.

RLlib needs an older Gymnasium than everything else here, hence a separate environment:
`python -m pytest -c /dev/null --rootdir=. tests/rllib`.
"""

import random
import re
from pathlib import Path

import numpy as np
import pytest
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.utils.pre_checks.env import check_multiagent_environments

import gemgrove as gg
from gemgrove.envs import rewards
from gemgrove.envs.pettingzoo import env
from tests import recipes

EVERY_GAME = pytest.mark.parametrize("game", gg.GAMES)
EVERY_TABLE = pytest.mark.parametrize("players", [2, 3, 4])


@EVERY_GAME
@EVERY_TABLE
def test_rllibs_test_of_environments_passes(game: str, players: int) -> None:
    wrapped = PettingZooEnv(env(game, players=players))
    assert hasattr(wrapped, "_agent_ids"), "without it RLlib tests nothing"
    for _ in range(20):  # it plays one action at random
        check_multiagent_environments(wrapped)


@EVERY_GAME
@EVERY_TABLE
def test_a_game_of_legal_actions_ends_with_everybodys_reward(
    game: gg.GameName, players: int
) -> None:
    # An illegal action would be an error.
    wrapped = PettingZooEnv(env(game, players=players, illegal="error"))
    rng = random.Random(1)
    seen, _ = wrapped.reset(seed=1)
    told = {"__all__": False}
    gains: dict[str, float] = {}
    while not told["__all__"]:
        [(agent, observed)] = seen.items()
        action = rng.choice(np.flatnonzero(observed["action_mask"]))
        seen, gains, told, _, _ = wrapped.step({agent: action})
        for other, part in seen.items():
            assert wrapped.observation_spaces[other].contains(part)
    played = wrapped.env.unwrapped.game
    assert played.over
    before = gg.new(game, players=players, seed=1)
    rank = rewards.read("rank")
    expected = {f"player_{seat}": rank(before, played, seat) for seat in range(players)}
    assert gains == pytest.approx(expected)


def test_the_recipe_runs(tmp_path: Path) -> None:
    told = recipes.run("rllib.md", tmp_path)
    assert re.fullmatch(r"iteration 1: \d+ decisions a game\niteration 2: .*\n", told)
