"""Skips: a turn ended by hand is in the history and can be replayed, but no player can play it."""

import random

import numpy as np
import pytest

import gemgrove as gg
from gemgrove import agents
from gemgrove.splendor import Move
from gemgrove.splendor.moves import SKIP_MOVE


def with_skips(seed: int = 3, decisions: int = 40) -> gg.Game:
    """A random game in which some turns were skipped."""
    game = gg.new("splendor", players=3, seed=seed)
    rng = random.Random(seed)
    while len(game.actions) < decisions:
        if game.board.phase == "play" and rng.random() < 0.3:
            game.skip()
        else:
            game.play(rng.choice(game.legal_actions()))
    assert -1 in game.actions
    return game


def test_a_skip_is_a_turn_without_a_move_that_can_be_taken_back_and_played_again() -> None:
    game = gg.new("splendor", seed=1)
    before = game.copy()
    game.skip()
    after = game.copy()
    assert (after.to_move, after.actions, after.board.turns) == (1, [-1], 1)
    move = game.undo()
    assert (move, move.text, game) == (SKIP_MOVE, "skip", before)
    game.play(move)
    assert (game, game.actions) == (after, after.actions)


def test_every_decision_that_was_taken_back_can_be_played_again() -> None:
    game = with_skips()
    for _ in range(len(game.actions)):
        after = game.copy()
        game.play(game.undo())
        assert (game, game.actions) == (after, after.actions)
        game.undo()


def test_a_history_with_skips_can_be_played_again() -> None:
    game = with_skips()
    for history in (game.moves, [move.text for move in game.moves]):
        again = gg.new("splendor", players=3, seed=3)
        again.play_all(history)
        assert again == game
        assert again.actions == game.actions
        assert again.moves == game.moves


def test_a_history_with_an_illegal_move_is_not_played_at_all() -> None:
    game = gg.new("splendor", seed=1)
    moves = [Move.parse("skip"), Move.parse("p3 red white blue"), Move.parse("noble 1")]
    with pytest.raises(gg.IllegalMove, match=r"^noble 1 is not legal"):
        game.play_all(moves)
    assert game.actions == []


def test_a_skip_is_read_and_written_like_every_move() -> None:
    assert Move.parse("skip") == Move.parse(" SKIP ") == SKIP_MOVE
    assert str(SKIP_MOVE) == SKIP_MOVE.text == "skip"
    assert repr(SKIP_MOVE) == "Move.parse('skip')"
    assert Move.from_dict(SKIP_MOVE.to_dict()) == SKIP_MOVE


def test_a_record_with_skips_replays() -> None:
    game = with_skips()
    record = gg.Record.from_json(game.record().to_json())
    record.verify()
    replayed = record.replay()
    assert (replayed, replayed.actions) == (game, game.actions)


def test_a_view_tells_of_skips() -> None:
    game = with_skips()
    assert game.view(0).moves == game.view(None).moves == game.moves


def test_a_skip_is_never_legal() -> None:
    game = gg.new("splendor", seed=1)
    assert not game.is_legal("skip")
    assert not game.is_legal(SKIP_MOVE)
    assert SKIP_MOVE not in game.legal_moves()
    sentence = r"^skip is not legal: A turn is skipped only by hand, not by a player\.$"
    with pytest.raises(gg.IllegalMove, match=sentence):
        game.play(-1)


@pytest.mark.parametrize("choice", ["skip", " Skip ", SKIP_MOVE, -1])
def test_no_player_can_skip(choice: str | int | Move) -> None:
    game = gg.new("splendor", seed=1)
    with pytest.raises(gg.IllegalMove, match=r"^skip is not legal: A turn is skipped only by hand"):
        game.play_legal(choice)
    assert game.actions == []


def test_a_player_can_choose_every_other_way() -> None:
    game = gg.new("splendor", seed=1)
    for choice in ("p3 red white blue", Move.parse("p3 red white blue"), 0):
        game.play_legal(choice)
    assert len(game.actions) == 3
    trees = gg.new("arboretum", seed=1)
    for text in ("draw deck", "draw deck", f"plant {trees.board.players[0].hand[0]} 0 0"):
        trees.play_legal(text)
    assert len(trees.actions) == 4
    for nothing in (None, np.array([1, 2])):
        with pytest.raises(gg.NotationError):
            game.play_legal(nothing)  # type: ignore[arg-type]


class Skipper:
    """A bot that tries to skip its turn."""

    spec = "skipper"

    def choose(self, view: gg.View) -> Move:
        return SKIP_MOVE


def test_a_bot_cannot_skip() -> None:
    game = gg.new("splendor", seed=1)
    with pytest.raises(gg.IllegalMove, match=r"^skip is not legal: "):
        agents.play_out(game, [Skipper(), Skipper()])
    assert game.actions == []
