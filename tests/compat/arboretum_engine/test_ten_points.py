"""Ten points at which the engine's reference is wrong, and what we do instead."""

import copy
import json
from typing import Any

import pytest

from gemgrove.arboretum.turn_value import best_turn
from gemgrove.compat import arboretum_engine as compat
from gemgrove.compat.arboretum_engine import Card, FormatError, read_state
from gemgrove.compat.arboretum_engine.move_evaluator import evaluate_moves, find_best_move
from tests.compat.arboretum_engine.samples import STATE_JSON, corrected_state, state
from tests.compat.arboretum_engine.test_document import document, scenario


def test_1_the_sample_has_48_entries_but_45_cards_and_a_strict_import_names_them() -> None:
    with pytest.raises(FormatError) as refusal:
        read_state(STATE_JSON)
    text = str(refusal.value)
    assert "There are 48 cards, 45 of them different" in text
    for card, place in (("C3", "discardA[0]"), ("W5", '"0"]["0"]'), ("W6", '"1"]["0"]')):
        assert f"{card} appears twice" in text
        assert place in text
    assert "R5, C7 and O1 are missing." in text


def test_1_a_lenient_import_keeps_what_is_seen_and_the_decks_copies_become_the_missing() -> None:
    imported = read_state(STATE_JSON, strict=False)
    deck = compat.write_state(imported.game)["deck"]
    for place, missing in ((7, "R5"), (15, "C7"), (21, "O1")):
        assert deck[place] == [missing[0], int(missing[1])]
    assert [card for i, card in enumerate(deck) if i not in (7, 15, 21)] == [
        card for i, card in enumerate(state()["deck"]) if i not in (7, 15, 21)
    ]
    board = imported.game.board
    assert board.players[0].pile == (Card("C", 3),)
    assert dict(board.players[0].arboretum) == {(0, 0): Card("W", 5), (1, 0): Card("W", 6)}
    told = " ".join(imported.warnings)
    assert "C3 appears twice" in told
    assert "R5, C7 and O1 are missing." in told
    assert "In the deck, R5, C7 and O1 took the place of C3, W5 and W6." in told


def test_2_turn_6_with_four_cards_planted_fits_turn_4() -> None:
    imported = read_state(STATE_JSON, strict=False)
    assert "turn is 6, but with 4 cards planted it fits turn 4." in imported.warnings
    assert imported.game.board.turns == 4
    strictly = read_state(corrected_state() | {"turn": 6})
    assert strictly.warnings == ("turn is 6, but with 4 cards planted it fits turn 4.",)


def test_3_what_was_seen_leaves_out_ones_own_plants_or_is_an_empty_object() -> None:
    warnings = read_state(STATE_JSON, strict=False).warnings
    assert "seenA leaves out W5 and W6." in warnings
    assert "seenB leaves out J8 and O8." in warnings
    assert read_state(corrected_state() | {"seenA": {}, "seenB": {}}).warnings == ()


def test_3_what_a_player_has_seen_of_the_other_hand_is_known_to_both() -> None:
    values = corrected_state() | {"seenA": state()["seenA"] + ["W5", "W6", "M6"]}
    imported = read_state(values)
    assert imported.warnings == ()
    assert imported.game.view(0).board.players[1].hand == (Card("M", 6),)
    assert compat.write_state(imported.game)["seenA"][-1] == "M6"


def test_4_the_sample_tableau_has_ten_placements_eight_of_them_listed() -> None:
    listed = [(-2, -1), (-1, -2), (-1, 2), (0, -1), (0, 2), (1, -1), (1, 1), (2, 0)]
    found = compat.get_valid_placements(scenario()["sample_tableau"])
    assert len(found) == 10
    assert set(found) - set(listed) == {(-2, 0), (-2, 1)}


def test_5_cards_in_both_sample_tableaus_are_a_warning_or_an_error() -> None:
    names = scenario()
    given = (names["sample_hand"], names["sample_tableau"], names["sample_opponent_tableau"])
    with pytest.warns(UserWarning, match="appears twice") as told:
        find_best_move(*given)
    assert [str(each.message)[:2] for each in told] == ["J4", "O5"]
    assert all(each.filename == __file__ for each in told)
    with pytest.raises(FormatError, match="J4 appears twice"):
        evaluate_moves(*given, strict=True)


def test_6_the_hand_to_play_from_is_that_of_the_current_player() -> None:
    values = corrected_state()
    values["handB"] += [values["deck"].pop(), values["deck"].pop()]
    values |= {"currentPlayer": 1, "subTurn": 2}
    # B is to move, so it was A who planted last, or B who began.
    game = read_state(values).game
    assert game.to_move == 1
    turn = best_turn(game).turn
    assert list(turn.play_card) in values["handB"]
    assert list(turn.discard_card) in values["handB"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (False, None),
        (0, 0),
        (1, 1),
        (2, 2),
        (["J", 2], Card("J", 2)),
        ({"card": ["J", 3], "coord": [-1, 0]}, compat.Planted(Card("J", 3), (-1, 0))),
        ({"move": 0, "metaData": False}, 0),
        ({"move": False, "metaData": False}, None),
    ],
)
def test_7_the_previous_turn_is_false_a_number_an_object_or_a_card(written: Any, read: Any) -> None:
    previous = read_state(corrected_state() | {"previousTurn": written}).previous
    # 0 and False are equal, so their types are compared, too.
    assert (previous, type(previous)) == (read, type(read))


@pytest.mark.parametrize("wrong", [True, 3, -1, 1.0, "0", ["J"], {"card": ["J", 3]}, {}])
def test_7_any_other_previous_turn_is_refused(wrong: Any) -> None:
    with pytest.raises(FormatError, match="previousTurn"):
        read_state(corrected_state() | {"previousTurn": wrong})


@pytest.mark.parametrize(
    "empty", [{}, {"0": {}}, {0: {}}, {"0": {}, "5": {}}, None, {0: {0: None}}]
)
def test_8_a_tableau_without_cards_has_one_placement_however_it_is_written(empty: Any) -> None:
    assert compat.get_valid_placements(empty) == [(0, 0)]


def test_8_keys_are_texts_in_json_and_whole_numbers_in_python() -> None:
    tableau = scenario()["sample_tableau"]
    written = compat.tableau_to_json(tableau)
    assert set(written) == {"-1", "0", "1"}
    assert compat.get_valid_placements(written) == compat.get_valid_placements(tableau)
    assert compat.json_to_tableau(tableau) == compat.json_to_tableau(written) == tableau
    assert document()["get_valid_placements"]({0: {}}) == []  # the document's is wrong here


def test_8_an_inner_empty_object_is_an_empty_column() -> None:
    values = corrected_state()
    values["playAreaA"]["2"] = {}
    assert read_state(values).game == read_state(corrected_state()).game
    assert compat.json_to_tableau({"2": {}}) == {2: {}}


def test_9_the_top_of_the_deck_and_of_a_pile_is_at_the_end() -> None:
    values = corrected_state()
    values["discardB"].insert(0, values["deck"].pop(0))
    game = read_state(values).game
    game.play("draw deck")
    assert Card("W", 8) in game.board.player.hand
    game.play("draw 2")
    assert Card("J", 2) in game.board.player.hand
    assert game.board.players[1].pile == (Card("R", 2),)


def test_10_of_nine_cards_one_is_played_and_another_discarded() -> None:
    hand = scenario()["sample_hand"]
    assert len(hand) == 9
    moves = [each.move for each in evaluate_moves(hand, scenario()["sample_tableau"])]
    assert len(moves) == len(set(moves)) == 9 * 10 * 8
    assert all(move.play_card != move.discard_card for move in moves)
    with pytest.warns(UserWarning, match="hand has 7 cards; after the two draws it has 9"):
        find_best_move(hand[:7], {})


def test_the_sample_is_imported_as_it_stands() -> None:
    values = state()
    before = copy.deepcopy(values)
    imported = read_state(values, strict=False)
    assert values == before
    assert imported.previous == Card("J", 2)
    assert (imported.game.to_move, imported.game.board.phase) == (0, "draw")
    again = read_state(json.dumps(compat.write_state(imported.game)))
    assert again.warnings == ()
    assert again.game == imported.game
