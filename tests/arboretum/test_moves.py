"""Moves and their notation: texts round-trip, and errors explain how to write a move."""

import random
import re
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gemgrove as gg
from gemgrove import splendor
from gemgrove.arboretum import Card, Move
from gemgrove.arboretum.cards import LETTERS, RANKS

CARDS = st.builds(Card, st.sampled_from(LETTERS), st.integers(1, RANKS))
MOVES = st.one_of(
    st.just(Move("draw")),
    st.builds(Move, st.just("draw"), seat=st.integers(0, 3)),
    st.builds(Move, st.sampled_from(["pick", "discard"]), card=CARDS),
    st.builds(Move, st.just("plant"), cell=st.tuples(*[st.integers(-99, 99)] * 2)),
)


@given(MOVES)
def test_the_text_of_a_move_is_read_as_that_move(move: Move) -> None:
    assert Move.parse(move.text) == move
    assert Move.parse_all(move.text) == [move]
    assert eval(repr(move), {"Move": Move}) == move
    assert str(move) == move.text


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("draw deck", Move("draw")),
        ("draw 2", Move("draw", seat=1)),
        ("pick M5", Move("pick", card=Card("M", 5))),
        ("at 1 0", Move("plant", cell=(1, 0))),
        ("discard W7", Move("discard", card=Card("W", 7))),
    ],
)
def test_the_notation_of_the_design(text: str, move: Move) -> None:
    assert Move.parse(text) == move
    assert move.text == text


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("DRAW Deck", "draw deck"),
        ("draw d", "draw deck"),
        (" pick  m5 ", "pick M5"),
        ("at 1,0", "at 1 0"),
        ("at -1, -0", "at -1 0"),
        ("at 01 0", "at 1 0"),
        ("Discard w7", "discard W7"),
    ],
)
def test_other_ways_of_writing_are_read(written: str, meant: str) -> None:
    assert Move.parse(written).text == meant


def test_plant_names_two_moves() -> None:
    both = [Move("pick", card=Card("M", 5)), Move("plant", cell=(1, 0))]
    assert Move.parse_all("plant M5 1 0") == both
    with pytest.raises(
        gg.NotationError,
        match=r"^'plant M5 1 0' names 2 moves, pick M5 and at 1 0; give only one\.$",
    ):
        Move.parse("plant M5 1 0")


@pytest.mark.parametrize("text", ["", "   ", ","])
def test_an_empty_move_is_answered_with_every_way_to_write_one(text: str) -> None:
    with pytest.raises(gg.NotationError) as caught:
        Move.parse(text)
    assert str(caught.value) == (
        "The move is empty. Moves are written as draw deck or draw 2; pick M5; at 1 0; "
        "plant M5 1 0; discard W7."
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("draw", "the deck or the number of a player is needed. Write it as draw deck or draw 2."),
        ("draw 1 2", "the deck or the number of a player is needed."),
        ("draw 0", "'0' is neither the deck nor a player; players are 1 to 4."),
        ("draw 5", "'5' is neither the deck nor a player; players are 1 to 4."),
        ("draw M5", "'m5' is neither the deck nor a player; players are 1 to 4."),
        ("pick", "one card is needed. Write it as pick M5."),
        ("pick M5 W7", "one card is needed. Write it as pick M5."),
        ("pick M9", "'m9' is not a card; a card is a letter (J, R, C, M, O, W, B, D, T, L) and a "),
        ("pick X5", "'x5' is not a card;"),
        ("discard 5", "'5' is not a card;"),
        ("at 1", "two numbers are needed, x and y. Write it as at 1 0."),
        ("at 1 0 0", "two numbers are needed, x and y."),
        (
            "at one 0",
            "'one' is not a coordinate; coordinates are whole numbers from -99 to 99. Write it as ",
        ),
        ("at 999 0", "'999' is not a coordinate; coordinates are whole numbers from -99 to 99."),
        ("at 1.5 0", "'1.5' is not a coordinate;"),
        ("at 100 0", "'100' is not a coordinate;"),
        ("at ² 0", "'²' is not a coordinate;"),
        ("plant M5 1", "two numbers are needed, x and y. Write it as plant M5 1 0."),
        ("plant", "one card is needed. Write it as plant M5 1 0."),
        ("plant 1 0 M5", "'1' is not a card;"),
    ],
)
def test_a_text_that_names_no_move_says_what_is_wrong(text: str, sentence: str) -> None:
    with pytest.raises(gg.NotationError) as caught:
        Move.parse_all(text)
    assert str(caught.value).startswith(f"{text!r}: {sentence}")


@pytest.mark.parametrize("text", ["skip", "pass", "p3 red white blue"])
def test_an_unknown_command_is_answered_with_every_way_to_write_a_move(text: str) -> None:
    with pytest.raises(gg.NotationError, match=r"there is no command .* Moves are written as draw"):
        Move.parse(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("drw deck", "draw deck"),
        ("pik M5", "pick m5"),
        ("plnt M5 1 0", "plant m5 1 0"),
        ("take 2", "draw 2"),
        ("place 1 0", "at 1 0"),
    ],
)
def test_a_command_that_is_like_another_is_answered_with_that(text: str, meant: str) -> None:
    with pytest.raises(gg.NotationError) as caught:
        Move.parse(text)
    assert str(caught.value).endswith(f" Perhaps you mean {meant}.")


WORDS = ["draw", "deck", "pick", "at", "plant", "discard", "M5", "W9", "1", "-1", "0"]


@given(st.text() | st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join))
def test_any_text_is_a_list_of_moves_or_a_notation_error(text: str) -> None:
    try:
        moves = Move.parse_all(text)
    except gg.NotationError:
        return
    assert [Move.parse(move.text) for move in moves] == moves


def test_moves_are_values_and_cannot_be_changed() -> None:
    assert len({Move.parse("at 1 0"), Move.parse("at 1 0"), Move.parse("at 0 1")}) == 2
    with pytest.raises(FrozenInstanceError):
        Move.parse("at 1 0").cell = (2, 0)  # type: ignore[misc]


# Action numbers


@pytest.mark.parametrize(
    ("players", "text", "action"),
    [
        (2, "draw deck", 0),
        (2, "draw 1", 1),
        (2, "draw 2", 2),
        (2, "pick J1", 3),
        (2, "pick W8", 50),
        (2, "at -1 -1", 51),
        (2, "at 0 0", 51 + 18 + 1),
        (2, "at 16 16", 374),
        (2, "discard J1", 375),
        (2, "discard W8", 422),
        (3, "draw 3", 3),
        (3, "pick D8", 67),
        (3, "at 0 0", 68 + 15 + 1),
        (3, "discard D8", 356),
        (4, "draw 4", 4),
        (4, "pick L8", 84),
        (4, "at 0 0", 85 + 14 + 1),
        (4, "discard L8", 360),
    ],
)
def test_at_the_start_the_moves_have_these_numbers(players: int, text: str, action: int) -> None:
    game = gg.new("arboretum", players=players, seed=1)
    assert game.variant.action(game, Move.parse(text)) == action
    assert game.move(action) == Move.parse(text)


@pytest.mark.parametrize(
    "text", ["draw 3", "pick B1", "discard L8", "at -2 0", "at 17 0", "at 0 -2"]
)
def test_what_is_not_in_the_game_has_no_number(text: str) -> None:
    game = gg.new("arboretum", players=2, seed=1)
    assert game.variant.action(game, Move.parse(text)) == -1


def test_the_number_of_a_cell_moves_with_the_arboretum() -> None:
    game = planted((0, 0), (-1, 0))
    cell = 51 + 18  # the second row from below
    assert game.variant.action(game, Move.parse("at 0 0")) == cell + 2
    assert game.variant.action(game, Move.parse("at -2 0")) == cell
    game = planted((0, 0), (0, 1))
    assert game.variant.action(game, Move.parse("at 0 0")) == cell + 1


def planted(*cells: tuple[int, int]) -> gg.Game:
    """A two-player game whose first player has planted in these cells and is to move again."""
    game = gg.new("arboretum", players=2, seed=1)
    for cell in cells:
        for where in (cell, None):
            game.play("draw deck")
            game.play("draw deck")
            game.play(game.legal_actions()[0])
            game.play(game.legal_actions()[0] if where is None else Move("plant", cell=where))
            game.play(game.legal_actions()[0])
    return game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_action_is_a_move_and_back(players: int) -> None:
    rng = random.Random(players)
    game = gg.new("arboretum", players=players, seed=players)
    while not game.over:
        actions = game.legal_actions()
        moves = game.legal_moves()
        assert [game.variant.action(game, move) for move in moves] == actions
        assert all(game.is_legal(move) and game.is_legal(move.text) for move in moves)
        assert len(set(moves)) == len(moves)
        game.play(rng.choice(moves).text)


@pytest.mark.parametrize("action", [-1, 423, 10**30])
def test_a_number_out_of_range_is_no_action(action: int) -> None:
    game = gg.new("arboretum", players=2, seed=1)
    with pytest.raises(
        gg.NotationError, match=re.escape("is not an action; actions are 0 to 422.")
    ):
        game.move(action)


@pytest.mark.parametrize(
    "parts",
    [
        {"kind": "plant"},
        {"kind": "pick"},
        {"kind": "pick", "card": ("M", 5)},
        {"kind": "pick", "card": Card("M", 9)},
        {"kind": "pick", "card": Card("M", True)},
        {"kind": "pick", "card": Card([], 1)},  # type: ignore[arg-type]
        {"kind": "draw", "card": Card("M", 5)},
        {"kind": "draw", "seat": 4},
        {"kind": "draw", "seat": True},
        {"kind": "plant", "seat": 1, "cell": (0, 0)},
        {"kind": "plant", "cell": (0, 0, 0)},
        {"kind": "plant", "cell": [0, 0]},
        {"kind": "plant", "cell": (0, False)},
        {"kind": "plant", "cell": (0, 100)},
        {"kind": "water"},
        {"kind": None},
        {"kind": []},
    ],
    ids=str,
)
def test_a_move_whose_parts_do_not_belong_together_cannot_be_made(parts: dict[str, Any]) -> None:
    with pytest.raises(gg.NotationError, match=r"^There is no move with kind=.*; Move\.parse"):
        Move(**parts)


def test_a_move_of_another_game_is_no_move() -> None:
    game = gg.new("arboretum", players=2, seed=1)
    with pytest.raises(gg.NotationError, match=r"is not a move of Arboretum\.$"):
        game.play(splendor.Move.parse("p3 red white blue"))
