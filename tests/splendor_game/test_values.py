"""Games as values, and the functions for learning."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import gemgrove as gg
import splendor_game as s
from gemgrove.envs.rewards import names, points_gained, read
from gemgrove.splendor.rewards import token_efficiency
from tests.splendor_game.play import ALL_RULES, finished, played, positions, with_affordable_reserve


@pytest.mark.parametrize("make", [s.SplendorGame.clone, copy.copy, copy.deepcopy])
def test_a_copy_is_equal_and_goes_its_own_way(make: Any) -> None:
    game = played("official", 3)
    twin = make(game)
    assert type(twin) is s.SplendorGame
    assert twin == game
    assert twin.history() == game.history()
    before = game.state_summary()
    twin.perform_move(twin.legal_moves()[0])
    assert twin != game
    assert game.state_summary() == before
    assert len(twin.history()) == len(game.history()) + 1


@pytest.mark.parametrize("rules", ALL_RULES)
def test_a_pickled_game_is_the_same_and_can_be_played_on(rules: str) -> None:
    game = played(rules, 3, seed=8)
    game.history()
    loaded = pickle.loads(pickle.dumps(game))
    assert loaded == game
    assert hash(loaded) == hash(game)
    assert loaded.history() == game.history()
    assert loaded.state_summary() == game.state_summary()
    loaded.perform_move(loaded.legal_moves()[0])


def test_a_subclass_stays_what_it_is() -> None:
    class Mine(s.SplendorGame):
        pass

    assert type(Mine(2).clone()) is Mine
    assert type(Mine.from_game(gg.new("splendor", players=2, seed=1))) is Mine


def test_games_are_equal_when_they_stand_the_same_under_the_same_rules() -> None:
    assert s.SplendorGame(2, 3) == s.SplendorGame(2, 3)
    assert len({s.SplendorGame(2, 3), s.SplendorGame(2, 3)}) == 1
    assert s.SplendorGame(2, 3) != s.SplendorGame(2, 4)
    assert s.SplendorGame(2, 3) != s.SplendorGame(2, 3, rules="official")
    assert s.SplendorGame(2, 3) != "a game"


def scribble(value: Any) -> None:
    """Modify everything that is mutable."""
    if isinstance(value, dict):
        for item in value.values():
            scribble(item)
        value.clear()
    elif isinstance(value, list):
        for item in value:
            scribble(item)
        value.clear()
    elif isinstance(value, tuple):
        for item in value:
            scribble(item)
    elif isinstance(value, np.ndarray):
        value[:] = 1


@pytest.mark.parametrize(
    "method",
    ["state_summary", "legal_moves", "history", "statistics", "feature_vector", "action_mask"],
)
def test_what_is_returned_is_the_callers_own(method: str) -> None:
    game = with_affordable_reserve()
    before = copy.deepcopy(getattr(game, method)())
    scribble(getattr(game, method)())
    after = getattr(game, method)()
    assert np.array_equal(after, before) if isinstance(after, np.ndarray) else after == before
    assert s.SplendorGame(2, 1).state_summary() == s.SplendorGame(2, 1).state_summary()
    assert all(card["cost"] for row in game.state_summary()["market"] for card in row)


def test_a_list_in_one_summary_is_shared_with_no_other_part_of_it() -> None:
    state = finished().state_summary()
    seen: set[int] = set()

    def visit(value: Any) -> None:
        if isinstance(value, dict | list):
            assert id(value) not in seen
            seen.add(id(value))
            for item in value.values() if isinstance(value, dict) else value:
                visit(item)

    visit(state)
    assert len(seen) > 50


@pytest.mark.parametrize("rules", ALL_RULES)
def test_the_history_replays_to_the_same_game(rules: str) -> None:
    game = s.SplendorGame(3, 6, rules=rules)
    chance = np.random.default_rng(1)
    while not game.is_terminal():
        player = game.current_player()
        moves = game.legal_moves()
        if moves[0][0] not in (6, 7, 9) and chance.random() < 0.1:
            game.end_turn()
            expected: tuple[int, s.Move | None] = (player, None)
        else:
            expected = player, moves[chance.integers(len(moves))]
            assert expected[1] is not None
            game.perform_move(expected[1])
        assert game.history()[-1] == expected
    again = s.SplendorGame(3, 6, rules=rules)
    for player, move in game.history():
        assert again.current_player() == player
        if move is None:
            again.end_turn()
        else:
            again.perform_move(move)
    assert again == game
    assert again.history() == game.history()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_feature_vector_is_what_the_current_player_observes(players: int) -> None:
    sizes = set()
    for game in positions("official", players, seed=2):
        vector = game.feature_vector()
        assert vector.dtype == np.uint8
        assert np.array_equal(vector, game.game.observe(game.current_player()))
        sizes.add(vector.shape)
    assert len(sizes) == 1


def test_the_mask_has_a_flag_for_each_action() -> None:
    for game in positions("core", 2, seed=2):
        mask = game.action_mask()
        assert mask.dtype == np.bool_
        assert mask.shape == (72,)
        assert mask.sum() == len(game.legal_moves())


def test_statistics_agree_with_the_table() -> None:
    game = finished("official", 3)
    state, statistics = game.state_summary(), game.statistics()
    assert statistics["decisions"] == len(game.history())
    assert statistics["turns"] == sum(player["turns"] for player in statistics["players"])
    for player, figures in zip(state["players"], statistics["players"], strict=True):
        assert figures["points"] == player["prestige_points"]
        assert sum(figures["bought_by_tier"]) == len(player["played"])
        assert figures["nobles"] == len(player["nobles"])


def test_a_game_goes_to_gemgrove_and_comes_back() -> None:
    game = gg.new("splendor", players=3, seed=4, rules="official")
    game.play("r m deck")
    mine = s.SplendorGame.from_game(game)
    assert mine.game == game
    assert mine.history() == [(0, (5, {"tier": 1}))]
    mine.perform_move((3, [1, 1, 1, 0, 0]))
    assert mine.game != game
    game.play("p3 white blue green")
    assert mine.game == game


def test_own_cards_can_be_played_with() -> None:
    from gemgrove.splendor import Card, CardSet, Noble

    cards = [Card(place, place % 3 + 1, place % 5, 1, (0, 0, 0, 0, 1)) for place in range(30)]
    nobles = [Noble(place, "", 3, (15, 0, 0, 0, place)) for place in range(5)]
    own = CardSet(tuple(cards), tuple(nobles), "tiny")
    game = s.SplendorGame(2, 1, cards=own)
    assert game.state_summary()["nobles"][0]["req"][0] == 15
    while not game.is_terminal():
        game.perform_move(game.legal_moves()[-1])
    assert pickle.loads(pickle.dumps(game)) == game


def test_rewards_are_what_has_happened_since_a_clone_is_worth_to_each_player() -> None:
    game = s.SplendorGame(3, 1)
    before = game.clone()
    game.perform_move((3, [1, 1, 1, 0, 0]))
    assert game.rewards(before, "token_efficiency") == [-0.3, 0.0, 0.0]
    assert game.rewards(before) == [0.0, 0.0, 0.0]
    assert game.rewards(before, points_gained() - token_efficiency()) == [0.3, 0.0, 0.0]


@pytest.mark.parametrize("rules", ALL_RULES)
def test_rewards_are_those_of_the_environments(rules: str) -> None:
    reward = "rank + 0.5 * margin + 0.1 * token_efficiency + 0.2 * cards_bought"
    before: s.SplendorGame | None = None
    told = []
    for game in positions(rules, 3, seed=4):
        if before is not None:
            told.append(game.rewards(before, reward))
            assert told[-1] == read(reward).by_seat(before.game, game.game)
        before = game.clone()
    assert any(told[-1])


def test_rewards_are_measured_from_a_clone_of_the_same_game() -> None:
    game = s.SplendorGame(2, 1)
    again = pickle.loads(pickle.dumps(game))
    game.perform_move((3, [1, 1, 1, 0, 0]))
    assert game.rewards(again, "token_efficiency") == [-0.3, 0.0]
    with pytest.raises(
        TypeError, match=r"^before is of the type int; it must be a clone of this game\.$"
    ):
        game.rewards(3)  # type: ignore[arg-type]
    other = "^before has other rules or cards; it must be a clone of this game"
    for stranger in (s.SplendorGame(3, 1), s.SplendorGame(2, 1, rules="official")):
        with pytest.raises(ValueError, match=other):
            game.rewards(stranger)
    with pytest.raises(ValueError, match=r"^'luck' is not a reward; rewards are "):
        game.rewards(game, "luck")


def test_the_names_of_the_rewards_are_those_that_the_method_tells() -> None:
    told = s.SplendorGame.rewards.__doc__ or ""
    assert all(f"`{name}`" in told for name in names())
