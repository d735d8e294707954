"""The common API: games are created, played, undone, copied, compared, saved and viewed."""

import copy
import gc
import pickle
import random
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gemgrove as gg
from gemgrove.splendor import MOVES, Rules
from tests.random_games import play_randomly, random_positions
from tests.splendor.card_sets import TOO_EXPENSIVE, small_set, uniform_set

VARIANTS = ["official", "core", "arena", "duel", "escrow", "official:payment=choose"]


def played(decisions: int, *, rules: str = "official", seed: int = 1, **options: Any) -> gg.Game:
    """A game after some random decisions."""
    game = gg.new("splendor", rules=rules, seed=seed, **options)
    return play_randomly(game, decisions, seed=seed)


def played_out(*, rules: str = "official", seed: int = 1, **options: Any) -> gg.Game:
    """A random game played to its end."""
    return play_randomly(gg.new("splendor", rules=rules, seed=seed, **options), seed=seed)


def in_phase(phase: str, **options: Any) -> gg.Game:
    """A random game in this phase."""
    games = (gg.new("splendor", seed=seed, **options) for seed in range(200))
    positions = (position for game in games for position in random_positions(game))
    return next(position for position in positions if position.board.phase == phase)


def state(game: gg.Game) -> tuple[str, list[int]]:
    return game.position(), game.actions


# Creating a game


def test_a_new_game_is_official_for_two_with_the_first_seat_to_move() -> None:
    game = gg.new("splendor", seed=42)
    assert (game.name, game.rules, game.players, game.to_move) == ("splendor", Rules(), 2, 0)
    assert (game.over, game.ending, game.truncated) == (False, None, False)
    assert (game.scores, game.winners, game.actions, game.moves) == ([0, 0], [], [], [])


def test_the_same_seed_deals_the_same_game() -> None:
    assert gg.new("splendor", seed=42) == gg.new("splendor", seed=42)
    assert gg.new("splendor", seed=42) != gg.new("splendor", seed=43)


def test_a_deal_is_given_by_its_id_or_as_a_value() -> None:
    deal = gg.Deal.parse("ABCD-EFGH-JKMN-PQR")
    by_id = gg.new("splendor", deal="abcd-efgh-jkmn-pqr")
    assert by_id == gg.new("splendor", deal=deal)
    assert by_id.deal == deal


@pytest.mark.parametrize("options", [{}, {"deal": "open"}])
def test_without_a_deal_every_game_has_a_new_one(options: dict[str, Any]) -> None:
    deals = {gg.new("splendor", **options).deal for _ in range(20)}
    assert len(deals) == 20


def test_rules_are_a_preset_a_spec_or_a_value_and_options_replace_some() -> None:
    expected = Rules.preset("core", players=3, payment="choose")
    for rules in ("core:players=3", Rules.preset("core"), "core:players=4,payment=choose"):
        assert gg.new("splendor", players=3, rules=rules, payment="choose").rules == expected


def test_a_preset_for_three_is_dealt_for_three() -> None:
    assert gg.new("splendor", rules="arena").players == 3
    assert gg.new("splendor", rules="arena", players=2).players == 2


def test_a_game_with_cards_of_ones_own_uses_them() -> None:
    game = gg.new("splendor", seed=1, cards=uniform_set())
    game.play("p3 white blue green")
    game.skip()
    game.play("b v 1")
    assert game.scores == [1, 0]


OPTIONS = (
    "players, deck_reserve, over_limit, return_gold, nobles, take_fewer, payment, target_points, "
    "first_player, turn_limit"
)


@pytest.mark.parametrize(
    ("options", "error", "sentence"),
    [
        ({"players": 1}, ValueError, "players is 1; it must be a number, 2 to 4."),
        ({"players": 5}, ValueError, "players is 5; it must be a number, 2 to 4."),
        ({"players": "two"}, ValueError, "players is 'two'; it must be a number, 2 to 4."),
        ({"players": 2.5}, ValueError, "players is 2.5; it must be a number, 2 to 4."),
        ({"seed": 1, "deal": "open"}, ValueError, "Give a seed or a deal, not both."),
        ({"seed": "1"}, TypeError, "seed is '1'; it must be a whole number."),
        ({"seed": 1.0}, TypeError, "seed is 1.0; it must be a whole number."),
        ({"deal": 5}, TypeError, "deal is 5; it must be a Deal, its id or 'open'."),
        ({"deal": b"open"}, TypeError, "deal is b'open'; it must be a Deal, its id or 'open'."),
        ({"colour": 1}, ValueError, f"The rules have no option 'colour'; they have {OPTIONS}."),
        ({"name": "x"}, ValueError, f"The rules have no option 'name'; they have {OPTIONS}."),
        ({"nobles": "many"}, ValueError, "nobles is 'many'; it can be choose, first, all."),
        ({"nobles": ["all"]}, ValueError, "nobles is ['all']; it can be choose, first, all."),
        (
            {"rules": "house"},
            ValueError,
            "There are no rules 'house'; the presets are official, core, arena, duel, escrow.",
        ),
        (
            {"rules": None},
            TypeError,
            "rules is None; it must be a preset's name, a spec or a splendor.Rules.",
        ),
        (
            {"rules": {"players": 3}},
            TypeError,
            "rules is {'players': 3}; it must be a preset's name, a spec or a splendor.Rules.",
        ),
        ({"cards": "cards.csv"}, TypeError, "cards is 'cards.csv'; it must be a splendor.CardSet."),
        ({"cards": []}, TypeError, "cards is []; it must be a splendor.CardSet."),
    ],
    ids=str,
)
def test_impossible_options_are_refused_with_the_reason(
    options: dict[str, Any], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error) as caught:
        gg.new("splendor", **options)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seed": -1}, "the seed is negative"),
        ({"seed": 2**64}, "the seed is too large"),
        ({"deal": "ABCD"}, "has 4 symbols; it must have 15"),
        ({"deal": ""}, "has 0 symbols; it must have 15"),
    ],
    ids=str,
)
def test_an_invalid_deal_is_refused_with_the_reason(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        gg.new("splendor", **options)


@pytest.mark.parametrize("name", ["chess", "Splendor", "", 5, None, ["splendor"]])
def test_a_game_that_does_not_exist_is_answered_with_those_that_do(name: Any) -> None:
    with pytest.raises(ValueError, match=rf"^There is no game .*; the games are {gg.GAMES[0]}"):
        gg.new(name)


def test_everything_but_the_game_is_given_by_name() -> None:
    with pytest.raises(TypeError):
        gg.new("splendor", 3)  # type: ignore[call-overload]


# Playing


def test_a_move_its_text_and_its_number_play_the_same() -> None:
    games = [gg.new("splendor", seed=42) for _ in range(3)]
    same: tuple[gg.Move | str | int, ...] = ("p3 red white blue", MOVES[1], 1)
    for game, move in zip(games, same, strict=True):
        game.play(move)
    assert games[0] == games[1] == games[2]
    assert [game.actions for game in games] == [[1], [1], [1]]


class Opening(IntEnum):
    RED_WHITE_BLUE = 1


@pytest.mark.parametrize(
    "number",
    [np.int8(1), np.uint8(1), np.int64(1), np.uint64(1), np.intp(1), Opening.RED_WHITE_BLUE],
)
def test_any_kind_of_whole_number_is_an_action(number: Any) -> None:
    game = gg.new("splendor", seed=42)
    game.play(number)
    assert game.actions == [1]


def test_what_numpy_picks_from_the_legal_actions_can_be_played() -> None:
    rng = np.random.default_rng(1)
    game = gg.new("splendor", seed=42)
    while not game.over:
        game.play(rng.choice(np.flatnonzero(game.mask())))


NOT_MOVES: list[Any] = [
    *(None, True, False, np.bool_(True), 1.0, np.float64(1), b"pass", bytearray(b"pass"), 1j),
    *([], [1], (1,), {}, {1}, object(), Ellipsis, int, np.array([1, 2])),
]


@pytest.mark.parametrize("move", NOT_MOVES, ids=lambda move: type(move).__name__)
def test_an_invalid_move_is_a_notation_error(move: Any) -> None:
    game = played(7)
    before = state(game)
    with pytest.raises(
        gg.NotationError,
        match=r" is not a move; it must be a Move, its text or its action number\.$",
    ):
        game.play(move)
    assert state(game) == before


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (72, "72"),
        (-2, "-2"),
        (1023, "1023"),
        (1024, "1024"),
        (2**31, "2147483648"),
        (2**63, "9223372036854775808"),
        (-(2**63), "-9223372036854775808"),
        (10**30, "1000000000000000000000000000000"),
        (-(10**30), "-1000000000000000000000000000000"),
        (10**5000, "a number of thousands of digits"),
        (np.uint64(2**64 - 1), "18446744073709551615"),
        (np.int64(-(2**63)), "-9223372036854775808"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_number_that_is_no_action_is_a_notation_error(number: Any, shown: str) -> None:
    game = played(7)
    before = state(game)
    with pytest.raises(gg.NotationError) as caught:
        game.play(number)
    assert str(caught.value) == f"{shown} is not an action; actions are 0 to 71."
    assert state(game) == before


@given(
    st.integers(-100, 200)
    | st.integers()
    | st.text()
    | st.floats()
    | st.binary()
    | st.lists(st.integers())
)
def test_whatever_is_played_is_played_or_refused(move: Any) -> None:
    game = gg.new("splendor", seed=1)
    before = state(game)
    try:
        game.play(move)
    except gg.IllegalMove as error:
        assert str(error).endswith(".")  # noqa: PT017 - both outcomes are right
        assert state(game) == before
    else:
        assert len(game.actions) == 1


def test_an_illegal_move_is_a_value_error_and_so_is_bad_notation() -> None:
    assert issubclass(gg.IllegalMove, ValueError)
    assert issubclass(gg.NotationError, gg.IllegalMove)


def test_legal_moves_are_the_legal_actions_with_their_names() -> None:
    for rules in VARIANTS:
        game = played(20, rules=rules)
        assert game.legal_moves() == [MOVES[action] for action in game.legal_actions()]
        assert all(game.is_legal(action) for action in game.legal_actions())


def test_in_the_pay_phase_the_legal_moves_are_payments() -> None:
    game = in_phase("pay", payment="choose")
    moves = game.legal_moves()
    assert len(moves) == 2
    assert {move.text.split()[0] for move in moves} == {"pay"}
    assert moves[-1].text == "pay gold"
    game.play(moves[-1])


def test_moves_tell_the_history_in_notation() -> None:
    game = gg.new("splendor", seed=42)
    texts = ["p3 white blue red", "r m deck", "p2 black", "r v 4"]
    for text in texts:
        game.play(text)
    assert [move.text for move in game.moves] == texts


# The end


def test_a_finished_game_has_winners_an_ending_and_no_moves() -> None:
    game = played_out(target_points=3)
    assert (game.over, game.ending, game.truncated) == (True, "finished", False)
    assert max(game.scores) >= 3
    assert game.winners
    assert all(game.scores[seat] == max(game.scores) for seat in game.winners)
    assert game.legal_actions() == []
    assert game.legal_moves() == []
    assert not game.mask().any()


def test_the_turn_limit_truncates_and_the_game_is_scored_as_it_stands() -> None:
    game = gg.new("splendor", seed=1, turn_limit=1)
    game.play("p3 red white blue")
    assert not game.over
    game.play("p3 red white blue")
    assert (game.over, game.ending, game.truncated) == (True, "turn limit", True)
    assert game.winners == [0, 1]


def test_passes_of_all_in_a_row_end_the_game_at_once() -> None:
    game = played_out(rules="core", cards=small_set(TOO_EXPENSIVE))
    assert (game.ending, game.truncated) == ("dead end", False)
    assert [move.text for move in game.moves][-2:] == ["pass", "pass"]


def test_fewer_cards_break_a_tie() -> None:
    game = next(
        game
        for seed in range(300)
        if (game := played_out(seed=seed, target_points=2)).scores[0] == game.scores[1]
        and len(game.winners) == 1
    )
    cards = [len(player.bought) for player in game.board.players]
    assert cards[game.winners[0]] == min(cards) < max(cards)


# Undoing and skipping


@pytest.mark.parametrize("rules", VARIANTS)
def test_a_game_can_be_played_again_and_taken_back_move_by_move(rules: str) -> None:
    game = played_out(rules=rules)
    positions = []
    again = gg.new("splendor", rules=rules, seed=1)
    for move in game.moves:
        positions.append((again.copy(), move))
        again.play(move)
    assert (again, again.actions) == (game, game.actions)
    for earlier, move in reversed(positions):
        assert game.undo() == move
        assert game == earlier
    assert game.actions == []


def test_nothing_to_take_back_is_an_error() -> None:
    game = gg.new("splendor", seed=1)
    with pytest.raises(gg.IllegalMove, match=r"^There is nothing to take back\.$"):
        game.undo()


def test_a_game_begun_at_a_position_takes_back_no_further_than_that() -> None:
    game = gg.from_position(played(10).position())
    game.play(game.legal_actions()[0])
    game.undo()
    with pytest.raises(gg.IllegalMove):
        game.undo()


def test_a_turn_can_be_skipped_only_before_its_first_decision() -> None:
    game = in_phase("return")
    before = state(game)
    with pytest.raises(
        gg.IllegalMove, match=r"^A turn can be skipped only before its first decision\.$"
    ):
        game.skip()
    assert state(game) == before


def test_after_the_end_nothing_can_be_skipped() -> None:
    game = played_out(target_points=1)
    before = state(game)
    with pytest.raises(gg.IllegalMove, match=r"^The game is over\.$"):
        game.skip()
    assert state(game) == before


# Copies


@pytest.mark.parametrize("way", [gg.Game.copy, copy.copy, copy.deepcopy])
def test_a_copy_goes_its_own_way(way: Callable[[gg.Game], gg.Game]) -> None:
    game = played(12)
    before = state(game)
    twin = way(game)
    assert twin == game
    assert (twin.actions, twin.deal, twin.rules) == (game.actions, game.deal, game.rules)
    twin.play(twin.legal_actions()[0])
    twin.undo()
    twin.undo()
    assert state(game) == before
    game.play(game.legal_actions()[-1])
    assert twin.actions == before[1][:-1]


def test_a_copy_outlives_its_original() -> None:
    game = played(12)
    twin, position = game.copy(), game.position()
    del game
    gc.collect()
    assert twin.position() == position


class Annotated(gg.Game):
    """A user's subclass of a game."""

    @property
    def lead(self) -> int:
        first, second = self.scores
        return first - second


def annotated() -> Annotated:
    game = gg.new("splendor", seed=1)
    return Annotated(game.variant, game._start(), game.deal)


@pytest.mark.parametrize(
    "way", [Annotated.copy, copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))]
)
def test_a_copy_of_a_class_of_ones_own_is_of_that_class(
    way: Callable[[Annotated], Annotated],
) -> None:
    twin = way(annotated())
    assert type(twin) is Annotated
    assert twin.lead == 0


# Equality and hash


def test_games_that_stand_the_same_are_equal_whatever_led_there() -> None:
    one, other = gg.new("splendor", seed=1), gg.new("splendor", seed=1)
    for move in ("p3 red white blue", "r m deck", "p3 green black red"):
        one.play(move)
    for move in ("p3 green black red", "r m deck", "p3 red white blue"):
        other.play(move)
    assert one.actions != other.actions
    assert one == other
    assert one.key() == other.key()


def test_games_under_other_rules_are_different() -> None:
    game = gg.new("splendor", seed=1)
    fewer_turns = gg.new("splendor", seed=1, turn_limit=199)
    for other in (fewer_turns, gg.new("splendor", seed=1, players=3)):
        assert game != other
        assert game.key() != other.key()


def test_a_game_has_a_key_but_is_not_hashable() -> None:
    game = played(5)
    table = {game.copy().key(): "here"}
    assert table[game.key()] == "here"
    game.play(game.legal_actions()[0])
    assert game.key() not in table
    with pytest.raises(TypeError, match="unhashable type: 'Game'"):
        hash(game)


def test_a_game_equals_no_other_object() -> None:
    game = gg.new("splendor", seed=1)
    assert game != game.position()
    assert game != game.view(0)
    assert game.view(0) != game
    assert game is not None


def test_a_games_repr_makes_the_same_game() -> None:
    game = played(25)
    assert eval(repr(game), {"from_position": gg.from_position}) == game


# Pickles


@pytest.mark.parametrize("rules", VARIANTS)
def test_a_game_survives_pickling_with_its_history(rules: str) -> None:
    game = played(30, rules=rules)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(game, protocol))
        assert again == game
        assert (again.actions, again.deal, again.rules) == (game.actions, game.deal, game.rules)


@pytest.mark.parametrize("phase", ["return", "noble", "pay", "over"])
def test_a_game_survives_pickling_in_every_phase(phase: str) -> None:
    options: dict[str, Any] = {"payment": "choose"} if phase == "pay" else {}
    cards = uniform_set() if phase == "noble" else None
    game = in_phase(phase, cards=cards, target_points=90 if phase == "noble" else 15, **options)
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again.legal_actions() == game.legal_actions()


def test_a_game_with_cards_a_skip_and_no_deal_survives_pickling() -> None:
    game = gg.new("splendor", seed=1, cards=uniform_set()).view(0).sample(3)
    game.skip()
    game.play("p3 red white blue")
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert (again.actions, again.deal) == ([-1, 1], None)
    assert again.variant.cards == uniform_set()


def test_a_pickled_game_can_be_taken_back() -> None:
    game = played(10)
    again = pickle.loads(pickle.dumps(game))
    assert again.undo() == game.undo()
    assert again == game


def test_views_survive_pickling() -> None:
    game = played(40, players=3)
    for seat in (None, 0, 1, 2):
        view = game.view(seat)
        again = pickle.loads(pickle.dumps(view))
        assert again == view
        assert hash(again) == hash(view)
        assert (again.seat, again.actions) == (seat, game.actions)


# Positions


def test_a_position_of_other_cards_is_refused() -> None:
    text = played(10, cards=uniform_set()).position()
    with pytest.raises(gg.PositionError, match=r"The rules name the cards '.*'; pass the former"):
        gg.from_position(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "",
            "A position has the name of its game, its rules and the position itself; '' does not.",
        ),
        ("splendor official", "'splendor official' does not."),
        ("chess official x", "A position begins with the name of its game: splendor"),
        (
            "splendor house x",
            "The rules of the position cannot be read. There are no rules 'house'; ",
        ),
        ("splendor official x", "'x' is not a word of a position"),
    ],
)
def test_an_invalid_position_is_a_position_error(text: str, words: str) -> None:
    with pytest.raises(gg.PositionError, match=r"\.$") as caught:
        gg.from_position(text)
    assert words in str(caught.value)


@pytest.mark.parametrize("text", [None, 5, b"splendor official x"])
def test_a_position_is_text(text: Any) -> None:
    with pytest.raises(TypeError, match=r"^A position is text, not .*\.$"):
        gg.from_position(text)


# Masks and observations


def test_a_mask_is_written_where_it_is_asked_for() -> None:
    game = played(15)
    out = np.ones(72, dtype=np.bool_)
    assert game.mask(out=out) is out
    assert out.tolist() == game.mask().tolist()
    rows = np.zeros((3, 72), dtype=np.bool_)
    game.mask(out=rows[1])
    assert rows.sum(axis=1).tolist() == [0, len(game.legal_actions()), 0]


def test_each_mask_is_an_array_of_its_own() -> None:
    game = played(15)
    game.mask()[:] = True
    assert game.mask().sum() == len(game.legal_actions())


@pytest.mark.parametrize("size", [0, 71, 73])
def test_a_mask_of_the_wrong_size_is_refused(size: int) -> None:
    out = np.zeros(size, dtype=np.bool_)
    sentence = rf"^out has {size} entries; a mask of this game has 72\.$"
    with pytest.raises(ValueError, match=sentence):
        gg.new("splendor", seed=1).mask(out=out)
    assert not out.any()


def test_an_observation_is_written_where_it_is_asked_for() -> None:
    game = played(15)
    out = np.zeros_like(game.observe(0))
    assert game.observe(0, out=out) is out
    assert out.tobytes() == game.observe(0).tobytes() == game.view(0).observe().tobytes()


def test_an_observation_of_the_wrong_size_is_refused() -> None:
    game = gg.new("splendor", seed=1)
    size = game.variant.native.observation_size
    with pytest.raises(
        ValueError, match=rf"^out has 5 entries; an observation of this game has {size}\.$"
    ):
        game.observe(0, out=np.zeros(5, dtype=np.uint8))


@pytest.mark.parametrize(
    "out",
    [np.zeros(72), np.zeros(72, np.uint8), np.zeros((72, 2), np.bool_)[:, 0]],
    ids=["float", "uint8", "strided"],
)
def test_a_mask_that_cannot_be_written_into_is_refused(out: Any) -> None:
    with pytest.raises(TypeError):
        gg.new("splendor", seed=1).mask(out=out)


@pytest.mark.parametrize("kind", [np.float32, np.int8, np.bool_])
def test_an_observation_that_cannot_be_written_into_is_refused(kind: Any) -> None:
    game = gg.new("splendor", seed=1)
    with pytest.raises(TypeError):
        game.observe(0, out=np.zeros(game.variant.native.observation_size, kind))


@pytest.mark.parametrize("out", [[False] * 72, bytearray(72), np.zeros((72, 1), np.bool_)])
def test_only_vectors_are_written_into(out: Any) -> None:
    with pytest.raises(TypeError):
        gg.new("splendor", seed=1).mask(out=out)


def test_a_read_only_array_is_not_written_into() -> None:
    out = np.zeros(72, dtype=np.bool_)
    out.flags.writeable = False
    with pytest.raises(TypeError):
        gg.new("splendor", seed=1).mask(out=out)
    assert not out.any()


@pytest.mark.parametrize("seat", ["0", 0.0, [0]])
def test_a_seat_is_a_number_or_none(seat: Any) -> None:
    with pytest.raises(TypeError):
        gg.new("splendor", seed=1).view(seat)


# Views


def test_a_view_stays_as_it_was_when_the_game_goes_on() -> None:
    game = played(15)
    view = game.view(game.to_move)
    text, legal = repr(view.board), view.legal_actions()
    game.play(legal[0])
    assert (repr(view.board), view.legal_actions()) == (text, legal)


def test_a_view_cannot_be_played_on() -> None:
    view = gg.new("splendor", seed=1).view(0)
    for name in ("play", "undo", "skip", "deal", "record"):
        assert not hasattr(view, name)


def test_a_copy_of_a_view_is_the_view() -> None:
    view = played(20).view(0)
    assert copy.copy(view) is copy.deepcopy(view) is view


def test_an_observation_without_copying_cannot_be_written_and_outlives_its_view() -> None:
    view = played(20).view(0)
    kept = view.observe(copy=False)
    expected = view.observe().tobytes()
    assert not kept.flags.writeable
    assert np.shares_memory(view.observe(copy=False), kept)
    assert not np.shares_memory(view.observe(), kept)
    del view
    gc.collect()
    assert kept.tobytes() == expected


def test_a_view_names_the_moves_of_actions() -> None:
    view = gg.new("splendor", seed=1).view(0)
    assert view.move(1).text == "p3 white blue red"
    with pytest.raises(gg.NotationError, match=r"^72 is not an action; actions are 0 to 71\.$"):
        view.move(72)


@pytest.mark.parametrize("kind", [int, random.Random, np.random.default_rng])
def test_a_sample_depends_on_the_generator_alone(kind: Callable[[int], Any]) -> None:
    view = played(20).view(0)
    assert view.sample(kind(7)) == view.sample(kind(7))
    assert view.sample(7) != view.sample(8)


@pytest.mark.parametrize("rng", [None, "7", 7.5, np.random.RandomState(7), random])
def test_a_sample_needs_a_seed_or_a_generator(rng: Any) -> None:
    with pytest.raises(
        TypeError, match=r"^rng is .*; it must be a seed, a random.Random or a numpy Generator\.$"
    ):
        gg.new("splendor", seed=1).view(0).sample(rng)


def test_a_sample_can_be_played_recorded_and_written_down() -> None:
    game = played(20).view(0).sample(7)
    assert (game.deal, game.actions) == (None, [])
    game.play(game.legal_actions()[0])
    assert gg.from_position(game.position()) == game
    assert game.record().replay() == game


# Memory, threads and processes


def test_games_and_views_can_be_referred_to_weakly() -> None:
    game = gg.new("splendor", seed=1)
    view = game.view(0)
    of_game, of_view = weakref.ref(game), weakref.ref(view)
    assert of_game() is game
    del game, view
    gc.collect()
    assert (of_game(), of_view()) == (None, None)


def test_many_threads_play_as_one_does() -> None:
    def final(seed: int) -> str:
        return played_out(seed=seed, rules=VARIANTS[seed % len(VARIANTS)]).position()

    seeds = range(24)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(final, seeds)) == [final(seed) for seed in seeds]


def test_many_threads_look_at_one_game() -> None:
    game = played(20)
    expected = game.observe(0).tobytes(), game.mask().tobytes(), game.position()

    def looks_the_same(_: int) -> bool:
        twin = game.copy()
        twin.play(twin.legal_actions()[0])
        seen = game.view(0).observe().tobytes(), game.mask().tobytes(), game.position()
        return seen == expected

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(looks_the_same, range(400)))


def test_other_threads_run_while_playouts_do() -> None:
    native = gg.new("splendor").variant.native
    running, ticks = threading.Event(), 0

    def play() -> None:
        running.set()
        native.playouts(40_000, 1)

    thread = threading.Thread(target=play)
    thread.start()
    running.wait()
    while thread.is_alive():
        time.sleep(0.001)
        ticks += 1
    assert ticks > 20


def run_script(text: str, *flags: str) -> subprocess.CompletedProcess[str]:
    """Run a script in a new interpreter."""
    return subprocess.run(
        [sys.executable, *flags, "-c", text],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[1],
    )


WHOLE_GAME = """
import copy, pickle, random
import gemgrove as gg
from gemgrove import agents

def play(rules, seed):
    game = gg.new("splendor", rules=rules, seed=seed)
    rng = random.Random(seed)
    while not game.over:
        view = game.view(game.to_move)
        kept = view.observe(copy=False)
        assert game.mask().sum() == len(view.legal_moves())
        game.play(rng.choice(game.legal_actions()))
        try:
            game.play(72)
        except gg.IllegalMove:
            pass
    assert pickle.loads(pickle.dumps(game)) == copy.deepcopy(game) == game
    game.record().verify()
    return game
"""


def test_a_game_that_was_never_made_is_refused_and_does_not_crash() -> None:
    result = run_script(
        """
import warnings
import gemgrove as gg

warnings.simplefilter("ignore")
game = gg.Game.__new__(gg.Game)
for name in ("play", "copy", "undo", "legal_actions", "position", "board", "__hash__"):
    try:
        getattr(game, name)(*[0] * (name == "play"))
    except TypeError:
        print(name)
"""
    )
    assert (result.returncode, len(result.stdout.split())) == (0, 7)


def test_a_game_runs_without_a_warning_or_a_leak_in_developer_mode() -> None:
    script = WHOLE_GAME + "[play(rules, 1) for rules in ('official', 'core', 'arena')]\n"
    result = run_script(script + "print('done')", "-X", "dev", "-W", "error")
    assert (result.returncode, result.stdout, result.stderr) == (0, "done\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_a_forked_process_plays_on_as_its_parent_would() -> None:
    result = run_script(
        WHOLE_GAME
        + """
import os
game = gg.new("splendor", seed=3)
child = os.fork()
end = play("official", 3).position()
if child:
    assert os.waitpid(child, 0)[1] == 0
print(end, flush=True)
os._exit(0)
"""
    )
    first, second = result.stdout.splitlines()
    assert (result.returncode, result.stderr) == (0, "")
    assert first == second


@pytest.mark.skipif(sys.platform == "win32", reason="needs the module resource")
def test_copies_views_and_refusals_leave_no_memory_behind() -> None:
    result = run_script(
        """
import resource, sys
import gemgrove as gg

game = gg.new("splendor", seed=1)
for _ in range(40):
    game.play(game.legal_actions()[0])

def work(count):
    for _ in range(count):
        game.copy()
    for _ in range(count // 10):
        game.view(0).observe(copy=False)
        game.mask()
        game.view(1).sample(1)
        game.play(game.legal_actions()[0])
        game.undo()
        try:
            game.play(72)
        except gg.IllegalMove:
            pass

def peak():
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used if sys.platform == "darwin" else used * 1024

work(20_000)
before = peak()
work(200_000)
print(peak() - before)
"""
    )
    assert result.stderr == ""
    assert int(result.stdout) < 4_000_000, "200,000 copies of 64 bytes would be 12.8 million"
