"""Resampling of hidden information."""

import random
from typing import Any

import pytest

from tests.envs.openspiel.walks import NAMES, OPTIONS, redrawn, told, walk

pyspiel = pytest.importorskip("pyspiel")


RESERVE, RESERVE_BLIND, BUY_RESERVED, RETURN, PASS = 30, 42, 57, 60, 71


@pytest.mark.parametrize("name", [*NAMES, *OPTIONS])
def test_redrawing_what_a_seat_cannot_see_changes_nothing_it_is_told(name: str) -> None:
    differs = 0
    for number, state in enumerate(walk(name, seed=7)):
        if number % 11 or state.game is None:
            continue
        for seat in range(state.num_players()):
            twin = redrawn(state, seat, number)
            assert told(twin, seat) == told(state, seat)
            others = [other for other in range(state.num_players()) if other != seat]
            differs += any(told(twin, other) != told(state, other) for other in others)
    has_secrets = pyspiel.load_game(name).variant.rules.to_dict().get("deck_reserve", True)
    assert not has_secrets or differs >= 3


@pytest.mark.parametrize("name", [*NAMES, *OPTIONS])
def test_a_redrawn_state_is_one_that_its_history_leads_to(name: str) -> None:
    for number, state in enumerate(walk(name, seed=9)):
        if number % 16 == 0 and state.game is not None:
            assert_reached(redrawn(state, number % state.num_players(), number))


def test_nobody_is_given_a_card_with_which_they_could_not_have_passed() -> None:
    state = passed()
    for number in range(20):
        twin = redrawn(state, state.current_player(), number)
        assert told(twin, state.current_player()) == told(state, state.current_player())
        assert_reached(twin)


def test_a_card_that_is_being_paid_for_is_known_to_all() -> None:
    state = paying()
    shown = state.game.board.players[state.current_player()]
    for seat in range(2):
        for number in range(10):
            twin = redrawn(state, seat, number)
            assert told(twin, seat) == told(state, seat)
            assert twin.game.board.players[state.current_player()].reserved == shown.reserved
            assert_reached(twin)


def assert_reached(state: Any) -> None:
    """Assert that a state's history is legal and leads to it."""
    again = state.get_game().new_initial_state()
    for action in state.history():
        again.apply_action_with_legality_check(action)
    assert str(again) == str(state)
    assert again.legal_actions() == state.legal_actions()
    for seat in range(state.num_players()):
        assert told(again, seat) == told(state, seat)


def passed() -> Any:
    """A state in which a player has just passed, holding three cards that nobody else knows."""
    name = "gemgrove_splendor(options=(over_limit=forbid,take_fewer=never))"
    state = pyspiel.load_game(name).new_initial_state()
    rng = random.Random(1)
    while True:
        actions = state.legal_actions()
        if not state.is_chance_node():
            if actions == [PASS]:
                break
            blind = [action for action in actions if action == RESERVE_BLIND]
            actions = blind or [a for a in actions if a < RESERVE_BLIND] or actions
        state.apply_action(rng.choice(actions))
    state.apply_action(PASS)
    return state


def paying() -> Any:
    """A state in which a player chooses how to pay for their only card, reserved unseen."""
    state = pyspiel.load_game("gemgrove_splendor(options=(payment=choose))").new_initial_state()
    rng = random.Random(1)
    while state.game is None or state.game.board.phase != "pay":
        actions = state.legal_actions()
        if not state.is_chance_node():
            reserved = state.game.board.players[state.current_player()].reserved
            wanted = (BUY_RESERVED,) if reserved else (RESERVE_BLIND,)
            taking = [action for action in actions if action < RESERVE or action >= RETURN]
            actions = [action for action in actions if action in wanted] or taking
        state.apply_action(rng.choice(actions))
    return state


def test_what_a_seat_knows_cannot_be_redrawn_before_it_knows_it() -> None:
    state = pyspiel.load_game("gemgrove_arboretum").new_initial_state()
    with pytest.raises(ValueError, match="The deal is not over"):
        redrawn(state, 0, 1)
