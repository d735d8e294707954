"""States written out number by number."""

from typing import Any

import pytest

from gemgrove.compat.splendor_arena import Game, read_table, state_of
from tests.compat.splendor_arena.positions import (
    before_three_nobles,
    middle,
    native,
    nine_gems,
    no_third_deck,
    random_game,
)

NOTHING = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
NO_NOBLE = [0, 0, 0, 0, 0, 0]

# fmt: off
START = [
    # level 1: white, red, green, blue, brown; what it provides; points
    0, 0, 0, 0, 4, 0, 0, 1, 0, 0, 1,
    4, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1,
    0, 0, 0, 4, 0, 0, 0, 0, 0, 1, 1,
    2, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0,
    # level 2
    0, 0, 0, 6, 0, 0, 0, 0, 1, 0, 3,
    0, 0, 0, 0, 6, 0, 0, 0, 0, 1, 3,
    0, 3, 5, 0, 0, 0, 0, 0, 0, 1, 2,
    2, 0, 0, 3, 2, 0, 0, 1, 0, 0, 1,
    # level 3
    0, 3, 7, 0, 0, 0, 1, 0, 0, 0, 5,
    6, 0, 0, 3, 3, 0, 0, 0, 1, 0, 4,
    3, 3, 3, 0, 5, 0, 0, 0, 1, 0, 3,
    7, 0, 0, 0, 0, 0, 0, 0, 1, 0, 4,
    # nobles
    3, 0, 3, 3, 0, 3,
    3, 0, 0, 3, 3, 3,
    4, 0, 0, 4, 0, 3,
    0, 0, 4, 4, 0, 3,
    # bank
    5, 5, 5, 5, 5, 5,
    # three players with nothing
    *[0] * 46, *[0] * 46, *[0] * 46,
]

MARKET = [
    0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0,
    1, 2, 1, 0, 1, 0, 0, 0, 1, 0, 0,
    0, 2, 0, 1, 2, 0, 0, 1, 0, 0, 0,
    1, 1, 0, 0, 3, 0, 1, 0, 0, 0, 0,
    0, 4, 1, 0, 2, 1, 0, 0, 0, 0, 2,
    0, 0, 0, 6, 0, 0, 0, 0, 1, 0, 3,
    1, 0, 2, 4, 0, 0, 1, 0, 0, 0, 2,
    0, 2, 4, 1, 0, 0, 0, 0, 0, 1, 2,
]
LEVEL_3 = [
    0, 5, 3, 3, 3, 1, 0, 0, 0, 0, 3,
    7, 0, 0, 3, 0, 0, 0, 0, 1, 0, 5,
    0, 0, 3, 7, 0, 0, 0, 1, 0, 0, 5,
    0, 6, 3, 0, 3, 0, 0, 0, 0, 1, 4,
]
NOBLES = [
    3, 3, 0, 0, 3, 3,
    0, 0, 4, 4, 0, 3,
    0, 3, 3, 0, 3, 3,
    4, 0, 0, 0, 4, 3,
]

MIDDLE = [
    *MARKET, *LEVEL_3, *NOBLES,
    4, 1, 2, 3, 1, 2,
    # player 1: gems, permanent gems, points, reserved cards, acquired cards
    1, 3, 2, 0, 0, 1,
    1, 0, 0, 1, 1,
    1,
    0, 7, 0, 0, 0, 0, 0, 0, 0, 1, 4,
    *NOTHING, *NOTHING,
    3,
    # player 2
    0, 0, 0, 2, 4, 0,
    0, 1, 1, 0, 0,
    0,
    *NOTHING, *NOTHING, *NOTHING,
    2,
    # player 3
    0, 1, 1, 0, 0, 2,
    0, 0, 0, 0, 0,
    0,
    4, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1,
    6, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3,
    *NOTHING,
    0,
]

NO_THIRD_DECK = [
    *MARKET,
    0, 7, 0, 0, 0, 0, 0, 0, 0, 1, 4,
    *NOTHING,
    0, 6, 3, 0, 3, 0, 0, 0, 0, 1, 4,
    0, 7, 0, 0, 3, 0, 0, 0, 0, 1, 5,
    *NOBLES,
    2, 2, 1, 2, 3, 2,
    # player 1
    2, 0, 2, 2, 0, 1,
    1, 0, 1, 1, 0,
    9,
    3, 3, 0, 0, 6, 1, 0, 0, 0, 0, 4,
    3, 0, 0, 0, 7, 1, 0, 0, 0, 0, 5,
    6, 0, 0, 3, 3, 0, 0, 0, 1, 0, 4,
    3,
    # player 2
    0, 2, 1, 0, 1, 1,
    1, 1, 0, 0, 1,
    10,
    7, 0, 0, 3, 0, 0, 0, 0, 1, 0, 5,
    3, 0, 3, 6, 0, 0, 0, 1, 0, 0, 4,
    0, 0, 3, 7, 0, 0, 0, 1, 0, 0, 5,
    3,
    # player 3
    1, 1, 1, 1, 1, 1,
    0, 0, 1, 1, 0,
    8,
    0, 0, 7, 0, 0, 0, 1, 0, 0, 0, 4,
    0, 3, 6, 3, 0, 0, 1, 0, 0, 0, 4,
    0, 3, 7, 0, 0, 0, 1, 0, 0, 0, 5,
    2,
]

HOLD = [
    *MARKET, *LEVEL_3, *NOBLES,
    2, 2, 2, 3, 4, 5,
    3, 3, 3, 2, 1, 0,
    *[0] * 40,
    *[0] * 46, *[0] * 46,
]

THREE_NOBLES = [
    # the red card is gone, the top of the deck is in its place
    0, 0, 0, 3, 0, 1, 0, 0, 0, 0, 0,
    3, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0,
    0, 2, 0, 0, 1, 1, 0, 0, 0, 0, 0,
    0, 0, 0, 2, 2, 1, 0, 0, 0, 0, 0,
    *MARKET[44:], *LEVEL_3,
    # all nobles but the third have come
    *NO_NOBLE,
    *NO_NOBLE,
    0, 4, 0, 0, 4, 3,
    *NO_NOBLE,
    5, 5, 5, 5, 5, 5,
    0, 0, 0, 0, 0, 0,
    3, 3, 3, 3, 3,
    9,
    *NOTHING, *NOTHING, *NOTHING,
    15,
    *[0] * 46, *[0] * 46,
]
# fmt: on


def test_the_start_of_a_game_of_three() -> None:
    state = Game(players=3, seed=1).getInitState()
    assert len(START) == 300
    assert state.tolist() == START


def test_a_game_in_its_middle() -> None:
    assert state_of(middle()).tolist() == MIDDLE


def test_an_empty_place_and_full_reserves() -> None:
    assert state_of(no_third_deck()).tolist() == NO_THIRD_DECK


def test_twelve_gems_hold_the_game() -> None:
    state, _ = Game(3).getNextState(state_of(nine_gems()), 1, 32)
    assert state.tolist() == HOLD


def test_all_nobles_that_qualify_come_at_once() -> None:
    state, _ = Game(3).getNextState(state_of(before_three_nobles()), 1, 0)
    assert state.tolist() == THREE_NOBLES


def test_the_second_player_of_the_middle_game_comes_first_in_the_canonical_form() -> None:
    state = Game(3).canonicalForm(state_of(middle()), 2)
    assert state.tolist() == [*MIDDLE[:162], *MIDDLE[208:254], *MIDDLE[254:], *MIDDLE[162:208]]


def test_two_players_have_three_nobles_and_four_of_each_gem() -> None:
    state = Game(players=2, seed=1).getInitState()
    assert state.tolist() == [*START[:150], 4, 4, 4, 4, 4, 5, *[0] * 92]


def test_four_players_have_five_nobles_and_seven_of_each_gem() -> None:
    state = Game(players=4, seed=1).getInitState()
    assert state[:156].tolist() == START[:156]
    assert state[162:].tolist() == [7, 7, 7, 7, 7, 5, *[0] * 184]


def flat(table: Any) -> list[int]:
    """The numbers of a nested list in order."""
    return [table] if isinstance(table, int) else [n for part in table for n in flat(part)]


@pytest.mark.parametrize("numbers", [START, MIDDLE, NO_THIRD_DECK, HOLD, THREE_NOBLES])
def test_numbers_read_as_a_table_are_written_again(numbers: list[int]) -> None:
    assert flat(read_table(numbers)) == numbers


def test_the_table_has_names_for_the_numbers() -> None:
    table = read_table(MIDDLE)
    assert table.bank == (4, 1, 2, 3, 1, 2)
    assert [player.acquired for player in table.players] == [3, 2, 0]
    assert table.players[2].reserved[1] == (6, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3)
    assert table.holder is None
    assert read_table(HOLD).holder == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_state_of_a_random_game_tells_what_its_position_does(players: int) -> None:
    swap = [0, 3, 2, 1, 4]
    for seed in range(2):
        for _, state, _, _ in random_game(players, seed):
            board = native(state).board
            table = read_table(state)
            assert flat(table) == state.tolist()
            assert table.bank == (*(board.bank[color] for color in swap), board.bank[5])
            for seen, noble in zip(table.nobles, board.nobles, strict=True):
                assert any(seen) == (noble is not None)
                if noble:
                    assert seen == (*(noble.requirement[color] for color in swap), noble.points)
            for seen, card in zip(table.market, sum(board.market, ()), strict=True):
                assert any(seen) == (card is not None)
                if card:
                    provided = (int(color == card.color) for color in swap)
                    assert seen == (*(card.cost[color] for color in swap), *provided, card.points)
            for player, there in zip(table.players, board.players, strict=True):
                assert player.gems == (*(there.tokens[color] for color in swap), there.tokens[5])
                assert player.permanent == tuple(there.bonuses[color] for color in swap)
                assert (player.points, player.acquired) == (there.points, len(there.bought))
                assert sum(any(card) for card in player.reserved) == len(there.reserved)
