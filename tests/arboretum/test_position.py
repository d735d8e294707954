"""Positions: a line that round-trips, and a clear message for every error."""

import pickle
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gemgrove as gg
from gemgrove import arboretum
from gemgrove.arboretum import Arboretum, Card, Rules
from gemgrove.arboretum.position import WORDS
from tests.random_games import random_positions

VARIANTS = ["official", "seeded", "official:first_player=random"]
# Three turns have been played, and player 2 is to draw.
TEXT = (
    "move=p2:draw first=p1 turns=3 "
    "deck=C1,C2,C3,C4,C5,C6,C7,C8,W1,W2,W3,W4,W5,W6,W7,W8,"
    "O1,O2,O4,O5,O6,O7,O8,R5,R6,R7,R8,M1,M8,J8 "
    "p1=J1,J2,J3,R1,R2,R3,R4;pile=M7;planted=M2:0,0/O3:1,0 "
    "p2=J5,J6,J7,M3*,M4,M5,M6;planted=J4:0,0"
)


def variant(**options: Any) -> Arboretum:
    return Arboretum(Rules(**options))


def read(text: str, **options: Any) -> arboretum.Game:
    chosen = variant(**options)
    return gg.Game(chosen, chosen.read_position(text), None)


def refusal(text: str, **options: Any) -> str:
    with pytest.raises(gg.PositionError) as caught:
        read(text, **options)
    return str(caught.value)


def games(rules: str, players: int, seed: int) -> list[arboretum.Game]:
    """Every position of a random game."""
    game = gg.new("arboretum", rules=rules, players=players, seed=seed)
    return [position.copy() for position in random_positions(game, seed)]


# Writing and reading


def test_a_position_is_read_and_written_as_it_was() -> None:
    game = read(TEXT)
    assert game.variant.position_text(game) == TEXT
    board = game.board
    assert (board.to_move, board.phase, board.turns, len(board.deck)) == (1, "draw", 3, 30)
    assert board.players[0].arboretum == {(0, 0): Card("M", 2), (1, 0): Card("O", 3)}
    assert board.players[0].pile == (Card("M", 7),)
    assert board.players[1].shown == (Card("M", 3),)


def test_the_words_may_come_in_any_order_and_so_may_the_cards_of_a_hand() -> None:
    words = TEXT.replace("p2=J5,J6", "p2=J6,J5").split()
    assert read(" ".join(reversed(words))) == read(TEXT)


def test_the_top_of_a_pile_is_last_and_the_next_card_of_the_deck_first() -> None:
    game = read(TEXT)
    game.play("draw deck")
    game.play("draw 1")
    assert game.board.player.hand[:1] == (Card("J", 5),)
    assert {Card("C", 1), Card("M", 7)} <= set(game.board.player.hand)
    assert set(game.board.player.shown) == {Card("M", 3), Card("M", 7)}


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_of_a_game_and_their_views_are_read_back(rules: str, players: int) -> None:
    for game in games(rules, players, seed=players)[::3]:  # some of each phase
        assert gg.from_position(game.position()) == game
        for seat in (None, *range(players)):
            view = game.view(seat)
            fields = game.variant.fields(view)
            assert WORDS.from_text(WORDS.to_text(fields)) == fields
            assert game.variant.checked_fields(fields, hidden=True) == fields
            assert pickle.loads(pickle.dumps(view)) == view


def test_a_position_is_one_short_line() -> None:
    for players in (2, 3, 4):
        for game in games("official", players, seed=1):
            assert "\n" not in game.position()
            assert len(game.position()) < 1000


def test_a_view_counts_what_it_hides() -> None:
    game = read(TEXT)
    text = game.variant.position_text(game.view(0))
    assert "deck=?x30 " in text
    assert text.endswith("p2=M3*,?x6;planted=J4:0,0")
    assert "p1=J1,J2,J3,R1,R2,R3,R4;pile=M7" in text


def test_a_view_hides_what_another_player_has_picked() -> None:
    game = read(TEXT)
    for move in ("draw deck", "draw deck", "pick M3"):
        game.play(move)
    assert " picked=M3 " in game.variant.position_text(game.view(1))
    for seat in (0, None):
        assert " picked=? " in game.variant.position_text(game.view(seat))


def test_a_view_is_not_a_full_position() -> None:
    game = read(TEXT)
    text = game.variant.position_text(game.view(0))
    assert refusal(text) == (
        "Some cards are hidden: this is what a view shows, and not a full position; "
        "View.sample draws one."
    )


def test_a_game_read_from_its_position_goes_on_in_the_same_way() -> None:
    for game in games("seeded", 3, seed=5)[::7]:
        twin = gg.from_position(game.position())
        rng = random.Random(1)
        while not game.over:
            action = rng.choice(game.legal_actions())
            game.play(action)
            twin.play(action)
        assert twin == game
        assert twin.scores == game.scores


# Unreadable words


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("move=p2:draw", "", "move= is missing; it must be a player and a phase (draw, "),
        ("p2:draw", "p2:sleep", "move='p2:sleep' is wrong; it must be a player and a phase"),
        ("p2:draw", "p5:draw", "move='p5:draw' is wrong;"),
        ("first=p1", "first=1", "first='1' is wrong; it must be the player who began, p1 to p4."),
        ("turns=3", "turns=-3", "turns='-3' is wrong; it must be the number of completed turns."),
        ("turns=3", "turns=٣", "turns='٣' is wrong;"),
        ("deck=C1", "deck=C9", "deck='C9,C2"),
        ("deck=C1", "deck=", "deck=',C2"),
        ("p1=J1", "p1=X1", "p1='X1,J2"),
        ("p1=J1", "p1=j1", "p1='j1,J2"),
        ("M2:0,0", "M2:0", "p1='J1,J2"),
        ("M2:0,0", "M2:00,0", "p1='J1,J2"),
        ("pile=M7", "heap=M7", "p1='J1,J2"),
        ("turns=3", "turns=3 turns=3", "turns= appears twice; it must appear once."),
        (
            "turns=3",
            "turns=3 bank=1",
            "'bank=1' is not a word of a position; the words are move=, ",
        ),
        ("turns=3", "turns", "'turns' is not a word of a position;"),
        ("turns=3", "turns=3 picked=", "picked='' is wrong; it must be the card to be planted,"),
        ("p2=", "p3=", "p2= is missing; it must be the hand, then what there is of pile and "),
    ],
)
def test_a_word_that_cannot_be_read_is_named(old: str, new: str, sentence: str) -> None:
    assert old in TEXT
    assert refusal(TEXT.replace(old, new)).startswith(sentence)


def test_an_endless_text_is_refused_before_it_is_read() -> None:
    assert refusal("x" * 3000) == "The position has 3000 characters; 2000 are enough."


# Arbitrary fields


@pytest.mark.parametrize("name", list(WORDS.from_text(TEXT)))
def test_every_field_is_needed(name: str) -> None:
    fields = WORDS.from_text(TEXT)
    del fields[name]
    with pytest.raises(gg.PositionError):
        variant().from_fields(fields)


@pytest.mark.parametrize("name", list(WORDS.from_text(TEXT)["players"][0]))
def test_every_field_of_a_player_is_needed(name: str) -> None:
    fields = WORDS.from_text(TEXT)
    del fields["players"][1][name]
    with pytest.raises(gg.PositionError, match=r"^The fields do not give p2=; it must be the hand"):
        variant().from_fields(fields)


def test_absurd_numbers_of_hidden_cards_are_refused_at_once() -> None:
    game = read(TEXT)
    fields = game.variant.fields(game.view(0))
    fields["players"][1]["hidden"] = 2**60
    with pytest.raises(gg.PositionError):
        variant().from_fields(fields, hidden=True)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=5,
)


@settings(max_examples=300)
@given(data=st.data(), hidden=st.booleans())
def test_damaged_fields_are_a_position_or_refused(data: Any, hidden: bool) -> None:
    game = read(TEXT)
    fields = game.variant.fields(game.view(0) if hidden else game)
    damaged: Any = fields
    while True:
        keys = list(damaged) if isinstance(damaged, dict) else list(range(len(damaged)))
        if not keys:
            damaged.append(data.draw(ANYTHING))
            break
        key = data.draw(st.sampled_from(keys))
        if not isinstance(damaged[key], list | dict) or data.draw(st.booleans()):
            damaged[key] = data.draw(ANYTHING)
            break
        damaged = damaged[key]
    try:
        position = variant().from_fields(fields, hidden=hidden)
    except gg.PositionError:
        return
    assert variant().fields(position)["turns"] == 3


@settings(max_examples=300)
@given(
    at=st.integers(0, len(TEXT) - 1),
    length=st.integers(0, 4),
    inserted=st.text("JRCMOWBDTL12345678,;:=/?x*- p", max_size=4),
)
def test_a_text_with_typing_errors_is_a_position_or_refused(
    at: int, length: int, inserted: str
) -> None:
    text = TEXT[:at] + inserted + TEXT[at + length :]
    try:
        game = read(text)
    except gg.PositionError:
        return
    assert read(game.variant.position_text(game)) == game


@given(st.text())
def test_any_text_is_a_position_or_refused(text: str) -> None:
    with pytest.raises(gg.PositionError):
        read(text)
