"""A state carries its position; arrays derived from it do not."""

import copy
import pickle
from collections.abc import Callable

import numpy as np
import pytest

from gemgrove.compat.splendor_arena import Game, State, StateError
from tests.compat.splendor_arena.positions import middle, native, three_with, valid


@pytest.mark.parametrize(
    "duplicate",
    [State.copy, copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))],
)
def test_a_copy_carries_the_same_position(duplicate: Callable[[State], State]) -> None:
    game, state = three_with(middle())
    twin = duplicate(state)
    assert twin is not state
    assert np.array_equal(twin, state)
    assert native(twin) == native(state)
    assert valid(game, twin, 2) == valid(game, state, 2)


def test_a_copy_has_numbers_of_its_own() -> None:
    _, state = three_with(middle())
    twin = state.copy()
    twin[0] = 7
    assert state[0] == 0
    assert native(state) == middle()


@pytest.mark.parametrize(
    "derive",
    [
        lambda state: state[:],
        lambda state: state[156:162],
        lambda state: state + 0,
        lambda state: state * 2,
        lambda state: state.reshape(1, 300)[0],
        lambda state: state.astype(np.float32),
        lambda state: np.roll(state, 0),
        lambda state: state.view(),
    ],
)
def test_what_is_derived_from_a_state_carries_nothing(
    derive: Callable[[State], State],
) -> None:
    _, state = three_with(middle())
    derived = derive(state)
    assert not isinstance(derived, State) or derived.carried is None


def test_a_state_whose_numbers_were_changed_is_refused() -> None:
    game, state = three_with(middle())
    state[156] += 1
    for use in (
        lambda: game.getValidMoves(state, 2),
        lambda: game.getNextState(state, 2, 18),
        lambda: game.canonicalForm(state, 2),
        lambda: game.complete(state, 2, 1),
        lambda: game.record(state),
    ):
        with pytest.raises(StateError, match="The numbers of this state were changed"):
            use()


def test_a_state_that_was_changed_back_is_as_before() -> None:
    game, state = three_with(middle())
    state[156] += 1
    state[156] -= 1
    assert valid(game, state, 2)


def test_the_numbers_of_a_changed_state_can_be_used_as_a_plain_array() -> None:
    game, state = three_with(middle())
    state[156:162] = [3, 1, 2, 3, 1, 2]
    state[208] += 1
    assert valid(game, np.array(state), 2)


def test_a_state_for_another_number_of_players_is_refused() -> None:
    state = Game(2, seed=1).getInitState()
    for numbers in (state, np.array(state)):
        with pytest.raises(StateError, match="is for 2 players, but this game has 3; use"):
            Game(3).getValidMoves(numbers, 1)


def test_states_are_equal_by_their_numbers_for_a_table_of_a_search() -> None:
    game, state = three_with(middle())
    assert game.hashRepresentation(state) == game.hashRepresentation(np.array(state))
    other, _ = game.getNextState(state, 2, 18)
    assert game.hashRepresentation(state) != game.hashRepresentation(other)
    assert hash(game.hashRepresentation(state)) is not None


def test_sizes_are_those_of_the_states_and_actions() -> None:
    for players, size in ((2, 248), (3, 300), (4, 352)):
        game = Game(players, seed=3)
        assert game.getStateSize() == (size,) == game.getInitState().shape
        assert game.getActionSize() == 48 == len(game.getValidMoves(game.getInitState(), 1))
        assert game.getPlayerCount() == players


@pytest.mark.parametrize("players", [1, 5, 0])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match="it can be 2, 3 or 4"):
        Game(players)


def test_a_seed_gives_one_deal_after_another() -> None:
    one, other = Game(3, seed=5), Game(3, seed=5)
    first, second = one.getInitState(), one.getInitState()
    assert not np.array_equal(first, second)
    assert np.array_equal(first, other.getInitState())
    assert np.array_equal(second, Game(3).getInitState(seed=6))


def test_a_record_has_the_names_of_all_players_by_seat() -> None:
    game, state = three_with(middle())
    turned = game.complete(game.canonicalForm(state, 2), 1, 1)
    record = game.record(turned, ["Grace", "Alan", "Ada"])
    assert record is not None
    assert record.names == ("Ada", "Grace", "Alan")
    with pytest.raises(ValueError, match="There are 1 names for 3 players"):
        game.record(state, ["Ada"])


def test_the_symmetries_of_a_state_are_itself() -> None:
    game, state = three_with(middle())
    [(same, policy)] = game.getSymmetries(state, [0.5, 0.5])
    assert same is state
    assert policy == [0.5, 0.5]


@pytest.mark.parametrize("reduced", ["sum", "max", "min", "prod", "mean", "any", "all", "argmax"])
def test_what_a_row_of_numbers_is_reduced_to_is_a_plain_number(reduced: str) -> None:
    game, state = three_with(middle())
    for row in (state, game.getValidMoves(state, 2)):
        number, plain = getattr(row, reduced)(), getattr(np.array(row), reduced)()
        assert (type(number), number) == (type(plain), plain)
        assert repr(number) == repr(plain)
        assert hash(number) == hash(plain)


def test_a_state_that_is_changed_by_arithmetic_in_place_is_refused() -> None:
    game, state = three_with(middle())
    changed = state
    changed += 1
    assert changed is state
    with pytest.raises(StateError, match="The numbers of this state were changed"):
        game.getValidMoves(changed, 2)
