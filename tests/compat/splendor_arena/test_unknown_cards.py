"""Cards and nobles that are not in the game are played according to their numbers."""

import pickle
import warnings
from pathlib import Path

import numpy as np
import pytest

from gemgrove.compat.splendor_arena import (
    BotPlayer,
    Game,
    StateError,
    UnknownCardWarning,
    read_table,
    state_of,
)
from gemgrove.compat.splendor_arena.game import _completed_once
from gemgrove.splendor.cards import CardSet
from tests.compat.splendor_arena.positions import (
    middle,
    native,
    no_third_deck,
    position,
    three_with,
    valid,
)

Vector = np.ndarray[tuple[int], np.dtype[np.int64]]

EXAMPLE_CARD = [0, 1, 0, 2, 2, 0, 0, 0, 0, 1, 0]
"""The document's example: costs 1 red, 2 blue and 2 brown; provides brown; no points."""
EXAMPLE_AS_PRINTED = [0, 1, 0, 2, 2, 0, 0, 0, 0, 0, 1, 0]
EXAMPLE_NOBLE = [1, 1, 1, 1, 1, 3]
EXPENSIVE = [15, 15, 15, 15, 15, 0, 0, 1, 0, 0, 20]
RESERVED_1 = slice(174, 185)


@pytest.fixture(autouse=True)
def nothing_completed_before() -> None:
    """Reset the cache, since a state is completed, and warned about, only once."""
    _completed_once.cache_clear()


def with_example_card() -> Vector:
    """Player 1 has a card of each color but brown, and exactly the example card's price in gems.

    The example noble requires one card of each color.
    """
    vector = np.array(
        state_of(
            position(
                "0,1,0,0,2,0;bought=0,9,18,27",
                "0,0,0,0,0,0",
                "0,0,0,0,0,0",
                bank="5,4,5,5,3,5",
                market=((1, 10, 19, 28), (42, 51, 60, 66), (70, 77, 81, 88)),
            )
        )
    )
    vector[:11] = EXAMPLE_CARD
    vector[132:138] = EXAMPLE_NOBLE
    return vector


def test_the_documents_card_and_noble_are_accepted_with_one_warning_that_names_them() -> None:
    with pytest.warns(UnknownCardWarning) as caught:
        moves = valid(Game(3), with_example_card(), 1)
    [text] = [str(warning.message) for warning in caught]
    assert text == (
        "Not in the game, and played as the numbers say: "
        "card 1 of level 1 [0, 1, 0, 2, 2, 0, 0, 0, 0, 1, 0]; noble 1 [1, 1, 1, 1, 1, 3]."
    )
    assert Path(caught[0].filename).name == "positions.py", "that is where the function is called"
    assert 0 in moves


def test_the_same_numbers_are_warned_of_once() -> None:
    game = Game(3)
    with pytest.warns(UnknownCardWarning):
        actions = valid(game, with_example_card(), 1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for action in actions:
            game.getNextState(with_example_card(), 1, action)


def test_the_card_is_bought_for_its_cost_and_the_noble_comes() -> None:
    with pytest.warns(UnknownCardWarning):
        after, _ = Game(3).getNextState(with_example_card(), 1, 0)
    player = read_table(after).players[0]
    assert player.gems == (0, 0, 0, 0, 0, 0)
    assert player.permanent == (1, 1, 1, 1, 1)
    assert (player.points, player.acquired) == (3, 5)
    assert not after[132:138].any()


def test_one_gem_fewer_does_not_buy_it() -> None:
    vector = with_example_card()
    vector[166] -= 1
    vector[160] += 1
    with pytest.warns(UnknownCardWarning):
        assert 0 not in valid(Game(3), vector, 1)


def test_twelve_numbers_are_no_card() -> None:
    vector = np.array(state_of(middle()))
    vector[:12] = EXAMPLE_AS_PRINTED
    with pytest.raises(
        StateError, match=r"^Numbers 0 to 10, card 1 .*; a card is 11 numbers: 5 for"
    ):
        Game(3).getValidMoves(vector, 2)
    longer = [*EXAMPLE_AS_PRINTED, *np.array(state_of(middle()))[11:].tolist()]
    with pytest.raises(
        StateError, match=r"has 301 numbers; .* A card has 11 of them and a noble 6"
    ):
        Game(3).getValidMoves(longer, 2)


def test_a_reserved_card_that_is_not_in_the_game_can_be_bought() -> None:
    vector = with_example_card()
    vector[:11] = [0, 2, 0, 0, 1, 1, 0, 0, 0, 0, 0]
    vector[RESERVED_1] = EXAMPLE_CARD
    with pytest.warns(UnknownCardWarning, match=r"reserved card 1 of player 1 \[0, 1, 0, 2, 2"):
        after, _ = Game(3).getNextState(vector, 1, 12)
    assert after[168:173].tolist() == [1, 1, 1, 1, 1]
    assert not after[RESERVED_1].any()


def test_what_is_made_of_such_a_state_goes_on_without_a_warning() -> None:
    game = Game(3)
    with pytest.warns(UnknownCardWarning):
        state = game.complete(with_example_card(), 1)
    for same in (state, state.copy(), pickle.loads(pickle.dumps(state))):
        assert np.array_equal(same, with_example_card())
        seen = game.canonicalForm(same, 1)
        after, player = game.getNextState(seen, 1, 0)
        assert (after[173], player) == (3, 2)
        assert game.getNextState(game.canonicalForm(after, 2), 1, 32)[0][162] == 1


@pytest.mark.parametrize("card", [EXAMPLE_CARD, EXPENSIVE])
def test_a_table_full_of_unknown_cards_is_played_to_its_end(card: list[int]) -> None:
    game = Game(3)
    vector = np.array(game.getInitState(seed=1))
    vector[:132] = card * 12
    vector[132:156] = EXAMPLE_NOBLE * 4
    for player in (1, 2, 3):
        vector[game.layout.player_at(player) + 12 :][:33] = card * 3
    with pytest.warns(UnknownCardWarning):
        state = game.complete(vector, 1)
    assert native(state).variant.cards != CardSet.builtin()
    assert len(native(state).variant.cards.cards) == 90
    player, bot = 1, BotPlayer("greedy")
    while game.getGameEnded(state, player) == [0]:
        state, player = game.getNextState(
            state, player, bot.play(game.canonicalForm(state, player))
        )
    record = game.record(state)
    assert record is not None
    record.verify()


def test_a_known_card_is_there_only_once_even_beside_unknown_ones() -> None:
    vector = with_example_card()
    vector[22:33] = vector[11:22]
    with pytest.raises(StateError, match=r"The card \[.*\] appears 2 times; there is only one"):
        Game(3).getValidMoves(vector, 1)


def test_where_the_deck_is_empty_an_unknown_card_stands_for_one_that_nobody_has() -> None:
    vector = np.array(state_of(no_third_deck()))
    vector[88:99] = EXPENSIVE
    with pytest.warns(UnknownCardWarning):
        full = Game(3).complete(vector, 1)
    assert np.array_equal(full, vector)
    assert native(full).board.decks[2] == ()


def test_a_bot_answers_a_plain_array_with_unknown_cards() -> None:
    with pytest.warns(UnknownCardWarning):
        assert BotPlayer("greedy").play(with_example_card()) == 0


def test_a_state_of_the_game_has_its_own_cards_and_no_warning() -> None:
    game, state = three_with(middle())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        full = game.complete(np.array(state), 2)
    assert native(full).variant.cards == CardSet.builtin()
