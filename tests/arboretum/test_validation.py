"""Invalid positions, and the messages that say why."""

from collections.abc import Callable
from typing import Any

import pytest

import gemgrove as gg
from gemgrove.arboretum.position import WORDS
from tests.arboretum.test_position import TEXT, games, read, refusal, variant


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("p1=J1", "p1=J2", "J2 appears twice, in the hand of p1 and in the hand of p1."),
        ("pile=M7", "pile=M1", "M1 appears twice, in the deck and in the pile of p1."),
        (
            "M2:0,0",
            "J4:0,0",
            "J4 appears twice, in the arboretum of p1 and in the arboretum of p2.",
        ),
        ("deck=C1", "deck=B1", "B1 is in the deck; with 2 players it is not in play."),
        ("p2=J5", "p2=T5", "T5 is in the hand of p2; with 2 players it is not in play."),
        (
            "deck=C1,",
            "deck=",
            "C1 is missing; it must be in the deck, a hand, a pile or an arboretum.",
        ),
        ("O3:1,0", "O3:0,0", "M2 and O3 are both at 0,0 in the arboretum of p1."),
        ("J4:0,0", "J4:1,0", "The arboretum of p2 has no card at 0,0, where it must begin."),
        (
            "O3:1,0",
            "O3:1,1",
            "O3 at 1,1 in the arboretum of p1 is not connected with the card at 0,0.",
        ),
        (
            "O3:1,0",
            "O3:-99,99",
            "O3 at -99,99 in the arboretum of p1 is not connected with the card at 0,0.",
        ),
        ("first=p1", "first=p2", "p2 began; by the rules it must be p1."),
        (
            "turns=3",
            "turns=4",
            "p2 is to move, but p1 began and 4 turns were made, so it must be p1.",
        ),
        (
            "turns=3",
            "turns=5",
            "p1 has planted 2 cards; after 5 turns, in the phase draw, it must be 3.",
        ),
        (
            "p2:draw",
            "p2:discard",
            "p2 has planted 1 card; after 3 turns, in the phase discard, it must be 2.",
        ),
        ("deck=C1,", "deck=-;C1,", "deck='-;C1,"),
        ("p2:draw", "p2:pick", "p2 has 7 cards in hand; in the phase pick it must be 9."),
        (
            "p2:draw",
            "p2:second-draw",
            "p2 has 7 cards in hand; in the phase second draw it must be",
        ),
        ("p2:draw", "p2:over", "The phase is over, but the deck has 30 cards."),
        ("p1=J1,", "p1=C1*,J1,", "C1 appears twice, in the deck and in the hand of p1."),
        (
            "turns=3",
            "turns=3 picked=M3",
            "In the phase draw no card is to be planted; picked= must not be there.",
        ),
    ],
)
def test_an_impossible_position_says_why(old: str, new: str, sentence: str) -> None:
    assert old in TEXT
    assert refusal(TEXT.replace(old, new, 1)).startswith(sentence)


def test_the_hand_must_be_of_seven() -> None:
    text = TEXT.replace("C1,", "", 1).replace("p1=J1", "p1=C1,J1")
    assert refusal(text) == "p1 has 8 cards in hand; in the phase draw it must be 7."


def test_a_pile_has_no_more_cards_than_were_discarded() -> None:
    text = TEXT.replace("C1,C2,", "", 1).replace("pile=M7", "pile=M7,C1,C2")
    assert refusal(text) == "The pile of p1 has 3 cards; it can have 2."
    text = TEXT.replace("C1,C2,", "", 1).replace(";planted=J4", ";pile=C1,C2;planted=J4")
    assert refusal(text) == "The pile of p2 has 2 cards; it can have 1."
    read(text, seed_discards=True)


def test_the_last_discard_lies_on_its_pile() -> None:
    text = TEXT.replace(";pile=M7", "").replace("deck=C1", "deck=M7,C1")
    assert refusal(text) == "p1 has just discarded a card, but the pile of p1 is empty."


def end(phase: str, *, turns: int, hand: str, pile: str) -> str:
    """A position with an empty deck, in which each player has planted one row of cards."""
    cards = ["JRCMO"[i % 5] + str(i // 5 + 1) for i in range(turns)]
    rows = ["/".join(f"{card}:{x},0" for x, card in enumerate(cards[i::2])) for i in (0, 1)]
    return (
        f"move=p{turns % 2 + 1}:{phase} first=p1 turns={turns} deck=- "
        f"p1=W1,W2,W3,W4,W5,W6,W7;planted={rows[0]} p2={hand}{pile};planted={rows[1]}"
    )


def test_with_an_empty_deck_a_turn_does_not_begin() -> None:
    text = end("draw", turns=32, hand="M7,O7,J8,R8,C8,M8,O8", pile=";pile=W8,C7")
    assert refusal(text) == "The phase is draw, but the deck is empty; it must be over."
    assert read(text.replace("draw", "over")).over


def test_a_second_draw_needs_something_to_draw() -> None:
    text = end("second-draw", turns=33, hand="W8,O7,J8,R8,C8,M8,O8,M7", pile="")
    assert refusal(text) == ("There is no second card to draw: the deck and all piles are empty.")


def test_the_picked_card_is_in_the_hand() -> None:
    game = read(TEXT)
    for move in ("draw deck", "draw deck", "pick M3"):
        game.play(move)
    text = game.variant.position_text(game)
    assert refusal(text.replace("picked=M3", "picked=J1")) == (
        "J1 was picked, but it is not in the hand of p2."
    )
    assert refusal(text.replace("picked=M3 ", "")) == (
        "In the phase plant picked= must name the card to be planted."
    )
    assert refusal(text.replace("picked=M3", "picked=?")) == (
        "Some cards are hidden: this is what a view shows, and not a full position; "
        "View.sample draws one."
    )


def test_the_position_must_be_of_as_many_players_as_the_rules() -> None:
    assert refusal(TEXT, players=3) == ("The position has 2 players; by the rules it must have 3.")
    assert refusal(TEXT.replace("first=p1", "first=p3")) == ("first is p3; the last player is p2.")


# Views


def view_fields(seat: int | None = 0, *moves: str) -> dict[str, Any]:
    game = read(TEXT)
    for move in moves:
        game.play(move)
    fields: dict[str, Any] = game.variant.fields(game.view(seat))
    return fields


def view_refusal(change: Callable[[dict[str, Any]], object], *moves: str, seat: int = 0) -> str:
    fields = view_fields(seat, *moves)
    change(fields)
    with pytest.raises(gg.PositionError) as caught:
        variant().from_fields(fields, hidden=True)
    return str(caught.value)


def test_a_view_shows_no_card_of_the_deck() -> None:
    sentence = view_refusal(lambda fields: fields.update(deck=list(range(16, 46))))
    assert sentence == "The deck shows cards; a view hides them all."


def test_a_view_knows_one_hand() -> None:
    full = WORDS.from_text(TEXT)["players"][1]
    sentence = view_refusal(lambda fields: fields["players"].__setitem__(1, full))
    assert sentence == "The hands of p1 and p2 are known; a view knows only one."


def test_a_hand_is_known_or_hidden() -> None:
    def change(fields: dict[str, Any]) -> None:
        fields["players"][0]["hand"].pop()
        fields["players"][0]["hidden"] += 1

    assert view_refusal(change) == (
        "The hand of p1 is hidden in part; what is known of it must be marked with *."
    )


def test_as_many_cards_are_hidden_as_are_nowhere_in_sight() -> None:
    sentence = view_refusal(lambda fields: fields["deck"].pop())
    assert sentence == "35 cards are hidden, but 36 are nowhere in sight."


def test_only_its_owner_knows_the_picked_card() -> None:
    moves = ("draw deck", "draw deck", "pick M3")
    sentence = view_refusal(lambda fields: fields.update(picked=26), *moves)
    assert sentence == "M3 was picked, which only p2 can know; the hand is hidden."
    sentence = view_refusal(lambda fields: fields.update(picked=-2), *moves, seat=1)
    assert sentence == "The hand of p2 is known, and so must be the card that p2 picked."


def test_after_the_end_a_view_hides_nothing() -> None:
    game = games("official", 2, seed=1)[-1]
    fields = game.variant.fields(game.view(None))
    assert fields == game.variant.fields(game)
    fields["players"][0]["hand"].pop()
    fields["players"][0]["hidden"] = 1
    with pytest.raises(gg.PositionError, match=r"^Some cards are hidden; once the game is over"):
        game.variant.from_fields(fields, hidden=True)
