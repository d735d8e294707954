"""Perft: the number of ways to play on, from starting positions and from the middle of games.

`python -m tests.splendor.test_perft` writes the table anew; look at what has changed.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove.splendor import PRESETS
from tests.splendor.test_oracle import oracle_of

TABLE = Path(__file__).parents[1] / "golden/perft/splendor.json"
VARIANTS = [*PRESETS, "official:payment=choose", "official:take_fewer=free"]
OPENING_DECISIONS = (0, 40)
DEPTH = 4


def position(rules: str, players: int, opening: int) -> gg.Game:
    """The position after some decisions, chosen by a fixed rule."""
    game = gg.new("splendor", rules=rules, players=players, seed=42)
    rng = random.Random(opening)
    for _ in range(opening):
        game.play(rng.choice(game.legal_actions()))
    return game


def cases() -> Iterator[tuple[str, int, int]]:
    for rules in VARIANTS:
        for players in (2, 3, 4):
            for opening in OPENING_DECISIONS:
                yield rules, players, opening


def key(rules: str, players: int, opening: int) -> str:
    return f"{rules} {players}p after {opening}"


@pytest.mark.parametrize(("rules", "players", "opening"), list(cases()))
def test_the_number_of_ways_to_play_on_has_not_changed(
    rules: str, players: int, opening: int
) -> None:
    game = position(rules, players, opening)
    table = json.loads(TABLE.read_text())
    assert [game.perft(depth) for depth in range(1, DEPTH + 1)] == table[
        key(rules, players, opening)
    ]


@pytest.mark.parametrize("rules", VARIANTS)
def test_perft_counts_what_the_oracle_counts(rules: str) -> None:
    game = gg.new("splendor", rules=rules, players=2, seed=42)
    moves = oracle_of(game).legal()
    count = 0
    for move in moves:
        oracle = oracle_of(game)
        oracle.apply(move)
        count += len(oracle.legal())
    assert (game.perft(1), game.perft(2)) == (len(moves), count)


def write_table() -> None:
    table = {
        key(*case): [position(*case).perft(depth) for depth in range(1, DEPTH + 1)]
        for case in cases()
    }
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(row)}" for name, row in table.items())
    TABLE.write_text("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    write_table()
