"""Boards: positions that can be edited, turned back into games, and stored as JSON."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import gemgrove as gg
from gemgrove import arboretum, splendor
from gemgrove.arboretum import Card as Tree
from gemgrove.arboretum import Player
from gemgrove.splendor import CardSet, Color
from gemgrove.splendor.board import Escrow
from gemgrove.view_json import view_to_dict
from tests.splendor.card_sets import uniform_set

KINDS = [
    *(("splendor", rules, 2 + number % 3) for number, rules in enumerate(splendor.PRESETS)),
    ("splendor", "official:payment=choose", 2),
    *((("arboretum", rules, 2 + number)) for number, rules in enumerate(arboretum.PRESETS)),
    ("arboretum", "official:first_player=random", 4),
]


def positions(
    name: gg.GameName, rules: str, players: int, **options: Any
) -> Iterator[gg.Game[Any]]:
    """Every position of a random game; the same `Game` each time."""
    rng = random.Random(5)
    game = gg.new(name, rules=rules, players=players, seed=5, **options)
    yield game
    while not game.over:
        actions = game.legal_actions()
        buys = [action for action in actions if name == "splendor" and 45 <= action < 60]
        game.play(rng.choice(buys or actions))
        yield game


def refusal(board: Any) -> str:
    with pytest.raises(gg.PositionError) as caught:
        gg.from_board(board)
    return str(caught.value)


def after(name: gg.GameName, *moves: str, **options: Any) -> gg.Game[Any]:
    game = gg.new(name, seed=1, **options)
    game.play_all(moves)
    return game


# A board becomes a game


@pytest.mark.parametrize(("name", "rules", "players"), KINDS)
def test_the_board_of_a_game_is_that_game(name: gg.GameName, rules: str, players: int) -> None:
    for game in positions(name, rules, players):
        again = gg.from_board(game.board)
        assert again == game
        assert again.board == game.board
        assert again.actions == []


def test_a_board_knows_its_cards() -> None:
    game = gg.new("splendor", seed=1, cards=uniform_set())
    assert gg.from_board(game.board) == game
    assert gg.from_board(game.board).variant.cards == uniform_set()


@pytest.mark.parametrize(("name", "rules", "players"), KINDS)
def test_a_board_that_hides_cards_is_no_game_but_its_sample_is(
    name: gg.GameName, rules: str, players: int
) -> None:
    game = gg.new(name, rules=rules, players=players, seed=5)
    for seat in (None, *range(players)):
        view = game.view(seat)
        assert refusal(view.board) == (
            "Some cards are hidden: this is what a view shows, and not a full position; "
            "View.sample draws one."
        )
        sample = view.sample(1)
        assert gg.from_board(sample.board) == sample


def test_tokens_can_be_moved_from_the_bank_to_a_player() -> None:
    game = gg.new("splendor", seed=1)
    rich = replace(game.board.players[0], tokens=(2, 2, 2, 0, 0, 0))
    edited = replace(game.board, bank=(2, 2, 2, 4, 4, 5), players=(rich, game.board.players[1]))
    made = gg.from_board(edited)
    assert made.board == edited
    assert made.board.players[0].tokens[Color.BLUE] == 2
    assert made != game


def test_the_numbers_of_an_edited_board_may_be_those_of_numpy() -> None:
    game = gg.new("splendor", seed=1)
    changes: dict[str, Any] = {"bank": tuple(np.array(game.board.bank)), "turns": np.int64(0)}
    assert gg.from_board(replace(game.board, **changes)) == game


def test_points_and_bonuses_follow_from_the_cards_of_an_edited_board() -> None:
    board = gg.new("splendor", seed=1).board
    high, *rest = board.decks[2]
    assert high is not None
    player = replace(board.players[0], bought=(high,))
    edited = replace(
        board, decks=(*board.decks[:2], tuple(rest)), players=(player, board.players[1])
    )
    made = gg.from_board(edited)
    assert made.scores == [high.points, 0]
    assert made.board.players[0].bonuses[high.color] == 1


def test_rules_of_a_board_can_be_replaced() -> None:
    board = gg.new("splendor", seed=1).board
    assert gg.from_board(replace(board, rules=splendor.Rules(target_points=9))).rules == (
        splendor.Rules(target_points=9)
    )


def test_an_arboretum_can_be_planted_by_hand() -> None:
    game = after("arboretum", "draw deck", "draw deck")
    game.play(f"plant {game.board.player.hand[0]} 0 0")
    game.play(f"discard {game.board.player.hand[0]}")
    board = game.board
    moved = replace(board.players[0], arboretum=dict(board.players[0].arboretum))
    assert gg.from_board(replace(board, players=(moved, board.players[1]))) == game
    astray = replace(moved, arboretum={(1, 0): moved.arboretum[0, 0]})
    assert refusal(replace(board, players=(astray, board.players[1]))) == (
        "The arboretum of p1 has no card at 0,0, where it must begin."
    )


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"bank": (3, 4, 4, 4, 4, 5)},
            "There are 3 white tokens; for 2 players it must be 4.",
        ),
        ({"bank": (4, 4, 4)}, "bank is (4, 4, 4); it must be 6 numbers (white, blue, "),
        ({"bank": (4, 4, 4, 4, 4, 5, 0)}, "bank is (4, 4, 4, 4, 4, 5, ...); it must be 6 numbers"),
        ({"bank": (True, 4, 4, 4, 4, 5)}, "board.bank.white is True; it must be a whole number"),
        ({"bank": None}, "bank is None; it must have the form it has in a game's board."),
        ({"turns": 1}, "p1 is to move, but p1 began and 1 turns were made, so it must be p2."),
        ({"turns": True}, "board.turns is True; it must be a whole number from 0 to 100000."),
        ({"turns": -1}, "board.turns is -1; it must be a whole number from 0 to 100000."),
        ({"turns": None}, "board.turns is None; it must be a whole number from 0 to 100000."),
        ({"to_move": "p1"}, "board.to_move is 'p1'; it must be a whole number from 0 to 1."),
        ({"to_move": 2}, "board.to_move is 2; it must be a whole number from 0 to 1."),
        ({"phase": "pay"}, "There is no phase pay: by these rules payment is automatic."),
        ({"phase": None}, "board.phase is None; it must be one of play, pay, return, noble, over."),
        ({"market": ()}, "board.market has 0 items; it must have 3."),
        ({"market": ((7,) * 4,) * 3}, "market is ((7, 7, 7, 7), (7, 7, 7, 7), (7, 7, 7, 7)); it"),
        ({"decks": ((), ())}, "board.decks has 2 items; it must have 3."),
        ({"nobles": (None, None, None)}, "3 nobles have left their slots, but the players have 0."),
        ({"players": ()}, "board.players has 0 items; it must have 2."),
        ({"players": (None, None)}, "players is (None, None); it must have the form"),
        ({"buying": CardSet.builtin().cards[89]}, "buying is Card("),
        (
            {"owed": (1, 0, 0, 0, 0)},
            "owed is (1, 0, 0, 0, 0); nothing is being bought.",
        ),
        ({"escrow": Escrow(1, (1, 0, 0, 0, 0, 0))}, "board.escrow.seat is 1; the rest of the "),
        (
            {"cards": uniform_set()},
            "board.market[0][0].cost.white is 0; the rest of the board makes ",
        ),
    ],
    ids=str,
)
def test_a_board_that_is_no_position_is_refused_in_a_sentence(
    changes: dict[str, Any], sentence: str
) -> None:
    board = gg.new("splendor", seed=1).board
    assert refusal(replace(board, **changes)).startswith(sentence)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"deck": ()}, "J2 is missing; it must be in the deck, a hand, a pile or an arboretum."),
        ({"deck": None}, "deck is None; it must have the form it has in a game's board."),
        ({"deck": ("J1",)}, "deck is ('J1',); it must have the form it has in a game's board."),
        ({"phase": "plant"}, "Some cards are hidden"),
        (
            {"phase": 3},
            "board.phase is 3; it must be one of draw, second draw, pick, plant, discard",
        ),
        ({"first": 1}, "p2 began; by the rules it must be p1."),
        ({"players": (1, 2)}, "players is (1, 2); it must have the form"),
        ({"players": (Player((), (Tree("J", 1),), 7, (), {}),) * 2}, "players is (Player("),
        ({"players": (Player((), (), -1, (), {}),) * 2}, "players is (Player("),
    ],
    ids=str,
)
def test_a_board_that_is_no_position_of_arboretum_is_refused_in_a_sentence(
    changes: dict[str, Any], sentence: str
) -> None:
    board = gg.new("arboretum", seed=1).board
    assert refusal(replace(board, **changes)).startswith(sentence)


@pytest.mark.parametrize("board", [None, {}, gg.new("splendor", seed=1), "splendor"], ids=type)
def test_only_a_board_becomes_a_game(board: Any) -> None:
    with pytest.raises(TypeError, match=r"; it must be a board, such as Game\.board\.$"):
        gg.from_board(board)


def test_a_board_with_rules_of_something_else_is_refused() -> None:
    board = gg.new("splendor", seed=1).board
    with pytest.raises(TypeError, match=r"^rules is .*; it must be a preset's name, a spec or a "):
        gg.from_board(replace(board, rules=arboretum.Rules()))  # type: ignore[arg-type]


# Boards as JSON


@pytest.mark.parametrize(("name", "rules", "players"), KINDS)
def test_a_board_comes_back_from_json(name: gg.GameName, rules: str, players: int) -> None:
    for game in positions(name, rules, players):
        for board in (game.board, *(game.view(seat).board for seat in (None, 0))):
            told, text = board.to_dict(), board.to_json()
            assert json.loads(text) == told
            assert type(board).from_dict(told) == board
            assert type(board).from_json(text) == board


@pytest.mark.parametrize(("name", "rules", "players"), KINDS)
def test_the_board_of_a_view_is_told_as_in_a_view(
    name: gg.GameName, rules: str, players: int
) -> None:
    for game in positions(name, rules, players):
        view = game.view(0)
        told, wired = view.board.to_dict(), view_to_dict(view)
        assert told.pop("rules") == view.rules.to_dict()
        assert told == {key: wired[key] for key in told}
        assert set(wired) - set(told) == {
            "seat", "over", "ending", "scores", "winners", "actions",
        }  # fmt: skip


def test_a_board_in_json_brings_its_cards() -> None:
    board = gg.new("splendor", seed=1, cards=uniform_set()).board
    assert splendor.Board.from_json(board.to_json()) == board


def test_a_known_deck_is_a_list_and_a_hidden_one_a_number() -> None:
    game = gg.new("splendor", seed=1)
    assert [len(deck) for deck in game.board.to_dict()["decks"]] == [36, 26, 16]
    assert game.view(0).board.to_dict()["decks"] == [36, 26, 16]
    trees = gg.new("arboretum", seed=1)
    assert trees.board.to_dict()["deck"][0]["id"] == str(trees.board.deck[0])
    assert trees.view(0).board.to_dict()["deck"] == 34


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"game": "chess"}, "board.game is 'chess'; it must be one of splendor."),
        ({"rules": None}, "The rules of the board cannot be read. rules is None; it must hold"),
        ({"rules": {"players": 7}}, "The rules of the board cannot be read. players is 7; it"),
        ({"bank": {"white": 4}}, "board.bank.blue is missing."),
        ({"turns": True}, "board.turns is True; it must be a whole number from 0 to"),
        ({"decks": [1, 2]}, "board.decks has 2 items; it must have 3."),
        ({"round": 3}, "board.round is 3; the rest of the board makes it 1."),
        ({"phase": "lunch"}, "board.phase is 'lunch'; it must be one of play, pay, "),
    ],
    ids=str,
)
def test_an_invalid_board_is_not_read(changes: dict[str, Any], sentence: str) -> None:
    data = gg.new("splendor", seed=1).board.to_dict()
    with pytest.raises(gg.PositionError) as caught:
        splendor.Board.from_dict(data | changes)
    assert str(caught.value).startswith(sentence)


def test_points_in_json_must_be_those_of_the_cards() -> None:
    data = gg.new("splendor", seed=1).board.to_dict()
    data["players"][0]["points"] = 3
    with pytest.raises(
        gg.PositionError,
        match=r"^board\.players\[0\]\.points is 3; the rest of the board makes it 0\.$",
    ):
        splendor.Board.from_dict(data)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "null", "[]", '"board"'])
def test_invalid_json_of_a_board_is_refused(text: str) -> None:
    for kind in (splendor.Board, arboretum.Board):
        with pytest.raises(gg.PositionError, match=r"\.$"):
            kind.from_json(text)
    with pytest.raises(TypeError, match=r"^A board in JSON is text, not None\.$"):
        splendor.Board.from_json(None)  # type: ignore[arg-type]


# Moves as JSON


@pytest.mark.parametrize("name", gg.GAMES)
def test_a_move_comes_back_from_json(name: gg.GameName) -> None:
    for game in positions(name, "official", 2):
        for move in game.legal_moves():
            told = json.loads(json.dumps(move.to_dict()))
            assert told == {"move": move.text}
            assert type(move).from_dict(told) == move


@pytest.mark.parametrize("data", [None, {}, {"move": None}, {"move": 3}, {"move": "jump"}, "pass"])
def test_an_invalid_move_is_not_read(data: Any) -> None:
    for kind in (splendor.Move, arboretum.Move):
        with pytest.raises(gg.NotationError):
            kind.from_dict(data)
