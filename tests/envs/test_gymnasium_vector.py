"""Gymnasium: many games at once, played as by a vector of single environments."""

from functools import partial
from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.utils.passive_env_checker import data_shares_objects
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.wrappers.vector import NormalizeObservation, RecordEpisodeStatistics
from numpy.typing import NDArray

import gemgrove as gg
from gemgrove.envs.gymnasium import GameEnv, GameVectorEnv, ids

MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP]
PLAYERS = [2, 3, 4]


def chosen(infos: dict[str, Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """A legal action for each environment."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])


def run(envs: VectorEnv[Any, Any, Any], steps: int, seed: int = 1) -> list[Any]:
    """The results of a reset and some steps."""
    rng = np.random.default_rng(seed)
    told: list[Any] = [envs.reset(seed=seed)]
    infos = told[0][1]
    for _ in range(steps):
        told.append(envs.step(chosen(infos, rng)))
        infos = told[-1][-1]
    return told


class ReplayedEnv(GameEnv):
    """Replays the games of one environment of a vector."""

    def __init__(self, vector: GameVectorEnv, row: int, **arguments: Any) -> None:
        super().__init__(vector.batch.variant.name, players=vector.players, **arguments)
        self.vector, self.row = vector, row

    def reset(self, **_: Any) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        batch = self.vector.batch
        dealt = {"deal": batch.deal(self.row), "seat": int(batch.to_move[self.row])}
        return super().reset(options=dealt)


def without_winners(infos: dict[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in infos.items() if key not in ("winners", "_winners")}
    if "final_info" in kept:
        kept["final_info"] = without_winners(kept["final_info"])
    return kept


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("game", gg.GAMES)
def test_it_is_a_vector_of_single_environments_step_by_step(
    game: str, players: int, mode: AutoresetMode
) -> None:
    options: dict[str, Any] = {"reward": "rank + 0.5 * lead_gained"}
    if game == "splendor":
        options["target_points"] = 3  # short games, so that some end
    envs = GameVectorEnv(game, num_envs=3, players=players, autoreset_mode=mode, **options)
    rng = np.random.default_rng(1)
    observations, infos = envs.reset(seed=1)
    singles = SyncVectorEnv(
        [partial(ReplayedEnv, envs, row, **options) for row in range(3)], autoreset_mode=mode
    )
    assert singles.observation_space == envs.observation_space
    assert singles.action_space == envs.action_space
    assert data_equivalence(singles.reset(), (observations, infos), exact=True)
    ends = 0
    for _ in range(150):
        actions = chosen(infos, rng)
        told = envs.step(actions)
        infos = told[-1]
        *same, single_infos = singles.step(actions)
        assert data_equivalence(tuple(same), told[:-1], exact=False)
        assert data_equivalence(without_winners(single_infos), infos, exact=True)
        ends += int(told[2].sum())
    assert ends >= 3


@pytest.mark.parametrize("mode", [*MODES, AutoresetMode.DISABLED])
@pytest.mark.parametrize(("game", "name"), ids().items())
def test_make_vec_makes_it_and_nothing_is_shared_between_steps(
    game: str, name: str, mode: AutoresetMode
) -> None:
    envs = gymnasium.make_vec(name, num_envs=4, players=3, autoreset_mode=mode, threads=2)
    assert isinstance(envs, GameVectorEnv)
    assert envs.batch.variant.name == game
    assert envs.metadata["autoreset_mode"] is mode
    told = run(envs, 3)
    for before, after in pairwise(told):
        assert not data_shares_objects(before[0], after[0])
        assert not data_shares_objects(before[-1], after[-1])
        assert after[0] in envs.observation_space
    envs.close()


def test_any_bot_plays_in_gymnasiums_own_vectors() -> None:
    envs = gymnasium.make_vec(
        "gemgrove/Splendor-v0", num_envs=2, vectorization_mode="sync", opponents="mcts:iterations=2"
    )
    told = run(envs, 3)
    assert told[-1][-1]["action_mask"].shape == (2, 72)
    envs.close()


def test_a_vector_needs_opponents() -> None:
    with pytest.raises(TypeError, match=r"^opponents is None; it must be a bot's name or several"):
        GameVectorEnv("splendor", num_envs=2, opponents=None)  # type: ignore[arg-type]


def test_a_bot_that_cannot_play_in_a_batch_is_an_error_that_says_what_can() -> None:
    with pytest.raises(
        ValueError, match=r"^A batch plays the bots random, greedy, .* by itself, not 'mcts'"
    ):
        GameVectorEnv("splendor", num_envs=2, opponents="mcts")
    with pytest.raises(ValueError, match=r'make_vec with .*_mode="async" or "sync"\.$'):
        GameVectorEnv("splendor", num_envs=2, opponents="random:seed=3")


@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_a_seed_brings_everything_back_whatever_the_threads(opponents: str) -> None:
    told = [
        run(GameVectorEnv("splendor", num_envs=8, opponents=opponents, threads=threads), 60)
        for threads in (1, 2)
    ]
    assert data_equivalence(told[0], told[1], exact=True)
    other = run(GameVectorEnv("splendor", num_envs=8, opponents=opponents), 1, seed=2)
    assert not np.array_equal(other[0][0], told[0][0][0])


@pytest.mark.parametrize("mode", MODES)
def test_its_statistics_are_those_of_the_wrapper(mode: AutoresetMode) -> None:
    arguments: dict[str, Any] = {"num_envs": 4, "target_points": 2, "autoreset_mode": mode}
    own = run(GameVectorEnv("splendor", statistics=True, **arguments), 120)
    wrapped = run(RecordEpisodeStatistics(GameVectorEnv("splendor", **arguments)), 120)
    ends = 0
    for (*_, mine), (*_, theirs) in zip(own[1:], wrapped[1:], strict=True):
        assert mine.keys() == theirs.keys()
        if "episode" in mine:
            ends += 1
            assert mine["episode"].keys() == theirs["episode"].keys()
            assert np.array_equal(mine["_episode"], theirs["_episode"])
            for key in ("r", "l"):
                assert np.array_equal(mine["episode"][key], theirs["episode"][key])
            assert (mine["episode"]["t"][mine["_episode"]] > 0).all()
    assert ends > 4


def test_gymnasiums_wrappers_take_it_as_it_is() -> None:
    envs = NormalizeObservation(RecordEpisodeStatistics(GameVectorEnv("splendor", num_envs=4)))
    told = run(envs, 5)
    assert told[-1][0].shape == (4, *envs.single_observation_space.shape)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("players", PLAYERS)
def test_an_illegal_action_loses_its_game_alone(players: int, mode: AutoresetMode) -> None:
    envs = GameVectorEnv("splendor", num_envs=3, players=players, seat=1, autoreset_mode=mode)
    _, infos = envs.reset(seed=1)
    actions = chosen(infos, np.random.default_rng(1))
    actions[0] = int(np.flatnonzero(infos["action_mask"][0] == 0)[0])
    actions[2] = 1000
    _, rewards, terminations, truncations, infos = envs.step(actions)
    assert list(rewards) == [-1.0, 0.0, -1.0]
    assert list(terminations) == [True, False, True]
    assert not truncations.any()
    told = infos["final_info"] if mode is AutoresetMode.SAME_STEP else infos
    assert list(told["illegal"]) == [True, False, True]
    assert list(told["places"][0]) == [1, players, *[1] * (players - 2)]


def test_an_action_that_is_ignored_is_not_illegal() -> None:
    envs = GameVectorEnv("splendor", num_envs=2)
    _, infos = envs.reset(seed=1)
    actions = chosen(infos, np.random.default_rng(1))
    actions[0] = 1000
    envs.step(actions)
    _, rewards, terminations, _, infos = envs.step(np.array([1000, 1000]))
    assert list(rewards) == [0.0, -1.0]
    assert list(terminations) == list(infos["illegal"]) == [False, True]


def test_an_illegal_action_may_be_an_error_that_changes_nothing() -> None:
    envs = GameVectorEnv("splendor", num_envs=2, illegal="error")
    observations, infos = envs.reset(seed=1)
    actions = chosen(infos, np.random.default_rng(1))
    actions[1] = int(np.flatnonzero(infos["action_mask"][1] == 0)[0])
    with pytest.raises(gg.IllegalMove, match=r"^Environment 1: "):
        envs.step(actions)
    assert np.array_equal(envs.batch.observations, observations)
    envs.step(chosen(infos, np.random.default_rng(1)))


def test_before_the_first_step_comes_a_reset() -> None:
    envs = GameVectorEnv("splendor", num_envs=2)
    with pytest.raises(ResetNeeded, match=r"^No game has begun; reset\(\) begins the first ones"):
        envs.step(np.zeros(2, np.int64))


@pytest.mark.parametrize("actions", [[0], [0.5, 0.5], "ab"])
def test_what_are_no_actions_is_an_error(actions: Any) -> None:
    envs = GameVectorEnv("splendor", num_envs=2)
    envs.reset(seed=1)
    with pytest.raises((TypeError, ValueError), match=r"^actions "):
        envs.step(actions)


def test_without_autoreset_the_ended_games_are_reset_by_a_mask() -> None:
    envs = GameVectorEnv(
        "splendor", num_envs=4, target_points=2, autoreset_mode=AutoresetMode.DISABLED
    )
    rng = np.random.default_rng(1)
    observations, infos = envs.reset(seed=1)
    ended = np.zeros(4, np.bool_)
    while not ended.any():
        observations, _, ended, _, infos = envs.step(chosen(infos, rng))
    with pytest.raises(gg.IllegalMove, match=r"its game has ended"):
        envs.step(chosen(infos, rng))
    again, infos = envs.reset(options={"reset_mask": ended})
    changed = (again != observations).any(axis=1)
    assert np.array_equal(changed, ended)
    envs.step(chosen(infos, rng))


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"deal": 1}, r"^reset\(\) has no option 'deal'; it has reset_mask\.$"),
        (
            {"reset_mask": [True, False]},
            r"^reset_mask is \[True, False\]; it must be an array of 2",
        ),
        ({"reset_mask": np.ones(3, np.bool_)}, r"it must be an array of 2 flags"),
    ],
)
def test_what_reset_cannot_do_is_an_error(options: dict[str, Any], complaint: str) -> None:
    envs = GameVectorEnv("splendor", num_envs=2)
    with pytest.raises(ValueError, match=complaint):
        envs.reset(options=options)


@pytest.mark.parametrize("mode", MODES)
def test_a_policy_always_finds_an_action_that_is_not_masked(mode: AutoresetMode) -> None:
    envs = GameVectorEnv("splendor", num_envs=4, target_points=1, autoreset_mode=mode)
    told = run(envs, 60)
    assert any(step[2].any() for step in told[1:])
    assert all(step[-1]["action_mask"].any(axis=1).all() for step in told)
    assert np.array_equal(envs.action_masks(), told[-1][-1]["action_mask"])
    assert envs.action_masks().dtype == np.bool_


def test_buffers_are_given_where_they_are_wanted() -> None:
    envs = GameVectorEnv("splendor", num_envs=4, copy=False)
    observations, infos = envs.reset(seed=1)
    assert np.shares_memory(observations, envs.batch.observations)
    assert np.shares_memory(infos["action_mask"], envs.batch.masks)
    before = observations.copy()
    envs.step(chosen(infos, np.random.default_rng(1)))
    assert not np.array_equal(observations, before)


@pytest.mark.parametrize("game", gg.GAMES)
def test_the_learners_see_their_own_seats_and_nothing_more(game: str) -> None:
    envs = GameVectorEnv(game, num_envs=3, players=3, render_mode="ansi")
    told = run(envs, 7)
    observations, infos = told[-1][0], told[-1][-1]
    for row, text in enumerate(envs.render()):
        view = envs.batch.game(row).view(int(infos["seat"][row]))
        assert text == str(view)
        assert np.array_equal(observations[row], view.observe())
        assert np.array_equal(infos["action_mask"][row], view.mask())


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"seat": "random"}, r"^seat is 'random'"),
        ({"render_mode": "human"}, r"^render_mode is 'human'"),
        ({"num_envs": 0}, r"^num_envs is 0; it must be a number from 1 on\.$"),
        ({"num_envs": "x"}, r"^num_envs is 'x'; "),
        (
            {"autoreset_mode": "next_step"},
            r"^autoreset_mode is 'next_step'; it can be 'NextStep', 'SameStep' or 'Disabled'\.$",
        ),
        ({"illegal": "win"}, r"^illegal is 'win'"),
    ],
)
def test_arguments_that_make_no_vector_are_errors(
    arguments: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        GameVectorEnv("splendor", **arguments)
