"""Players look ahead with the interface's functions, and learn nothing about the decks."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gemgrove.compat.splendor_arena import BotPlayer, Game, PlayGround, RandomPlayer, State
from tests.compat.splendor_arena.lookahead import (
    OneStep,
    OneStepOverLists,
    PlayerFirst,
    TreeSearch,
)
from tests.compat.splendor_arena.positions import (
    middle,
    native,
    nine_gems,
    random_game,
    three_with,
    valid,
)
from tests.compat.splendor_arena.test_hidden import redrawn
from tests.waiting import PATIENCE

FORMS: dict[str, Callable[[State], Any]] = {
    "canonical": lambda state: state,
    "array": np.array,
    "list": lambda state: state.tolist(),
    "floats": lambda state: state.astype(np.float32),
}


def kept(state: State) -> bytes:
    """The contents of a state without its history."""
    return pickle.dumps((state.tolist(), native(state).variant.fields(native(state))))


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_state_goes_on_without_a_generator(form: str) -> None:
    game, state = three_with(middle())
    seen = FORMS[form](game.canonicalForm(state, 2))
    after, player = game.getNextState(seen, 1, 32)
    assert player == 2
    assert (after[162:165] - np.array(seen)[162:165]).tolist() == [1, 1, 1]
    assert valid(game, after, 2)


@pytest.mark.parametrize("form", FORMS)
def test_equal_calls_have_equal_results(form: str) -> None:
    game, state = three_with(middle())
    for action in valid(game, state, 2):
        results = [
            Game(3).getNextState(FORMS[form](game.canonicalForm(state, 2)), 1, action)
            for _ in range(2)
        ]
        assert kept(results[0][0]) == kept(results[1][0])
        assert results[0][1] == results[1][1]


def test_looking_ahead_goes_on_from_the_completed_state() -> None:
    game, state = three_with(middle())
    for seen in (game.canonicalForm(state, 2), np.array(game.canonicalForm(state, 2))):
        full = game.complete(seen, 1)
        for action in valid(game, seen, 1):
            ahead, _ = game.getNextState(seen, 1, action)
            assert kept(ahead) == kept(game.getNextState(full, 1, action)[0])


def test_other_states_draw_other_cards() -> None:
    game = Game(3)
    tops = set()
    for seed in range(10):
        seen = game.canonicalForm(game.getInitState(seed), 1)
        full = native(game.complete(seen, 1))
        tops.add(tuple(full.variant.fields(full)["decks"][2][:3]))
    assert len(tops) == 10


PROGRAM = """
from gemgrove.compat.splendor_arena import Game
game = Game(3)
seen = game.canonicalForm(game.getInitState(seed=4), 1)
for state in (seen, seen.tolist()):
    for action in (15, 19, 23, 32):
        print(game.getNextState(state, 1, action)[0].tolist())
"""


def test_every_process_draws_the_same() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(outputs) == 1
    assert len(outputs.pop().splitlines()) == 8


def test_the_draw_is_the_same_on_every_machine() -> None:
    game = Game(3)
    seen = game.canonicalForm(game.getInitState(seed=4), 1)
    after, _ = game.getNextState(seen, 1, 15)
    by_numbers, _ = game.getNextState(seen.tolist(), 1, 15)
    assert after[:11].tolist() == [4, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1]
    assert by_numbers[:11].tolist() == [2, 0, 1, 0, 2, 0, 1, 0, 0, 0, 0]


def futures(game: Game, state: Any, depth: int) -> list[object]:
    """Everything that can be learned by trying actions, up to this depth."""
    learned: list[object] = []
    for action in valid(game, state, 1)[:: 1 if depth == 1 else 6]:
        after, player = game.getNextState(state, 1, action)
        seen = game.canonicalForm(after, player)
        learned += [kept(after), seen.tolist(), game.getGameEnded(after, player)]
        learned += [game.getValidMoves(after, player).tolist(), game.render(seen)]
        if depth > 1:
            learned += futures(game, seen, depth - 1)
    return learned


def test_redrawing_the_decks_changes_nothing_that_looking_ahead_tells() -> None:
    changed = 0
    for place, (game, state, _, _) in enumerate(random_game(3, seed=22)):
        if place % 25:
            continue
        twin = redrawn(state, place)
        changed += native(twin) != native(state)
        for player in (1, 2, 3):
            seen, other = game.canonicalForm(state, player), game.canonicalForm(twin, player)
            assert kept(game.complete(seen, 1)) == kept(game.complete(other, 1))
            assert futures(game, seen, 2) == futures(game, other, 2)
    assert changed > 4, "the redrawn decks must differ"


def test_looking_ahead_does_not_tell_the_card_that_comes() -> None:
    guessed = asked = 0
    for game, state, player, _ in random_game(3, seed=23):
        for action in range(15, 27):
            if not game.getValidMoves(state, player)[action]:
                continue
            ahead, _ = game.getNextState(game.canonicalForm(state, player), 1, action)
            real, _ = game.getNextState(state, player, action)
            place = slice((action - 15) * 11, (action - 14) * 11)
            if real[place].any() and len(native(state).board.decks[(action - 15) // 4]) > 10:
                asked += 1
                guessed += np.array_equal(ahead[place], real[place])
    assert asked > 100
    assert guessed < asked / 4


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("kind", [OneStep, OneStepOverLists, PlayerFirst, TreeSearch])
def test_players_that_look_ahead_play_whole_games(kind: Any, players: int) -> None:
    game = Game(players)
    others = [RandomPlayer(game, seed=seed) for seed in range(players - 1)]
    ground = PlayGround(game, [kind(game), *others], seed=3)
    ground.playGames(1)
    [result] = ground.results
    assert result.fault is None
    assert not result.stopped
    assert result.record is not None
    result.record.verify()


def test_a_player_that_looks_ahead_beats_a_random_one() -> None:
    game = Game(2)
    ground = PlayGround(game, [OneStep(game), RandomPlayer(game, seed=1)], seed=1)
    [ahead, chance] = ground.playGames(6)
    assert (ahead.wins, chance.forfeits, ahead.forfeits) == (6, 0, 0)


@pytest.mark.parametrize("form", FORMS)
def test_a_hold_can_be_looked_through(form: str) -> None:
    game, state = three_with(nine_gems())
    state, player = game.getNextState(FORMS[form](game.canonicalForm(state, 1)), 1, 32)
    played = []
    for _ in range(6):
        seen = FORMS[form](game.canonicalForm(state, player))
        played.append(valid(game, seen, 1)[0])
        state, player = game.getNextState(seen, 1, played[-1])
    assert played == [47, 47, 42, 47, 47, 42]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_form_of_every_state_answers_every_question(players: int) -> None:
    game, bot = Game(players, seed=2), BotPlayer("greedy")
    state, player, asked = game.getInitState(), 1, 0
    while True:
        over = game.getGameEnded(state, player) != [0]
        if over or asked % 20 == 0 or max(game.getScores(state)) >= 15:
            for seen in (state, game.canonicalForm(state, player)):
                answer_everything(game, seen)
                answer_everything(game, seen.tolist())
        if over:
            break
        asked += 1
        action = bot.play(game.canonicalForm(state, player))
        state, player = game.getNextState(state, player, action)
    assert max(game.getScores(state)) >= 15


def answer_everything(game: Game, state: Any) -> None:
    """Call every function on a state, for every player."""
    assert game.render(state).startswith(" ")
    assert len(game.getScores(state)) == game.getPlayerCount()
    for player in range(1, game.getPlayerCount() + 1):
        assert game.canonicalForm(state, player).shape == game.getStateSize()
        assert np.array_equal(game.complete(state, player), state)
        assert set(game.getGameEnded(state, player)) <= set(range(game.getPlayerCount() + 1))
        for action in valid(game, state, player)[:1]:
            after, following = game.getNextState(state, player, action)
            assert game.getGameEnded(after, following)
