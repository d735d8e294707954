"""Observations of any game: sample positions, and a field's entries by its name."""

import random
from typing import Any

import gemgrove as gg


def positions(
    name: gg.GameName, players: int, *, games: int, share: float, **options: Any
) -> list[gg.Game[Any]]:
    """Some positions of random games, including their ends."""
    rng = random.Random(players)
    found = []
    for seed in range(games):
        game = gg.new(name, players=players, seed=seed, **options)
        while not game.over:
            if rng.random() < share:
                found.append(game.copy())
            game.play(rng.choice(game.legal_actions()))
        found.append(game)
    return found


def entries(game: gg.Game, seat: int | None, name: str, place: int = 0) -> list[int]:
    """A field's entries; a player field exists once per seat, the observer's first."""
    places = [field for field in game.variant.native.observation_fields() if field[0] == name]
    _, offset, size, _, _ = places[place]
    return list(map(int, game.observe(seat)[offset : offset + size]))
