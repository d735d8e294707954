"""Games as PettingZoo environments: PettingZoo's own tests, and what they do not cover."""

import copy
import pickle
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

import gemgrove as gg
from gemgrove.envs import pettingzoo, rewards
from gemgrove.envs.pettingzoo import TurnEnv, arboretum_v0, env, raw_env, splendor_v0
from tests import recipes
from tests.noninterference import with_history

EVERY_GAME = pytest.mark.parametrize("game", gg.GAMES)
EVERY_TABLE = pytest.mark.parametrize("players", [2, 3, 4])
EITHER_FORM = pytest.mark.parametrize("make", [env, raw_env])

MORE_THAN_A_GAME = 2_000


def chosen(env: Any, rng: random.Random) -> int | None:
    """A legal action of the selected agent."""
    observation, _, terminated, truncated, _ = env.last()
    if terminated or truncated:
        return None
    return rng.choice(list(map(int, np.flatnonzero(observation["action_mask"]))))


def played(env: Any, rng: random.Random) -> Iterator[tuple[str, int | None]]:
    """Play a game to its end, yielding each agent and its next action."""
    for agent in env.agent_iter():
        action = chosen(env, rng)
        yield agent, action
        env.step(action)


def play_on(env: TurnEnv, rng: random.Random, decisions: int) -> None:
    """Play some decisions, or fewer if the game ends."""
    for _ in range(decisions):
        if not env.game.over:
            env.step(rng.choice(env.game.legal_actions()))


def illegal_action(env: TurnEnv) -> int:
    """The first action that is not legal now."""
    return int(np.flatnonzero(~env.game.mask())[0])


# PettingZoo's own test warns about these, unavoidably: an observation with a mask is a dictionary,
# nobody has a legal action once the game is over, and the test resets with an option it made up.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should:UserWarning")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning")
@pytest.mark.filterwarnings("ignore:reset.. has no option 'options':UserWarning")
@EVERY_GAME
@EVERY_TABLE
@EITHER_FORM
def test_pettingzoos_test_of_the_interface_passes(
    make: Callable[..., Any], game: str, players: int
) -> None:
    for _ in range(2):
        api_test(make(game, players=players), num_cycles=MORE_THAN_A_GAME)


@EVERY_GAME
@EVERY_TABLE
@EITHER_FORM
def test_pettingzoos_test_of_seeds_passes(
    make: Callable[..., Any], game: str, players: int
) -> None:
    seed_test(lambda: make(game, players=players), num_cycles=MORE_THAN_A_GAME)


@EVERY_GAME
@EVERY_TABLE
@EITHER_FORM
def test_pettingzoos_test_of_rendering_passes(
    make: Callable[..., Any], game: str, players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    render_test(lambda render_mode: make(game, players=players, render_mode=render_mode))
    assert capsys.readouterr().out, "the mode for people prints"


@EVERY_GAME
def test_each_game_has_a_namespace_with_both_forms(game: str) -> None:
    module = getattr(pettingzoo, f"{game}_v0")
    assert str(module.env(players=3)) == str(module.raw_env()) == f"{game}_v0"
    assert module.env(players=3).possible_agents == ["player_0", "player_1", "player_2"]
    assert f"{game}_v0" in dir(pettingzoo)
    assert pickle.loads(pickle.dumps(module)) == module


def test_the_documented_names_can_be_imported() -> None:
    assert (splendor_v0.game, arboretum_v0.game) == ("splendor", "arboretum")


def test_a_namespace_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(AttributeError, match=r"no 'chess_v0' .*; its games are splendor_v0, "):
        pettingzoo.chess_v0  # noqa: B018


@EVERY_GAME
@EVERY_TABLE
def test_a_seed_deals_the_game_that_it_names_everywhere(game: gg.GameName, players: int) -> None:
    env = raw_env(game, players=players)
    env.reset(seed=42)
    assert env.game == gg.new(game, players=players, seed=42)


@EVERY_GAME
@EVERY_TABLE
def test_a_game_goes_as_it_would_without_the_environment(game: gg.GameName, players: int) -> None:
    env = raw_env(game, players=players)
    env.reset(seed=5)
    twin = gg.new(game, players=players, seed=5)
    for agent, action in played(env, random.Random(5)):
        if action is None:
            continue
        seat = twin.to_move
        assert agent == f"player_{seat}"
        seen = env.observe(agent)
        assert np.array_equal(seen["observation"], twin.observe(seat))
        assert np.array_equal(seen["action_mask"], twin.mask())
        twin.play(action)
    assert env.game == twin
    assert twin.over


@EVERY_GAME
def test_an_observation_is_bytes_and_flags_within_its_space(game: str) -> None:
    env = raw_env(game, players=3)
    env.reset(seed=1)
    for _ in played(env, random.Random(1)):
        for agent in env.agents:
            seen = env.observe(agent)
            assert [str(part.dtype) for part in seen.values()] == ["uint8", "int8"]
            assert env.observation_space(agent).contains(seen)


@EVERY_GAME
def test_only_the_seat_to_move_has_legal_actions(game: str) -> None:
    env = raw_env(game, players=3)
    env.reset(seed=1)
    for selected, action in played(env, random.Random(1)):
        for agent in env.agents:
            may = agent == selected and action is not None
            assert env.observe(agent)["action_mask"].any() == may


def test_an_observation_is_the_callers_own() -> None:
    env = raw_env("splendor")
    env.reset(seed=1)
    first = env.observe("player_0")
    kept = copy.deepcopy(first)
    play_on(env, random.Random(1), 6)
    assert env.agent_selection == "player_0"
    assert not np.array_equal(env.observe("player_0")["action_mask"], kept["action_mask"])
    assert np.array_equal(first["observation"], kept["observation"])
    assert np.array_equal(first["action_mask"], kept["action_mask"])


@EVERY_GAME
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_redrawing_what_a_seat_cannot_see_changes_nothing_it_observes(game: str, seat: int) -> None:
    changed = 0
    for seed in range(8):
        env = raw_env(game, players=3, render_mode="ansi")
        env.reset(seed=seed)
        play_on(env, random.Random(seed), seed * 7)
        twin = copy.deepcopy(env)
        twin.game = with_history(env.game.view(seat).sample(seed), env.game.actions)
        changed += twin.game != env.game
        seen, redrawn = env.observe(f"player_{seat}"), twin.observe(f"player_{seat}")
        assert all(seen[part].tobytes() == redrawn[part].tobytes() for part in seen)
        assert env.infos == twin.infos
    assert changed >= 6, "the redrawn games must differ where the seat cannot see"


@EVERY_GAME
@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_a_render_shows_no_more_than_a_spectator_sees(game: str, mode: str) -> None:
    for seed in range(4):
        env = raw_env(game, players=3, render_mode=mode)
        env.reset(seed=seed)
        play_on(env, random.Random(seed), 4 + seed * 9)
        shown = env.render()
        twin = copy.deepcopy(env)
        twin.game = with_history(env.game.view(None).sample(seed), env.game.actions)
        assert twin.game != env.game
        assert np.array_equal(twin.render(), shown)  # type: ignore[arg-type]


@EVERY_GAME
@pytest.mark.parametrize(
    ("players", "reward"), [(2, "rank"), (3, "margin"), (4, "outcome + 0.1 * points_gained")]
)
def test_the_rewards_of_a_game_add_up_to_that_of_its_beginning_and_end(
    game: str, players: int, reward: str
) -> None:
    env = raw_env(game, players=players, reward=reward)
    env.reset(seed=3)
    start = env.game.copy()
    given = dict.fromkeys(env.agents, 0.0)
    told = dict.fromkeys(env.agents, 0.0)
    rng = random.Random(3)
    for agent in env.agent_iter():
        told[agent] += env.last()[1]
        action = chosen(env, rng)
        env.step(action)
        if action is not None:
            given = {other: given[other] + gain for other, gain in env.rewards.items()}
    expected = [rewards.read(reward)(start, env.game, seat) for seat in range(players)]
    assert list(given.values()) == pytest.approx(expected)
    assert list(told.values()) == pytest.approx(expected)


def test_what_an_agent_gains_by_each_decision_of_a_turn_is_told_once() -> None:
    env = raw_env("arboretum", reward="points_gained")
    env.reset(seed=2)
    in_a_row = 0
    gains = dict.fromkeys(env.agents, 0.0)
    for agent, action in played(env, random.Random(2)):
        assert env.last()[1] == gains[agent]
        if action is None:
            break
        after = env.game.copy()
        after.play(action)
        in_a_row += after.to_move == env.game.to_move
        gains[agent] = 0.0
        for seat, other in enumerate(env.possible_agents):
            gains[other] += after.scores[seat] - env.game.scores[seat]
    assert in_a_row > 20


def test_a_game_cut_short_by_the_turn_limit_is_truncated() -> None:
    env = raw_env("splendor", turn_limit=1)
    env.reset(seed=1)
    play_on(env, random.Random(1), 10)
    assert env.game.truncated
    assert list(env.truncations.values()) == [True, True]
    assert list(env.terminations.values()) == [False, False]


@EVERY_GAME
def test_a_game_that_ends_by_itself_is_terminated(game: str) -> None:
    env = raw_env(game)
    env.reset(seed=1)
    play_on(env, random.Random(1), MORE_THAN_A_GAME)
    assert env.game.ending == "finished"
    assert list(env.terminations.values()) == [True, True]
    assert list(env.truncations.values()) == [False, False]


@EVERY_GAME
@EVERY_TABLE
def test_an_illegal_action_loses_the_game(game: str, players: int) -> None:
    wrapped = env(game, players=players)
    wrapped.reset(seed=1)
    play_on(wrapped.unwrapped, random.Random(1), 7)
    loser = wrapped.agent_selection
    wrapped.step(illegal_action(wrapped.unwrapped))
    assert all(wrapped.terminations.values())
    assert wrapped.rewards[loser] == -1
    assert sum(wrapped.rewards.values()) == pytest.approx(0)
    assert "is not legal: " in wrapped.infos[loser]["illegal"]
    assert not any(wrapped.observe(agent)["action_mask"].any() for agent in wrapped.agents)
    told = {}
    for agent in wrapped.agent_iter():
        told[agent] = wrapped.last()[1]
        wrapped.step(None)
    assert len(told) == players
    assert told[loser] == -1


def test_what_an_agent_was_told_before_its_illegal_action_is_not_told_again() -> None:
    env = raw_env("splendor", reward="outcome + points_gained", illegal="lose")
    env.reset(seed=1)
    rng = random.Random(1)
    while env.last()[1] == 0:
        play_on(env, rng, 1)
    loser = env.agent_selection
    env.step(illegal_action(env))
    told = {}
    while env.agents:
        told[env.agent_selection] = env.last()[1]
        env.step(None)
    assert told[loser] == -1


@EVERY_GAME
@EITHER_FORM
def test_an_illegal_action_can_be_an_error_that_changes_nothing(
    make: Callable[..., Any], game: str
) -> None:
    env = make(game, illegal="error", reward="points_gained")
    env.reset(seed=1)
    play_on(env.unwrapped, random.Random(1), 8)
    before = pickle.dumps(env.unwrapped)
    with pytest.raises(gg.IllegalMove, match="is not legal: "):
        env.step(illegal_action(env.unwrapped))
    assert pickle.dumps(env.unwrapped) == before


@pytest.mark.parametrize("illegal", ["error", "lose"])
@pytest.mark.parametrize("action", [-1, 72, None, "pass", 1.0, True])
def test_an_action_that_is_not_a_number_is_an_error(illegal: str, action: Any) -> None:
    env = raw_env("splendor", illegal=illegal)
    env.reset(seed=1)
    with pytest.raises(
        gg.IllegalMove, match=r"^(-1|72|None|'pass'|1\.0|True) is not an action|^skip"
    ):
        env.step(action)
    assert not any(env.terminations.values())


def test_pettingzoos_own_wrapper_of_illegal_actions_fits() -> None:
    env = TerminateIllegalWrapper(raw_env("splendor"), illegal_reward=-7)
    for _ in range(2):
        env.reset(seed=1)
        env.step(illegal_action(env.unwrapped))
        assert env.rewards == {"player_0": -7, "player_1": 0}
        while env.agents:
            env.step(None)


def test_resets_without_a_seed_go_on_with_the_deals_of_the_seed() -> None:
    def deals(env: TurnEnv) -> list[gg.Deal | None]:
        env.reset(seed=7)
        found = [env.game.deal]
        for _ in range(3):
            env.reset()
            found.append(env.game.deal)
        return found

    first = raw_env("splendor")
    assert deals(first) == deals(first) == deals(raw_env("splendor"))
    assert len(set(deals(first))) == 4


def test_without_any_seed_the_deals_are_new() -> None:
    one, other = raw_env("splendor"), raw_env("splendor")
    one.reset()
    other.reset()
    assert one.game.deal != other.game.deal


@pytest.mark.parametrize("deal", ["abcd-efgh-jkmn-pqr", gg.Deal.parse("ABCD-EFGH-JKMN-PQR")])
def test_a_game_can_be_given_its_deal(deal: str | gg.Deal) -> None:
    env = raw_env("arboretum")
    env.reset(options={"deal": deal})
    assert env.game == gg.new("arboretum", deal="ABCD-EFGH-JKMN-PQR")


def test_with_a_seed_and_a_deal_the_seed_names_the_games_after() -> None:
    env, twin = raw_env("splendor"), raw_env("splendor")
    env.reset(seed=7, options={"deal": "ABCD-EFGH-JKMN-PQR"})
    assert env.game.deal == gg.Deal.parse("ABCD-EFGH-JKMN-PQR")
    twin.reset(seed=7)
    env.reset()
    twin.reset()
    assert env.game.deal == twin.game.deal


def test_an_unknown_option_of_a_reset_is_warned_of() -> None:
    with pytest.warns(UserWarning, match=r"^reset\(\) has no option 'dael'; it has deal\.$"):
        raw_env("splendor").reset(options={"dael": "ABCD-EFGH-JKMN-PQR"})


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"seed": -1}, "the seed is negative"),
        ({"seed": "x"}, r"^seed is 'x'; it must be a whole number\.$"),
        ({"options": ["deal"]}, r"^options is \['deal'\]; it must be a dictionary\.$"),
        ({"options": {"deal": "nonsense"}}, "nonsense"),
        ({"options": {"deal": 5}}, r"^deal is 5; it must be a Deal or its id\.$"),
        ({"seed": 3, "options": {"deal": "nonsense"}}, "nonsense"),
    ],
)
def test_a_reset_that_cannot_be_done_changes_nothing(arguments: Any, fault: str) -> None:
    env = raw_env("splendor")
    env.reset(seed=1)
    before = pickle.dumps(env)
    with pytest.raises((ValueError, TypeError), match=fault):
        env.reset(**arguments)
    assert pickle.dumps(env) == before


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"render_mode": "svg"}, r"^render_mode is 'svg'; it can be human, ansi or rgb_array\.$"),
        ({"illegal": "ignore"}, r"^illegal is 'ignore'; it can be error or lose\.$"),
        ({"players": 5}, "players is 5"),
        ({"reward": "luck"}, "luck"),
        ({"seed": 1}, "seed"),
    ],
)
@EITHER_FORM
def test_invalid_options_are_refused(make: Callable[..., Any], options: Any, fault: str) -> None:
    with pytest.raises((ValueError, TypeError), match=fault):
        make("splendor", **options)


def test_there_is_no_environment_of_an_unknown_game() -> None:
    with pytest.raises(ValueError, match="There is no game 'chess'"):
        raw_env("chess")


def test_rules_and_rewards_of_ones_own_are_taken() -> None:
    env = raw_env("splendor", rules="arena", target_points=3, reward=rewards.outcome(win=5))
    env.reset(seed=1)
    play_on(env, random.Random(1), MORE_THAN_A_GAME)
    assert env.game.rules.to_dict()["target_points"] == 3
    assert max(env.rewards.values()) in (0, 5)


@EVERY_GAME
@pytest.mark.parametrize("make", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_plays_on_like_the_original_and_apart_from_it(
    make: Callable[[Any], Any], game: str
) -> None:
    original = env(game, players=3, reward="outcome + points_gained")
    original.reset(seed=4)
    play_on(original.unwrapped, random.Random(4), 20)
    copied = make(original)
    untouched = original.unwrapped.game.copy()
    steps = list(played(copied, random.Random(6)))
    assert original.unwrapped.game == untouched
    assert list(played(original, random.Random(6))) == steps
    copied.reset()
    original.reset()
    assert copied.unwrapped.game == original.unwrapped.game


@pytest.mark.parametrize("name", ["observe", "observation_space", "action_space"])
@pytest.mark.parametrize("agent", ["player_2", 0])
def test_an_agent_that_is_not_there_is_refused_with_those_that_are(name: str, agent: Any) -> None:
    env = raw_env("splendor")
    env.reset(seed=1)
    with pytest.raises(KeyError, match=r"There is no agent .*; the agents are player_0, player_1"):
        getattr(env, name)(agent)


def test_before_the_first_reset_there_is_no_game() -> None:
    env = raw_env("splendor")
    with pytest.raises(
        AttributeError, match=r"^There is no game before reset\(\) has begun a game"
    ):
        env.game  # noqa: B018
    with pytest.raises(RuntimeError, match=r"^No game is being played; reset\(\) begins one\.$"):
        env.step(0)


def test_after_the_last_agent_has_left_there_is_nothing_to_step() -> None:
    env = raw_env("splendor", turn_limit=1)
    env.reset(seed=1)
    for _ in played(env, random.Random(1)):
        pass
    with pytest.raises(RuntimeError, match=r"^No game is being played; reset\(\) begins one\.$"):
        env.step(None)


def test_a_reset_in_the_middle_of_an_end_begins_anew() -> None:
    env = raw_env("splendor", players=3, turn_limit=1)
    env.reset(seed=1)
    play_on(env, random.Random(1), 20)
    env.step(None)
    env.reset(seed=2)
    assert env.agents == env.possible_agents
    agents = [agent for agent, action in played(env, random.Random(1)) if action is None]
    assert agents == env.possible_agents


def test_an_agent_whose_game_is_over_can_only_leave() -> None:
    env = raw_env("splendor", turn_limit=1)
    env.reset(seed=1)
    play_on(env, random.Random(1), 20)
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(0)


def test_the_text_for_programs_has_no_color_and_is_the_spectators() -> None:
    env = raw_env("arboretum", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    view = env.game.view(None)
    assert text == view.variant.render(view, color=False)


def test_for_people_every_position_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    env = raw_env("splendor", render_mode="human")
    env.reset(seed=1)
    first = capsys.readouterr().out
    env.step(0)
    assert first
    assert capsys.readouterr().out not in ("", first)


def test_to_render_without_a_mode_is_warned_of() -> None:
    env = raw_env("splendor")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match=r"render_mode is None, not human, ansi or rgb_array"):
        assert env.render() is None


def test_the_recipe_runs(tmp_path: Path) -> None:
    assert "'player_2': " in recipes.run("pettingzoo.md", tmp_path)
