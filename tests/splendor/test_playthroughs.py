"""Whole games as transcripts, compared line by line.

`python -m tests.splendor.test_playthroughs` writes them anew; look at what has changed.
"""

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove import agents

FOLDER = Path(__file__).parents[1] / "golden/playthroughs"
GAMES = {
    "splendor-2p-official": ("official", 2),
    "splendor-3p-official": ("official", 3),
    "splendor-4p-official": ("official", 4),
    "splendor-2p-choose": ("official:payment=choose,first_player=random", 2),
    "splendor-2p-core": ("core", 2),
    "splendor-3p-arena": ("arena", 3),
    "splendor-2p-duel": ("duel", 2),
}


def transcript(rules: str, players: int) -> Iterator[str]:
    """A game in which greedy and chance take turns at deciding."""
    game = gg.new("splendor", rules=rules, players=players, seed=2024)
    rng = random.Random(rules)
    greedy = agents.make("greedy@1")
    yield f"rules: {game.rules.spec}"
    yield f"deal: {game.deal}"
    while not game.over:
        yield ""
        yield game.position()
        yield f"legal: {' '.join(map(str, game.legal_actions()))}"
        seen = hashlib.sha256(game.observe(game.to_move).tobytes()).hexdigest()
        yield f"observation: {seen[:16]}"
        view = game.view(game.to_move)
        action = greedy.choose(view) if rng.random() < 0.8 else rng.choice(game.legal_actions())
        yield f"seat {game.to_move} plays {game.variant.move(game, action)}"
        game.play(action)
    yield ""
    yield game.position()
    yield f"ending: {game.ending}, scores: {game.scores}, winners: {game.winners}"
    yield str(game)


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_played_as_it_was(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    played = "\n".join(transcript(*GAMES[name])).splitlines()
    for number, (line, expected) in enumerate(zip(played, golden, strict=False), 1):
        assert line == expected, f"line {number}"
    assert len(played) == len(golden)


def write() -> None:
    for name, (rules, players) in GAMES.items():
        text = "\n".join(transcript(rules, players)) + "\n"
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
