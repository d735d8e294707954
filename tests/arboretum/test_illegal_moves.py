"""The messages that tell a player why a move is not legal."""

import random
from typing import Literal

import pytest

import gemgrove as gg
from gemgrove.arboretum import Card, Move

# Player 1 has M2 at 0 0 and O3 at 1 0; player 2, whose turn it is, has J4 at 0 0.
TABLE = (
    "arboretum official:players=2 move=p2:draw first=p1 turns=3 "
    "deck=C1,C2,C3,C4,C5,C6,C7,C8,W1,W2,W3,W4,W5,W6,W7,W8,"
    "O1,O2,O4,O5,O6,O7,O8,R5,R6,R7,R8,M1,M8,J8 "
    "p1=J1,J2,J3,R1,R2,R3,R4;pile=M7;planted=M2:0,0/O3:1,0 "
    "p2=J5,J6,J7,M3,M4,M5,M6;planted=J4:0,0"
)


def drawing() -> gg.Game:
    return gg.from_position(TABLE)


def picking() -> gg.Game:
    game = drawing()
    game.play("draw deck")
    game.play("draw deck")
    return game


def planting() -> gg.Game:
    game = picking()
    game.play("pick M5")
    return game


def discarding() -> gg.Game:
    game = planting()
    game.play("at 1 0")
    return game


def last_turn() -> gg.Game:
    """A game whose last deck card has just been drawn, as the first draw of a turn."""
    game = gg.new("arboretum", players=2, seed=1)
    while game.board.deck:
        odd = game.board.turns == 1 and game.board.phase == "second draw"
        game.play("draw 1" if odd else game.legal_actions()[0])
    assert game.board.phase == "second draw"
    return game


def refusal(game: gg.Game, move: str | Move) -> str:
    with pytest.raises(gg.IllegalMove) as caught:
        game.play(move)
    return str(caught.value)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("draw 2", "Your pile is empty"),
        ("draw 3", "There is no player 3; players are 1 to 2"),
        ("pick M5", "You must now draw your first card"),
        ("at 1 0", "You must now draw your first card"),
        ("discard M5", "You must now draw your first card"),
    ],
)
def test_before_the_first_draw(move: str, reason: str) -> None:
    assert refusal(drawing(), move) == f"{move} is not legal: {reason}."


def test_a_pile_that_is_empty_cannot_be_drawn_from() -> None:
    game = drawing()
    game.play("draw 1")
    assert refusal(game, "draw 1") == "draw 1 is not legal: The pile of player 1 is empty."


def test_before_the_second_draw() -> None:
    game = drawing()
    game.play("draw 1")
    assert refusal(game, "pick M7") == "pick M7 is not legal: You must now draw your second card."


def test_an_empty_deck_cannot_be_drawn_from() -> None:
    assert refusal(last_turn(), "draw deck") == "draw deck is not legal: The deck is empty."


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("pick J1", "J1 is not in your hand"),
        ("pick J4", "J4 is not in your hand"),
        ("pick B1", "B1 is not in the game: 2 players play without blue spruce"),
        ("draw deck", "You must now pick the card to plant"),
        ("at 1 0", "You must now pick the card to plant"),
        ("discard M5", "You must now pick the card to plant"),
    ],
)
def test_before_the_pick(move: str, reason: str) -> None:
    assert refusal(picking(), move) == f"{move} is not legal: {reason}."


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("at 0 0", "J4 stands at 0 0"),
        ("at 1 1", "No card of yours stands next to 1 1"),
        ("at 2 0", "No card of yours stands next to 2 0"),
        ("at 99 -99", "No card of yours stands next to 99 -99"),
        ("pick M4", "You must now plant M5"),
        ("discard M5", "You must now plant M5"),
        ("draw deck", "You must now plant M5"),
    ],
)
def test_before_planting(move: str, reason: str) -> None:
    assert refusal(planting(), move) == f"{move} is not legal: {reason}."


@pytest.mark.parametrize("cell", ["1 0", "-1 0", "9 9"])
def test_the_first_card_has_its_place(cell: str) -> None:
    game = gg.new("arboretum", players=2, seed=1)
    for _ in range(2):
        game.play("draw deck")
    game.play(game.legal_actions()[0])
    expected = f"at {cell} is not legal: The first card of an arboretum goes to 0 0."
    assert refusal(game, f"at {cell}") == expected


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("discard M5", "M5 is not in your hand"),
        ("discard T1", "T1 is not in the game: 2 players play without tulip poplar"),
        ("draw deck", "You must now discard a card"),
        ("at 0 1", "You must now discard a card"),
    ],
)
def test_before_the_discard(move: str, reason: str) -> None:
    assert refusal(discarding(), move) == f"{move} is not legal: {reason}."


@pytest.mark.parametrize("move", ["draw deck", "pick M5", "at 0 0", "discard M5"])
def test_after_the_end_no_move_is_legal(move: str) -> None:
    game = last_turn()
    while not game.over:
        game.play(game.legal_actions()[0])
    assert refusal(game, move) == f"{move} is not legal: The game is over."


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_illegal_action_of_a_game_is_refused_with_a_sentence(players: int) -> None:
    game = gg.new("arboretum", players=players, rules="seeded", seed=players)
    rng = random.Random(players)
    while not game.over:
        legal = set(game.legal_actions())
        before = game.position()
        for action in rng.sample(range(game.variant.native.action_count), 30):
            if action not in legal:
                move = game.move(action)
                with pytest.raises(gg.IllegalMove) as caught:
                    game.play(action)
                assert str(caught.value).startswith(f"{move} is not legal: ")
                assert str(caught.value).endswith(".")
        assert game.position() == before
        game.play(rng.choice(sorted(legal)))


@pytest.mark.parametrize("card", [Card("Z", 1), Card("JR", 1), Card("J", 9), Card("J", 0)])
@pytest.mark.parametrize("kind", ["pick", "discard"])
def test_a_card_that_does_not_exist_is_none(kind: Literal["pick", "discard"], card: Card) -> None:
    with pytest.raises(gg.NotationError, match=f"^There is no move with kind='{kind}', "):
        Move(kind, card=card)
