"""Gymnasium: one learner, with bots in the other seats."""

import io
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env as check_for_sb3

import gemgrove as gg
from gemgrove import agents
from gemgrove.agents import SpecError
from gemgrove.envs import rewards
from gemgrove.envs.gymnasium import GameEnv, ids, register
from tests import recipes
from tests.agents.scripts import Scripts, is_running
from tests.waiting import eventually

IDS = list(ids().items())
PLAYERS = [2, 3, 4]


def write(folder: Path, text: str, name: str = "bot.py") -> str:
    file = folder / name
    file.write_text(text)
    return str(file)


def first_legal(env: GameEnv) -> int:
    return int(np.flatnonzero(env.action_masks())[0])


def any_legal(env: GameEnv) -> int:
    return int(env.action_space.sample(env.action_masks().view(np.int8)))


def play_out(env: GameEnv, choose: Callable[[GameEnv], int] = any_legal) -> list[Any]:
    """The results of all steps to the end of the game."""
    steps = []
    while True:
        steps.append(env.step(choose(env)))
        if steps[-1][2] or steps[-1][3]:
            return steps


def first_illegal(env: GameEnv) -> int:
    return int(np.flatnonzero(~env.action_masks())[0])


# Gymnasium's and Stable-Baselines3's own checks


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(("game", "name"), IDS)
def test_gymnasium_finds_nothing_to_complain_about(game: str, name: str, players: int) -> None:
    env = gymnasium.make(name, players=players)
    check_env(env.unwrapped)
    env.close()


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(("game", "name"), IDS)
@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version")  # intended
def test_gymnasium_finds_nothing_through_its_wrappers(game: str, name: str, players: int) -> None:
    env = gymnasium.make(name, players=players)
    check_env(env)
    env.close()


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("game", gg.GAMES)
def test_stable_baselines_finds_nothing_to_complain_about(game: str, players: int) -> None:
    env = GameEnv(game, players=players)
    check_for_sb3(env)
    assert is_masking_supported(env)


@pytest.mark.parametrize("game", gg.GAMES)
def test_maskable_ppo_learns_from_it(game: str) -> None:
    env = gymnasium.make(ids()[game], opponents="random")
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=64,
        batch_size=64,
        n_epochs=1,
        policy_kwargs={"net_arch": [16]},
        device="cpu",
        seed=1,
    )
    model.learn(192)
    assert model.num_timesteps == 192
    observation, _ = env.reset(seed=1)
    masks = get_action_masks(env)
    action, _ = model.predict(observation, action_masks=masks)
    assert masks[action]


# Ids


@pytest.mark.parametrize(("game", "name"), IDS)
def test_an_id_makes_the_game_with_its_rules(game: str, name: str) -> None:
    env = gymnasium.make(name, players=3, rules="official")
    made = env.unwrapped
    assert isinstance(made, GameEnv)
    assert (made.variant.name, made.players) == (game, 3)


def test_an_id_with_its_module_needs_no_import() -> None:
    code = """
        import gymnasium
        env = gymnasium.make("gemgrove.envs.gymnasium:gemgrove/Splendor-v0", players=2)
        print(env.spec.id)
    """
    told = subprocess.run(
        [sys.executable, "-c", dedent(code)], check=True, capture_output=True, text=True
    )
    assert told.stdout == "gemgrove/Splendor-v0\n"
    assert told.stderr == ""


def test_registering_once_more_changes_nothing() -> None:
    before = dict(gymnasium.registry)
    register()
    assert gymnasium.registry == before


# What a learner sees


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("game", gg.GAMES)
def test_a_game_is_played_to_its_end(game: gg.GameName, players: int) -> None:
    env = GameEnv(game, players=players, opponents="random")
    observation, info = env.reset(seed=3)
    env.action_space.seed(3)
    assert observation in env.observation_space
    steps = play_out(env)
    assert all(step[0] in env.observation_space for step in steps)
    *_, (_, reward, terminated, truncated, info) = steps
    assert (terminated, truncated) == (True, False)
    assert min(info["places"]) == 1
    assert info["winners"] == list(np.flatnonzero(info["places"] == 1))
    assert info["scores"].shape == (players,)
    assert reward == rewards.read("rank")(gg.new(game, players=players), env.view, info["seat"])
    assert [step[1] for step in steps[:-1]] == [0.0] * (len(steps) - 1)


@pytest.mark.parametrize("game", gg.GAMES)
def test_the_observation_and_the_mask_are_those_of_the_learners_seat(game: str) -> None:
    env = GameEnv(game, players=3, seat=2)
    observation, info = env.reset(seed=1)
    view = env.view
    assert info["seat"] == view.seat == view.to_move == 2
    assert np.array_equal(observation, view.observe())
    assert np.array_equal(info["action_mask"], view.mask())
    assert np.array_equal(env.action_masks(), view.mask())
    assert env.action_masks().dtype == np.bool_


@pytest.mark.parametrize("game", gg.GAMES)
def test_what_the_learner_cannot_see_reaches_it_by_nothing(game: str) -> None:
    env = GameEnv(game, players=3, render_mode="ansi", opponents="random")
    changed = 0
    for seed in range(6):
        received = []
        for redraw in (False, True):
            env.reset(seed=seed)
            for _ in range(5 * seed):
                env.step(first_legal(env))
            if redraw:
                dealt = env._running()
                env._game = env.view.sample(seed)
                changed += env._game != dealt
            shown = [env.render(), env.action_masks(), env.view]
            received.append([*shown, *env.step(first_illegal(env))])
        plain, redrawn = received
        assert data_equivalence(plain[3:], redrawn[3:], exact=True)
        assert plain[0] == redrawn[0]
        assert np.array_equal(plain[1], redrawn[1])
        assert np.array_equal(plain[2].observe(), redrawn[2].observe())
    assert changed == 6, "the redrawn games must differ where the learner cannot see"


def test_when_a_game_has_ended_no_action_is_masked() -> None:
    env = GameEnv("splendor", target_points=1)
    env.reset(seed=1)
    *_, (_, _, _, _, info) = play_out(env)
    assert info["action_mask"].all()
    assert env.action_masks().all()


def test_a_turn_limit_truncates() -> None:
    env = GameEnv("splendor", turn_limit=4, opponents="random")
    env.reset(seed=1)
    *_, (_, _, terminated, truncated, info) = play_out(env, first_legal)
    assert (terminated, truncated) == (False, True)
    assert "places" in info


# The bots


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("game", gg.GAMES)
def test_the_others_move_as_the_bots_that_were_named(game: gg.GameName, players: int) -> None:
    env = GameEnv(game, players=players, opponents="greedy", seat=1)
    deal = gg.Deal.from_seed(7)
    env.reset(seed=1, options={"deal": deal})
    env.action_space.seed(1)
    mine = []

    def choose(env: GameEnv) -> int:
        mine.append(any_legal(env))
        return mine[-1]

    *_, (_, _, _, _, info) = play_out(env, choose)
    game_again = gg.new(game, players=players, deal=deal)
    greedy, moves = agents.make("greedy"), iter(mine)
    while not game_again.over:
        seat = game_again.to_move
        game_again.play(next(moves) if seat == 1 else greedy.choose(game_again.view(seat)))
    assert env.view.actions == game_again.actions
    assert list(info["scores"]) == game_again.scores


FIRST = """
class First:
    def __init__(self, log: str = ""):
        self.log = log

    def note(self, *words):
        if self.log:
            with open(self.log, "a") as file:
                print(*words, file=file)

    def begin(self, view):
        self.note("begin", view.seat)

    def choose(self, view):
        assert view.seat == view.to_move
        return view.legal_actions()[0]

    def end(self, view):
        self.note("end", view.seat, view.over)

    def close(self):
        self.note("close")
"""


def test_a_bot_from_a_file_hears_of_every_game_and_of_the_end(tmp_path: Path) -> None:
    log = tmp_path / "log"
    env = GameEnv(
        "splendor", target_points=1, opponents=f"{write(tmp_path, FIRST)}:First:log={log}"
    )
    env.reset(seed=1)
    play_out(env)
    env.reset()
    env.step(first_illegal(env))
    env.close()
    assert log.read_text().splitlines() == [
        "begin 1", "end 1 True", "begin 0", "end 0 False", "close",
    ]  # fmt: skip


def test_opponents_sit_in_turn_order_after_the_learner(tmp_path: Path) -> None:
    log = tmp_path / "log"
    env = GameEnv(
        "splendor", players=3, seat=1, opponents=["random", f"{write(tmp_path, FIRST)}:log={log}"]
    )
    env.reset(seed=1)
    assert log.read_text() == "begin 0\n"


def test_closing_ends_the_bots_processes(tmp_path: Path) -> None:
    scripts = Scripts(tmp_path)
    program = scripts.command("hello()\nfor turn in turns(): play(turn)")
    env = GameEnv("splendor", opponents=f"exec:{' '.join(program)}", seat=1)
    env.reset(seed=1)
    env.step(first_legal(env))
    assert env._opponents is not None
    [bot] = env._opponents._bots
    pid = getattr(bot, "pid", None)
    assert pid is not None
    assert is_running(pid)
    env.close()
    eventually(lambda: not is_running(pid))
    env.close()


@pytest.mark.parametrize("reward", ["rank", "rank + points_gained"])
def test_a_bot_that_forfeits_truncates_the_game(tmp_path: Path, reward: str) -> None:
    program = Scripts(tmp_path).command("hello()\nfor turn in turns(): sys.exit(3)")
    env = GameEnv("splendor", opponents=f"exec:{' '.join(program)}", seat=0, reward=reward)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match=r"The bot at seat 1 has forfeited the game \(crash\): "):
        _, reward_got, terminated, truncated, info = env.step(first_legal(env))
    env.close()
    assert (reward_got, terminated, truncated) == (0.0, False, True)
    assert info["forfeit"] == {"seat": 1, "reason": "crash"}
    assert "winners" not in info


WRONG = """
class Wrong:
    def choose(self, view):
        return "p2 gold"

    def end(self, view):
        raise AssertionError("One that has forfeited the game knows.")
"""


def test_a_bot_whose_move_is_illegal_has_forfeited(tmp_path: Path) -> None:
    log = tmp_path / "log"
    bots = [write(tmp_path, WRONG, "wrong.py"), f"{write(tmp_path, FIRST)}:log={log}"]
    env = GameEnv("splendor", players=3, opponents=bots, seat=0)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match=r"has forfeited the game \(illegal move\): "):
        *_, info = env.step(first_legal(env))
    assert info["forfeit"] == {"seat": 1, "reason": "illegal move"}
    assert log.read_text().splitlines() == ["begin 2", "end 2 False"]


def test_a_bot_that_forfeits_before_the_learners_first_decision_is_an_error(tmp_path: Path) -> None:
    env = GameEnv("splendor", opponents=write(tmp_path, WRONG), seat=1)
    with pytest.raises(RuntimeError, match=r"^Before the learner's first decision: The bot at s"):
        env.reset(seed=1)


def test_an_error_in_a_bots_code_is_raised_and_ends_the_game(tmp_path: Path) -> None:
    path = write(tmp_path, "class Wrong:\n    def choose(self, view):\n        return 1 / 0\n")
    env = GameEnv("splendor", opponents=path, seat=0)
    env.reset(seed=1)
    with pytest.raises(ZeroDivisionError):
        env.step(first_legal(env))
    with pytest.raises(ResetNeeded):
        env.step(0)


# Seeds, seats and deals


@pytest.mark.parametrize("opponents", ["random", "mcts:iterations=4"])
@pytest.mark.parametrize("game", gg.GAMES)
def test_a_seed_brings_everything_back(game: str, opponents: str) -> None:
    env = GameEnv(game, opponents=opponents, seat="random")
    told = []
    for _ in range(2):
        env.reset(seed=5)
        for _ in range(2):
            steps = [env.step(first_legal(env)) for _ in range(8)]
            told.append([*steps, env.reset()])
    assert data_equivalence(told[:2], told[2:], exact=True)
    assert not data_equivalence(told[0], told[1], exact=True)


def test_other_seeds_are_other_games() -> None:
    env = GameEnv("splendor")
    seen = {env.reset(seed=seed)[0].tobytes() for seed in range(10)}
    assert len(seen) == 10


def test_the_seat_rotates_from_episode_to_episode() -> None:
    env = GameEnv("splendor", players=3)
    seats = [env.reset(seed=1)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(4))]
    assert seats == [0, 1, 2, 0, 1]


def test_a_random_seat_is_any_of_them() -> None:
    env = GameEnv("splendor", players=3, seat="random")
    seats = [env.reset(seed=1)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(30))]
    assert set(seats) == {0, 1, 2}


@pytest.mark.parametrize("deal", ["ABCD-EFGH-JKMN-PQR", gg.Deal.parse("ABCD-EFGH-JKMN-PQR")])
def test_a_deal_and_a_seat_can_be_asked_for(deal: Any) -> None:
    env = GameEnv("splendor", players=3)
    observation, info = env.reset(options={"deal": deal, "seat": 0})
    assert info["seat"] == 0
    assert np.array_equal(observation, gg.new("splendor", players=3, deal=deal).observe(0))


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"card": 1}, r"^reset\(\) has no option 'card'; it has deal, seat\.$"),
        ({"seat": 2}, r"^seat is 2; it must be a seat, 0 to 1\.$"),
        ({"seat": "rotate"}, r"^seat is 'rotate'; it must be a seat, 0 to 1\.$"),
        (["seat"], r"^options is \['seat'\]; it must be a dictionary\.$"),
        ({"deal": 7}, r"^deal is 7; it must be a Deal or its id\.$"),
        ({"deal": "?"}, r"."),
    ],
)
def test_what_reset_cannot_do_is_an_error_and_the_game_goes_on(
    options: Any, complaint: str
) -> None:
    env = GameEnv("splendor")
    env.reset(seed=1)
    before = env.view
    with pytest.raises((TypeError, ValueError), match=complaint):
        env.reset(seed=2, options=options)
    assert env.view == before
    env.step(first_legal(env))


# Illegal actions


@pytest.mark.parametrize("players", PLAYERS)
def test_an_illegal_action_loses_the_game(players: int) -> None:
    env = GameEnv("splendor", players=players, seat=1)
    env.reset(seed=1)
    before = env.view
    _, reward, terminated, truncated, info = env.step(first_illegal(env))
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal"].endswith(".")
    assert list(info["places"]) == [1, players, *[1] * (players - 2)]
    assert info["winners"] == [0, *range(2, players)]
    assert env.view == before


def test_a_number_that_is_no_action_is_illegal() -> None:
    env = GameEnv("splendor")
    env.reset(seed=1)
    assert env.step(np.int64(1000))[2]
    env.reset(seed=1)
    assert env.step(-1)[2]


def test_an_illegal_action_may_be_an_error_that_changes_nothing() -> None:
    env = GameEnv("splendor", illegal="error")
    env.reset(seed=1)
    before = env.view
    with pytest.raises(gg.IllegalMove):
        env.step(first_illegal(env))
    assert env.view == before
    env.step(first_legal(env))


@pytest.mark.parametrize("action", [1.5, "p3 red white blue", None, True])
def test_an_action_that_is_not_a_number_is_always_an_error(action: Any) -> None:
    env = GameEnv("splendor")
    env.reset(seed=1)
    with pytest.raises(TypeError, match=r"^action is .*; it must be an action's number\.$"):
        env.step(action)


def test_after_the_end_comes_a_reset() -> None:
    env = GameEnv("splendor")
    with pytest.raises(ResetNeeded, match=r"^No game has begun; reset\(\) begins the first one\.$"):
        env.step(0)
    env.reset(seed=1)
    env.step(first_illegal(env))
    with pytest.raises(ResetNeeded, match=r"^The game has ended; reset\(\) begins the next one\.$"):
        env.step(0)


# Rewards


def test_the_rewards_of_a_game_add_up() -> None:
    env = GameEnv("splendor", reward="points_gained", seat=1)
    env.reset(seed=1)
    steps = play_out(env, lambda env: env.view.greedy_action())
    assert sum(step[1] for step in steps) == steps[-1][4]["scores"][1] > 0


def test_a_reward_counts_what_the_others_have_done_since() -> None:
    env = GameEnv("splendor", reward="lead_gained", seat=1)
    env.reset(seed=1)
    before = env.view.scores
    steps = play_out(env)
    scores = steps[-1][4]["scores"]
    assert sum(step[1] for step in steps) == scores[1] - scores[0] - (before[1] - before[0])
    assert any(step[1] < 0 for step in steps)


# Rendering and arguments


@pytest.mark.parametrize("game", gg.GAMES)
def test_a_text_and_a_picture_show_what_the_learner_sees(game: str) -> None:
    env = GameEnv(game, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.view.variant.render(env.view, color=False)
    env = GameEnv(game, render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.ndim == 3


class Terminal(io.StringIO):
    """A terminal that shows colors."""

    def isatty(self) -> bool:
        return True


def test_a_text_is_the_same_whether_or_not_a_terminal_reads_along(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    env = GameEnv("splendor", render_mode="ansi")
    env.reset(seed=1)
    plain = env.render()
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert str(env.view) != plain
    assert env.render() == plain


def test_without_a_render_mode_nothing_is_rendered() -> None:
    env = GameEnv("splendor")
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"^There is no render_mode; give one to the environment"):
        env.render()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"opponents": "greedily"}, r"^There is no bot 'greedily'"),
        (
            {"opponents": ["greedy"]},
            r"^opponents is \['greedy'\]; it must be one bot for all, or 2",
        ),
        ({"opponents": "./nowhere.py"}, r"^There is no file './nowhere.py'"),
        ({"seat": 3}, r"^seat is 3; it must be a seat, 0 to 2 or 'rotate' or 'random'\.$"),
        ({"illegal": "win"}, r"^illegal is 'win'; it can be error or lose\.$"),
        ({"render_mode": "human"}, r"^render_mode is 'human'; it can be ansi or rgb_array\.$"),
        ({"opponents": None}, r"^opponents is None; it must be a bot's name or several\.$"),
        ({"opponents": ["greedy", 5]}, r"^opponents is \['greedy', 5\]; it must be a bot's name"),
        ({"reward": "fame"}, r"fame"),
        ({"target_points": -1}, r"^target_points is -1"),
        ({"rules": "unofficial"}, r"^There are no rules 'unofficial'"),
        ({"color": "red"}, r"^The rules have no option 'color'"),
    ],
)
def test_arguments_that_make_no_environment_are_errors(
    arguments: dict[str, Any], complaint: str
) -> None:
    with pytest.raises((TypeError, ValueError), match=complaint):
        GameEnv("splendor", **{"players": 3} | arguments)


def test_a_game_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"^There is no game 'chess'; the games are "):
        GameEnv("chess")


def test_spec_errors_say_what_is_wrong_with_a_bot() -> None:
    with pytest.raises(SpecError):
        GameEnv("splendor", opponents="greedy@99")


def test_the_recipe_runs(tmp_path: Path) -> None:
    told = recipes.run("gymnasium.md", tmp_path).splitlines()
    assert re.fullmatch(r"seat 0, points \[ *\d+ +\d+\], reward (-1|0|1)\.0", told[0])
    assert re.fullmatch(r"\d{4} games, mean return -[01]\.\d\d", told[1])
    assert len(told) == 2
