"""The batch: legal actions, illegal ones, and values that are not actions."""

from itertools import cycle
from typing import Any

import numpy as np
import pytest

import gemgrove as gg
from gemgrove.envs.batch import Autoreset, Batch
from gemgrove.envs.rewards import names
from tests.envs.batch_replay import played, same, snapshot, twins
from tests.noninterference import refusal


def illegal_action(batch: Batch, row: int) -> int:
    return int(np.flatnonzero(~batch.masks[row])[0])


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", gg.GAMES)
def test_an_illegal_action_is_named_before_anything_is_stepped(game: str, threads: int) -> None:
    batch, twin = (gg.batch(game, size=4, seed=1, threads=threads) for _ in range(2))
    before, _ = played(batch, 20)[-1], played(twin, 20)
    actions = batch.choose("random")
    twin.choose("random")
    legal = actions.copy()
    actions[2], actions[3] = illegal_action(batch, 2), illegal_action(batch, 3)
    with pytest.raises(gg.IllegalMove) as caught:
        batch.step(actions)
    assert str(caught.value) == f"Environment 2: {refusal(batch.game(2), int(actions[2]))}"
    assert same(snapshot(batch), before)
    assert all(batch.game(row) == twin.game(row) for row in range(4))
    batch.step(legal)
    twin.step(legal)
    assert same(snapshot(batch), snapshot(twin))


@pytest.mark.parametrize(
    ("dtype", "number"),
    [
        (dtype, number)
        for dtype in (np.int32, np.int64, np.uint64)
        for number in (72, 72 + 2**16, 2**31 - 1, 2**32, 2**63 - 1, 2**64 - 1, -1, -(2**31))
        if np.iinfo(dtype).min <= number <= np.iinfo(dtype).max
    ],
)
def test_a_number_that_is_no_action_does_not_become_one(number: int, dtype: Any) -> None:
    batch, twin = twins()
    with pytest.raises(gg.NotationError, match=rf"^Environment 1: {number} is not an action; "):
        batch.step(np.array([0, number, 0, 0], dtype))
    assert same(snapshot(batch), snapshot(twin))


@pytest.mark.parametrize(
    ("actions", "error", "match"),
    [
        ([0, 0, 0], ValueError, r"^actions have the shape \(3,\); there must be 4, one for each "),
        ([[0], [0], [0], [0]], ValueError, r"^actions have the shape \(4, 1\); "),
        (0, ValueError, r"^actions have the shape \(\); "),
        ([], ValueError, r"^actions have the shape \(0,\); "),
        ([0.0] * 4, TypeError, r"^actions are float64; they must be whole numbers\.$"),
        ([True] * 4, TypeError, r"^actions are bool; "),
        ([None] * 4, TypeError, r"^actions are object; "),
        ([2**70] * 4, TypeError, r"^actions are object; "),
        (["0"] * 4, TypeError, r"^actions are <U1; "),
    ],
)
def test_what_is_not_a_whole_number_for_each_environment_is_refused(
    actions: Any, error: type[Exception], match: str
) -> None:
    batch, twin = twins()
    with pytest.raises(error, match=match):
        batch.step(actions)
    assert same(snapshot(batch), snapshot(twin))


@pytest.mark.parametrize("game", gg.GAMES)
def test_whole_numbers_of_any_kind_are_actions(game: str) -> None:
    batch = gg.batch(game, size=4, seed=1)
    actions = batch.choose("greedy").astype(np.int64)
    batch.step(actions)
    fixed = actions.copy()
    fixed.setflags(write=False)
    kinds: list[Any] = [actions.astype(kind) for kind in "bBhHiIlLqQ"]
    kinds += [actions.astype(">i4"), actions.astype(">u8"), np.repeat(actions, 3)[::3], fixed]
    kinds += [actions.tolist(), tuple(actions.tolist())]
    assert actions.max() < 128  # so that the smallest dtypes can hold them
    for kind in kinds:
        other = gg.batch(game, size=4, seed=1)
        other.step(kind)
        assert same(snapshot(other), snapshot(batch))


@pytest.mark.parametrize(("players", "mode"), [(2, "same_step"), (3, "next_step"), (4, "disabled")])
@pytest.mark.parametrize("game", gg.GAMES)
def test_an_illegal_action_can_lose_its_game_and_no_other(
    game: gg.GameName, players: int, mode: Autoreset
) -> None:
    reward = "outcome(win=3) + 0.5 * rank + margin + points_gained"
    batch, twin = (
        gg.batch(
            game, players=players, size=3, seed=1, reward=reward, illegal="lose", autoreset=mode
        )
        for _ in range(2)
    )
    earned = sum(told["rewards"][1] for told in played(batch, 25))
    played(twin, 25)
    lost, loser = batch.game(1), int(batch.to_move[1])
    actions = twin.choose("random")
    twin.step(actions)
    actions[1] = illegal_action(batch, 1)
    batch.step(actions)
    assert same(snapshot(batch), snapshot(twin), [0, 2])
    given = [batch.reward.forfeit(players, loser, seat) for seat in range(players)]
    assert batch.rewards[1].tolist() == pytest.approx(given)
    assert batch.returns[1].tolist() == pytest.approx(earned + given)
    assert batch.terminations.tolist() == [False, True, False]
    assert not batch.truncations.any()
    assert batch.lengths[1] == 25
    assert batch.scores[1].tolist() == lost.scores
    assert batch.places[1].tolist() == [players if s == loser else 1 for s in range(players)]
    for seat in range(players):
        assert np.array_equal(batch.final_observations[1, seat], lost.view(seat).observe())
    if mode == "same_step":
        assert batch.game(1) == gg.new(game, players=players, deal=batch.deal(1))
        assert batch.masks[1].any()
    else:
        assert batch.game(1) == lost
        assert not batch.masks[1].any()


@pytest.mark.parametrize(("name", "players"), list(zip(names(), cycle((2, 3, 4)))))
def test_what_a_forfeit_is_worth_is_up_to_the_reward(players: int, name: str) -> None:
    batch = gg.batch("splendor", players=players, size=2, seed=1, reward=name, illegal="lose")
    batch.step([-1, 2**40])
    given = [batch.reward.forfeit(players, 0, seat) for seat in range(players)]
    assert batch.rewards.tolist() == [pytest.approx(given)] * 2


def test_a_learner_among_opponents_loses_by_an_illegal_action() -> None:
    batch = gg.batch(
        "splendor",
        players=3,
        size=3,
        seed=1,
        illegal="lose",
        opponents="greedy",
        autoreset="disabled",
    )
    batch.step([-1, -1, -1])
    assert batch.places.tolist() == [[3, 1, 1], [1, 3, 1], [1, 1, 3]]
    assert batch.to_move.tolist() == [0, 1, 2]
    assert batch.rewards[0].tolist() == [-1, 0.5, 0.5]


@pytest.mark.parametrize("illegal", ["error", "lose"])
def test_without_autoreset_a_finished_game_must_be_reset(illegal: Any) -> None:
    batch = gg.batch(
        "splendor", size=4, seed=1, autoreset="disabled", illegal=illegal, turn_limit=2
    )
    batch.step(batch.choose())
    batch.reset([0, 1, 3])
    while not batch.truncations[2]:
        batch.step(batch.choose())
    before = snapshot(batch)
    assert not before["masks"][2].any()
    assert batch.choose("random")[2] == batch.choose("greedy")[2] == 0
    ended = r"^Environment 2: its game has ended; reset\(\[2\]\) begins the next one\.$"
    with pytest.raises(gg.IllegalMove, match=ended):
        batch.step(batch.choose())
    assert same(snapshot(batch), before)
    batch.reset([2])
    batch.step(batch.choose())


def test_what_one_writes_into_the_arrays_does_not_change_the_games() -> None:
    batch, twin = twins()
    actions = twin.choose("greedy")
    forbidden = illegal_action(batch, 0)
    batch.masks[:] = True
    batch.observations[:] = 0
    batch.to_move[:] = 1
    batch.terminations[:] = True
    batch.rewards[:] = 5
    with pytest.raises(gg.IllegalMove, match=r"^Environment 0: "):
        batch.step(np.full(4, forbidden))
    batch.masks[:] = False
    batch.step(actions)
    twin.step(actions)
    assert same(snapshot(batch), snapshot(twin))
