"""Functions that take a state and a player accept them in either order."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gemgrove.compat.splendor_arena import Game, State, StateError
from tests.compat.splendor_arena.positions import middle, three_with

FORMS: list[Callable[[State], Any]] = [lambda state: state, np.array, lambda state: state.tolist()]


@pytest.mark.parametrize("form", FORMS)
def test_both_orders_give_the_same(form: Callable[[State], Any]) -> None:
    game, carrying = three_with(middle())
    state = form(carrying)
    assert np.array_equal(game.getValidMoves(state, 2), game.getValidMoves(2, state))
    assert np.array_equal(game.canonicalForm(state, 2), game.canonicalForm(2, state))
    assert np.array_equal(game.complete(state, 2), game.complete(2, state))
    assert np.array_equal(game.complete(state, 2, 5), game.complete(2, state, 5))
    assert game.getGameEnded(state, 2) == game.getGameEnded(2, state)
    assert game.getGameEnded(state, 2, start=1) == game.getGameEnded(2, state, start=1)
    for rng in (None, 3):
        one, player = game.getNextState(state, 2, 18, rng=rng)
        other, same = game.getNextState(2, state, 18, rng=rng)
        assert np.array_equal(one, other)
        assert player == same == 3


def test_arguments_by_name_may_come_in_any_order() -> None:
    game, state = three_with(middle())
    after, player = game.getNextState(action=18, player=2, state=state)
    assert player == 3
    assert np.array_equal(after, game.getNextState(state, 2, 18)[0])
    assert game.getValidMoves(player=2, state=state).any()


def test_a_player_may_be_a_number_of_numpys() -> None:
    game, state = three_with(middle())
    assert game.getValidMoves(np.int64(2), state).any()


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [
        (1, 2, r"^1 is not a state; a state is one row of 248, 300 or 352 numbers"),
        (None, 2, r"^None is not a state"),
        (2, None, r"^None is not a state"),
        ("300", 2, r"^'300' is not a state"),
        (4, [0] * 300, r"^There is no player 4; players are 1 to 3\.$"),
        ([0] * 300, 0, r"^There is no player 0; players are 1 to 3\.$"),
        ([0] * 300, 1.0, r"^There is no player 1\.0; players are 1 to 3\.$"),
        ([0] * 300, [0] * 300, r"^There is no player \[0, .*\]; players are 1 to 3\.$"),
    ],
)
def test_an_invalid_state_or_player_is_refused_in_a_sentence(
    first: Any, second: Any, text: str
) -> None:
    game = Game(3)
    with pytest.raises(ValueError, match=text):
        game.getValidMoves(first, second)
    with pytest.raises(ValueError, match=text):
        game.getNextState(first, second, 32)
    with pytest.raises(ValueError, match=text):
        game.canonicalForm(first, second)


def test_a_ragged_list_is_no_state() -> None:
    with pytest.raises(StateError, match=r"^\[\[1, 2\], 3\] is not a state"):
        Game(3).getValidMoves([[1, 2], 3], 1)


def test_translate_action_says_its_order() -> None:
    game = Game(3)
    assert game.translateAction(32, 3) == 32
    with pytest.raises(ValueError, match=r"no player 32; .* is translateAction\(action, player\)"):
        game.translateAction(3, 32)


def test_get_next_state_says_its_order_where_the_action_comes_too_early() -> None:
    game, state = three_with(middle())
    order = r"The order is getNextState\(state, player, action\)\.$"
    with pytest.raises(ValueError, match=rf"^There is no player 18; .* {order}"):
        game.getNextState(state, 18, 2)
    with pytest.raises(ValueError, match=rf" is not an action; .* {order}"):
        game.getNextState(2, 18, state)  # type: ignore[arg-type]
