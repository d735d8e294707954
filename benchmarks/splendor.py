"""Splendor's figures."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator

import gemgrove as gg
import splendor_game
from benchmarks.figures import Figure, best_rate
from benchmarks.matches import match_share
from benchmarks.position_reading import figures as position_figures
from gemgrove import _native, agents
from tests.splendor.test_oracle import oracle_of

MATCH_GAMES = 1000
PLAYOUTS = 2000


def figures() -> Iterator[Figure]:
    """Measure every figure, in the order of the table."""
    oracle = best_rate(oracle_game)
    yield Figure("oracle (plain Python), 2 players", oracle, "decisions/s")
    for players in (2, 3, 4):
        rate = playout_rate(players)
        what = f"native playouts, {players} players, {_native.LEVEL}"
        yield Figure(what, rate, "decisions/s", 10e6)
        if players == 2:
            yield Figure("  ratio to the oracle", rate / oracle, "times")
    if _native.LEVEL != "baseline":
        yield Figure("native playouts, 2 players, baseline", baseline_rate(), "decisions/s", 8.3e6)
    loop = best_rate(python_game)
    yield Figure("Python loop: legal_actions + play", loop, "decisions/s", 800e3)
    yield Figure("  ratio to the oracle", loop / oracle, "times")
    yield Figure("Game.copy()", copy_rate(), "copies/s", 2e6)
    yield Figure(
        "splendor_game: legal_moves + perform_move", best_rate(module_game), "moves/s", 150e3
    )
    summaries = best_rate(module_game_with_summaries)
    yield Figure("  the same with state_summary", summaries, "moves/s", 60e3)
    size = gg.new("splendor").variant.native.state_bytes
    yield Figure("memory of a state", size, "bytes", 320, at_most=True)
    yield from position_figures("splendor")
    yield from strength()


def playout_rate(players: int) -> float:
    native = gg.new("splendor", players=players).variant.native
    seeds = iter(range(10**9))
    return best_rate(lambda: native.playouts(PLAYOUTS, next(seeds)))


def baseline_rate() -> float:
    """Measure playouts of the portable build, which needs a separate process."""
    code = "from benchmarks.splendor import playout_rate; print(playout_rate(2))"
    result = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"GEMGROVE_CPU": "baseline"},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(result.stdout)


_seeds = iter(range(10**9))
_chance = random.Random(1)


def oracle_game() -> int:
    oracle = oracle_of(gg.new("splendor", seed=next(_seeds)))
    decisions = 0
    while not oracle.over:
        oracle.apply(_chance.choice(oracle.legal()))
        decisions += 1
    return decisions


def python_game() -> int:
    game = gg.new("splendor", seed=next(_seeds))
    legal, play, chance = game.legal_actions, game.play, _chance.random
    decisions = 0
    while actions := legal():
        play(actions[int(chance() * len(actions))])
        decisions += 1
    return decisions


def copy_rate() -> float:
    """Measure copies of a game in mid-game, including its history."""
    game = gg.new("splendor", seed=1)
    for _ in range(40):
        game.play(game.legal_actions()[0])
    copy = game.copy

    def copies() -> int:
        for _ in range(10_000):
            copy()
        return 10_000

    return best_rate(copies)


def module_game() -> int:
    game = splendor_game.SplendorGame(2, next(_seeds))
    moves = 0
    while not game.is_terminal():
        legal = game.legal_moves()
        game.perform_move(legal[int(_chance.random() * len(legal))])
        moves += 1
    return moves


def module_game_with_summaries() -> int:
    game = splendor_game.SplendorGame(2, next(_seeds))
    moves = 0
    while not game.is_terminal():
        game.state_summary()
        legal = game.legal_moves()
        game.perform_move(legal[int(_chance.random() * len(legal))])
        moves += 1
    return moves


def strength() -> Iterator[Figure]:
    """Measure greedy@1 against random and against itself, on separate deals."""
    share = match_share("splendor", "greedy@1", "random")
    yield Figure("greedy@1 against random, 2 players", share, "% won", 97)

    rounds, limited = 0.0, 0
    for number in range(MATCH_GAMES):
        pair = [agents.make("greedy@1"), agents.make("greedy@1")]
        game = agents.play_out(gg.new("splendor", seed=2 * 10**6 + number), pair)
        rounds += game.board.turns / 2
        limited += game.truncated
    average = rounds / MATCH_GAMES
    yield Figure("greedy@1 in self-play, rounds", average, "on average", 30, at_most=True)
    limit = 100 * limited / MATCH_GAMES
    yield Figure("  ended by the turn limit", limit, "%", 0.5, at_most=True)
