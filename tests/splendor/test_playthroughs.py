"""Whole games as transcripts, compared line by line.

`python -m tests.splendor.test_playthroughs` rewrites them; review the changes.
"""

import random
from collections.abc import Iterator

import pytest

import gemgrove as gg
from tests.playthroughs import assert_golden, transcript, write_golden

GAMES = {
    "splendor-2p-official": ("official", 2),
    "splendor-3p-official": ("official", 3),
    "splendor-4p-official": ("official", 4),
    "splendor-2p-choose": ("official:payment=choose,first_player=random", 2),
    "splendor-2p-core": ("core", 2),
    "splendor-3p-arena": ("arena", 3),
    "splendor-2p-duel": ("duel", 2),
    "splendor-3p-escrow": ("escrow", 3),
}


def played(rules: str, players: int) -> Iterator[str]:
    """The transcript of a game of mostly greedy decisions, some of them random."""
    rng = random.Random(rules)

    def choose(game: gg.Game) -> int:
        view = game.view(game.to_move)
        return view.greedy_action() if rng.random() < 0.8 else rng.choice(game.legal_actions())

    return transcript(gg.new("splendor", rules=rules, players=players, seed=2024), choose)


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_played_as_it_was(name: str) -> None:
    assert_golden(name, played(*GAMES[name]))


if __name__ == "__main__":
    for name, game in GAMES.items():
        write_golden(name, played(*game))
