"""States made for one player: the other hand is null or a count, and so is the deck."""

import copy
import pickle
from typing import Any

import pytest

import gemgrove as gg
from gemgrove import arboretum
from gemgrove.compat.arboretum_engine import (
    Card,
    FormatError,
    Move,
    card_to_json,
    last_move,
    move_to_json,
    read_saved_game,
    read_state,
    read_view,
    tableau_to_json,
    write_saved_game,
    write_state,
    write_view,
)
from tests.compat.arboretum_engine.samples import corrected_state, state

NULLS = [None] * 7
HIDDEN_FORMS = [
    {"handB": NULLS, "deck": 28},
    {"handB": 7, "deck": 28},
]


def for_player_a(**changes: Any) -> dict[str, Any]:
    """The document's own state as player A would receive it."""
    return state() | {"handB": NULLS, "deck": 28} | changes


@pytest.mark.parametrize("hidden", HIDDEN_FORMS)
def test_the_documents_state_is_read_with_the_opponents_hand_and_the_deck_hidden(
    hidden: dict[str, Any],
) -> None:
    imported = read_state(state() | hidden)
    assert imported.view is not None
    assert imported.view.seat == 0
    board = imported.view.board
    assert sorted(board.players[0].hand) == sorted(map(tuple, state()["handA"]))
    assert (board.players[1].hand, board.players[1].hidden, len(board.deck)) == ((), 7, 28)
    assert "The hidden cards of handB and deck were drawn at random." in imported.warnings


def test_the_game_of_such_a_state_is_one_that_its_player_cannot_tell_from_others() -> None:
    games = [read_state(for_player_a(), rng=seed).game for seed in range(3)]
    assert len({game.position() for game in games}) == 3
    assert len({game.view(0) for game in games}) == 1
    assert read_state(for_player_a()).game == read_state(for_player_a()).game
    for game in games:
        assert not game.over
        game.play("draw deck")


def test_cards_of_a_hidden_hand_that_are_told_are_known_to_the_other_player() -> None:
    imported = read_state(for_player_a(handB=[["R", 1], *NULLS[1:]]))
    assert imported.view is not None
    assert list(imported.view.board.players[1].hand) == [("R", 1)]
    assert ("R", 1) in imported.game.board.players[1].hand


def test_what_player_b_gets_is_a_view_of_the_second_seat() -> None:
    shown = corrected_state() | {"handA": 7, "deck": 28}
    imported = read_view(shown)
    assert imported.view.seat == 1
    assert sorted(imported.view.board.players[1].hand) == sorted(map(tuple, shown["handB"]))
    with pytest.raises(FormatError, match="handA is hidden, so this is not the view of seat 0"):
        read_view(shown, seat=0)


def test_a_full_state_is_read_as_either_seat_sees_it() -> None:
    game = read_state(corrected_state()).game
    for seat in range(2):
        assert read_view(corrected_state(), seat=seat).view == game.view(seat)
    assert read_view(corrected_state()).view == game.view(0)


def test_a_state_that_hides_both_hands_is_nobodys_view() -> None:
    nobodys = corrected_state() | {"handA": NULLS, "handB": 7, "deck": 28}
    assert read_state(nobodys).view is None
    with pytest.raises(FormatError, match="handA and handB both have hidden cards"):
        read_view(nobodys)


def test_a_hand_alone_may_be_hidden_or_the_deck_alone() -> None:
    whole = read_state(corrected_state()).game
    hand_only = read_state(corrected_state() | {"handB": NULLS})
    assert hand_only.game == whole  # seven cards are nowhere, so they are that hand
    assert hand_only.view == whole.view(0)
    deck_only = read_state(corrected_state() | {"deck": 28})
    assert deck_only.view is None
    assert deck_only.game.view(0) == whole.view(0)


@pytest.mark.parametrize(
    ("wrong", "fact", "done"),
    [
        (state(), "C3 appears twice", "In the deck, R5, C7 and O1 took the place"),
        (for_player_a(deck=29), "add up to 36 cards, but 35 cards must be", "was taken to be 28"),
        (state() | {"handB": NULLS}, "C3 appears twice", "Only the number of cards in the deck"),
    ],
)
def test_a_strict_error_names_the_lenient_way_to_read_it(
    wrong: dict[str, Any], fact: str, done: str
) -> None:
    with pytest.raises(FormatError, match=fact) as refusal:
        read_state(wrong)
    assert str(refusal.value).endswith(" With strict=False this is a warning.")
    told = " ".join(read_state(wrong, strict=False).warnings)
    assert fact in told
    assert done in told


def test_an_error_that_no_reading_forgives_does_not_promise_that_one_would() -> None:
    twice = corrected_state()
    twice["handA"][0] = twice["handB"][0]
    with pytest.raises(FormatError, match="R1 appears twice") as refusal:
        read_state(twice)
    assert "strict=False" not in str(refusal.value)


def test_a_wrong_winner_names_the_lenient_way_to_read_it() -> None:
    saved = write_saved_game(gg.new("arboretum", seed=1)) | {"winner": 1}
    with pytest.raises(FormatError, match="With strict=False this is a warning"):
        read_saved_game(saved)


PREVIOUS = [["J", 2], 0, 2, {"card": ["W", 6], "coord": [1, 0]}, False]


@pytest.mark.parametrize("previous", PREVIOUS)
@pytest.mark.parametrize("metadata", [False, {"thought": [1, None]}])
def test_the_move_before_is_written_as_it_was_read(previous: Any, metadata: Any) -> None:
    read = corrected_state() | {"previousTurn": previous, "previousTurnMetaData": metadata}
    written = write_state(read_state(read).game)
    assert written["previousTurn"] == previous
    assert type(written["previousTurn"]) is type(previous)
    assert written["previousTurnMetaData"] == metadata


def test_the_move_before_stays_with_a_copy_and_goes_with_the_next_move() -> None:
    read = corrected_state() | {"previousTurnMetaData": "noted"}
    game = read_state(read).game
    for same in (game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert write_state(same)["previousTurnMetaData"] == "noted"
    assert last_move(game) == ("J", 2)
    game.play("draw deck")
    written = write_state(game)
    assert (written["previousTurn"], written["previousTurnMetaData"]) == (0, False)
    game.undo()
    assert write_state(game)["previousTurn"] == ["J", 2]


def test_a_state_survives_being_read_and_written() -> None:
    read = corrected_state()
    written = write_state(read_state(read).game)
    for field in read.keys() - {"seenA", "seenB", "handA", "handB"}:
        assert written[field] == read[field], field


# Views with something missing


def my_view(moves: int) -> tuple[arboretum.Game, dict[str, Any]]:
    """A game after that many decisions by greedy, and the state its player to move receives."""
    game = gg.new("arboretum", seed=6)
    for _ in range(moves):
        game.play(game.view(game.to_move).greedy_action())
    view = game.view(game.to_move)
    return game, write_view(view, previous=last_move(game))


DERIVED = ["deck", "opponentHand", "activeTurn", "subTurn"]


@pytest.mark.parametrize("name", DERIVED)
@pytest.mark.parametrize("moves", [0, 11, 12, 14])  # the sub-turns, the first of the game
def test_what_the_other_fields_tell_may_be_missing(name: str, moves: int) -> None:
    game, values = my_view(moves)
    del values[name]
    with pytest.raises(FormatError, match=f"{name} is missing. With strict=False this is a"):
        read_view(values)
    imported = read_view(values, seat=game.to_move, strict=False)
    assert any(name in warning for warning in imported.warnings)
    shown, right = imported.view.board, game.view(game.to_move).board
    assert (shown.phase, shown.to_move, len(shown.deck)) == (
        right.phase,
        right.to_move,
        len(right.deck),
    )
    assert imported.view.legal_actions() == game.legal_actions()


@pytest.mark.parametrize("off", [-1, 1, 9])
def test_a_deck_count_that_is_off_is_derived_from_the_cards(off: int) -> None:
    game, values = my_view(10)
    right = values["deck"]
    with pytest.raises(FormatError, match="With strict=False this is a warning"):
        read_view(values | {"deck": right + off})
    imported = read_view(values | {"deck": right + off}, seat=game.to_move, strict=False)
    assert len(imported.view.board.deck) == right


def test_an_opponents_hand_of_the_wrong_size_or_with_cards_from_elsewhere_is_put_right() -> None:
    game, values = my_view(10)
    for hand in ([], [None] * 9, [values["hand"][0], *NULLS[1:]], 3):
        imported = read_view(values | {"opponentHand": hand}, seat=game.to_move, strict=False)
        assert imported.view.board.players[1 - game.to_move].hidden == 7


# Writers


GAME = gg.new("arboretum", seed=1)
VIEW = GAME.view(0)


@pytest.mark.parametrize(
    ("write", "value", "options", "why"),
    [
        (write_state, GAME, {"names": ("A",)}, "names is .*; it must be 2 strings"),
        (write_state, GAME, {"names": ("A", 5)}, "names is .*; it must be 2 strings"),
        (write_saved_game, GAME, {"names": ("A", None)}, "names is .*; it must be 2 strings"),
        (write_view, VIEW, {"previous": 7}, "move is 7; a move is 0, 1 or 2"),
        (write_view, VIEW, {"previous": ("X", 1)}, "the species in play are"),
        (write_view, VIEW, {"previous": "deck"}, "move is 'deck'; a move is"),
        (card_to_json, ("X", 3), {}, "the species in play are"),
        (card_to_json, ("J", 9), {}, r"card\[1\] is 9; it must be a whole number from 1 to 8"),
        (tableau_to_json, {0: {1: ("J", 0)}}, {}, r'tableau\["0"\]\["1"\]\[1\] is 0'),
        (move_to_json, Move(Card("J", 3), (0, 10**9), Card("O", 3)), {}, r"placement\[1\] is 10"),
        (move_to_json, Move(Card("J", 3), (0, 0), Card("O", 12)), {}, r"discard_card\[1\] is 12"),
        (move_to_json, None, {}, "^move is None; it must be a Move: play_card, placement and"),
        (write_view, VIEW, {"metadata": float("nan")}, "metaData is nan, which JSON cannot write"),
        (write_view, VIEW, {"metadata": {1, 2}}, r"metaData is {1, 2}, which JSON cannot write"),
    ],
)
def test_writers_refuse_what_readers_refuse(
    write: Any, value: Any, options: dict[str, Any], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        write(value, **options)


@pytest.mark.parametrize(
    ("write", "value", "why"),
    [
        (write_state, None, "^None is not a Game"),
        (write_state, VIEW, "^<View of .*> is not a Game"),
        (write_saved_game, VIEW, "^<View of .*> is not a Game"),
        (write_view, GAME, r" is not a View"),
    ],
)
def test_writers_refuse_other_types_in_a_sentence(write: Any, value: Any, why: str) -> None:
    with pytest.raises(TypeError, match=why):
        write(value)
