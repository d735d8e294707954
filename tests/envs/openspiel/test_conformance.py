"""OpenSpiel's own checks, run on every game."""

import unittest
from importlib import import_module

import pytest

from tests.envs.openspiel.walks import NAMES, OPTIONS

pyspiel = pytest.importorskip("pyspiel")


@pytest.mark.parametrize("name", NAMES + OPTIONS)
def test_openspiel_simulates_random_games(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["gemgrove_splendor", "gemgrove_arboretum(players=4)"])
def test_openspiel_finds_nothing_wrong_with_the_interface(name: str) -> None:
    api_test = import_module("open_spiel.integration_tests.api_test")
    values = {"game_name": name, "game": pyspiel.load_game(name)}
    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), values)
    result = unittest.TestResult()
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    suite.run(result)
    assert result.testsRun >= 5
    assert not result.errors + result.failures
