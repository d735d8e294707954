"""Perft: the number of ways to play on, from starting positions and from the middle of games.

`python -m tests.arboretum.test_perft` rewrites the table; review the changes.
"""

import pytest

import gemgrove as gg
from gemgrove.arboretum import PRESETS
from tests.arboretum.test_oracle import oracle_of
from tests.perft import Case, PerftTable, oracle_perft

# A turn has five decisions: the openings cover each of its phases.
TABLE = PerftTable("arboretum", PRESETS, openings=(0, 41, 52, 63, 74), depth=6)


@pytest.mark.parametrize("case", TABLE.cases, ids=str)
def test_the_number_of_ways_to_play_on_has_not_changed(case: Case) -> None:
    assert TABLE.counts(case) == TABLE.expected(case)


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_perft_counts_what_the_oracle_counts(rules: str, players: int) -> None:
    game = gg.new("arboretum", rules=rules, players=players, seed=42)
    for depth in range(1, 7):
        assert game.perft(depth) == oracle_perft(oracle_of(game), depth)


if __name__ == "__main__":
    TABLE.write()
