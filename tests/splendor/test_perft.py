"""Perft: the number of ways to play on, from starting positions and from the middle of games.

`python -m tests.splendor.test_perft` rewrites the table; review the changes.
"""

import pytest

import gemgrove as gg
from gemgrove.splendor import PRESETS
from tests.perft import Case, PerftTable, oracle_perft
from tests.splendor.test_oracle import oracle_of

VARIANTS = [*PRESETS, "official:payment=choose", "official:take_fewer=free"]
TABLE = PerftTable("splendor", VARIANTS, openings=(0, 40), depth=4)


@pytest.mark.parametrize("case", TABLE.cases, ids=str)
def test_the_number_of_ways_to_play_on_has_not_changed(case: Case) -> None:
    assert TABLE.counts(case) == TABLE.expected(case)


@pytest.mark.parametrize("rules", VARIANTS)
def test_perft_counts_what_the_oracle_counts(rules: str) -> None:
    game = gg.new("splendor", rules=rules, players=2, seed=42)
    for depth in (1, 2):
        assert game.perft(depth) == oracle_perft(oracle_of(game), depth)


if __name__ == "__main__":
    TABLE.write()
