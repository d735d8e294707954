"""Malformed and illegal moves: the error says why and what would be legal; nothing changes."""

from contextlib import suppress
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import splendor_game as s
from gemgrove.splendor import Move
from splendor_game.errors import fault
from tests.splendor_game.play import (
    ALL_RULES,
    played,
    with_affordable_reserve,
    with_bonuses,
    with_tokens,
)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ((0, {"tier": 1, "slot": 0}), "r m 1"),
        ((1, {"tier": 3, "slot": 1}), "b v 2"),
        ((2, {"index": 1}), "br 2"),
        ((3, [1, 1, 0, 0, 0]), "p2 white blue"),
        ((3, [0, 0, 1, 0, 0]), "p1 green"),
        ((4, [2, 0, 0, 0, 0]), "p2 white"),
        ((5, {"tier": 2}), "r t deck"),
        ((6, [1, 0, 0, 0, 0, 0]), "return white"),
        ((7, {"index": 0}), "noble 1"),
        ((8, {}), "pass"),
        ((9, [0, 0, 0, 0, 0, 1]), "pay gold"),
    ],
)
def test_a_move_that_is_not_legal_is_refused_with_gemgroves_reason(move: s.Move, text: str) -> None:
    game = s.SplendorGame(2)
    for slot in range(3):
        game.perform_move((0, {"tier": 3, "slot": slot}))
        game.end_turn()
    game = with_tokens(game, [1, 1, 1, 0, 0, 3])
    before = game.clone()
    check_refusal(game, move, text)
    assert game == before
    assert game.history() == before.history()


def check_refusal(game: s.SplendorGame, move: s.Move, text: str) -> str:
    """Check that the refusal gives gemgrove's reason for `text`, and what would be legal."""
    with pytest.raises(s.IllegalMove) as refusal:
        game.perform_move(move)
    assert not isinstance(refusal.value, s.MalformedMove)
    reason = game.game.variant.why_not(game.game, Move.parse(text))
    message = str(refusal.value)
    assert message.startswith(f"{move} is not legal: {reason}. legal_moves() ")
    assert message.endswith(f"{game.legal_moves()[0]}.")
    return message


def test_in_mid_turn_the_refusal_says_what_the_turn_still_needs() -> None:
    game = with_tokens(s.SplendorGame(4, rules="official"), [3, 3, 3, 0, 0, 0])
    game.perform_move((3, [1, 1, 1, 0, 0]))
    message = check_refusal(game, (3, [1, 1, 1, 0, 0]), "p3 white blue green")
    assert message.endswith("lists the 3 moves that are, such as (6, [1, 0, 0, 0, 0, 0]).")
    check_refusal(game, (6, [0, 0, 0, 1, 0, 0]), "return red")
    check_refusal(game, (9, [1, 0, 0, 0, 0, 0]), "pay white")


def test_a_token_owed_is_paid_not_returned() -> None:
    game = with_tokens(s.SplendorGame(4, rules="official:payment=choose"), [2, 2, 2, 2, 2, 5])
    game.perform_move(next(move for move in game.legal_moves() if move[0] == 1))
    check_refusal(game, (6, [0, 0, 0, 0, 0, 1]), "return gold")
    with pytest.raises(s.IllegalMove, match="is not legal"):
        game.action_of_move((6, [0, 0, 0, 0, 0, 1]))


def test_the_only_legal_move_is_shown_as_such() -> None:
    game = with_tokens(s.SplendorGame(4, rules="arena"), [7, 3, 0, 0, 0, 0])
    game.perform_move((4, [0, 2, 0, 0, 0]))
    game = with_tokens(game, [7, 0, 0, 0, 0, 5])
    message = check_refusal(game, (8, {}), "pass")
    assert message.endswith("legal_moves() has only (6, [1, 0, 0, 0, 0, 0]).")


MALFORMED: list[tuple[Any, str]] = [
    ("p3 red white blue", "A move is a tuple, not 'p3 red white blue'"),
    (3, "A move is a tuple, not 3"),
    (None, "A move is a tuple, not None"),
    ({}, "A move is a tuple, not {}"),
    ((), "A move has two parts, its kind and a payload; () has 0"),
    ((3, [1, 1, 1, 0, 0], 0), "A move has two parts"),
    ((10, {}), "There is no kind of move 10; the kinds are 0 RESERVE_CARD, 1 BUY_CARD"),
    ((-1, {}), "There is no kind of move -1"),
    (("3", [1, 1, 1, 0, 0]), "There is no kind of move '3'"),
    ((True, {"tier": 1, "slot": 0}), "There is no kind of move True"),
    ((1.0, {"tier": 1, "slot": 0}), "There is no kind of move 1.0"),
    ((10**30, {}), "There is no kind of move 1000"),
    (
        (0, [1, 2]),
        "The payload is [1, 2]; it must be a dictionary. RESERVE_CARD is written as",
    ),
    ((0, {"tier": 1}), "The payload lacks 'slot'"),
    ((1, {"slot": 1}), "The payload lacks 'tier'"),
    ((0, {"tier": 0, "slot": 0}), "'tier' is 0; it must be 1 to 3"),
    ((1, {"tier": 4, "slot": 0}), "'tier' is 4; it must be 1 to 3"),
    (
        (1, {"tier": 1, "slot": 4}),
        "'slot' is 4; it must be 0 to 3. BUY_CARD_FROM_MARKET is",
    ),
    ((1, {"tier": 1, "slot": "0"}), "'slot' is '0'; it must be 0 to 3"),
    ((0, {"tier": 1, "slot": None}), "'slot' is None; it must be 0 to 3"),
    ((0, {"tier": 1, "slot": 0, "card": 3}), "The payload has a key 'card' that means nothing"),
    ((2, {}), "The payload lacks 'index'"),
    ((2, {"index": 3}), "'index' is 3; it must be 0 to 2"),
    ((2, {"index": -1}), "'index' is -1; it must be 0 to 2"),
    ((2, {"index": 0, "card": 5}), "'card' is 5; it must be the card's dictionary, or left out"),
    ((2, {"index": 0, "card": {}}), "'card' has the id None, but your reserved card 0 has the id "),
    ((2, {"index": 0, "card": {"id": 90}}), "'card' has the id 90, but your reserved card 0 has"),
    ((2, {"index": 0, "noble": {}}), "The payload has a key 'noble' that means nothing"),
    ((3, {"white": 1}), "it must be a list of counts for white, blue, green, red, black"),
    ((3, [1, 1, 1, 0, 0, 0]), "The payload has 6 counts; it must have 5, for white, blue"),
    ((3, [1, 1, 1, 1, 0]), "[1, 1, 1, 1, 0] is not at most three colors, one token of each"),
    ((3, [0, 0, 0, 0, 0]), "[0, 0, 0, 0, 0] is not at most three colors"),
    ((3, [0, 0, 0, 2, 0]), "[0, 0, 0, 2, 0] is not at most three colors"),
    ((3, [1, 1, -1, 0, 0]), "The count of green is -1; it must be 0, 1 or 2"),
    ((3, [1, 1, 1.0, 0, 0]), "The count of green is 1.0; it must be 0, 1 or 2"),
    ((4, [1, 1, 0, 0, 0]), "[1, 1, 0, 0, 0] is not two tokens of one color. GET_2_FROM_BANK"),
    ((4, [2, 2, 0, 0, 0]), "[2, 2, 0, 0, 0] is not two tokens of one color"),
    ((4, [0, 0, 0, 3, 0]), "The count of red is 3; it must be 0, 1 or 2"),
    ((5, {"tier": 1, "slot": 2}), "The payload has a key 'slot' that means nothing"),
    ((5, {"tier": "1"}), "'tier' is '1'; it must be 1 to 3"),
    (
        (6, [1, 0, 0, 0, 0]),
        "The payload has 5 counts; it must have 6, for white, blue, green",
    ),
    ((6, [1, 1, 0, 0, 0, 0]), "[1, 1, 0, 0, 0, 0] is not one token"),
    ((9, [0, 0, 0, 0, 0, 2]), "[0, 0, 0, 0, 0, 2] is not one token"),
    ((7, {"index": 3}), "'index' is 3; it must be 0 to 2"),
    ((7, {"index": 0, "noble": 1}), "'noble' is 1; it must be the noble's dictionary, or left out"),
    ((7, {"index": 0, "noble": {"req": [9] * 5}}), "'noble' requires [9, 9, 9, 9, 9], but the one"),
    ((8, None), "The payload is None; it must be a dictionary. PASS is written as (8, {})"),
    ((8, {"tier": 1}), "The payload has a key 'tier' that means nothing"),
]


@pytest.mark.parametrize(("move", "message"), MALFORMED)
def test_a_malformed_move_is_refused_with_its_fault_and_the_right_form(
    move: Any, message: str
) -> None:
    game = s.SplendorGame(2, rules="official")
    game.perform_move((0, {"tier": 1, "slot": 0}))
    game.end_turn()
    before = game.clone()
    for use in (game.perform_move, game.action_of_move):
        with pytest.raises(s.MalformedMove) as refusal:
            use(move)
        assert message in str(refusal.value)
        assert str(refusal.value).endswith(".")
    assert game == before
    assert game.history() == before.history()


def test_a_reserved_card_must_be_the_one_that_is_there() -> None:
    game = with_affordable_reserve()
    move = next(move for move in game.legal_moves() if move[0] == 2)
    stale = deepcopy(move)
    stale[1]["card"]["id"] += 1
    with pytest.raises(s.MalformedMove, match=r"but your reserved card \d has the id"):
        game.perform_move(stale)
    game.perform_move(move)


def test_a_noble_must_be_the_one_that_is_there() -> None:
    game = with_bonuses("official", 4)
    game.perform_move((4, [2, 0, 0, 0, 0]))
    first, second, *_ = game.legal_moves()
    with pytest.raises(s.MalformedMove, match="but the one with that index requires"):
        game.perform_move((7, {"index": 0, "noble": second[1]["noble"]}))
    game.perform_move(first)


def test_moves_that_change_while_they_are_read_do_no_harm() -> None:
    class Shrinking:
        def __init__(self, holder: Any) -> None:
            self.holder = holder

        def __index__(self) -> int:
            self.holder.clear()
            return 1

    class Failing:
        def __index__(self) -> int:
            raise ValueError("no number after all")

    game = s.SplendorGame(2)
    counts: list[Any] = [0, 0, 0, 0, 0]
    counts[0] = Shrinking(counts)
    place: dict[str, Any] = {"slot": 1}
    place["tier"] = Shrinking(place)
    move: list[Any] = [0, {"tier": 1, "slot": 1}]
    move[0] = Shrinking(move)
    evils: list[Any] = [(3, counts), (0, place), move, (Failing(), {}), (3, [Failing()] * 5)]
    for evil in evils:
        with pytest.raises(ValueError, match=r"."):
            game.perform_move(evil)
    assert game == s.SplendorGame(2)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.tuples(inner, inner)
        | st.dictionaries(
            st.sampled_from(["tier", "slot", "index", "card", "noble", "req", "id", 1, ""]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=12,
)
small = st.integers(-1, 7)
near_misses = st.tuples(
    st.integers(-1, 10),
    st.lists(st.integers(-1, 3), min_size=4, max_size=7)
    | st.lists(st.integers(0, 1), min_size=5, max_size=6)
    | st.dictionaries(st.sampled_from(["tier", "slot", "index"]), small, max_size=3)
    | st.fixed_dictionaries({"tier": small, "slot": small})
    | st.fixed_dictionaries(
        {"index": small},
        optional={
            "card": st.fixed_dictionaries({"id": st.integers(0, 89)}) | values,
            "noble": st.fixed_dictionaries(
                {"req": st.lists(st.sampled_from([0, 3, 4]), min_size=5, max_size=5)}
            )
            | values,
        },
    ),
)
standing = st.builds(
    played,
    st.sampled_from(ALL_RULES),
    st.integers(2, 4),
    st.integers(0, 20),
    st.integers(0, 80),
)


@settings(max_examples=400)
@given(standing, values | near_misses | st.tuples(st.integers(0, 9), values))
def test_whatever_is_given_as_a_move_is_legal_or_a_value_error_that_changes_nothing(
    game: s.SplendorGame, move: Any
) -> None:
    before = game.clone()
    if move in game.legal_moves():
        game.perform_move(move)
        assert len(game.history()) == len(before.history()) + 1
        return
    try:
        game.perform_move(move)
    except ValueError:
        assert game == before
        assert game.history() == before.history()
    else:  # another way to write a legal move
        assert before.action_mask()[before.action_of_move(move)]


@settings(max_examples=400)
@given(standing, values | near_misses)
def test_a_move_has_a_fault_exactly_when_it_names_no_action(
    game: s.SplendorGame, move: Any
) -> None:
    if game.is_terminal():
        return
    state = game.state_summary()
    reserved = state["players"][state["current_player"]]["reserved"]
    found = fault(move, reserved, state["nobles"])
    if found is not None:
        with pytest.raises(s.MalformedMove) as refusal:
            game.action_of_move(move)
        assert str(refusal.value) == found
    elif move[0] in (s.RETURN_TOKEN, s.PAY_TOKEN) and game.legal_moves()[0][0] != move[0]:
        with suppress(s.IllegalMove):  # in the wrong phase
            game.action_of_move(move)
    else:
        assert 0 <= game.action_of_move(move) < 72
