"""Chance and play: an OpenSpiel state is the game that was dealt."""

import pickle

import pytest

import gemgrove as gg
from tests.draws import record_game, unordered
from tests.envs.openspiel.walks import NAMES, OPTIONS, PLAYERS, after_deal, told, walk

pyspiel = pytest.importorskip("pyspiel")


@pytest.mark.parametrize("name", NAMES + OPTIONS)
def test_whatever_can_come_is_equally_likely_and_has_a_name(name: str) -> None:
    limit = pyspiel.load_game(name).max_chance_outcomes()
    for state in walk(name, seed=3):
        if not state.is_chance_node():
            continue
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        assert list(outcomes) == sorted(set(outcomes))
        assert 0 <= outcomes[0] <= outcomes[-1] < limit
        assert len(set(chances)) == 1
        assert sum(chances) == pytest.approx(1)
        assert len({state.action_to_string(outcome) for outcome in outcomes}) == len(outcomes)


@pytest.mark.parametrize("game", gg.GAMES)
@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_through_openspiel_is_the_game_that_was_dealt(
    game: gg.GameName, players: int
) -> None:
    one = record_game(gg.new(game, players=players, seed=players))
    state = pyspiel.load_game(f"gemgrove_{game}(players={players})").new_initial_state()
    draws, actions = iter(one.drawn), iter(one.game.actions)
    befores = iter(one.effects)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(next(draws))
            continue
        before, _, _ = next(befores)
        assert state.current_player() == before.to_move
        assert state.legal_actions() == before.legal_actions()
        assert [state.game.view(seat) for seat in range(players)] == [
            before.view(seat) for seat in range(players)
        ]
        state.apply_action(next(actions))
    assert unordered(state.game) == unordered(one.game)
    assert next(draws, None) is next(actions, None) is None


@pytest.mark.parametrize("name", NAMES)
def test_returns_are_by_place_and_come_at_the_end(name: str) -> None:
    *before, end = [state.clone() for state in walk(name, seed=5)]
    assert not any(any(state.returns()) for state in before)
    places = end.game.places
    assert end.returns() == [
        pytest.approx(
            (sum(other > place for other in places) - sum(other < place for other in places))
            / (len(places) - 1)
        )
        for place in places
    ]


def test_actions_are_called_as_everywhere() -> None:
    state = after_deal("gemgrove_splendor")
    assert state.action_to_string(0) == "p3 white blue green"
    assert state.string_to_action("r m deck") == 42
    arboretum = after_deal("gemgrove_arboretum")
    assert arboretum.action_to_string(0) == "draw deck"


@pytest.mark.parametrize("game", gg.GAMES)
def test_actions_have_names_before_the_deal_too(game: str) -> None:
    loaded = pyspiel.load_game(f"gemgrove_{game}")
    names = {loaded.action_to_string(0, action) for action in range(loaded.num_distinct_actions())}
    assert len(names) == loaded.num_distinct_actions()


def test_an_illegal_action_says_why_and_changes_nothing() -> None:
    state = after_deal("gemgrove_splendor")
    before = told(state, 0)
    with pytest.raises(gg.IllegalMove, match="br 1 is not legal: "):
        state.apply_action(57)
    assert told(state, 0) == before


def test_an_outcome_that_cannot_come_is_an_error_that_changes_nothing() -> None:
    state = pyspiel.load_game("gemgrove_splendor").new_initial_state()
    state.apply_action(3)
    with pytest.raises(ValueError, match="3 cannot come now; 0, 1, 2, 4, "):
        state.apply_action(3)
    assert state.history() == [3]
    assert str(state) == "dealt: card 3"


def test_once_the_game_is_over_nothing_is_left_to_decide() -> None:
    *_, end = walk("gemgrove_arboretum", seed=2)
    assert end.legal_actions() == []
    with pytest.raises(gg.IllegalMove, match="The game is over"):
        end.apply_action(0)
    with pytest.raises(ValueError, match="There is nothing for chance to decide now"):
        end.chance_outcomes()


@pytest.mark.parametrize("name", NAMES)
def test_a_clone_goes_its_own_way(name: str) -> None:
    for number, state in enumerate(walk(name, seed=4)):
        if number % 9 == 0 and not state.is_terminal():
            text, clone = str(state), state.clone()
            assert str(clone) == text
            clone.apply_action(clone.legal_actions()[0])
            assert str(state) == text


@pytest.mark.parametrize("name", NAMES + OPTIONS)
def test_a_state_can_be_pickled_and_goes_on(name: str) -> None:
    for number, state in enumerate(walk(name, seed=6)):
        if number % 23 == 0:
            loaded = pickle.loads(pickle.dumps(state))
            assert str(loaded) == str(state)
            assert loaded.history() == state.history()
            for seat in range(state.num_players()):
                assert told(loaded, seat) == told(state, seat)
