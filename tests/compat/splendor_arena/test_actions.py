"""The 48 actions: their meanings, when they are valid, and that all of them work."""

from itertools import combinations

import numpy as np
import pytest

import gemgrove as gg
from gemgrove.compat.splendor_arena import ACTIONS, HOLD, Game, action_text, state_of
from tests.compat.splendor_arena.positions import (
    dead_end_for_player_1,
    middle,
    native,
    random_game,
    three_with,
    valid,
)

GEMS = ("white", "red", "green", "blue", "black")
NOTATION = [
    *(f"b {row} {place}" for row in "mtv" for place in (1, 2, 3, 4)),
    *(f"br {place}" for place in (1, 2, 3)),
    *(f"r {row} {place}" for row in "mtv" for place in (1, 2, 3, 4)),
    *(f"p2 {gem}" for gem in GEMS),
    *(f"p3 {' '.join(gems)}" for gems in combinations(GEMS, 3)),
    *(f"return {gem}" for gem in GEMS),
    "pass",
]
"""The moves of the 48 actions, written out independently of the code."""


def test_there_are_forty_eight_actions_with_texts_of_their_own() -> None:
    assert ACTIONS == len(NOTATION) == 48
    assert len({action_text(action) for action in range(ACTIONS)}) == 48


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (0, "buy card 1 of level 1"),
        (11, "buy card 4 of level 3"),
        (12, "buy reserved card 1"),
        (14, "buy reserved card 3"),
        (15, "reserve card 1 of level 1"),
        (26, "reserve card 4 of level 3"),
        (27, "take two white"),
        (31, "take two brown"),
        (32, "take white, red and green"),
        (33, "take white, red and blue"),
        (41, "take green, blue and brown"),
        (42, "return white"),
        (43, "return red"),
        (46, "return brown"),
        (47, "hold"),
    ],
)
def test_an_action_says_what_it_does(action: int, text: str) -> None:
    assert Game(3).displayAction(action) == text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_valid_moves_are_the_legal_moves_of_the_position(players: int) -> None:
    for game, state, player, _ in random_game(players, seed=players):
        twin = native(state)
        if twin.to_move != player - 1:
            continue
        mask = [int(twin.is_legal(text)) for text in NOTATION]
        assert game.getValidMoves(state, player).tolist() == mask


def test_every_action_is_taken_and_does_what_its_move_does() -> None:
    taken = set()
    for seed in range(40):
        for game, state, player, action in random_game(3, seed):
            if action in taken:
                continue
            twin = native(state).copy()
            if twin.to_move == player - 1:
                twin.play(NOTATION[action])
            after, following = game.getNextState(state, player, action)
            assert np.array_equal(after, state_of(twin))
            assert following == player % 3 + 1
            taken.add(action)
        if len(taken) == 48:
            break
    assert taken == set(range(48))


def test_the_hold_is_the_pass_where_nothing_else_is_possible() -> None:
    game, state = three_with(dead_end_for_player_1())
    assert valid(game, state, 1) == [HOLD]
    after, player = game.getNextState(state, 1, HOLD)
    assert player == 2
    assert native(after).moves[-1].text == "pass"


def test_a_state_is_not_changed_by_what_comes_next() -> None:
    game, state = three_with(middle())
    before = state.tolist()
    game.getNextState(state, 2, valid(game, state, 2)[0])
    assert state.tolist() == before
    assert native(state) == middle()


def test_only_the_player_to_move_has_valid_moves() -> None:
    game, state = three_with(middle())
    assert valid(game, state, 2)
    assert valid(game, state, 1) == valid(game, state, 3) == []


def test_a_move_out_of_turn_is_refused() -> None:
    game, state = three_with(middle())
    with pytest.raises(gg.IllegalMove, match="It is the turn of player 2, not of player 1"):
        game.getNextState(state, 1, 32)


def test_an_action_that_is_not_valid_says_why() -> None:
    game, state = three_with(middle())
    with pytest.raises(gg.IllegalMove, match="red: 1 left in the bank, taking two needs 4"):
        game.getNextState(state, 2, 28)
    with pytest.raises(gg.IllegalMove, match="pass is not legal"):
        game.getNextState(state, 2, HOLD)


@pytest.mark.parametrize("action", [-1, 48, 3.5, "27", None, True])
def test_an_invalid_action_is_refused(action: int) -> None:
    game, state = three_with(middle())
    with pytest.raises(ValueError, match=r"is not an action; actions are 0 to 47\."):
        game.getNextState(state, 2, action)
    with pytest.raises(ValueError, match="is not an action"):
        game.translateAction(action, 2)


@pytest.mark.parametrize("player", [0, 4, -1, "1", None, True])
def test_an_invalid_player_is_refused(player: int) -> None:
    game, state = three_with(middle())
    for ask in (game.getValidMoves, game.canonicalForm, game.getGameEnded):
        with pytest.raises(ValueError, match=r"There is no player .*; players are 1 to 3\."):
            ask(state, player)


def test_numbers_of_numpy_are_actions_and_players() -> None:
    game, state = three_with(middle())
    _, player = game.getNextState(state, np.int64(2), np.int64(18))
    assert (player, type(player)) == (3, int)


def test_valid_moves_are_an_array_and_have_what_a_list_has() -> None:
    game, state = three_with(middle())
    moves = game.getValidMoves(state, 2)
    assert moves.index(1) == valid(game, state, 2)[0]
    assert moves.count(1) == moves.sum() == len(valid(game, state, 2))
    assert len(moves) == 48
    with pytest.raises(ValueError, match="not in list"):
        game.getValidMoves(state, 1).index(1)
