"""The notation: every move has one text, and every text for a move can be read."""

import copy
import pickle
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gemgrove as gg
from gemgrove.splendor import MOVES, TOKENS, Color, Move
from gemgrove.splendor.moves import PAY_MOVES, SKIP, SKIP_MOVE

ALL_MOVES = (*MOVES, *PAY_MOVES, SKIP_MOVE)
EVERY_WAY = (
    "Moves are written as p3 red white blue; p2 red or p2 red blue; p1 red; r m 4 or r m deck; "
    "b t 2; br 2; return red; pay gold; noble 1; pass."
)


def complaint(text: str) -> str:
    """The error of `Move.parse` for an invalid text."""
    with pytest.raises(gg.NotationError) as caught:
        Move.parse(text)
    return str(caught.value)


# Moves, texts and action numbers


def test_there_are_72_actions_and_each_move_stands_at_its_number() -> None:
    assert [move.action for move in MOVES] == list(range(72))


def test_the_text_of_a_move_is_read_as_that_move() -> None:
    assert [Move.parse(move.text) for move in ALL_MOVES] == list(ALL_MOVES)


def test_no_two_moves_have_the_same_text() -> None:
    assert len({move.text for move in ALL_MOVES}) == len(ALL_MOVES)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("p3 red white blue", 1),
        ("p3 white blue green", 0),
        ("p3 green red black", 9),
        ("p2 red", 28),
        ("p2 white", 25),
        ("p2 black", 29),
        ("p2 red blue", 15),
        ("p2 white blue", 10),
        ("p2 red black", 19),
        ("p1 red", 23),
        ("p1 white", 20),
        ("r m 4", 33),
        ("r m 1", 30),
        ("r v 4", 41),
        ("r m deck", 42),
        ("r t deck", 43),
        ("r v deck", 44),
        ("b t 2", 50),
        ("b m 1", 45),
        ("b v 4", 56),
        ("br 2", 58),
        ("br 1", 57),
        ("return red", 63),
        ("return white", 60),
        ("return gold", 65),
        ("pay gold", 65),
        ("pay white", 60),
        ("noble 1", 66),
        ("noble 5", 70),
        ("pass", 71),
    ],
)
def test_the_notation_of_the_design_has_these_action_numbers(text: str, action: int) -> None:
    assert Move.parse(text).action == action


@pytest.mark.parametrize(
    ("low", "high", "kind"),
    [
        (0, 9, "take"),
        (10, 19, "take"),
        (20, 24, "take"),
        (25, 29, "take"),
        (30, 41, "reserve"),
        (42, 44, "reserve"),
        (45, 56, "buy"),
        (57, 59, "buy"),
        (60, 65, "return"),
        (66, 70, "noble"),
        (71, 71, "pass"),
    ],
)
def test_the_ranges_of_the_action_numbers_are_those_of_the_design(
    low: int, high: int, kind: str
) -> None:
    assert {MOVES[action].kind for action in range(low, high + 1)} == {kind}


def test_the_takes_come_three_then_two_then_one_then_two_alike() -> None:
    sizes = [(len(move.colors), len(set(move.colors))) for move in MOVES[:30]]
    assert sizes == [(3, 3)] * 10 + [(2, 2)] * 10 + [(1, 1)] * 5 + [(2, 1)] * 5


def test_the_takes_of_one_size_are_in_the_order_of_the_colors() -> None:
    for group in (MOVES[:10], MOVES[10:20], MOVES[20:25], MOVES[25:30]):
        assert list(group) == sorted(group, key=lambda move: move.colors)


@pytest.mark.parametrize(
    ("text", "tier", "slot"),
    [
        ("r m 4", 1, 4),
        ("r t deck", 2, None),
        ("b v 1", 3, 1),
        ("br 3", None, 3),
        ("noble 2", None, 2),
    ],
)
def test_a_move_knows_its_tier_and_its_place(text: str, tier: int | None, slot: int | None) -> None:
    move = Move.parse(text)
    assert (move.tier, move.slot) == (tier, slot)


def test_a_move_knows_the_tokens_that_move() -> None:
    texts = ("p3 red white blue", "p2 red", "return gold", "b m 1")
    assert [Move.parse(text).colors for text in texts] == [
        (Color.WHITE, Color.BLUE, Color.RED),
        (Color.RED, Color.RED),
        (Color.GOLD,),
        (),
    ]


def test_a_token_is_paid_and_returned_under_the_same_number() -> None:
    for color in TOKENS:
        assert Move.parse(f"pay {color}").action == Move.parse(f"return {color}").action


def test_skip_has_no_action_number() -> None:
    assert Move.parse("skip").action == SKIP == -1


def test_moves_are_values() -> None:
    move = Move.parse("p3 red white blue")
    assert move == MOVES[1]
    assert hash(move) == hash(MOVES[1])
    assert pickle.loads(pickle.dumps(move)) == move
    assert eval(repr(move)) == move
    assert str(move) == move.text == "p3 white blue red"


def test_a_move_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        MOVES[0].action = 1  # type: ignore[misc]


# Accepted spellings


@pytest.mark.parametrize("order", list(permutations(["red", "white", "blue"])))
def test_the_order_of_the_colors_does_not_matter(order: tuple[str, ...]) -> None:
    assert Move.parse("p3 " + " ".join(order)) == MOVES[1]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("P3 RED White bLuE", "p3 red white blue"),
        ("  p3\tred  white\nblue ", "p3 red white blue"),
        ("p3 red, white, blue", "p3 red white blue"),
        ("p3 r w blu", "p3 red white blue"),
        ("p2 red red", "p2 red"),
        ("p2 r r", "p2 red"),
        ("p2 r bla", "p2 red black"),
        ("p1 gr", "p1 green"),
        ("p1 pink", "p1 black"),
        ("p1 brown", "p1 black"),
        ("p1 p", "p1 black"),
        ("p1 br", "p1 black"),
        ("p2 pink black", "p2 black"),
        ("r mines 4", "r m 4"),
        ("r tran 4", "r t 4"),
        ("R V 4", "r v 4"),
        ("r 1 4", "r m 4"),
        ("b 3 2", "b v 2"),
        ("r m d", "r m deck"),
        ("r m DECK", "r m deck"),
        ("return go", "return gold"),
        ("pay gre", "pay green"),
        ("PASS", "pass"),
    ],
)
def test_shorter_and_other_ways_of_writing_are_read(written: str, meant: str) -> None:
    assert Move.parse(written) == Move.parse(meant)


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("p1 b", "'p1 b': 'b' could be blue or black. Write it as p1 red."),
        ("p1 bl", "'p1 bl': 'bl' could be blue or black. Write it as p1 red."),
        ("p1 g", "'p1 g': 'g' could be green or gold. Write it as p1 red."),
        ("return g", "'return g': 'g' could be green or gold. Write it as return red."),
        ("pay b", "'pay b': 'b' could be blue or black. Write it as pay gold."),
    ],
)
def test_an_ambiguous_color_is_answered_with_the_candidates(text: str, candidates: str) -> None:
    assert complaint(text) == candidates


# Errors


@pytest.mark.parametrize("text", ["", "   ", ",", "\n"])
def test_an_empty_move_is_answered_with_every_way_to_write_one(text: str) -> None:
    assert complaint(text) == f"The move is empty. {EVERY_WAY}"


def test_an_unknown_command_is_answered_with_every_way_to_write_a_move() -> None:
    assert complaint("castle") == f"'castle': there is no command 'castle'. {EVERY_WAY}"


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("by t 2", "Perhaps you mean b t 2."),
        ("buy m 1", "Perhaps you mean b m 1."),
        ("buy 1", "Perhaps you mean br 1."),
        ("take red white blue", "Perhaps you mean p3 red white blue."),
        ("reserve m deck", "Perhaps you mean r m deck."),
        ("retrun red", "Perhaps you mean return red."),
        (
            "p4 red",
            "Possible commands are p3 red white blue; p2 red or p2 red blue; p1 red.",
        ),
        ("reserve it", "Possible commands are r m 4 or r m deck."),
    ],
)
def test_a_command_that_is_like_another_is_answered_with_that(text: str, advice: str) -> None:
    command = text.split(maxsplit=1)[0]
    assert complaint(text) == f"{text!r}: there is no command {command!r}. {advice}"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("p3 red white", "p3 takes three different colors. Write it as p3 red white blue."),
        ("p3 red red white", "p3 takes three different colors. Write it as p3 red white blue."),
        ("p3", "p3 takes three different colors. Write it as p3 red white blue."),
        (
            "p2 red white blue",
            "p2 takes one color or two different ones. Write it as p2 red or p2 red blue.",
        ),
        ("p1 red red", "p1 takes one color. Write it as p1 red."),
        ("p1 gold", "you get gold only by reserving a card. Write it as p1 red."),
        (
            "p1 mauve",
            (
                "'mauve' is not a color here; possible: white, blue, green, red, black and gold. "
                "Write it as p1 red."
            ),
        ),
        ("r m", "a row and a place are needed. Write it as r m 4 or r m deck."),
        ("r m 1 2", "a row and a place are needed. Write it as r m 4 or r m deck."),
        ("r x 1", "there is no row 'x'; rows are m, t and v. Write it as r m 4 or r m deck."),
        ("r m 5", "'5' is not a place; places are 1 to 4. Write it as r m 4 or r m deck."),
        ("b m 0", "'0' is not a place; places are 1 to 4. Write it as b t 2."),
        ("b m -1", "'-1' is not a place; places are 1 to 4. Write it as b t 2."),
        ("b m deck", "'deck' is not a place; places are 1 to 4. Write it as b t 2."),
        ("b m 00012", "'00012' is not a place; places are 1 to 4. Write it as b t 2."),
        ("b m ¹", "'¹' is not a place; places are 1 to 4. Write it as b t 2."),
        ("br 4", "'4' is not a place; places are 1 to 3. Write it as br 2."),
        ("br", "one number is needed. Write it as br 2."),
        ("noble 6", "'6' is not a place; places are 1 to 5. Write it as noble 1."),
        ("return", "one color is needed. Write it as return red."),
        ("return red red", "one color is needed. Write it as return red."),
        ("pass 1", "nothing follows pass. Write it as pass."),
        ("skip 1", "nothing follows skip. Write it as skip."),
    ],
)
def test_a_text_that_names_no_move_says_what_is_wrong_and_how_it_is_written(
    text: str, answer: str
) -> None:
    assert complaint(text) == f"{text!r}: {answer}"


def test_a_very_long_text_is_quoted_in_part() -> None:
    assert len(complaint("p1 " + "x" * 100_000)) < 300


def test_an_error_shows_control_characters_instead_of_sending_them() -> None:
    assert "\x1b" not in complaint("\x1b[31mpass\x1b[0m")


def move_or_sentence(text: str) -> Move | str:
    try:
        return Move.parse(text)
    except gg.NotationError as error:
        return str(error)


@given(st.text())
def test_any_text_is_a_move_or_a_notation_error(text: str) -> None:
    result = move_or_sentence(text)
    assert isinstance(result, Move) or result.endswith(".")


WORDS = st.sampled_from(
    [
        *(word for move in ALL_MOVES for word in move.text.split()),
        *(
            "b",
            "g",
            "d",
            "pink",
            "brown",
            "mines",
            "vendors",
            "5",
            "0",
            "00001",
            "-",
            ",",
            "İ",
            "ß",
        ),
    ]
)


@given(st.lists(WORDS | st.text(max_size=3), max_size=6))
def test_any_words_of_the_notation_are_a_move_or_a_notation_error(words: list[str]) -> None:
    result = move_or_sentence(" ".join(words))
    if isinstance(result, Move):
        assert Move.parse(result.text) == result
    else:
        assert result.endswith(".")
        assert not result.endswith("..")


# Moves created by hand


@pytest.mark.parametrize(
    "parts",
    [
        ("nonsense", 0),
        ("take", 71, ("red",)),
        ("take", 10, ("lilac", "red")),
        ("take", 1, 5),
        ("take", True, ("white", "blue", "red")),
        ("pass", 0),
        ("buy", 500),
        ("pay", 2**70, ("gold",)),
        ("reserve", 30),
        ("reserve", 30, (), True, 1),
        (None, None),
        ([], 0),
    ],
    ids=str,
)
def test_a_move_whose_parts_contradict_each_other_cannot_be_made(parts: tuple[Any, ...]) -> None:
    with pytest.raises(gg.NotationError, match=r"^There is no move with kind=.*; Move\.parse"):
        Move(*parts)


def test_a_move_can_be_made_with_the_names_of_colors() -> None:
    by_name = Move("take", 1, ("white", "blue", "red"))
    assert by_name == Move("take", 1, (Color.WHITE, Color.BLUE, Color.RED)) == MOVES[1]
    assert by_name.colors == (Color.WHITE, Color.BLUE, Color.RED)


def test_every_move_can_be_copied_and_pickled() -> None:
    for move in (*MOVES, *PAY_MOVES, SKIP_MOVE):
        assert replace(move) == copy.deepcopy(move) == pickle.loads(pickle.dumps(move)) == move
