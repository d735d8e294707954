"""Whole games as transcripts, compared line by line.

`python -m tests.arboretum.test_playthroughs` rewrites them; review the changes.
"""

import random
from collections.abc import Iterator

import pytest

import gemgrove as gg
from tests.playthroughs import assert_golden, transcript, write_golden

GAMES = {
    "arboretum-2p-official": ("official", 2),
    "arboretum-4p-official": ("official", 4),
    "arboretum-3p-seeded": ("seeded:first_player=random", 3),
}


def played(rules: str, players: int) -> Iterator[str]:
    """The transcript of a random game in which cards are planted where they make the best paths."""
    rng = random.Random(rules)

    def choose(game: gg.Game) -> int:
        actions = game.legal_actions()
        if game.board.phase != "plant":
            return rng.choice(actions)
        return max(actions, key=lambda action: worth(game, action))

    return transcript(gg.new("arboretum", rules=rules, players=players, seed=2024), choose)


def worth(game: gg.Game, action: int) -> int:
    after = game.copy()
    after.play(action)
    return after.scores[game.to_move]


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_played_as_it_was(name: str) -> None:
    assert_golden(name, played(*GAMES[name]))


if __name__ == "__main__":
    for name, game in GAMES.items():
        write_golden(name, played(*game))
