"""The canonical form puts a player first without changing the meaning of actions."""

import numpy as np
import pytest

from gemgrove.compat.splendor_arena import Game, state_of
from tests.compat.splendor_arena.positions import middle, native, random_game, three_with, valid


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_player_is_first_and_the_others_follow_in_turn(players: int) -> None:
    for game, state, _, _ in random_game(players, seed=4):
        start = game.layout.player_at(1)
        blocks = [state[game.layout.player_at(p) :][:46].tolist() for p in range(1, players + 1)]
        for player in range(1, players + 1):
            seen = game.canonicalForm(state, player)
            turned = blocks[player - 1 :] + blocks[: player - 1]
            assert seen[:start].tolist() == state[:start].tolist()
            assert [
                seen[game.layout.player_at(p) :][:46].tolist() for p in range(1, players + 1)
            ] == turned


@pytest.mark.parametrize("players", [2, 3, 4])
def test_valid_moves_are_the_same_in_the_canonical_form(players: int) -> None:
    for game, state, player, action in random_game(players, seed=5):
        seen = game.canonicalForm(state, player)
        assert valid(game, seen, 1) == valid(game, state, player)
        assert game.translateAction(action, player) == action
        for other in range(2, players + 1):
            asked = (player + other - 2) % players + 1
            assert valid(game, seen, other) == valid(game, state, asked)


def test_turning_a_state_once_for_each_player_brings_it_back() -> None:
    game, state = three_with(middle())
    turned = game.canonicalForm(game.canonicalForm(game.canonicalForm(state, 2), 2), 2)
    assert np.array_equal(turned, state)
    assert valid(game, turned, 2) == valid(game, state, 2)
    bare = np.array(state)
    assert np.array_equal(game.canonicalForm(game.canonicalForm(bare, 2), 3), bare)


def test_the_canonical_form_of_a_plain_array_is_the_same_and_carries_nothing() -> None:
    game, state = three_with(middle())
    seen = game.canonicalForm(np.array(state), 3)
    assert np.array_equal(seen, game.canonicalForm(state, 3))
    assert seen.carried is None


def test_a_canonical_form_has_no_record() -> None:
    game, state = three_with(middle())
    assert game.record(game.canonicalForm(state, 2)) is None


def test_a_search_can_go_on_from_a_canonical_form_with_decks_of_its_own() -> None:
    game, state = three_with(middle())
    seen = game.canonicalForm(state, 2)
    after, player = game.getNextState(seen, 1, 18, rng=1)
    assert player == 2
    twin = native(state).copy()
    twin.play("r m 4")
    assert after[162 : 162 + 46].tolist() == game.canonicalForm(state_of(twin), 2)[162:208].tolist()
    tops = {tuple(game.getNextState(seen, 1, 18, rng=seed)[0][33:44]) for seed in range(20)}
    assert len(tops) > 5


def test_a_game_can_be_played_to_its_end_in_canonical_forms_alone() -> None:
    game = Game(3, seed=8)
    state = game.canonicalForm(game.getInitState(), 1)
    for step in range(5000):
        moves = valid(game, state, 1)
        if not moves:
            break
        after, following = game.getNextState(state, 1, moves[step % len(moves)], rng=step)
        state = game.canonicalForm(after, following)
    assert game.getGameEnded(state, 1) != [0]
