"""The oracle's own tests: each tests a rule of docs/rules.md with a hand-built position."""

import random
from collections.abc import Iterable
from itertools import combinations, cycle
from pathlib import Path
from typing import Any

import pytest

from .splendor import (
    EMPTY,
    GOLD,
    PRESETS,
    OracleRules,
    SplendorOracle,
    load_cards,
    load_nobles,
)

DATA = Path(__file__).parents[2] / "src/gemgrove/splendor/data"
CARDS = load_cards(DATA / "cards.csv")
NOBLES = load_nobles(DATA / "nobles.csv")

WHITE, BLUE, GREEN, RED, BLACK = range(5)
TAKE_THREE = set(range(10))
TAKE_TWO_DIFFERENT = set(range(10, 20))
TAKE_ONE = set(range(20, 25))
TAKE_TWO_ALIKE = set(range(25, 30))
RESERVE_FACE_UP = set(range(30, 42))
RESERVE_FROM_DECK = set(range(42, 45))
BUY_FIRST_SLOT = 45
BUY_RESERVED = 57
TOKEN = 60
NOBLE = 66
PASS = 71

# Cards and nobles used in the positions below, by their row in the data.
WHITE_FOR_3_BLUE = 6
WHITE_FOR_2_BLUE_2_BLACK = 5
WHITE_FOR_ONE_OF_EACH_OTHER = 0
FIVE_POINTS = (73, 77, 81, 85, 89)
FOUR_POINTS_FOR_7_BLACK = 71
GREEN_RED_NOBLE, RED_BLACK_NOBLE, WHITE_BLUE_NOBLE = 0, 1, 4


def rules(preset: str = "official", **changes: Any) -> OracleRules:
    fields: dict[str, Any] = {**PRESETS[preset], **changes}
    return OracleRules(**fields)


def new_game(preset: str = "official", first: int = 0, **changes: Any) -> SplendorOracle:
    """A game whose decks and nobles are in the order of the data."""
    decks = [[card.id for card in CARDS if card.tier == tier] for tier in (1, 2, 3)]
    return SplendorOracle(rules(preset, **changes), CARDS, NOBLES, decks, range(10), first)


def one_card_game(card: int, tokens: list[int], **changes: Any) -> SplendorOracle:
    """A game in which seat 0 holds `tokens`, and `card` is the only one in the market."""
    game = new_game(**changes)
    game.market = [[card, EMPTY, EMPTY, EMPTY], [EMPTY] * 4, [EMPTY] * 4]
    game.players[0].tokens = tokens
    return game


def buy_bonuses(game: SplendorOracle, seat: int, bonuses: list[int]) -> None:
    """Give a seat worthless cards: the first seven of a color in tier 1 have no points."""
    for gem, count in enumerate(bonuses):
        same = [card.id for card in CARDS if card.tier == 1 and card.color == gem]
        game.players[seat].bought += same[:count]


def block(game: SplendorOracle) -> None:
    """Leave everyone only the option to pass."""
    game.bank = [0] * 6
    game.market = [[EMPTY] * 4 for _ in range(3)]
    game.decks = [[], [], []]


def legal_among(game: SplendorOracle, actions: Iterable[int]) -> set[int]:
    return set(game.legal()) & set(actions)


# Data


def test_the_card_data_has_8_6_4_cards_per_color_in_the_three_tiers() -> None:
    for tier, count in ((1, 8), (2, 6), (3, 4)):
        colors = [card.color for card in CARDS if card.tier == tier]
        assert [colors.count(gem) for gem in range(5)] == [count] * 5


def test_five_nobles_need_four_and_four_and_five_need_three_of_three() -> None:
    needs = sorted(sorted(noble.requirement, reverse=True) for noble in NOBLES)
    assert needs == [[3, 3, 3, 0, 0]] * 5 + [[4, 4, 0, 0, 0]] * 5
    assert all(noble.points == 3 for noble in NOBLES)


# Setup


@pytest.mark.parametrize(("players", "gems"), [(2, 4), (3, 5), (4, 7)])
def test_the_bank_holds_4_5_7_of_each_gem_and_always_5_gold(players: int, gems: int) -> None:
    assert new_game(players=players).bank == [gems] * 5 + [5]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_noble_more_than_players_lies_on_the_table(players: int) -> None:
    assert new_game(players=players).nobles == list(range(players + 1))


def test_the_market_is_dealt_from_the_front_of_each_deck() -> None:
    game = new_game()
    assert game.market == [[0, 1, 2, 3], [40, 41, 42, 43], [70, 71, 72, 73]]
    assert [deck[0] for deck in game.decks] == [4, 44, 74]
    assert [len(deck) for deck in game.decks] == [36, 26, 16]


def test_the_starting_seat_moves_first_and_the_turn_passes_to_the_left() -> None:
    game = new_game(players=3, first=2)
    assert game.to_move == 2
    game.apply(0)
    assert game.to_move == 0


def test_a_starting_seat_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="starting seat"):
        new_game(first=2)


@pytest.mark.parametrize("field", ["over_limit", "nobles", "take_fewer", "payment"])
def test_a_misspelt_rule_is_refused(field: str) -> None:
    with pytest.raises(ValueError, match=field):
        rules(**{field: "sometimes"})


def test_five_players_are_refused() -> None:
    with pytest.raises(ValueError, match="players"):
        rules(players=5)


# Taking tokens


def test_three_different_tokens_are_numbered_in_lexicographic_order() -> None:
    for action, gems in enumerate(combinations(range(5), 3)):
        game = new_game()
        game.apply(action)
        assert game.players[0].tokens == [int(gem in gems) for gem in range(5)] + [0]


def test_two_different_tokens_are_numbered_in_lexicographic_order() -> None:
    for action, gems in enumerate(combinations(range(5), 2), start=10):
        game = new_game(take_fewer="free")
        game.apply(action)
        assert game.players[0].tokens == [int(gem in gems) for gem in range(5)] + [0]


def test_taken_tokens_leave_the_bank() -> None:
    game = new_game()
    game.apply(0)
    assert game.bank == [3, 3, 3, 4, 4, 5]


def test_with_three_colors_left_only_those_three_can_be_taken() -> None:
    game = new_game()
    game.bank = [1, 0, 1, 0, 1, 5]
    assert legal_among(game, range(30)) == {4}  # white, green, black


def test_with_two_colors_left_only_those_two_can_be_taken() -> None:
    game = new_game()
    game.bank = [1, 0, 3, 0, 0, 5]
    assert legal_among(game, range(30)) == {11}  # white, green


def test_with_one_color_left_only_that_one_can_be_taken() -> None:
    game = new_game()
    game.bank = [0, 0, 3, 0, 0, 5]
    assert legal_among(game, range(30)) == {20 + GREEN}


def test_with_no_color_left_nothing_is_taken_not_even_gold() -> None:
    game = new_game()
    game.bank = [0, 0, 0, 0, 0, 5]
    assert legal_among(game, range(30)) == set()


def test_with_three_or_more_colors_left_fewer_than_three_cannot_be_taken() -> None:
    assert legal_among(new_game(), TAKE_TWO_DIFFERENT | TAKE_ONE) == set()


def test_take_fewer_free_allows_one_or_two_at_any_time() -> None:
    game = new_game(take_fewer="free")
    assert legal_among(game, range(25)) == TAKE_THREE | TAKE_TWO_DIFFERENT | TAKE_ONE


def test_take_fewer_free_still_needs_the_tokens_in_the_bank() -> None:
    game = new_game(take_fewer="free")
    game.bank = [1, 0, 3, 0, 0, 5]
    assert legal_among(game, range(30)) == {11, 20 + WHITE, 20 + GREEN}


@pytest.mark.parametrize("bank", [[1, 0, 3, 0, 0, 5], [0, 0, 3, 0, 0, 5]])
def test_take_fewer_never_allows_neither_two_nor_one(bank: list[int]) -> None:
    game = new_game(take_fewer="never")
    game.bank = bank
    assert legal_among(game, range(30)) == set()


def test_two_alike_need_four_in_the_bank() -> None:
    game = new_game()
    game.bank = [4, 3, 7, 0, 4, 5]
    assert legal_among(game, TAKE_TWO_ALIKE) == {25 + WHITE, 25 + GREEN, 25 + BLACK}


def test_two_alike_come_from_one_color() -> None:
    game = new_game()
    game.apply(25 + RED)
    assert game.players[0].tokens == [0, 0, 0, 2, 0, 0]


# The limit of ten tokens


def test_a_take_past_ten_must_be_returned_one_decision_per_token() -> None:
    game = new_game(players=4)
    game.players[0].tokens = [2, 2, 2, 2, 1, 0]
    game.apply(0)
    assert (game.to_move, game.phase) == (0, "return")
    game.apply(TOKEN + WHITE)
    assert (game.to_move, game.phase) == (0, "return")
    game.apply(TOKEN + WHITE)
    assert (game.to_move, game.phase) == (1, "play")
    assert game.players[0].tokens == [1, 3, 3, 2, 1, 0]


def test_exactly_ten_tokens_need_no_return() -> None:
    game = new_game(players=4)
    game.players[0].tokens = [2, 2, 2, 1, 0, 0]
    game.apply(0)
    assert (game.to_move, game.phase) == (1, "play")


def test_any_token_held_may_be_returned_and_none_that_is_not() -> None:
    game = new_game(players=4)
    game.players[0].tokens = [4, 0, 0, 0, 5, 1]
    game.apply(25 + BLACK)
    assert game.legal() == [TOKEN + WHITE, TOKEN + BLACK, TOKEN + GOLD]


def test_without_return_gold_the_gold_stays() -> None:
    game = new_game(players=4, return_gold=False)
    game.players[0].tokens = [4, 0, 0, 0, 5, 1]
    game.apply(25 + BLACK)
    assert game.legal() == [TOKEN + WHITE, TOKEN + BLACK]


def test_a_return_with_one_possible_answer_is_still_a_decision() -> None:
    game = new_game(players=4, return_gold=False)
    game.players[0].tokens = [0, 0, 0, 0, 5, 5]
    game.apply(25 + BLACK)
    assert (game.phase, game.legal()) == ("return", [TOKEN + BLACK])


def test_under_return_drawn_only_tokens_of_this_turn_go_back_each_as_often_as_taken() -> None:
    game = new_game(players=4, over_limit="return_drawn")
    game.players[0].tokens = [2, 2, 2, 2, 1, 0]
    game.apply(0)
    assert game.escrow == [1, 1, 1, 0, 0, 0]
    assert game.legal() == [TOKEN + WHITE, TOKEN + BLUE, TOKEN + GREEN]
    game.apply(TOKEN + WHITE)
    assert game.legal() == [TOKEN + BLUE, TOKEN + GREEN]
    game.apply(TOKEN + GREEN)
    assert (game.to_move, game.phase) == (1, "play")
    assert game.players[0].tokens == [2, 3, 2, 2, 1, 0]


def test_under_return_drawn_the_gold_of_a_reserve_at_ten_tokens_goes_back_at_once() -> None:
    game = new_game(over_limit="return_drawn")
    game.players[0].tokens = [2, 2, 2, 2, 1, 1]
    game.apply(30)
    assert game.legal() == [TOKEN + GOLD]
    game.apply(TOKEN + GOLD)
    assert (game.to_move, game.bank[GOLD]) == (1, 5)


def test_return_drawn_without_return_gold_is_refused() -> None:
    with pytest.raises(ValueError, match="gold"):
        rules(over_limit="return_drawn", return_gold=False)


def test_a_token_goes_back_out_of_the_escrow_if_one_of_its_color_is_there() -> None:
    game = new_game(players=4)
    game.players[0].tokens = [3, 2, 2, 2, 1, 0]
    game.apply(0)
    game.apply(TOKEN + WHITE)
    assert game.escrow == [0, 1, 1, 0, 0, 0]
    game.apply(TOKEN + WHITE)
    assert game.escrow == [0, 1, 1, 0, 0, 0]


def test_the_escrow_is_empty_when_the_turn_has_ended() -> None:
    game = new_game()
    game.players[0].tokens = [2, 2, 2, 2, 2, 0]
    game.apply(30)
    assert game.escrow == [0, 0, 0, 0, 0, 1]
    game.apply(TOKEN + WHITE)
    assert (game.to_move, game.escrow) == (1, [0] * 6)


def test_the_escrow_stays_while_a_noble_is_chosen() -> None:
    game = two_nobles_qualify()
    game.apply(0)
    assert (game.phase, game.escrow) == ("noble", [1, 1, 1, 0, 0, 0])


def test_forbid_judges_a_take_by_how_many_tokens_it_brings() -> None:
    game = new_game(over_limit="forbid", take_fewer="free")
    expected = {
        7: TAKE_THREE | TAKE_TWO_DIFFERENT | TAKE_TWO_ALIKE | TAKE_ONE,
        8: TAKE_TWO_DIFFERENT | TAKE_TWO_ALIKE | TAKE_ONE,
        9: TAKE_ONE,
        10: set[int](),
    }
    for held, takes in expected.items():
        game.players[0].tokens = [held, 0, 0, 0, 0, 0]
        assert legal_among(game, range(30)) == takes


# Reserving


def test_a_third_reserve_is_legal_and_a_fourth_is_not() -> None:
    game = new_game()
    game.players[0].reserved = [(20, False), (21, False)]
    assert legal_among(game, range(30, 45)) == RESERVE_FACE_UP | RESERVE_FROM_DECK
    game.players[0].reserved.append((22, True))
    assert legal_among(game, range(30, 45)) == set()


def test_reserving_takes_a_gold_and_refills_the_slot() -> None:
    game = new_game()
    game.apply(30 + 4 * 1 + 2)
    assert game.players[0].reserved == [(42, False)]
    assert game.players[0].tokens[GOLD] == 1
    assert game.bank[GOLD] == 4
    assert game.market[1] == [40, 41, 44, 43]


def test_reserving_without_gold_in_the_bank_takes_none() -> None:
    game = new_game()
    game.bank[GOLD] = 0
    game.apply(30)
    assert game.players[0].tokens == [0] * 6


def test_a_blind_reserve_takes_the_top_of_the_deck_and_leaves_the_market() -> None:
    game = new_game()
    market = game.snapshot()["market"]
    game.apply(44)
    assert game.players[0].reserved == [(74, True)]
    assert game.snapshot()["market"] == market
    assert game.decks[2][0] == 75


def test_an_empty_deck_cannot_be_reserved_from_and_leaves_its_slot_empty() -> None:
    game = new_game()
    game.decks[0] = []
    assert legal_among(game, RESERVE_FROM_DECK) == {43, 44}
    game.apply(30)
    assert game.market[0] == [EMPTY, 1, 2, 3]
    assert 30 not in game.legal()


def test_without_deck_reserve_only_face_up_cards_are_reserved() -> None:
    game = new_game(deck_reserve=False)
    assert legal_among(game, range(30, 45)) == RESERVE_FACE_UP


def test_reserving_at_ten_tokens_takes_the_gold_and_forces_a_return() -> None:
    game = new_game()
    game.players[0].tokens = [2, 2, 2, 2, 2, 0]
    game.apply(30)
    assert game.phase == "return"
    assert game.players[0].tokens[GOLD] == 1
    assert game.legal() == list(range(TOKEN, TOKEN + 6))


def test_under_forbid_reserving_gives_gold_only_below_ten() -> None:
    for ninth_and_tenth, gold in ((1, 1), (2, 0)):
        game = new_game(over_limit="forbid")
        game.players[0].tokens = [2, 2, 2, 2, ninth_and_tenth, 0]
        game.apply(30)
        assert game.players[0].tokens[GOLD] == gold
        assert (game.to_move, game.phase) == (1, "play")


# Buying


def test_a_card_is_affordable_only_when_tokens_bonuses_and_gold_cover_it() -> None:
    game = one_card_game(WHITE_FOR_3_BLUE, [0, 1, 0, 0, 0, 1])
    assert BUY_FIRST_SLOT not in game.legal()
    buy_bonuses(game, 0, [0, 1, 0, 0, 0])
    assert BUY_FIRST_SLOT in game.legal()


def test_auto_payment_spends_colored_tokens_first_and_gold_for_what_is_missing() -> None:
    game = one_card_game(WHITE_FOR_3_BLUE, [1, 2, 0, 0, 0, 3])
    game.bank = [0] * 6
    game.apply(BUY_FIRST_SLOT)
    assert game.players[0].tokens == [1, 0, 0, 0, 0, 2]
    assert game.bank == [0, 2, 0, 0, 0, 1]


def test_a_bonus_lowers_the_cost_of_its_color() -> None:
    game = one_card_game(WHITE_FOR_3_BLUE, [0, 3, 0, 0, 0, 0])
    buy_bonuses(game, 0, [0, 2, 0, 0, 0])
    game.apply(BUY_FIRST_SLOT)
    assert game.players[0].tokens == [0, 2, 0, 0, 0, 0]


def test_bonuses_beyond_the_cost_pay_for_nothing_else() -> None:
    game = one_card_game(WHITE_FOR_2_BLUE_2_BLACK, [0, 0, 0, 0, 1, 0])
    buy_bonuses(game, 0, [0, 5, 0, 0, 0])
    assert BUY_FIRST_SLOT not in game.legal()


def test_a_reserved_card_gives_no_bonus() -> None:
    game = one_card_game(WHITE_FOR_3_BLUE, [0, 2, 0, 0, 0, 0])
    game.players[0].reserved = [(8, False)]
    assert BUY_FIRST_SLOT not in game.legal()


def test_a_bought_card_scores_and_its_slot_is_refilled() -> None:
    game = one_card_game(FOUR_POINTS_FOR_7_BLACK, [0, 0, 0, 0, 7, 0])
    game.apply(BUY_FIRST_SLOT)
    assert game.points == [4, 0]
    assert game.players[0].bought == [FOUR_POINTS_FOR_7_BLACK]
    assert game.market[0] == [4, EMPTY, EMPTY, EMPTY]


def test_the_reserve_closes_up_when_a_card_is_bought_from_it() -> None:
    game = new_game()
    game.players[0].reserved = [(89, False), (WHITE_FOR_3_BLUE, True), (88, True)]
    game.players[0].tokens = [0, 3, 0, 0, 0, 0]
    assert legal_among(game, range(BUY_RESERVED, BUY_RESERVED + 3)) == {BUY_RESERVED + 1}
    game.apply(BUY_RESERVED + 1)
    assert game.players[0].reserved == [(89, False), (88, True)]
    assert game.players[0].bought == [WHITE_FOR_3_BLUE]


def test_a_reserved_card_of_another_player_cannot_be_bought() -> None:
    game = new_game()
    game.players[1].reserved = [(WHITE_FOR_3_BLUE, False)]
    game.players[0].tokens = [0, 3, 0, 0, 0, 0]
    assert BUY_RESERVED not in game.legal()


# Choosing the payment


def choose_game(card: int, tokens: list[int]) -> SplendorOracle:
    return one_card_game(card, tokens, payment="choose")


def test_gold_may_stand_in_for_a_token_one_has() -> None:
    game = choose_game(WHITE_FOR_3_BLUE, [0, 3, 0, 0, 0, 1])
    game.apply(BUY_FIRST_SLOT)
    assert (game.to_move, game.phase, game.pending) == (0, "pay", BUY_FIRST_SLOT)
    assert game.legal() == [TOKEN + BLUE, TOKEN + GOLD]
    game.apply(TOKEN + GOLD)
    assert (game.to_move, game.phase, game.pending) == (1, "play", -1)
    assert game.players[0].tokens == [0, 1, 0, 0, 0, 0]


def test_paying_with_the_cards_color_asks_again_for_the_next_unit() -> None:
    game = choose_game(WHITE_FOR_3_BLUE, [0, 3, 0, 0, 0, 1])
    game.apply(BUY_FIRST_SLOT)
    for owed in (3, 2, 1):
        assert (game.phase, game.owed) == ("pay", [0, owed, 0, 0, 0])
        game.apply(TOKEN + BLUE)
    assert game.players[0].tokens == [0, 0, 0, 0, 0, 1]


def test_paid_tokens_go_to_the_bank_one_by_one_and_the_card_waits_for_the_last() -> None:
    game = choose_game(WHITE_FOR_3_BLUE, [0, 3, 0, 0, 0, 2])
    game.bank = [0] * 6
    game.apply(BUY_FIRST_SLOT)
    game.apply(TOKEN + GOLD)
    assert game.bank == [0, 0, 0, 0, 0, 1]
    assert game.market[0][0] == WHITE_FOR_3_BLUE
    assert game.players[0].bought == []
    game.apply(TOKEN + BLUE)
    game.apply(TOKEN + BLUE)
    assert game.market[0][0] == 4
    assert game.players[0].bought == [WHITE_FOR_3_BLUE]


def test_a_reserved_card_stays_in_the_reserve_until_it_is_paid() -> None:
    game = choose_game(0, [0, 3, 0, 0, 0, 1])
    game.players[0].reserved = [(WHITE_FOR_3_BLUE, True)]
    game.apply(BUY_RESERVED)
    assert (game.phase, game.pending) == ("pay", BUY_RESERVED)
    assert game.players[0].reserved == [(WHITE_FOR_3_BLUE, True)]
    game.apply(TOKEN + GOLD)
    assert game.players[0].reserved == []


def test_without_gold_there_is_nothing_to_choose() -> None:
    game = choose_game(WHITE_FOR_3_BLUE, [0, 4, 0, 0, 0, 0])
    game.apply(BUY_FIRST_SLOT)
    assert (game.to_move, game.phase) == (1, "play")


def test_with_only_gold_there_is_nothing_to_choose() -> None:
    game = choose_game(WHITE_FOR_3_BLUE, [0, 0, 0, 0, 0, 4])
    game.apply(BUY_FIRST_SLOT)
    assert (game.to_move, game.phase) == (1, "play")
    assert game.players[0].tokens[GOLD] == 1


def test_gold_needed_for_a_later_shortage_cannot_be_spent_before() -> None:
    game = choose_game(WHITE_FOR_ONE_OF_EACH_OTHER, [0, 1, 1, 1, 0, 1])
    game.apply(BUY_FIRST_SLOT)
    assert (game.to_move, game.phase) == (1, "play")
    assert game.players[0].tokens == [0] * 6


def test_colors_are_paid_in_order_and_forced_steps_are_made_unasked() -> None:
    game = choose_game(WHITE_FOR_ONE_OF_EACH_OTHER, [0, 0, 1, 0, 1, 3])
    game.apply(BUY_FIRST_SLOT)
    assert game.owed == [0, 0, 1, 1, 1]  # blue could only be gold
    assert game.legal() == [TOKEN + GREEN, TOKEN + GOLD]
    game.apply(TOKEN + GREEN)
    assert game.owed == [0, 0, 0, 0, 1]  # red could only be gold
    assert game.legal() == [TOKEN + BLACK, TOKEN + GOLD]


def test_within_a_short_color_gold_may_come_before_the_own_tokens() -> None:
    """The gold pays for the shortage itself, and no other shortage remains."""
    game = choose_game(WHITE_FOR_2_BLUE_2_BLACK, [0, 2, 0, 0, 1, 1])
    game.apply(BUY_FIRST_SLOT)
    assert game.owed == [0, 0, 0, 0, 2]
    assert game.legal() == [TOKEN + BLACK, TOKEN + GOLD]


def test_a_card_that_costs_nothing_any_more_needs_no_payment() -> None:
    game = choose_game(WHITE_FOR_3_BLUE, [0, 1, 0, 0, 0, 1])
    buy_bonuses(game, 0, [0, 3, 0, 0, 0])
    game.apply(BUY_FIRST_SLOT)
    assert (game.to_move, game.phase) == (1, "play")
    assert game.players[0].tokens == [0, 1, 0, 0, 0, 1]


# Nobles


def test_a_single_qualifying_noble_visits_without_being_asked() -> None:
    game = new_game()
    buy_bonuses(game, 0, [0, 0, 4, 4, 0])
    game.apply(0)
    assert (game.to_move, game.phase) == (1, "play")
    assert game.players[0].nobles == [GREEN_RED_NOBLE]
    assert game.points == [3, 0]
    assert game.nobles == [EMPTY, 1, 2]


def test_one_bonus_too_few_brings_no_noble() -> None:
    game = new_game()
    buy_bonuses(game, 0, [0, 0, 4, 3, 7])
    game.apply(0)
    assert game.nobles == [0, 1, 2]


def test_tokens_do_not_impress_a_noble() -> None:
    game = new_game(players=4)
    game.players[0].tokens = [0, 0, 4, 3, 0, 0]
    game.apply(9)
    assert game.nobles == [0, 1, 2, 3, 4]


def two_nobles_qualify(**changes: Any) -> SplendorOracle:
    game = new_game(**changes)
    buy_bonuses(game, 0, [0, 0, 4, 4, 4])
    return game


def test_of_several_nobles_the_player_chooses_one() -> None:
    game = two_nobles_qualify()
    game.apply(0)
    assert (game.to_move, game.phase) == (0, "noble")
    assert game.legal() == [NOBLE + 0, NOBLE + 1]
    game.apply(NOBLE + 1)
    assert (game.to_move, game.phase) == (1, "play")
    assert game.players[0].nobles == [RED_BLACK_NOBLE]


def test_the_second_noble_comes_at_the_end_of_the_next_turn() -> None:
    game = two_nobles_qualify()
    game.apply(0)
    game.apply(NOBLE + 1)
    game.apply(5)
    game.apply(30)
    assert game.players[0].nobles == [RED_BLACK_NOBLE, GREEN_RED_NOBLE]
    assert game.points == [6, 0]


def test_a_noble_slot_keeps_its_number_when_another_noble_has_left() -> None:
    game = new_game(players=4)
    game.nobles = [EMPTY, GREEN_RED_NOBLE, EMPTY, RED_BLACK_NOBLE, 4]
    buy_bonuses(game, 0, [0, 0, 4, 4, 4])
    game.apply(0)
    assert game.legal() == [NOBLE + 1, NOBLE + 3]


def test_nobles_first_takes_the_first_in_table_order() -> None:
    game = two_nobles_qualify(nobles="first")
    game.nobles = [2, RED_BLACK_NOBLE, GREEN_RED_NOBLE]
    game.apply(0)
    assert game.phase == "play"
    assert game.nobles == [2, EMPTY, GREEN_RED_NOBLE]


def test_nobles_all_come_at_once() -> None:
    game = two_nobles_qualify(nobles="all")
    game.apply(0)
    assert game.phase == "play"
    assert game.players[0].nobles == [GREEN_RED_NOBLE, RED_BLACK_NOBLE]
    assert game.points == [6, 0]


def test_a_noble_comes_after_a_pass_too() -> None:
    game = new_game()
    buy_bonuses(game, 0, [0, 0, 4, 4, 0])
    block(game)
    game.apply(PASS)
    assert game.players[0].nobles == [GREEN_RED_NOBLE]


def test_tokens_are_returned_before_the_noble_is_chosen() -> None:
    game = two_nobles_qualify()
    game.players[0].tokens = [2, 2, 2, 2, 2, 0]
    game.apply(30)
    assert game.phase == "return"
    game.apply(TOKEN + GOLD)
    assert game.phase == "noble"


def test_the_card_just_bought_counts_for_a_noble() -> None:
    game = one_card_game(WHITE_FOR_3_BLUE, [0] * 6)
    game.nobles = [WHITE_BLUE_NOBLE, EMPTY, EMPTY]
    buy_bonuses(game, 0, [3, 4, 0, 0, 0])
    game.apply(BUY_FIRST_SLOT)
    assert game.players[0].nobles == [WHITE_BLUE_NOBLE]


# The end of the game


def test_the_round_is_finished_after_the_target_is_reached() -> None:
    game = new_game(players=3, first=1)
    game.players[1].bought = list(FIVE_POINTS[:3])
    game.apply(0)
    game.apply(0)
    assert not game.over
    assert game.winners == []
    game.apply(0)
    assert (game.over, game.truncated, game.phase) == (True, False, "over")
    assert game.to_move == 1
    assert game.winners == [1]
    assert game.legal() == []


def test_the_last_seat_of_the_round_ends_the_game_at_once() -> None:
    game = new_game(players=3, first=1)
    game.players[0].bought = list(FIVE_POINTS[:2])
    game.to_move = 0
    game.players[0].reserved = [(FIVE_POINTS[2], False)]
    game.players[0].tokens = [0, 6, 3, 0, 0, 0]
    game.apply(BUY_RESERVED)
    assert game.over
    assert game.winners == [0]


def test_seat_zero_does_not_begin_the_round_when_another_seat_started() -> None:
    game = new_game(players=2, first=1)
    game.players[1].bought = list(FIVE_POINTS[:3])
    game.apply(0)
    assert (game.to_move, game.over) == (0, False)


def test_fourteen_points_do_not_end_the_game() -> None:
    game = new_game()
    game.players[0].bought = [73, 77, 71]
    game.apply(0)
    game.apply(0)
    assert game.points == [14, 0]
    assert not game.over


def test_a_noble_can_bring_the_target() -> None:
    game = new_game(target_points=3)
    buy_bonuses(game, 1, [0, 0, 4, 4, 0])
    game.apply(0)
    game.apply(0)
    assert game.over
    assert game.winners == [1]


def finished(first_bought: list[int], second_bought: list[int]) -> SplendorOracle:
    game = new_game()
    game.players[0].bought = first_bought
    game.players[1].bought = second_bought
    game.apply(0)
    game.apply(0)
    assert game.over
    return game


def test_most_points_win_whoever_reached_the_target_first() -> None:
    assert finished([73, 77, 81], [73, 77, 81, 39]).winners == [1]


def test_equal_points_are_won_by_fewest_bought_cards() -> None:
    assert finished([73, 77, 81, 0], [73, 77, 81]).winners == [1]


def test_nobles_do_not_count_as_bought_cards() -> None:
    game = new_game(target_points=6)
    game.players[0].nobles = [8, 9]
    game.players[1].bought = [73, 39]
    game.apply(0)
    game.apply(0)
    assert game.points == [6, 6]
    assert game.winners == [0]


def test_equal_points_and_equal_cards_share_the_win() -> None:
    assert finished([73, 77, 81], [85, 89, 73]).winners == [0, 1]


# Passing, skipping, truncation


def test_a_pass_is_legal_only_when_nothing_else_is() -> None:
    game = new_game()
    assert PASS not in game.legal()
    block(game)
    assert game.legal() == [PASS]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_many_passes_in_a_row_as_players_end_the_game_at_once(players: int) -> None:
    game = new_game(players=players, first=1)
    block(game)
    for passed in range(players):
        assert (game.over, game.passes) == (False, passed)
        game.apply(PASS)
    assert (game.over, game.truncated) == (True, False)
    assert game.winners == list(range(players))


def test_a_dead_end_does_not_wait_for_the_round_and_scores_as_it_stands() -> None:
    game = new_game(players=3)
    game.players[2].bought = [39]
    game.apply(0)
    block(game)
    for _ in range(3):
        game.apply(PASS)
    assert game.over
    assert game.to_move == 1
    assert game.winners == [2]


def test_any_other_action_breaks_the_row_of_passes() -> None:
    game = new_game()
    block(game)
    game.apply(PASS)
    game.bank = [1, 1, 1, 0, 0, 0]
    game.apply(0)
    assert game.passes == 0
    game.apply(PASS)
    assert (game.passes, game.over) == (1, False)


def test_a_skip_is_a_turn_but_not_a_pass() -> None:
    game = new_game()
    block(game)
    game.apply(PASS)
    game.skip()
    assert (game.turns, game.passes, game.to_move, game.over) == (2, 0, 0, False)


def test_a_noble_comes_at_the_end_of_a_skipped_turn() -> None:
    game = two_nobles_qualify()
    game.skip()
    assert (game.to_move, game.phase) == (0, "noble")
    game.apply(NOBLE)
    assert (game.to_move, game.turns) == (1, 1)


def test_a_turn_cannot_be_skipped_halfway() -> None:
    game = two_nobles_qualify()
    game.skip()
    before = game.snapshot()
    with pytest.raises(ValueError, match="skipped"):
        game.skip()
    assert game.snapshot() == before


def test_a_finished_game_cannot_be_skipped() -> None:
    with pytest.raises(ValueError, match="skipped"):
        finished([73, 77, 81], []).skip()


def test_the_turn_limit_counts_per_player_and_truncates() -> None:
    game = new_game(turn_limit=2, players=3)
    for _ in range(6):
        assert not game.over
        game.skip()
    assert (game.over, game.truncated, game.turns) == (True, True, 6)
    assert game.winners == [0, 1, 2]


def test_reaching_the_target_in_the_last_turn_is_a_natural_end() -> None:
    game = new_game(turn_limit=1)
    game.players[1].bought = list(FIVE_POINTS[:3])
    game.skip()
    game.skip()
    assert (game.over, game.truncated) == (True, False)


def test_a_dead_end_in_the_last_turn_is_not_a_truncation() -> None:
    game = new_game(turn_limit=1)
    block(game)
    game.apply(PASS)
    game.apply(PASS)
    assert (game.over, game.truncated) == (True, False)


# The interface


@pytest.mark.parametrize("action", [-1, 10, 45, 60, 66, 71, 72])
def test_an_illegal_action_is_refused_and_changes_nothing(action: int) -> None:
    game = new_game()
    before = game.snapshot()
    with pytest.raises(ValueError, match="not legal"):
        game.apply(action)
    assert game.snapshot() == before


def test_a_snapshot_does_not_change_when_the_game_goes_on() -> None:
    game = new_game()
    before = game.snapshot()
    game.apply(30)
    assert before == new_game().snapshot()


def test_a_snapshot_says_everything_about_the_position() -> None:
    game = new_game(first=1)
    game.players[1].bought = [8, 1]
    game.apply(44)
    snapshot = game.snapshot()
    decks = snapshot.pop("decks")
    assert [len(deck) for deck in decks] == [36, 26, 15]
    assert snapshot == {
        "to_move": 0,
        "phase": "play",
        "first": 1,
        "turns": 1,
        "passes": 0,
        "pending": -1,
        "owed": [0, 0, 0, 0, 0],
        "escrow": [0, 0, 0, 0, 0, 0],
        "bank": [4, 4, 4, 4, 4, 4],
        "market": [[0, 1, 2, 3], [40, 41, 42, 43], [70, 71, 72, 73]],
        "nobles": [0, 1, 2],
        "players": [
            {
                "tokens": [0, 0, 0, 0, 0, 0],
                "points": 0,
                "bought": [],
                "bonuses": [0, 0, 0, 0, 0],
                "reserved": [],
                "nobles": [],
            },
            {
                "tokens": [0, 0, 0, 0, 0, 1],
                "points": 0,
                "bought": [1, 8],
                "bonuses": [1, 1, 0, 0, 0],
                "reserved": [[74, True]],
                "nobles": [],
            },
        ],
    }


# Presets


def test_official_allows_every_reserve_and_asks_for_returns_and_nobles() -> None:
    game = two_nobles_qualify(preset="official")
    assert legal_among(game, RESERVE_FROM_DECK) == RESERVE_FROM_DECK
    game.players[0].tokens = [2, 2, 2, 2, 2, 0]
    game.apply(30)
    assert TOKEN + GOLD in game.legal()
    game.apply(TOKEN)
    assert game.legal() == [NOBLE, NOBLE + 1]


def test_core_masks_deck_reserves_smaller_takes_and_takes_past_ten() -> None:
    game = new_game("core")
    assert legal_among(game, RESERVE_FROM_DECK) == set()
    game.bank = [3, 3, 0, 0, 0, 5]
    assert legal_among(game, range(30)) == set()
    game.bank = [4] * 5 + [5]
    game.players[0].tokens = [2, 2, 2, 2, 0, 0]
    assert legal_among(game, range(30)) == TAKE_TWO_ALIKE


def test_core_gives_the_first_noble() -> None:
    game = two_nobles_qualify(preset="core")
    game.apply(0)
    assert game.players[0].nobles == [GREEN_RED_NOBLE]


def test_arena_masks_deck_reserves_smaller_takes_and_returning_gold() -> None:
    game = new_game("arena", players=3)
    assert legal_among(game, RESERVE_FROM_DECK) == set()
    game.bank = [3, 3, 0, 0, 0, 5]
    assert legal_among(game, range(30)) == set()
    game.players[0].tokens = [2, 2, 2, 2, 2, 0]
    game.apply(30)
    assert game.legal() == list(range(TOKEN, TOKEN + 5))


def test_arena_gives_all_nobles_at_once() -> None:
    game = two_nobles_qualify(preset="arena")
    game.apply(0)
    assert game.players[0].nobles == [GREEN_RED_NOBLE, RED_BLACK_NOBLE]


def test_duel_masks_deck_reserves_and_nothing_else() -> None:
    assert rules("duel") == rules("official", deck_reserve=False)
    assert legal_among(new_game("duel"), RESERVE_FROM_DECK) == set()


def test_escrow_is_the_official_game_with_returns_of_drawn_tokens_and_any_first_player() -> None:
    assert rules("escrow") == rules(over_limit="return_drawn", first_player="random")


# Whole games


def random_game(rng: random.Random, rules: OracleRules) -> SplendorOracle:
    decks = [[card.id for card in CARDS if card.tier == tier] for tier in (1, 2, 3)]
    for deck in decks:
        rng.shuffle(deck)
    nobles = rng.sample(range(10), 10)
    return SplendorOracle(rules, CARDS, NOBLES, decks, nobles, rng.randrange(rules.players))


def check_conservation(game: SplendorOracle, nobles: list[int]) -> None:
    gems = {2: 4, 3: 5, 4: 7}[game.rules.players]
    held = [game.bank, *(player.tokens for player in game.players)]
    assert [sum(kind) for kind in zip(*held, strict=True)] == [gems] * 5 + [5]
    assert min(min(tokens) for tokens in held) >= 0
    cards = [card for row in [*game.market, *game.decks] for card in row if card != EMPTY]
    for player in game.players:
        cards += player.bought + [card for card, _ in player.reserved]
    assert sorted(cards) == list(range(90))
    visiting = [noble for player in game.players for noble in player.nobles]
    assert sorted(visiting + [noble for noble in game.nobles if noble != EMPTY]) == nobles


VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((preset, {}) for preset in PRESETS),
    ("official", {"payment": "choose"}),
    ("official", {"take_fewer": "free"}),
    ("official", {"over_limit": "forbid"}),
    ("core", {"over_limit": "return_drawn"}),
    ("official", {"nobles": "all"}),
    ("arena", {"payment": "choose", "nobles": "first"}),
]


@pytest.mark.parametrize(
    ("preset", "changes", "players"),
    [(*variant, players) for variant, players in zip(VARIANTS, cycle((2, 3, 4)))],
)
def test_tokens_cards_and_nobles_are_conserved_and_every_game_ends(
    preset: str, changes: dict[str, Any], players: int
) -> None:
    rng = random.Random(f"{preset} {changes} {players}")
    for _ in range(3):
        game = random_game(rng, rules(preset, players=players, **changes))
        nobles = sorted(game.nobles)
        while not game.over:
            game.apply(rng.choice(game.legal()))
            check_conservation(game, nobles)
        assert game.turns <= 200 * players
        assert game.winners
