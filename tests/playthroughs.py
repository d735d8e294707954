"""Whole games as transcripts, compared line by line with those in tests/golden/playthroughs."""

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

import gemgrove as gg

FOLDER = Path(__file__).parent / "golden/playthroughs"

Choose = Callable[[gg.Game], int]
"""The action to play next."""


def transcript(game: gg.Game, choose: Choose) -> Iterator[str]:
    """Play a game to its end, yielding its transcript line by line."""
    yield f"rules: {game.rules.spec}"
    yield f"deal: {game.deal}"
    while not game.over:
        yield ""
        yield game.position()
        yield f"legal: {' '.join(map(str, game.legal_actions()))}"
        seen = hashlib.sha256(game.observe(game.to_move).tobytes()).hexdigest()
        yield f"observation: {seen[:16]}"
        action = choose(game)
        yield f"seat {game.to_move} plays {game.variant.move(game, action)}"
        game.play(action)
    yield ""
    yield game.position()
    yield f"ending: {game.ending}, scores: {game.scores}, winners: {game.winners}"
    yield str(game)


def assert_golden(name: str, lines: Iterator[str]) -> None:
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    played = "\n".join(lines).splitlines()
    for number, (line, expected) in enumerate(zip(played, golden, strict=False), 1):
        assert line == expected, f"line {number}"
    assert len(played) == len(golden)


def write_golden(name: str, lines: Iterator[str]) -> None:
    (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
