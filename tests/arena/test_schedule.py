"""Schedules: the opponents, seats and deals of every game."""

from collections import Counter

import pytest

from gemgrove.arena.schedule import Schedule, bot_seed, rotated
from gemgrove.arena.settings import GAUNTLET, ROUND_ROBIN, SPRT, SettingsError, whole_blocks
from gemgrove.deal_sequence import DealSequence


def test_a_round_robin_has_every_pair_once() -> None:
    schedule = Schedule.of(ROUND_ROBIN, bots=4, players=2)
    assert schedule.tables == ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))


def test_a_gauntlet_seats_the_first_bot_against_each_other_one() -> None:
    assert Schedule.of(GAUNTLET, bots=4, players=2).tables == ((0, 1), (0, 2), (0, 3))


def test_as_many_bots_as_seats_make_one_table_and_more_make_all_combinations() -> None:
    assert Schedule.of(ROUND_ROBIN, bots=3, players=3).tables == ((0, 1, 2),)
    assert len(Schedule.of(ROUND_ROBIN, bots=5, players=3).tables) == 10


def test_of_two_bots_at_a_table_of_four_one_sits_among_the_other() -> None:
    schedule = Schedule.of(ROUND_ROBIN, bots=2, players=4)
    assert schedule.tables == ((0, 1, 1, 1),)
    assert schedule.mixed
    assert [game.seats.index(0) for game in schedule.games(1)] == [0, 1, 2, 3]


def test_three_bots_cannot_fill_four_seats_but_can_run_a_gauntlet() -> None:
    with pytest.raises(SettingsError, match="3 bots cannot fill 4 seats"):
        Schedule.of(ROUND_ROBIN, bots=3, players=4)
    assert Schedule.of(GAUNTLET, bots=3, players=4).tables == ((0, 1, 1, 1), (0, 2, 2, 2))


def test_a_test_is_between_two_bots() -> None:
    with pytest.raises(SettingsError, match="between two bots; 3 are named"):
        Schedule.of(SPRT, bots=3, players=2)


def test_one_bot_alone_is_no_arena() -> None:
    with pytest.raises(SettingsError, match="two bots or more"):
        Schedule.of(ROUND_ROBIN, bots=1, players=2)


def test_every_deal_is_played_by_every_bot_of_a_table_from_every_seat() -> None:
    for players in (2, 3, 4):
        schedule = Schedule.of(ROUND_ROBIN, bots=5, players=players)
        places = Counter(
            (game.deal, game.table, seat, bot)
            for game in schedule.games(2)
            for seat, bot in enumerate(game.seats)
        )
        assert set(places.values()) == {1}
        assert len(places) == 2 * len(schedule.tables) * players**2


def test_games_are_numbered_in_order_and_more_blocks_change_none() -> None:
    schedule = Schedule.of(ROUND_ROBIN, bots=3, players=2)
    few, many = list(schedule.games(2)), list(schedule.games(5))
    assert [game.number for game in many] == list(range(1, 31))
    assert many[: len(few)] == few
    assert [game.deal for game in few] == [1] * 6 + [2] * 6


def test_a_rotation_moves_everybody_up() -> None:
    assert rotated((7, 8, 9), 1) == (9, 7, 8)


def test_seeds_of_bots_differ_by_deal_seat_and_bot() -> None:
    seeds = {
        bot_seed(deals, deal, seat, bot)
        for deals in (*map(DealSequence, range(3)), DealSequence(secret=bytes(32)))
        for deal in range(3)
        for seat in range(3)
        for bot in range(3)
    }
    assert len(seeds) == 108
    assert bot_seed(DealSequence(seed=1), 1, 0, 0) == 328099537


def test_games_are_rounded_up_to_whole_blocks() -> None:
    assert [whole_blocks(games, 3) for games in (1, 3, 4)] == [3, 3, 6]
