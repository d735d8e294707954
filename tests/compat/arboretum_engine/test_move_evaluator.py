"""The engine's move evaluator on its own sample, and on positions of games."""

import random
from typing import Any

import pytest

import gemgrove as gg
from gemgrove import arboretum
from gemgrove.arboretum import turns
from gemgrove.arboretum.turn_value import best_turn, evaluate_turns
from gemgrove.compat import arboretum_engine as compat
from gemgrove.compat.arboretum_engine import Card, FormatError, get_valid_placements
from gemgrove.compat.arboretum_engine.move_evaluator import evaluate_moves, find_best_move
from tests.compat.arboretum_engine.test_document import scenario

SAMPLE_WARNING = pytest.mark.filterwarnings("ignore:(J4|O5) appears twice")


def sample() -> tuple[Any, Any, Any]:
    names = scenario()
    return names["sample_hand"], names["sample_tableau"], names["sample_opponent_tableau"]


def after_two_draws(seed: int) -> arboretum.Game:
    """A random game's position after both draws."""
    game, chance = gg.new("arboretum", seed=seed), random.Random(seed)
    while game.board.turns < 5 + seed or game.board.phase != "pick":
        game.play(chance.choice(game.legal_actions()))
    return game


def question(game: arboretum.Game) -> dict[str, Any]:
    """The evaluator's input for the seat to move."""
    board = game.view(game.to_move).board
    own, other = board.player, board.players[1 - board.to_move]
    return {
        "hand": own.hand,
        "tableau": own.arboretum,
        "opponent_tableau": other.arboretum,
        "discards": own.pile,
        "opponent_discards": other.pile,
        "opponent_hand": [*other.hand, *[None] * other.hidden],
        "deck": len(board.deck),
    }


@SAMPLE_WARNING
def test_the_best_move_of_the_sample_is_legal_and_the_first_of_all() -> None:
    hand, tableau, opponent = sample()
    best = find_best_move(hand, tableau, opponent)
    assert best.play_card in hand
    assert best.discard_card in hand
    assert best.play_card != best.discard_card
    assert best.placement in get_valid_placements(tableau)
    assert evaluate_moves(hand, tableau, opponent)[0].move == best


@SAMPLE_WARNING
def test_every_move_of_the_sample_is_evaluated_the_best_first_and_its_terms_add_up() -> None:
    hand, tableau, opponent = sample()
    moves = evaluate_moves(hand, tableau, opponent)
    assert len({each.move for each in moves}) == len(moves) == 720
    assert {each.move.placement for each in moves} == set(get_valid_placements(tableau))
    assert all(sum(each.terms) == each.total for each in moves)
    assert [each.total for each in moves] == sorted((each.total for each in moves), reverse=True)
    assert all(each.terms.discard_cost <= 0 for each in moves)


@SAMPLE_WARNING
def test_tableaus_may_be_written_in_any_way() -> None:
    hand, tableau, opponent = sample()
    by_cell = {(x, y): card for x, column in tableau.items() for y, card in column.items()}
    expected = evaluate_moves(hand, tableau, opponent)
    assert evaluate_moves(hand, compat.tableau_to_json(tableau), opponent) == expected
    assert evaluate_moves([list(card) for card in hand], by_cell, opponent) == expected


@pytest.mark.parametrize("seed", range(4))
def test_a_question_from_a_game_is_judged_as_the_game_itself(seed: int) -> None:
    game = after_two_draws(seed)
    asked = evaluate_moves(**question(game), strict=True)
    found = evaluate_turns(game.view(game.to_move))
    assert [tuple(each) for each in asked] == [tuple(each) for each in found]
    assert {tuple(each.turn) for each in found} == {tuple(turn) for turn in turns(game)}
    assert best_turn(game) == found[0] == evaluate_turns(game)[0]


def test_a_first_card_can_only_be_planted_at_the_beginning() -> None:
    hand, *_ = sample()
    assert {each.move.placement for each in evaluate_moves(hand, {"0": {}})} == {(0, 0)}


def test_turns_are_evaluated_after_the_two_draws_only() -> None:
    with pytest.raises(ValueError, match="after the two draws"):
        evaluate_turns(gg.new("arboretum", seed=1))
    game = after_two_draws(0)
    with pytest.raises(ValueError, match="hidden"):
        evaluate_turns(game.view(1 - game.to_move))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"hand": [Card("J", 9)]}, r"hand\[0\]\[1\] is 9"),
        ({"hand": [Card("J", 1)]}, "hand has 1 card; a move needs two"),
        ({"hand": [Card("J", 1), Card("J", 1)]}, "J1 appears twice in hand"),
        (
            {"hand": [Card("J", n) for n in range(1, 9)] + [Card("M", n) for n in (1, 2)]},
            "10 cards",
        ),
        ({"tableau": {0: {0: Card("X", 1)}}}, r'tableau\["0"\]\["0"\]\[0\] is \'X\''),
        ({"tableau": {0: {0: Card("R", 1), 1: Card("R", 1)}}}, "R1 appears twice in tableau"),
        ({"tableau": {0: {0: Card("R", 1), 40: Card("R", 2)}}}, "tableau reaches from 0 to 40"),
        ({"discards": "R1"}, "discards is 'R1'"),
        ({"opponent_hand": [Card("R", n) for n in range(1, 9)]}, "opponent_hand has 8 cards"),
        ({"opponent_hand": [None] * 12}, "opponent_hand has 12 cards; it can have 7"),
        ({"opponent_hand": [None] * 7 + [Card("R", 1)]}, "opponent_hand has 8 cards"),
        ({"opponent_tableau": {1.5: {0: Card("R", 1)}}}, r"opponent_tableau\[1\.5\]: the key"),
        ({"deck": -1}, "deck is -1"),
        ({"deck": "20"}, "deck is '20'"),
    ],
)
@pytest.mark.filterwarnings("ignore:hand has .* after the two draws")
@pytest.mark.filterwarnings("ignore:.*is not adjacent")
def test_what_makes_no_sense_is_refused(changes: dict[str, Any], why: str) -> None:
    hand, *_ = sample()
    with pytest.raises(FormatError, match=why):
        find_best_move(**{"hand": hand, "tableau": {}} | changes)


def test_plants_that_do_not_hang_together_are_a_warning() -> None:
    hand, *_ = sample()
    apart = {0: {0: Card("R", 1)}, 2: {0: Card("R", 2)}}
    with pytest.warns(UserWarning, match=r'opponent_tableau\["2"\]\["0"\] is not adjacent'):
        find_best_move(hand, {}, apart)
    with pytest.raises(FormatError, match="not adjacent"):
        find_best_move(hand, {}, apart, strict=True)


def test_what_no_game_could_have_led_to_is_named_in_full() -> None:
    hand, *_ = sample()
    with pytest.raises(FormatError) as refusal:
        find_best_move(hand, {}, discards=hand[:1], opponent_discards=hand[1:2], strict=True)
    assert f"{hand[0]} appears twice" in str(refusal.value)
    assert f"{hand[1]} appears twice" in str(refusal.value)
