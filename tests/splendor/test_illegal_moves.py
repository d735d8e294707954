"""An illegal move is refused with a sentence that gives the reason, and nothing changes."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

import gemgrove as gg
from gemgrove import splendor
from gemgrove.splendor import CardSet
from tests.random_games import random_positions
from tests.splendor.card_sets import RED, WHITE, small_set


def played(*moves: str, rules: str = "official", **options: Any) -> splendor.Game:
    """A game after these moves; `skip` ends a turn by hand."""
    game = gg.new("splendor", rules=rules, seed=1, **options)
    for move in moves:
        game.skip() if move == "skip" else game.play(move)
    return game


def alone(*moves: str) -> list[str]:
    """The moves of the first player, while the second one skips."""
    return "|skip|".join(moves).split("|")


def refusal(game: splendor.Game, move: str | int) -> str:
    """The error for an illegal move, which must change nothing."""
    before, history = game.position(), game.actions
    with pytest.raises(gg.IllegalMove) as caught:
        game.play(move)
    assert (game.position(), game.actions) == (before, history)
    return str(caught.value)


# Taking tokens


def test_two_alike_need_four_in_the_bank() -> None:
    game = played("p3 red white blue")
    assert refusal(game, "p2 red") == (
        "p2 red is not legal: red: 3 left in the bank, taking two needs 4."
    )


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("p3 red white blue", "p3 white blue red"),
        ("p1 red", "p1 red"),
        ("p2 red blue", "p2 blue red"),
    ],
)
def test_a_color_that_is_gone_cannot_be_taken(move: str, text: str) -> None:
    game = played("p2 red", "p3 red white blue", "p3 red white blue")
    assert refusal(game, move) == f"{text} is not legal: red: none left in the bank."


def test_fewer_than_three_are_taken_only_when_no_more_colors_are_left() -> None:
    game = played()
    assert refusal(game, "p2 red blue") == (
        "p2 blue red is not legal: You may take just 2 only when the bank has 2 colors left; "
        "it has 5."
    )
    assert refusal(game, "p1 red") == (
        "p1 red is not legal: You may take just 1 only when the bank has 1 color left; it has 5."
    )


@pytest.mark.parametrize("move", ["p2 red blue", "p1 red"])
def test_some_rules_know_no_take_of_fewer_than_three(move: str) -> None:
    assert refusal(played(rules="core"), move).endswith(
        " is not legal: By these rules you take three different tokens or two alike."
    )


def test_where_the_limit_holds_at_once_a_take_above_it_is_refused() -> None:
    takes = [
        "p3 red white blue",
        "skip",
        "p3 green black red",
        "skip",
        "p3 white blue green",
        "skip",
    ]
    game = played(*takes, rules="core")
    assert refusal(game, "p2 black") == (
        "p2 black is not legal: You hold 9 tokens, and 2 more would pass the limit of 10."
    )
    assert refusal(game, "p3 green black red") == (
        "p3 green red black is not legal: You hold 9 tokens, and 3 more would pass the limit of 10."
    )


# Reserving


def test_a_third_reserve_is_legal_and_a_fourth_is_not() -> None:
    game = played("r m 1", "skip", "r m 1", "skip", "r m 1", "skip")
    for move in ("r m 1", "r t deck"):
        assert refusal(game, move) == (
            f"{move} is not legal: You have 3 reserved cards, and that is the limit."
        )


def test_an_empty_place_cannot_be_reserved() -> None:
    game = played("r t 2", cards=small_set())
    assert refusal(game, "r t 2") == "r t 2 is not legal: No card lies at transport 2."


def test_an_empty_deck_cannot_be_reserved_from() -> None:
    game = played(cards=small_set())
    assert refusal(game, "r v deck") == "r v deck is not legal: The vendors deck is empty."


def test_some_rules_know_no_reserve_from_a_deck() -> None:
    assert refusal(played(rules="duel"), "r m deck") == (
        "r m deck is not legal: By these rules you cannot reserve from a deck."
    )


# Buying


def test_a_card_that_costs_too_much_names_what_is_lacking() -> None:
    game = played(cards=small_set((1, 2, 0, 3, 0)))
    assert refusal(game, "b t 2") == (
        "b t 2 is not legal: For transport 2 (white: 1 white, 2 blue, 3 red) you lack 1 white, "
        "2 blue and 3 red."
    )


def test_what_tokens_and_bonuses_cover_is_not_lacking() -> None:
    cards = small_set((2, 2, 0, 0, 0))
    game = played("p2 white", "skip", "p2 blue", "skip", "b m 1", "skip", cards=cards)
    assert refusal(game, "b m 2") == (
        "b m 2 is not legal: For mines 2 (white: 2 white, 2 blue) you lack 1 white and 2 blue."
    )


def test_gold_that_is_not_enough_is_mentioned() -> None:
    game = played("r m 1", "skip", cards=small_set((0, 0, 2, 0, 0), points=2))
    assert refusal(game, "b v 3") == (
        "b v 3 is not legal: For vendors 3 (white 2pt: 2 green) you lack 2 green, and your 1 gold "
        "cannot cover that."
    )


def test_a_reserved_card_that_costs_too_much_is_named_as_such() -> None:
    game = played("r m 1", "skip", cards=small_set((0, 0, 0, 0, 4)))
    assert refusal(game, "br 1") == (
        "br 1 is not legal: For reserved card 1 (white: 4 black) you lack 4 black, and your 1 gold "
        "cannot cover that."
    )


def test_a_card_that_is_not_in_the_reserve_cannot_be_bought_from_it() -> None:
    assert refusal(played(), "br 1") == "br 1 is not legal: You have 0 reserved cards."
    assert refusal(played("r m 1", "skip"), "br 2") == (
        "br 2 is not legal: You have 1 reserved card."
    )


def test_an_empty_place_cannot_be_bought_from() -> None:
    game = played("b m 1", cards=small_set())
    assert refusal(game, "b m 1") == "b m 1 is not legal: No card lies at mines 1."


# Returning


def over_the_limit(rules: str = "official") -> splendor.Game:
    """A player with thirteen tokens, one of them gold."""
    return played(*alone("r m 1", *["p3 red white blue", "p3 green black red"] * 2), rules=rules)


def test_above_ten_tokens_nothing_but_returning_is_legal() -> None:
    game = over_the_limit()
    for move in ("p3 red white blue", "b m 1", "r m 1", "pass", "noble 1", "pay red", "skip"):
        assert refusal(game, move).endswith(
            " is not legal: You hold 13 tokens and must first return 3."
        )


def test_a_token_that_is_not_held_cannot_be_returned() -> None:
    takes = ["p2 red", "p2 white", "p2 blue", "p2 green"]
    game = played(*alone(*takes, "r m 1", "r m 1", "r m 1"))
    assert refusal(game, "return black") == "return black is not legal: You hold no black."


def test_some_rules_do_not_take_gold_back() -> None:
    game = over_the_limit("official:return_gold=no")
    assert refusal(game, "return gold") == (
        "return gold is not legal: By these rules gold is not returned."
    )


def test_a_token_held_before_this_turn_cannot_be_returned_where_only_drawn_ones_may() -> None:
    game = over_the_limit("official:over_limit=return_drawn")
    assert game.legal_actions() == [62, 63, 64]
    for color in ("white", "blue", "gold"):
        assert refusal(game, f"return {color}") == (
            f"return {color} is not legal: {color}: not taken this turn; only green, red and black "
            "may go back."
        )
    game.play_all(["return red", "return green"])
    assert refusal(game, "return red") == (
        "return red is not legal: red: not taken this turn; only black may go back."
    )


def test_a_token_that_is_not_held_is_refused_as_such_where_only_drawn_ones_may_go_back() -> None:
    takes = ["p3 white green red", "p3 white green red", "p3 white green red", "p2 black"]
    game = played(*alone(*takes), rules="official:over_limit=return_drawn")
    assert game.board.phase == "return"
    assert refusal(game, "return blue") == "return blue is not legal: You hold no blue."


def test_up_to_ten_tokens_nothing_is_returned() -> None:
    game = played("p3 red white blue", "skip")
    assert refusal(game, "return red") == (
        "return red is not legal: You return tokens only when you hold more than 10; you hold 3."
    )


# Paying


def in_the_middle_of_paying() -> splendor.Game:
    """A game in which one red is owed, and the player has a red and a gold token to pay it."""
    moves = ("p3 red white blue", "skip", "r t 1", "skip", "b m 1")
    return played(*moves, rules="official:payment=choose", cards=small_set((0, 0, 0, 1, 0)))


@pytest.mark.parametrize(
    "move", ["pay white", "pay green", "return red", "b m 2", "pass", "noble 1"]
)
def test_while_a_token_is_owed_nothing_but_paying_it_is_legal(move: str) -> None:
    assert refusal(in_the_middle_of_paying(), move) == (
        f"{move} is not legal: You still owe a token, to be paid in red or gold."
    )


def test_the_number_of_a_token_means_paying_it_while_one_is_owed() -> None:
    assert refusal(in_the_middle_of_paying(), 60).startswith("pay white is not legal: ")


def test_nothing_is_paid_where_nothing_is_owed() -> None:
    assert refusal(played(), "pay red") == "pay red is not legal: Nothing is owed."


# Nobles


def choosing_a_noble() -> splendor.Game:
    """A game with a choice of two nobles, who require one white card; others require a red one."""
    cards = small_set(nobles=(WHITE, WHITE, WHITE, RED, RED))
    for seed in range(100):
        game = gg.new("splendor", seed=seed, cards=cards)
        if [noble and noble.requirement for noble in game.board.nobles].count(WHITE) == 2:
            game.play("b m 1")
            return game
    raise AssertionError


def test_a_noble_whose_bonuses_are_lacking_cannot_be_chosen() -> None:
    game = choosing_a_noble()
    slot = [noble and noble.requirement for noble in game.board.nobles].index(RED) + 1
    assert refusal(game, f"noble {slot}") == (
        f"noble {slot} is not legal: For noble {slot} (noble 3pt: 1 red) your bonuses lack 1 red."
    )


def test_a_noble_that_is_not_there_cannot_be_chosen() -> None:
    game = choosing_a_noble()
    assert refusal(game, "noble 4") == "noble 4 is not legal: There is no noble 4 on the table."


def test_a_noble_that_has_left_cannot_be_chosen() -> None:
    cards = small_set(nobles=(WHITE,) * 5)
    game = gg.new("splendor", players=3, seed=1, cards=cards)
    for move in ("b m 1", "noble 2", "b m 2"):
        game.play(move)
    assert refusal(game, "noble 2") == "noble 2 is not legal: There is no noble 2 on the table."


@pytest.mark.parametrize("move", ["p3 red white blue", "b m 2", "pass", "return red", "pay red"])
def test_while_nobles_wait_nothing_but_choosing_one_is_legal(move: str) -> None:
    assert refusal(choosing_a_noble(), move).endswith(
        " is not legal: You must first choose which noble visits you."
    )


def test_nobles_are_not_called() -> None:
    assert refusal(played(), "noble 1") == (
        "noble 1 is not legal: Nobles come by themselves; you choose only when several would "
        "visit you at once."
    )


# Passing, skipping, and the end


def test_a_player_with_a_move_cannot_pass() -> None:
    assert refusal(played(), "pass") == (
        "pass is not legal: You may pass only when there is no other move."
    )


def test_after_the_end_no_move_is_legal() -> None:
    game = played("b m 1", "p3 red white blue", target_points=1, cards=small_set(points=1))
    assert game.over
    for move in ("b m 2", "pass", "noble 1", "return red", "pay gold", "skip"):
        assert refusal(game, move) == f"{move} is not legal: The game is over."


# Every illegal action of many positions

VARIANTS = [
    "official",
    "core",
    "arena",
    "duel:players=2",
    "escrow",
    "official:payment=choose",
    "official:payment=choose,return_gold=no,players=4",
    "official:take_fewer=free,nobles=all,players=3",
    "official:over_limit=forbid,nobles=first",
    "core:payment=choose,take_fewer=forced,players=4",
    "official:target_points=3,turn_limit=40",
]
SENTENCE = re.compile(
    r"[a-z0-9 ]+ is not legal: (red: |white: |blue: |green: |black: |gold: |[A-Z])[^\n]+[^.]\."
)


def positions(rules: str, cards: CardSet, seed: int) -> Iterator[splendor.Game]:
    """The positions of a random game, its end included."""
    return random_positions(gg.new("splendor", rules=rules, seed=seed, cards=cards), seed)


def assert_every_illegal_action_is_refused(game: splendor.Game) -> None:
    legal, twin = set(game.legal_actions()), game.copy()
    for action in set(range(72)) - legal:
        with pytest.raises(gg.IllegalMove) as caught:
            game.play(action)
        assert type(caught.value) is gg.IllegalMove
        assert SENTENCE.fullmatch(str(caught.value)), str(caught.value)
    assert game == twin
    assert game.actions == twin.actions


@pytest.mark.parametrize("rules", VARIANTS)
def test_every_illegal_action_of_a_game_is_refused_with_a_sentence(rules: str) -> None:
    for game in positions(rules, CardSet.builtin(), seed=7):
        assert_every_illegal_action_is_refused(game)


@pytest.mark.parametrize("rules", VARIANTS)
def test_the_same_holds_where_decks_are_short_and_nobles_come_early(rules: str) -> None:
    cards = small_set(
        (1, 0, 1, 0, 0), points=1, nobles=(WHITE, WHITE, WHITE, WHITE, (2, 0, 0, 0, 0))
    )
    for game in positions(rules, cards, seed=3):
        assert_every_illegal_action_is_refused(game)
