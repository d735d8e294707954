"""Games in TorchRL, through their PettingZoo form."""

import re
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove.envs.pettingzoo import env
from tests import recipes

pytest.importorskip("torchrl", reason="TorchRL is not installed")

from torchrl.envs import PettingZooWrapper, check_env_specs

SOME_TURNS = 30
MORE_THAN_A_GAME = 2_000

EVERY_GAME = pytest.mark.parametrize("game", gg.GAMES)
EVERY_TABLE = pytest.mark.parametrize("players", [2, 3, 4])

# TorchRL warns about every PettingZoo version but an old one.
pytestmark = pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested using:UserWarning")


@EVERY_GAME
@EVERY_TABLE
def test_torchrls_test_of_the_specs_passes(game: str, players: int) -> None:
    check_env_specs(PettingZooWrapper(env=env(game, players=players), use_mask=True), seed=1)


@EVERY_GAME
@EVERY_TABLE
def test_a_rollout_of_random_actions_is_legal(game: str, players: int) -> None:
    # An illegal action would be an error.
    wrapped = PettingZooWrapper(env=env(game, players=players, illegal="error"), use_mask=True)
    steps = wrapped.rollout(SOME_TURNS)
    assert len(steps) == len(wrapped._env.unwrapped.game.actions) == SOME_TURNS


@EVERY_GAME
def test_a_rollout_ends_with_the_game(game: str) -> None:
    wrapped = PettingZooWrapper(env=env(game), use_mask=True)
    steps = wrapped.rollout(MORE_THAN_A_GAME)
    assert wrapped._env.unwrapped.game.over
    assert [bool(done) for done in steps["next", "done"]] == [False] * (len(steps) - 1) + [True]


def test_a_rollout_has_the_rewards_and_the_decisions_of_each_player() -> None:
    wrapped = PettingZooWrapper(env=env("splendor", players=3, target_points=5), use_mask=True)
    wrapped.set_seed(3)
    steps = wrapped.rollout(MORE_THAN_A_GAME)
    played = wrapped._env.unwrapped.game
    twin = gg.new("splendor", players=3, target_points=5, deal=played.deal)
    movers = []
    for action in played.actions:
        movers.append(twin.to_move)
        twin.play(action)
    for seat, player in enumerate(["player_0", "player_1", "player_2"]):
        decided = steps[player, "mask"].squeeze(-1).tolist()
        assert decided == [mover == seat for mover in movers]
        reward = steps["next", player, "reward"].sum().item()
        assert (reward == 1) == (played.winners == [seat])


@pytest.mark.slow
def test_the_recipe_runs(tmp_path: Path) -> None:
    told = recipes.run("torchrl.md", tmp_path)
    assert re.fullmatch(r"(\d+ decisions, player_0 got [+-][01]\n){3}", told)
