"""Rewards: small functions of a step, added and scaled."""

import pickle
import random
from typing import Any

import numpy as np
import pytest

import gemgrove as gg
from gemgrove.envs.rewards import (
    Reward,
    lead_gained,
    margin,
    names,
    outcome,
    points_gained,
    rank,
)
from gemgrove.reward import Position
from gemgrove.splendor.rewards import cards_bought, token_efficiency
from tests.splendor.card_sets import FREE, uniform_set

ALL = [outcome, rank, margin, points_gained, lead_gained, cards_bought, token_efficiency]


def step(*moves: str, points: int = 2, **options: Any) -> tuple[gg.Game, gg.Game]:
    """The game before and after the last of these moves."""
    game = gg.new("splendor", seed=1, cards=uniform_set(FREE, points=points), **options)
    for move in moves[:-1]:
        game.play(move)
    before = game.copy()
    game.play(moves[-1])
    return before, game


def test_points_gained_are_those_of_the_step() -> None:
    before, after = step("b m 1", "b m 1", "b m 1")
    assert [points_gained()(before, after, seat) for seat in (0, 1)] == [2.0, 0.0]


def test_a_lead_is_over_the_best_opponent() -> None:
    before, after = step("b m 1", "b m 1", "p3 red white blue", "b m 1", players=3)
    assert after.scores == [4, 2, 0]
    assert [lead_gained()(before, after, seat) for seat in range(3)] == [2.0, -2.0, -2.0]


def test_cards_bought_are_counted() -> None:
    before, after = step("b m 1", "p3 red white blue", "b m 1", points=0)
    assert [cards_bought()(before, after, seat) for seat in (0, 1)] == [1.0, 0.0]
    before, after = step("r m 1")
    assert cards_bought()(before, after, 0) == 0.0


def test_the_outcome_is_given_once_by_the_step_that_ends_the_game() -> None:
    before, after = step("b m 1", "p3 red white blue", target_points=2)
    assert after.over
    assert [outcome()(before, after, seat) for seat in (0, 1)] == [1.0, -1.0]
    assert outcome()(after, after, 0) == 0.0
    start, middle = step("b m 1", target_points=2)
    assert outcome()(start, middle, 0) == 0.0


@pytest.mark.parametrize(
    "reward", [*(make() for make in ALL), rank() - 2 * (lead_gained() + points_gained())], ids=str
)
def test_what_a_step_is_worth_to_all_is_what_it_is_worth_to_each(reward: Reward) -> None:
    game = gg.new("splendor", players=3, seed=1, target_points=3)
    rng = random.Random(1)
    told = set()
    while not game.over:
        before = game.copy()
        game.play(rng.choice(game.legal_actions()))
        gains = reward.by_seat(before, game)
        assert gains == [reward(before, game, seat) for seat in range(3)]
        told.update(gains)
    assert len(told) > 1


def test_a_shared_win_is_a_draw() -> None:
    before, after = step("b m 1", "b m 1", target_points=2)
    assert after.winners == [0, 1]
    assert outcome(draw=0.25)(before, after, 0) == outcome(draw=0.25)(before, after, 1) == 0.25


def test_those_who_do_not_share_the_win_have_lost() -> None:
    before, after = step("b m 1", "b m 1", "p3 red white blue", target_points=2, players=3)
    assert after.winners == [0, 1]
    assert [outcome()(before, after, seat) for seat in range(3)] == [0.0, 0.0, -1.0]


def test_what_a_win_a_draw_and_a_loss_are_worth_can_be_said() -> None:
    before, after = step("b m 1", "p3 red white blue", target_points=2)
    reward = outcome(win=10, loss=-3)
    assert [reward(before, after, seat) for seat in (0, 1)] == [10, -3]


def test_rewards_are_added_and_scaled() -> None:
    before, after = step("b m 1", "p3 red white blue", "b m 1")
    reward = points_gained() + 0.5 * cards_bought() + lead_gained() * 2
    assert reward(before, after, 0) == 2 + 0.5 + 4
    assert (2 * (points_gained() + cards_bought()))(before, after, 0) == 2 * (2 + 1)


def test_a_reward_is_named_by_its_parts() -> None:
    assert str(outcome() + 0.1 * points_gained()) == "outcome + 0.1 * points_gained"
    assert str(2 * (outcome() + lead_gained())) == "2 * (outcome + lead_gained)"


class TokensHeld(Reward):
    def measure(self, before: Position, after: Position, seat: int) -> float:
        return float(sum(after.board.players[seat].tokens))


def test_a_reward_of_ones_own_is_a_class_with_a_measure() -> None:
    before, after = step("p3 red white blue")
    assert (TokensHeld() + points_gained())(before, after, 0) == 3
    assert (points_gained() - TokensHeld())(before, after, 0) == -3


def test_a_reward_pickles_for_workers_in_other_processes() -> None:
    reward = outcome(win=2) + 0.1 * points_gained()
    assert pickle.loads(pickle.dumps(reward)) == reward


@pytest.mark.parametrize("make", ALL)
def test_views_are_rewarded_like_the_games_they_are_of(make: type[Reward]) -> None:
    reward: Reward = make()
    rng = random.Random(1)
    game = gg.new("splendor", players=3, seed=1, target_points=5)
    while not game.over:
        before = game.copy()
        game.play(rng.choice(game.legal_actions()))
        for seat in range(3):
            seen = reward(before.view(seat), game.view(seat), seat)
            assert seen == reward(before, game, seat)
            assert isinstance(seen, float)


@pytest.mark.parametrize("seed", range(5))
def test_over_a_whole_game_the_rewards_add_up_to_its_result(seed: int) -> None:
    rng = random.Random(seed)
    game = gg.new("splendor", seed=seed)
    totals = dict.fromkeys(names(), 0.0)
    while not game.over:
        before = game.copy()
        game.play(rng.choice(game.legal_actions()))
        for make in ALL:
            reward: Reward = make()
            totals[str(reward)] += reward(before, game, 0)
    assert totals["points_gained"] == game.scores[0]
    assert totals["lead_gained"] == totals["margin"] == game.scores[0] - game.scores[1]
    assert totals["cards_bought"] == len(game.board.players[0].bought)
    assert totals["outcome"] == totals["rank"]
    assert totals["outcome"] == (0 if len(game.winners) == 2 else 1 if game.winners == [0] else -1)


@pytest.mark.parametrize("make", ALL)
@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_is_not_there_has_no_reward(make: type[Reward], seat: int) -> None:
    before, after = step("b m 1")
    reward: Reward = make()
    with pytest.raises(ValueError, match=rf"^There is no seat {seat}; seats are 0 to 1\.$"):
        reward(before, after, seat)


def test_the_opposite_of_a_reward_is_a_reward() -> None:
    before, after = step("b m 1")
    assert (-points_gained())(before, after, 0) == -points_gained()(before, after, 0)


def bought(counts: list[int]) -> tuple[gg.Game, gg.Game]:
    """The last step of a game in which each seat bought this many cards worth two points."""
    moves = ["b m 1" if turn < count else "pass" for turn in range(max(counts)) for count in counts]
    cards, target = uniform_set(FREE, points=2), 2 * max(counts)
    game = gg.new("splendor", seed=1, players=len(counts), cards=cards, target_points=target)
    before = game
    for move in moves:
        before = game.copy()
        tokens = [text for text in map(str, game.legal_moves()) if not text.startswith("b")]
        game.play(move if move != "pass" else tokens[0])
    assert game.over
    assert game.scores == [2 * count for count in counts]
    return before, game


@pytest.mark.parametrize(
    ("counts", "ranks"),
    [
        ([2, 1], [1, -1]),
        ([1, 1], [0, 0]),
        ([3, 1, 2], [1, -1, 0]),
        ([1, 2, 3, 4], [-1, -1 / 3, 1 / 3, 1]),
        ([3, 3, 1, 2], [2 / 3, 2 / 3, -1, -1 / 3]),
        ([1, 3, 1, 1], [-1 / 3, 1, -1 / 3, -1 / 3]),
        ([2, 2, 2, 1], [1 / 3, 1 / 3, 1 / 3, -1]),
    ],
)
def test_ranks_are_evenly_spaced_and_equal_ones_share_their_mean(
    counts: list[int], ranks: list[float]
) -> None:
    before, after = bought(counts)
    given_out = [rank()(before, after, seat) for seat in range(len(counts))]
    assert given_out == pytest.approx(ranks)
    assert sum(given_out) == pytest.approx(0)


def test_a_margin_is_the_final_lead_over_the_best_opponent() -> None:
    before, after = bought([3, 1, 2])
    assert [margin()(before, after, seat) for seat in range(3)] == [2, -4, -2]
    assert margin()(after, after, 0) == 0
    start, middle = step("b m 1")
    assert margin()(start, middle, 0) == rank()(start, middle, 0) == 0


@pytest.mark.parametrize(
    ("reward", "players", "loser", "given_out"),
    [
        (rank(), 2, 0, [-1, 1]),
        (rank(), 3, 1, [0.5, -1, 0.5]),
        (rank(), 4, 3, [1 / 3, 1 / 3, 1 / 3, -1]),
        (outcome(), 2, 1, [1, -1]),
        (outcome(draw=0.25), 3, 0, [-1, 0.25, 0.25]),
        (margin(), 3, 0, [0, 0, 0]),
        (points_gained(), 2, 0, [0, 0]),
        (lead_gained(), 2, 0, [0, 0]),
        (cards_bought(), 2, 0, [0, 0]),
        (token_efficiency(), 2, 0, [0, 0]),
        (rank() - 0.5 * outcome(win=3) + points_gained(), 2, 0, [-0.5, -0.5]),
    ],
)
def test_a_forfeiting_seat_is_last_and_the_others_share_the_first_place(
    reward: Reward, players: int, loser: int, given_out: list[float]
) -> None:
    found = [reward.forfeit(players, loser, seat) for seat in range(players)]
    assert found == pytest.approx(given_out)


@pytest.mark.parametrize("make", ALL)
def test_a_terminal_reward_is_zero_until_the_end(make: type[Reward]) -> None:
    reward: Reward = make()
    rng = random.Random(3)
    game = gg.new("splendor", seed=3, target_points=5)
    met = False
    while not game.over:
        before = game.copy()
        game.play(rng.choice(game.legal_actions()))
        met = met or (not game.over and reward(before, game, 0) != 0)
    assert reward.terminal != met
    assert (reward + points_gained()).terminal is False
    assert (2 * reward).terminal == (reward + rank()).terminal == reward.terminal


def test_the_terms_of_a_reward_add_up_and_scale() -> None:
    reward = 2 * (outcome(draw=0.5) + rank()) - 0.5 * outcome() + margin() - lead_gained()
    assert {name: weight for name, weight in reward.terms().items() if weight} == {
        "win": 1.5,
        "draw": 1.0,
        "loss": -1.5,
        "rank": 2.0,
        "margin": 1.0,
        "lead": -1.0,
    }
    assert dict((points_gained() + 3 * cards_bought()).terms()) == {"points": 1, "cards": 3}
    assert dict((5 * token_efficiency()).terms()) == {"tokens": 0.5}


def test_a_reward_of_ones_own_has_no_terms() -> None:
    with pytest.raises(ValueError, match=r"^The native core does not know the reward "):
        (2 * TokensHeld() + rank()).terms()


@pytest.mark.parametrize("factor", [np.float64(0.5), np.float32(0.5), 0.5])
def test_rewards_are_scaled_by_numbers_of_any_kind(factor: Any) -> None:
    assert str(rank() * factor) == str(factor * rank()) == "0.5 * rank"


def test_a_factor_is_kept_as_a_number_that_texts_can_have() -> None:
    assert str(rank() * True) == "1.0 * rank"
    assert (
        pickle.loads(pickle.dumps(rank() * float(np.float32(0.1))))
        == float(np.float32(0.1)) * rank()
    )


@pytest.mark.parametrize("factor", [None, "2", rank(), [2]])
def test_rewards_are_scaled_by_numbers_only(factor: Any) -> None:
    with pytest.raises(TypeError, match=r"^Rewards are made with numbers, not with "):
        rank() * factor
    with pytest.raises(TypeError, match=r"^Rewards are made with numbers, not with "):
        outcome(win=factor)


@pytest.mark.parametrize("factor", [float("nan"), float("inf"), 10**400])
def test_rewards_are_scaled_by_finite_numbers_only(factor: Any) -> None:
    with pytest.raises(ValueError, match=r"^Rewards are made with finite numbers, not with "):
        factor * rank()
    with pytest.raises(ValueError, match=r"^Rewards are made with finite numbers, not with "):
        outcome(draw=factor)


def test_rewards_are_added_to_rewards_only() -> None:
    with pytest.raises(TypeError, match=r"^A reward can be added to a reward, not to 1\.$"):
        rank() + 1  # type: ignore[operator]
    with pytest.raises(TypeError, match=r"^Only a reward can be subtracted, not 1\.$"):
        rank() - 1  # type: ignore[operator]
