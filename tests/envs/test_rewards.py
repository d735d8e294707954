"""Rewards: small functions of a step, added and scaled."""

import pickle
import random

import pytest

import gemgrove as gg
from gemgrove.envs.rewards import (
    Position,
    Reward,
    cards_bought,
    lead_gained,
    outcome,
    points_gained,
)
from gemgrove.splendor import Card, CardSet

ALL = [outcome, points_gained, lead_gained, cards_bought]


def free_cards(points: int) -> CardSet:
    builtin = CardSet.builtin()
    cards = tuple(Card(c.id, c.tier, c.color, points, (0,) * 5) for c in builtin.cards)
    return CardSet(cards, builtin.nobles)


def step(*moves: str, points: int = 2, **options: int) -> tuple[gg.Game, gg.Game]:
    """The game before and after the last of these moves."""
    game = gg.new("splendor", seed=1, cards=free_cards(points), **options)  # type: ignore[arg-type]
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
    totals = {"points_gained": 0.0, "lead_gained": 0.0, "cards_bought": 0.0, "outcome": 0.0}
    while not game.over:
        before = game.copy()
        game.play(rng.choice(game.legal_actions()))
        for make in ALL:
            reward: Reward = make()
            totals[str(reward)] += reward(before, game, 0)
    assert totals["points_gained"] == game.scores[0]
    assert totals["lead_gained"] == game.scores[0] - game.scores[1]
    assert totals["cards_bought"] == len(game.board.players[0].bought)
    assert totals["outcome"] == (0 if len(game.winners) == 2 else 1 if game.winners == [0] else -1)


@pytest.mark.parametrize("make", ALL)
@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_is_not_there_has_no_reward(make: type[Reward], seat: int) -> None:
    before, after = step("b m 1")
    reward: Reward = make()
    with pytest.raises(ValueError, match=rf"^There is no seat {seat}; seats are 0 to 1\.$"):
        reward(before, after, seat)


def test_cards_are_bought_in_splendor_only() -> None:
    game = gg.new("arboretum", seed=1)
    with pytest.raises(ValueError, match=r"^No cards are bought in arboretum; "):
        cards_bought()(game, game, 0)


def test_the_opposite_of_a_reward_is_a_reward() -> None:
    before, after = step("b m 1")
    assert (-points_gained())(before, after, 0) == -points_gained()(before, after, 0)
