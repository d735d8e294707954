"""Games played at random."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import TypeVar

import gemgrove as gg

G = TypeVar("G", bound=gg.Game)


def random_positions(game: G, seed: int = 1) -> Iterator[G]:
    """Play on at random to the end; yield the game, always the same one, at each position."""
    rng = random.Random(seed)
    yield game
    while not game.over:
        game.play(rng.choice(game.legal_actions()))
        yield game


def play_randomly(game: G, decisions: int | None = None, *, seed: int = 1) -> G:
    """Return the game after this many more random decisions, or at its end."""
    for _ in islice(random_positions(game, seed), None if decisions is None else decisions + 1):
        pass
    return game
