"""Games played by OpenSpiel's algorithms and this package's bots."""

import random
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gemgrove as gg
from gemgrove import agents
from tests import recipes

pyspiel = pytest.importorskip("pyspiel")
import_module("gemgrove.envs.openspiel")  # registers the games


def play_out(state: Any, bots: dict[int, Any], rng: np.random.RandomState) -> list[float]:
    """Play to the end; seats without a bot, and chance, choose at random."""
    while not state.is_terminal():
        bot = bots.get(state.current_player())
        state.apply_action(int(bot(state) if bot else rng.choice(state.legal_actions())))
    returns: list[float] = state.returns()
    return returns


@pytest.mark.parametrize("name", ["gemgrove_splendor", "gemgrove_arboretum(players=3)"])
def test_the_information_set_search_of_python_plays_a_game(name: str) -> None:
    ismcts = import_module("open_spiel.python.algorithms.ismcts")
    mcts = import_module("open_spiel.python.algorithms.mcts")
    rng = np.random.RandomState(1)
    game = pyspiel.load_game(name)
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, rng),
        uct_c=2.0,
        max_simulations=2,
        random_state=rng,
    )
    returns = play_out(game.new_initial_state(), {0: bot.step}, rng)
    assert sum(returns) == pytest.approx(0)


@pytest.mark.parametrize("name", ["gemgrove_splendor(players=3)", "gemgrove_arboretum"])
def test_the_search_of_the_native_library_plays_a_game(name: str) -> None:
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bots[0] = pyspiel.MCTSBot(game, evaluator, 2.0, 2, 100, False, 3, False)
    returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 5)
    assert sum(returns) == pytest.approx(0)


@pytest.mark.parametrize("game", gg.GAMES)
def test_a_bot_of_this_package_plays_in_openspiel(game: str) -> None:
    greedy = agents.make("greedy")
    rng = np.random.RandomState(2)
    wins = 0
    for _ in range(4):
        state = pyspiel.load_game(f"gemgrove_{game}").new_initial_state()
        bots = {0: lambda state: greedy.choose(state.game.view(0))}
        wins += play_out(state, bots, rng)[0] == 1
    assert wins >= 3


@pytest.mark.parametrize("game", gg.GAMES)
def test_the_environment_for_learning_steps_through_a_game(game: str) -> None:
    rl_environment = import_module("open_spiel.python.rl_environment")
    environment = rl_environment.Environment(
        f"gemgrove_{game}", chance_event_sampler=rl_environment.ChanceEventSampler(seed=3)
    )
    rng = random.Random(4)
    step = environment.reset()
    size = environment.observation_spec()["info_state"][0]
    while not step.last():
        seat = step.observations["current_player"]
        assert len(step.observations["info_state"][seat]) == size
        step = environment.step([rng.choice(step.observations["legal_actions"][seat])])
    assert sum(step.rewards) == pytest.approx(0)


def test_the_environment_for_learning_can_do_without_the_history() -> None:
    rl_environment = import_module("open_spiel.python.rl_environment")
    environment = rl_environment.Environment(
        "gemgrove_splendor", observation_type=rl_environment.ObservationType.OBSERVATION
    )
    assert environment.observation_spec()["info_state"] == (424,)


def test_the_recipe_plays_a_game(tmp_path: Path) -> None:
    *moves, last = recipes.run("openspiel.md", tmp_path).splitlines()
    assert moves
    assert last in ("returns [1.0, -1.0]", "returns [-1.0, 1.0]", "returns [0.0, 0.0]")
