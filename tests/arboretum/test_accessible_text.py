"""The Arboretum table in words."""

import random
from collections.abc import Iterator

import gemgrove as gg
from gemgrove import arboretum
from gemgrove.arboretum.presenter import ArboretumPresenter
from tests.random_games import random_positions

NAMES = ["you", "greedy", "Ada"]
WORDS = ArboretumPresenter().in_words()


def positions(players: int, seed: int) -> Iterator[arboretum.Game]:
    return random_positions(gg.new("arboretum", players=players, seed=seed), seed)


def test_hand_pile_and_arboretum_are_said_of_every_player() -> None:
    game = gg.new("arboretum", seed=3)
    for move in ("draw deck", "draw deck", "plant C7 0 0", "discard J2"):
        game.play(move)
    assert WORDS.accessible_text(game.view(0), NAMES[:2]) == [
        "Arboretum, turn 2. Deck: 32 cards.",
        "Species: J jacaranda, R royal poinciana, C cassia, M maple, O oak, W willow.",
        "You: player 1.",
        "Your hand: R5, C6, M1, M2, M4, M7, W8.",
        "Your pile: J2 on top.",
        "Your arboretum: C7 at 0 0.",
        "greedy: player 2.",
        "greedy's hand: 7 cards face down.",
        "greedy's pile: empty.",
        "greedy's arboretum: nothing planted yet.",
        "greedy is to draw the first of two cards; possible: draw deck or 1.",
    ]


def test_where_a_card_may_stand_is_said_and_not_drawn() -> None:
    places = 0
    for position in positions(2, 3):
        if position.board.phase == "plant" and position.board.player.arboretum:
            view = position.view(position.to_move)
            note = WORDS.step(view).note
            assert "\n" not in note
            for move in view.legal_moves():
                assert move.text.removeprefix("at ") in note
            places += 1
    assert places > 10


def test_everything_is_ascii_and_no_more_is_said_than_the_view_shows() -> None:
    rng = random.Random(6)
    for game in positions(3, 5):
        view = game.view(0)
        said = WORDS.table(view, NAMES, color=True)
        assert said.isascii()
        assert said == WORDS.table(view.sample(rng).view(0), NAMES, color=True)
