"""Games as they are loaded and registered."""

import pickle
import subprocess
import sys
from importlib import import_module
from typing import Any

import pytest

from tests.envs.openspiel.walks import NAMES, OPTIONS
from tests.waiting import PATIENCE

pyspiel = pytest.importorskip("pyspiel")


@pytest.mark.parametrize("name", NAMES + OPTIONS)
def test_a_game_is_loaded_by_its_own_text(name: str) -> None:
    game = pyspiel.load_game(name)
    assert pyspiel.load_game(str(game)).variant == game.variant
    assert pickle.loads(pickle.dumps(game)).variant == game.variant


def test_rules_and_their_options_are_parameters() -> None:
    rules = pyspiel.load_game(OPTIONS[0]).variant.rules
    assert (rules.deck_reserve, rules.payment, rules.first_player) == (False, "choose", "random")


def test_the_rules_say_how_many_play_unless_it_is_given() -> None:
    assert pyspiel.load_game("gemgrove_splendor").num_players() == 2
    assert pyspiel.load_game("gemgrove_splendor(rules=arena)").num_players() == 3
    assert pyspiel.load_game("gemgrove_splendor(rules=arena,players=2)").num_players() == 2


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"players": 7}, "players is 7; it must be a number, 2 to 4"),
        ({"rules": "house"}, "There are no rules 'house'; the presets are"),
        ({"options": {"gold": 3}}, "The rules have no option 'gold'; they have"),
        ({"rules": "official:payment=choose"}, "it must be the name of a preset, and options go"),
    ],
)
def test_parameters_that_are_wrong_are_an_error_that_says_so(
    parameters: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        pyspiel.load_game("gemgrove_splendor", parameters)


@pytest.mark.parametrize("name", NAMES)
def test_the_type_of_a_game_is_what_it_does(name: str) -> None:
    game = pyspiel.load_game(name)
    kind = game.get_type()
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM
    assert kind.reward_model == pyspiel.GameType.RewardModel.TERMINAL
    assert (kind.min_num_players, kind.max_num_players) == (2, 4)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    assert game.num_distinct_actions() == game.variant.native.action_count


def test_a_preset_before_the_brackets_of_options_is_not_overlooked() -> None:
    with pytest.raises(ValueError, match=r"options is duel\(...\)"):
        pyspiel.load_game("gemgrove_splendor(options=duel(payment=choose))")


def test_importing_without_openspiel_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "gemgrove.envs.openspiel")
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ImportError, match=r"pip install 'gemgrove\[openspiel\]'"):
        import_module("gemgrove.envs.openspiel")


def test_python_ends_without_a_crash_after_the_games_were_registered() -> None:
    script = "import gemgrove.envs.openspiel, pyspiel; pyspiel.load_game('gemgrove_splendor')"
    done = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, timeout=PATIENCE
    )
    assert (done.returncode, done.stderr) == (0, b"")
