"""The rewards of Splendor: `token_efficiency`, tokens saved by bonuses against tokens in hand."""

import random
from itertools import cycle
from typing import Any

import numpy as np
import pytest

import gemgrove as gg
from gemgrove import agents
from gemgrove.envs.batch import Autoreset
from gemgrove.envs.gymnasium import GameEnv, GameVectorEnv
from gemgrove.envs.pettingzoo import raw_env
from gemgrove.envs.rewards import rank, read
from gemgrove.splendor import MOVES, PRESETS, Card, CardSet
from gemgrove.splendor.rewards import token_efficiency
from tests.envs.batch_replay import replayed

RULES = [*PRESETS, "official:payment=choose,take_fewer=free,nobles=all"]
MODES: list[Autoreset] = ["same_step", "next_step", "disabled"]


def white_cards(cost: tuple[int, int, int, int, int]) -> CardSet:
    """Cards that all have this cost, a white bonus and no points."""
    builtin = CardSet.builtin()
    return CardSet(tuple(Card(c.id, c.tier, 0, 0, cost) for c in builtin.cards), builtin.nobles)


def worth(game: gg.Game, *moves: str) -> list[float]:
    """The reward of each of the first player's moves; the others skip their turns."""
    rewards = []
    for move in moves:
        before = game.copy()
        game.play(move)
        rewards.append(token_efficiency()(before, game, 0))
        while game.to_move != 0:
            game.skip()
    return rewards


def test_a_game_computed_by_hand() -> None:
    game = gg.new("splendor", players=4, seed=1, cards=white_cards((2, 1, 0, 0, 0)))
    rewards = worth(
        game,
        "p3 white blue green",  # holds 3: -3
        "p2 white",  # holds 5: -2
        "b m 1",  # costs 2 white and a blue, all paid with tokens; holds 2: +3
        "p3 white blue red",  # holds 5: -3
        "b m 1",  # the first card saves a white, 2 tokens are paid; holds 3: +1 +2
        "r m 1",  # brings a gold; holds 4: -1
    )
    assert rewards == [-0.3, -0.2, 0.3, -0.3, 0.3, -0.1]
    assert sum(game.board.players[0].tokens) == 4
    assert sum(rewards) == pytest.approx((1 - 4) / 10)


def test_a_card_that_bonuses_pay_for_is_worth_its_printed_cost() -> None:
    game = gg.new("splendor", seed=1, cards=white_cards((1, 0, 0, 0, 0)))
    assert worth(game, "p2 white", "b m 1", "b m 1", "b m 1") == [-0.2, 0.1, 0.1, 0.1]
    assert game.board.players[0].tokens == (1, 0, 0, 0, 0, 0)


def test_a_bonus_saves_no_more_than_a_card_costs() -> None:
    game = gg.new("splendor", seed=1, cards=white_cards((0, 0, 0, 0, 0)))
    assert worth(game, "b m 1", "b m 1") == [0, 0]


def test_returned_tokens_are_as_if_they_had_never_been_taken() -> None:
    game = gg.new("splendor", seed=1)
    takes = ["p3 white blue green", "p3 white blue red", "p3 white blue black"]
    assert worth(game, *takes, "p3 green red black") == [-0.3] * 4
    assert game.to_move == 0
    assert worth(game, "return green", "return red") == [0.1, 0.1]


def test_gold_that_pays_and_tokens_paid_one_by_one_count_alike() -> None:
    cards = white_cards((2, 1, 0, 0, 0))
    game = gg.new("splendor", players=4, seed=1, cards=cards, payment="choose")
    moves = ["r m 1", "p3 white blue green", "p2 white", "b m 1"]
    assert worth(game, *moves) == [-0.1, -0.3, -0.2, 0]
    assert game.board.phase == "pay"
    assert worth(game, "pay white", "pay gold") == pytest.approx([0.1, 0.2])
    assert sum(game.board.players[0].tokens) == 3


def test_what_one_seat_does_is_worth_nothing_to_the_others() -> None:
    game = gg.new("splendor", seed=1, players=3)
    before = game.copy()
    game.play("p3 white blue green")
    assert token_efficiency().by_seat(before, game) == [-0.3, 0.0, 0.0]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("players", [2, 4])
def test_a_game_adds_up_to_the_tokens_saved_less_those_left_over(rules: str, players: int) -> None:
    rng = random.Random(players)
    game = gg.new("splendor", rules=rules, players=players, seed=players)
    totals = np.zeros(players)
    while not game.over:
        before = game.copy()
        game.play(rng.choice(game.legal_actions()))
        gained = token_efficiency().by_seat(before, game)
        assert -0.3 - 1e-9 <= min(gained) <= max(gained) <= 1.4
        totals += gained
    for seat, figures in enumerate(game.statistics().players):
        player = game.board.players[seat]
        printed = sum(sum(card.cost) for card in player.bought)
        assert printed > 0
        saved = printed - sum(figures.tokens_paid)
        assert totals[seat] == pytest.approx((saved - sum(player.tokens)) / 10)
        assert totals[seat] >= -1 - 1e-9


@pytest.mark.parametrize("rules", RULES)
def test_a_seat_that_never_buys_loses_what_it_holds_and_one_that_buys_gains(rules: str) -> None:
    game = gg.new("splendor", rules=rules, players=2, seed=3, turn_limit=40)
    rng = random.Random(1)
    totals = np.zeros(2)
    while not game.over:
        before = game.copy()
        if game.to_move == 0:
            actions = [a for a in game.legal_actions() if MOVES[a].kind != "buy"]
            if not actions:  # only a purchase is possible
                game.skip()
                continue
            game.play(rng.choice(actions))
        else:
            game.play(game.view(1).greedy_action())
        totals += token_efficiency().by_seat(before, game)
    assert not game.board.players[0].bought
    held = sum(game.board.players[0].tokens)
    assert held >= 8
    assert totals[0] == pytest.approx(-held / 10)
    assert totals[1] > 0


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_between_bots_a_game_adds_up_to_what_the_page_says(bot: str) -> None:
    totals = []
    for seed in range(50):
        seats = [agents.make(bot, seed=2 * seed), agents.make(bot, seed=2 * seed + 1)]
        game = gg.new("splendor", seed=seed)
        totals.append(np.zeros(2))
        while not game.over:
            before = game.copy()
            game.play(seats[game.to_move].choose(game.view(game.to_move)))
            totals[-1] += token_efficiency().by_seat(before, game)
    assert np.mean([(total >= 1) & (total <= 6) for total in totals]) > 0.75


@pytest.mark.parametrize(("rules", "mode"), list(zip(RULES, cycle(MODES))))
def test_the_batch_gives_what_the_api_gives_over_whole_games(rules: str, mode: Autoreset) -> None:
    batch = gg.batch(
        "splendor",
        rules=rules,
        players=3,
        size=3,
        seed=5,
        reward="rank + 0.1 * token_efficiency",
        autoreset=mode,
    )
    replayed(batch, 2, rules=rules)
    assert (np.abs(batch.returns % 1) > 1e-3).any()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_batch_gives_every_seat_its_own_between_the_learners_decisions(players: int) -> None:
    batch = gg.batch(
        "splendor", players=players, size=3, seed=6, reward="token_efficiency", opponents="greedy"
    )
    replayed(batch, 2, others=True)
    assert batch.returns.all()


def test_a_random_game_is_rewarded_alike_by_batch_and_api() -> None:
    batch = gg.batch("splendor", size=8, seed=2, reward="token_efficiency", autoreset="disabled")
    games = [gg.new("splendor", deal=batch.deal(row)) for row in range(8)]
    totals = np.zeros((8, 2))
    while not (batch.terminations | batch.truncations).any():
        actions = batch.choose("random")
        batch.step(actions)
        for row, game in enumerate(games):
            before = game.copy()
            game.play(int(actions[row]))
            gained = token_efficiency().by_seat(before, game)
            assert batch.rewards[row] == pytest.approx(gained, abs=1e-6)
            totals[row] += gained
    ended = batch.terminations | batch.truncations
    assert batch.returns[ended] == pytest.approx(totals[ended], abs=1e-5)


def test_pettingzoo_gives_it_to_every_agent() -> None:
    env = raw_env("splendor", reward="rank + 0.1 * token_efficiency")
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert env.rewards == pytest.approx({"player_0": -0.03, "player_1": 0.0})


def test_gymnasium_gives_the_learner_its_own() -> None:
    env = GameEnv("splendor", reward="token_efficiency", seat=0)
    env.reset(seed=1)
    _, reward, *_ = env.step(np.flatnonzero(env.action_masks())[0])
    assert reward == -0.3
    env.close()


def test_gymnasiums_vector_gives_each_learner_its_own() -> None:
    envs = GameVectorEnv("splendor", num_envs=2, reward="token_efficiency", opponents="greedy")
    _, infos = envs.reset(seed=1)
    _, rewards, *_ = envs.step(infos["action_mask"].argmax(axis=1))
    assert rewards == pytest.approx([-0.3, -0.3])
    envs.close()


def test_it_has_a_text_and_is_added_and_scaled() -> None:
    reward = rank() + 0.1 * token_efficiency()
    assert str(reward) == "rank + 0.1 * token_efficiency"
    assert read(str(reward)) == reward
    assert not reward.terminal


def test_a_stretch_of_several_purchases_is_refused() -> None:
    game = gg.new("splendor", seed=1, cards=white_cards((0, 0, 0, 0, 0)))
    start = game.copy()
    worth(game, "b m 1")
    assert token_efficiency()(start, game, 0) == 0
    one = game.copy()
    worth(game, "b m 1")
    with pytest.raises(
        ValueError,
        match=r"^token_efficiency is for steps of at most one turn; seat 0 has 0 cards before this "
        r"one and 2 after it\. Add up the rewards of the single steps\.$",
    ):
        token_efficiency()(start, game, 0)
    with pytest.raises(ValueError, match=r"seat 0 has 1 cards before this one and 0 after it"):
        token_efficiency().by_seat(one, start)


@pytest.mark.parametrize("name", ["cards_bought", "token_efficiency"])
def test_arboretum_has_neither_tokens_nor_purchases(name: str) -> None:
    game = gg.new("arboretum", seed=1)
    lacking = rf"^{name} is a reward for splendor, not for arboretum\.$"
    makers: list[Any] = [
        lambda reward: read(reward)(game, game, 0),
        lambda reward: read(reward).by_seat(game, game),
        lambda reward: read(reward).check_game("arboretum"),
        lambda reward: gg.batch("arboretum", size=1, reward=reward),
        lambda reward: raw_env("arboretum", reward=reward),
        lambda reward: GameEnv("arboretum", reward=reward),
        lambda reward: GameVectorEnv("arboretum", num_envs=1, reward=reward),
    ]
    for make in makers:
        with pytest.raises(ValueError, match=lacking):
            make(f"rank + 0.1 * {name}")
