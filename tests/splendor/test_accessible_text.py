"""The Splendor table in words."""

import random
import re
from collections.abc import Iterator

import gemgrove as gg
from gemgrove import splendor
from gemgrove.splendor.presenter import SplendorPresenter
from gemgrove.splendor.render import SHAPES
from tests.random_games import random_positions

NAMES = ["you", "greedy", "Ada"]
WORDS = SplendorPresenter().in_words()


def positions(rules: str, players: int, seed: int) -> Iterator[splendor.Game]:
    return random_positions(gg.new("splendor", rules=rules, players=players, seed=seed), seed)


def test_a_card_says_its_color_points_cost_and_whether_it_can_be_bought() -> None:
    game = gg.new("splendor", seed=1)
    lines = WORDS.accessible_text(game.view(0), NAMES[:2])
    assert "Mines 2: red, 1 point, costs 4 white." in lines
    assert "Noble 3: Niccolo Machiavelli, 3 points, needs cards: 4 white and 4 blue." in lines
    assert "Bank: 4 white, 4 blue, 4 green, 4 red, 4 black, 5 gold." in lines
    assert lines[-1] == "It is your move."
    for move in ("p2 white", "p2 black", "p2 red", "p2 green"):
        game.play(move)
    lines = WORDS.accessible_text(game.view(0), NAMES[:2])
    assert "Mines 4: red, costs 2 white and 2 red; you can buy it." in lines
    assert sum("can buy it" in line for line in lines) == len(
        [move for move in game.legal_moves() if move.text.startswith("b")]
    )
    assert "greedy: 0 points. Tokens: 2 green and 2 black; 4 of 10." in " ".join(lines)


def test_everything_is_said_in_ascii_words_at_every_step() -> None:
    for game in positions("official:payment=choose", 3, 2):
        view = game.view(0)
        texts = [WORDS.table(view, NAMES, color=True)]
        if not game.over:
            mine = game.view(game.to_move)
            step = WORDS.step(mine, color=True)
            texts += [step.prompt, step.note]
            texts += [WORDS.describe(mine, move) for move in mine.legal_moves()]
            texts += [
                entry for _, group in WORDS.group_moves(mine, mine.legal_moves()) for entry in group
            ]
        for text in texts:
            assert text.isascii()
            assert not set(text) & set(SHAPES)


def test_what_was_done_is_told_in_words() -> None:
    game = gg.new("splendor", seed=1)
    told = []
    rng = random.Random(4)
    while not game.over:
        before = game.view(0)
        game.play(rng.choice(game.legal_actions()))
        move = before.move(game.actions[-1])
        told += WORDS.narrate(before, move, game.view(0), NAMES[:2])
    assert all(sentence.isascii() and sentence.endswith(".") for sentence in told)
    assert any(re.search(r"buys? the \w+ card .*for \d \w+", sentence) for sentence in told)


def test_no_more_is_said_than_the_view_shows() -> None:
    rng = random.Random(6)
    hidden = 0
    for game in positions("official", 2, 1):
        view = game.view(0)
        said = WORDS.accessible_text(view, NAMES[:2])
        assert said == WORDS.accessible_text(view.sample(rng).view(0), NAMES[:2])
        hidden += any("face down" in line for line in said)
    assert hidden > 5


def test_every_card_player_and_bonus_is_in_it() -> None:
    for game in positions("official", 3, 7):
        board, text = game.board, WORDS.table(game, NAMES, color=False)
        rows = [card for row in board.market for card in row]
        assert len(re.findall(r"^(?:Mines|Transport|Vendors) \d: ", text, re.MULTILINE)) == len(
            rows
        )
        assert text.count(" points. Tokens: ") + text.count(" point. Tokens: ") == 3
        reserved = sum(len(player.reserved) for player in board.players)
        assert text.count(" reserved card ") == reserved
