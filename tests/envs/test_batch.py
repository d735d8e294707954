"""The batch: its randomness, resets and arrays, and the arguments it refuses."""

import copy
import gc
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gemgrove as gg
from gemgrove.envs.batch import Batch
from gemgrove.envs.rewards import Reward, outcome, points_gained
from gemgrove.reward import Position
from tests import recipes
from tests.envs.batch_replay import ARRAYS, LAST_GAME, NOW, played, same, snapshot, twins


def deals(batch: Batch) -> list[str]:
    return [batch.deal(row).id for row in range(batch.size)]


@pytest.mark.parametrize("opponents", [None, "random"])
@pytest.mark.parametrize("game", gg.GAMES)
def test_the_number_of_threads_changes_nothing(game: str, opponents: str | None) -> None:
    told = [
        played(gg.batch(game, size=5, seed=3, threads=threads, opponents=opponents), 60)
        for threads in (1, 2, 3, 5, 8)
    ]
    for others in told[1:]:
        assert all(map(same, told[0], others))


@pytest.mark.parametrize("opponents", [None, "random"])
@pytest.mark.parametrize("game", gg.GAMES)
def test_an_environment_is_the_same_in_a_batch_of_any_size(
    game: str, opponents: str | None
) -> None:
    few, many = (
        played(gg.batch(game, players=3, size=size, seed=3, opponents=opponents), 60)
        for size in (5, 50)
    )
    assert all(same(one, other, slice(5)) for one, other in zip(few, many, strict=True))


def test_no_deal_comes_twice() -> None:
    found = []
    for seed in range(20):
        batch = gg.batch("splendor", size=20, seed=seed)
        found += deals(batch)
        batch.reset()
        found += deals(batch)
    assert len(set(found)) == len(found)


def test_without_a_seed_every_batch_is_another() -> None:
    one, other = twins(seed=None)
    assert deals(one) != deals(other)


@pytest.mark.parametrize("seed", [0, 2**64 - 1, np.uint64(7)])
def test_every_seed_can_be_given(seed: int) -> None:
    one, other = twins(seed=seed)
    assert deals(one) == deals(other)


def test_how_a_game_went_has_no_influence_on_the_next_deal() -> None:
    one, other = twins(target_points=2)
    one.reset()
    finished = np.zeros(4, bool)
    while not finished.all():
        other.step(other.choose("greedy"))
        for row in np.flatnonzero(other.terminations & ~finished):
            assert other.deal(int(row)) == one.deal(int(row))
        finished |= other.terminations


@pytest.mark.parametrize("opponents", [None, "random"])
def test_a_reset_with_a_seed_gives_what_a_new_batch_has(opponents: str | None) -> None:
    used, new = (gg.batch("splendor", size=4, seed=s, opponents=opponents) for s in (1, 9))
    played(used, 150)
    used.reset(seed=9)
    assert all(map(same, played(used, 60, NOW), played(new, 60, NOW)))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    "chosen", [[1, 3], (3, 1), np.array([1, 3], np.uint8), [False, True, False, True]]
)
def test_a_reset_touches_the_chosen_environments_only(chosen: Any, threads: int) -> None:
    batch, twin = twins(threads=threads, reward="rank + points_gained")
    played(batch, 120)
    before = played(twin, 120)[-1]
    batch.reset(chosen)
    assert same(snapshot(batch), before, [0, 2])
    for row in (1, 3):
        assert batch.game(row) == gg.new("splendor", deal=batch.deal(row))
        assert batch.deal(row) != twin.deal(row)
        assert not batch.rewards[row].any()
    after = zip(played(batch, 30), played(twin, 30), strict=True)
    assert all(same(one, other, [0, 2]) for one, other in after)


@pytest.mark.parametrize("none", [[], np.zeros(4, bool), np.empty(0, np.int64)])
def test_a_reset_of_no_environment_changes_nothing(none: Any) -> None:
    batch, twin = twins()
    batch.reset(none)
    assert all(map(same, played(batch, 5), played(twin, 5)))


def test_a_reset_of_one_environment_needs_its_number_only() -> None:
    batch, twin = twins()
    batch.reset(2)
    assert [one == other for one, other in zip(deals(batch), deals(twin), strict=True)] == [
        True,
        True,
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("chosen", "error", "match"),
    [
        ([0.5], TypeError, r"^environments are float64; they must be numbers or flags\.$"),
        ("ab", TypeError, r"^environments are <U2; they must be numbers or flags\.$"),
        ([4], IndexError, r"^There is no environment 4; environments are 0 to 3\.$"),
        ([0, -1], IndexError, r"^There is no environment -1; environments are 0 to 3\.$"),
        ([0, 2**64 - 1], IndexError, r"^There is no environment 18446744073709551615; "),
        ([1, 0, 1], ValueError, r"^environments has the same environment twice\.$"),
        ([True], ValueError, r"^environments are flags of the shape \(1,\); there must be 4\.$"),
    ],
)
def test_a_reset_of_what_is_not_there_resets_nothing(
    chosen: Any, error: type[Exception], match: str
) -> None:
    batch, twin = twins()
    with pytest.raises(error, match=match):
        batch.reset(np.array(chosen, np.uint64) if chosen == [0, 2**64 - 1] else chosen)
    assert deals(batch) == deals(twin)


def test_a_reset_with_an_invalid_seed_resets_nothing() -> None:
    batch, twin = twins()
    with pytest.raises(ValueError, match=r"^seed is -1; it must be 0 to 18446744073709551615\.$"):
        batch.reset([0], seed=-1)
    assert deals(batch) == deals(twin)


def test_the_arrays_have_the_types_and_shapes_that_are_documented() -> None:
    batch = gg.batch("splendor", players=3, size=5, seed=1)
    assert {
        name: (getattr(batch, name).dtype.name, getattr(batch, name).shape) for name in ARRAYS
    } == {
        "observations": ("uint8", (5, 495)),
        "masks": ("bool", (5, 72)),
        "to_move": ("int8", (5,)),
        "rewards": ("float32", (5, 3)),
        "terminations": ("bool", (5,)),
        "truncations": ("bool", (5,)),
        "final_observations": ("uint8", (5, 3, 495)),
        "lengths": ("int32", (5,)),
        "returns": ("float32", (5, 3)),
        "scores": ("int32", (5, 3)),
        "places": ("int8", (5, 3)),
    }


def test_every_step_writes_into_the_same_arrays() -> None:
    batch = gg.batch("splendor", size=4, seed=1, target_points=1)
    held = {name: getattr(batch, name) for name in ARRAYS}
    played(batch, 100)
    batch.reset(seed=2)
    played(batch, 3)
    assert all(getattr(batch, name) is array for name, array in held.items())
    assert np.array_equal(held["observations"][3], batch.view(3).observe())
    assert all(held[name].any() for name in LAST_GAME)


def test_the_arrays_outlive_the_batch() -> None:
    batch = gg.batch("arboretum", size=200, seed=1, threads=2)
    kept = played(batch, 5)[-1]
    arrays = {name: getattr(batch, name) for name in ARRAYS}
    del batch
    gc.collect()
    gg.batch("arboretum", size=200, seed=2)  # reuses memory that would have been freed
    assert same(arrays, kept)
    arrays["observations"][:] = 1


def test_it_says_what_it_is() -> None:
    batch = gg.batch("arboretum", players=3, size=2, reward="outcome + 0.1 * points_gained")
    assert repr(batch) == (
        "<Batch of 2 games of arboretum official:players=3, "
        "reward outcome + 0.1 * points_gained, autoreset same_step>"
    )
    assert len(batch) == batch.size == 2
    assert batch.players == 3
    assert batch.reward == outcome() + 0.1 * points_gained()


@pytest.mark.parametrize("duplicate", [pickle.dumps, copy.copy, copy.deepcopy])
def test_it_cannot_be_copied(duplicate: Any) -> None:
    with pytest.raises(TypeError, match=r"^A batch cannot be copied or pickled; make another "):
        duplicate(gg.batch("splendor", size=1))


def test_a_game_taken_out_of_it_is_played_on_apart() -> None:
    batch, twin = twins()
    game = batch.game(0)
    game.play(game.legal_actions()[0])
    assert batch.game(0) == twin.game(0) != game
    assert game.deal is None


@pytest.mark.parametrize("what", ["game", "view", "deal"])
@pytest.mark.parametrize(
    ("number", "error", "match"),
    [
        (4, IndexError, r"^There is no environment 4; environments are 0 to 3\.$"),
        (-1, IndexError, r"^There is no environment -1; environments are 0 to 3\.$"),
        (True, TypeError, r"^environment is True; it must be a whole number\.$"),
        ("0", TypeError, r"^environment is '0'; it must be a whole number\.$"),
    ],
)
def test_an_environment_that_is_not_there_has_nothing_to_show(
    what: str, number: Any, error: type[Exception], match: str
) -> None:
    (batch,) = twins(1)
    with pytest.raises(error, match=match):
        getattr(batch, what)(number)


class PythonReward(Reward):
    def measure(self, before: Position, after: Position, seat: int) -> float:
        return 0.0

    def __str__(self) -> str:
        return "taste"


@pytest.mark.parametrize(
    ("arguments", "error", "match"),
    [
        ({"size": 0}, ValueError, r"^size is 0; it must be at least 1\.$"),
        ({"size": 2.0}, TypeError, r"^size is 2\.0; it must be a whole number\.$"),
        ({"size": True}, TypeError, r"^size is True; "),
        ({"size": 10**9}, ValueError, r"^size is 1000000000; a batch of this game has at most \d"),
        ({"threads": 0}, ValueError, r"^threads is 0; it must be 1 to 1024\.$"),
        ({"threads": 1025}, ValueError, r"^threads is 1025; it must be 1 to 1024\.$"),
        ({"seed": -1}, ValueError, r"^seed is -1; it must be 0 to 18446744073709551615\.$"),
        ({"seed": 2**64}, ValueError, r"^seed is 18446744073709551616; it must be 0 to "),
        ({"seed": "7"}, TypeError, r"^seed is '7'; it must be a whole number\.$"),
        ({"autoreset": "never"}, ValueError, r"^autoreset is 'never'; it can be same_step, next_"),
        (
            {"autoreset": None},
            ValueError,
            r"^autoreset is None; it can be same_step, next_step or ",
        ),
        ({"autoreset": np.ones(2)}, ValueError, r"^autoreset is array\(\[1\., 1\.\]\); it can be "),
        ({"illegal": "ignore"}, ValueError, r"^illegal is 'ignore'; it can be error or lose\.$"),
        ({"reward": "luck"}, ValueError, r"^'luck' is not a reward; rewards are outcome, rank, "),
        ({"reward": 1}, TypeError, r"^A reward is a Reward or a text that names one, not 1\.$"),
        (
            {"reward": PythonReward()},
            ValueError,
            r"^The native core does not know the reward taste; ",
        ),
        (
            {"reward": "1e39 * rank"},
            ValueError,
            r"^The rewards of a batch are float32; 1e\+39 \* r",
        ),
        ({"seat": 0}, ValueError, r"^seat is the learner's among opponents; name opponents, too"),
        (
            {"opponents": "greedy", "seat": 2},
            ValueError,
            r"^seat is 2; .*, 0 to 1 or 'rotate'\.$",
        ),
        (
            {"opponents": "greedy", "seat": True},
            ValueError,
            r"^seat is True; it must be a seat, ",
        ),
        (
            {"opponents": "greedy", "seat": None},
            ValueError,
            r"^seat is None; it must be a seat, ",
        ),
        ({"opponents": "mcts"}, ValueError, r"^A batch plays the bots random, greedy, greedy@1 by"),
        ({"opponents": "random:seed=7"}, ValueError, r"by itself, not 'random:seed=7'\. "),
        (
            {"opponents": []},
            ValueError,
            r"^opponents is \[\]; it must be one bot for all, or 1 of ",
        ),
        (
            {"opponents": ["greedy"] * 2},
            ValueError,
            r"^opponents is \['greedy', .* it must be one bot for ",
        ),
        ({"opponents": [None]}, TypeError, r"^opponents is \[None\]; it must be a bot's name or s"),
        ({"opponents": 5}, TypeError, r"^opponents is 5; it must be a bot's name or several\.$"),
        ({"game": "chess"}, ValueError, r"^There is no game 'chess'; the games are splendor, arb"),
        ({"players": 5}, ValueError, r"players"),
        ({"rules": "mine"}, ValueError, r"mine"),
        ({"color": "red"}, ValueError, r"^The rules have no option 'color'; they have players, "),
    ],
)
def test_what_an_argument_cannot_be_is_said(
    arguments: dict[str, Any], error: type[Exception], match: str
) -> None:
    with pytest.raises(error, match=match):
        gg.batch(**{"game": "splendor", "size": 2, **arguments})


@pytest.mark.parametrize(
    "out",
    [
        np.zeros(4, np.int64),
        np.zeros(3, np.int32),
        np.zeros((4, 1), np.int32),
        np.zeros(8, np.int32)[::2],
        np.frombuffer(bytes(16), np.int32),
        [0, 0, 0, 0],
    ],
)
def test_a_choice_needs_room_that_fits(out: Any) -> None:
    (batch,) = twins(1)
    with pytest.raises(ValueError, match=r"^out must be a contiguous array of 4 int32 that can "):
        batch.choose(out=out)


def test_a_choice_by_a_bot_that_a_batch_does_not_play_is_refused() -> None:
    (batch,) = twins(1)
    with pytest.raises(ValueError, match=r"^A batch plays the bots .*, not 'mcts'\. "):
        batch.choose("mcts")


def test_the_recipe_plays_with_itself_and_against_greedy(tmp_path: Path) -> None:
    told = recipes.run("batch.md", tmp_path).splitlines()
    assert [line.split(":")[0] for line in told] == ["self-play", "against greedy"]
