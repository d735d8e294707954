"""Observations contain what a seat may know, and nothing else."""

from typing import Any

import numpy as np
import pytest

import gemgrove as gg
from tests.envs.openspiel.walks import NAMES, OPTIONS, after_deal, redrawn, told, walk

pyspiel = pytest.importorskip("pyspiel")


@pytest.mark.parametrize(
    ("name", "action"), [("gemgrove_splendor(players=3)", 42), ("gemgrove_arboretum(players=3)", 0)]
)
def test_a_card_from_a_deck_is_told_to_its_owner_alone(name: str, action: int) -> None:
    state = after_deal(name)
    state.apply_action(action)
    one, other = (state.child(outcome) for outcome in state.legal_actions()[:2])
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.information_state_tensor(0) != other.information_state_tensor(0)
    assert one.observation_string(0) != other.observation_string(0)
    for seat in (1, 2):
        assert told(one, seat) == told(other, seat)


@pytest.mark.parametrize("name", NAMES)
def test_the_legal_actions_are_told_to_the_seat_that_decides_alone(name: str) -> None:
    """The actions that pick or discard would reveal a hand."""
    for state in walk(name, seed=12):
        mover = state.current_player()
        if mover >= 0:
            others = (seat for seat in range(state.num_players()) if seat != mover)
            assert not any(state.legal_actions(seat) for seat in others)


def test_a_card_that_comes_to_the_market_is_told_to_all() -> None:
    state = after_deal("gemgrove_splendor(players=3)")
    state.apply_action(30)
    one, other = (state.child(outcome) for outcome in state.legal_actions()[:2])
    for seat in range(3):
        assert one.information_state_string(seat) != other.information_state_string(seat)


def test_the_order_in_which_a_hand_was_dealt_is_nothing_to_know() -> None:
    game = pyspiel.load_game("gemgrove_arboretum")
    one, other = game.new_initial_state(), game.new_initial_state()
    for card in range(14):
        one.apply_action(card)
    for card in (6, 5, 4, 3, 2, 1, 0, 13, 12, 11, 10, 9, 8, 7):
        other.apply_action(card)
    assert told(one, 0) == told(other, 0)
    assert told(one, 1) == told(other, 1)


def test_an_information_state_remembers_how_the_position_came_about() -> None:
    one, other = after_deal("gemgrove_splendor"), after_deal("gemgrove_splendor")
    first, second = 0, 5  # white, blue, green; and white, red, black
    for state, actions in ((one, (first, 8, second)), (other, (second, 8, first))):
        for action in actions:
            state.apply_action(action)
    for seat in (0, 1):
        assert one.observation_string(seat) == other.observation_string(seat)
        assert one.information_state_string(seat) != other.information_state_string(seat)
        assert one.information_state_tensor(seat) != other.information_state_tensor(seat)


@pytest.mark.parametrize("name", [*NAMES, *OPTIONS])
def test_information_tensors_are_equal_where_the_strings_are(name: str) -> None:
    seen = set()
    for number, state in enumerate(walk(name, seed=11)):
        if number % 13 or state.game is None or state.is_terminal():
            continue
        for version in (state, *(redrawn(state, seat, number) for seat in range(2))):
            tensor = np.asarray(version.information_state_tensor(0), np.float32).tobytes()
            seen.add((version.information_state_string(0), tensor))
    strings, tensors = ({pair[part] for pair in seen} for part in (0, 1))
    assert len(seen) == len(strings) == len(tensors)


def test_an_information_tensor_is_the_observation_and_what_has_happened() -> None:
    state = after_deal("gemgrove_splendor")
    state.apply_action(42)
    drawn = state.legal_actions()[0]
    state.apply_action(drawn)
    observer = state.get_game().make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    actions = state.num_distinct_actions()
    deal = [1 + actions + outcome for outcome in state.history()[:15]]
    for seat, last in ((0, 1 + actions + drawn), (1, 1 + actions + 100)):
        observer.set_from(state, seat)
        assert list(observer.dict["observation"]) == list(state.game.observe(seat))
        assert [int(entry) for entry in observer.dict["history"][:18]] == [*deal, 43, last, 0]


@pytest.mark.parametrize("game", gg.GAMES)
def test_a_spectator_can_be_told_too_and_nobody_gets_all_secrets(game: str) -> None:
    loaded = pyspiel.load_game(f"gemgrove_{game}")
    secret = pyspiel.PrivateInfoType

    def observer(private: Any, public: bool = True) -> Any:
        kind = pyspiel.IIGObservationType(
            public_info=public, perfect_recall=False, private_info=private
        )
        return loaded.make_py_observer(kind)

    spectator = observer(secret.NONE)
    state = after_deal(f"gemgrove_{game}")
    spectator.set_from(state, 1)
    assert list(spectator.tensor) == list(state.game.observe(None))
    assert spectator.string_from(state, 0) == spectator.string_from(state, 1)
    assert observer(secret.ALL_PLAYERS) is observer(secret.SINGLE_PLAYER, public=False) is None


def test_observations_take_no_parameters() -> None:
    game = pyspiel.load_game("gemgrove_splendor")
    with pytest.raises(ValueError, match=r"Observations have no parameters; \{'size': 3\}"):
        game.make_py_observer(None, {"size": 3})
