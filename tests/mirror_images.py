"""Checks symmetries with two games that are mirror images of each other."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import gemgrove as gg

Turn = Callable[..., tuple[Any, Any, Any]]
"""Transforms an observation, a mask and an action: a `Symmetry`, or a false one."""
Turns = Callable[[int], Turn]
"""The transformation for each seat's observations."""


def are_mirrored(game: gg.Game, twin: gg.Game, turns: Turns) -> bool:
    """Return True if `twin` stands like `game`, with observations and masks transformed."""
    standing = (game.to_move, game.over, game.scores, game.winners, game.ending)
    if standing != (twin.to_move, twin.over, twin.scores, twin.winners, twin.ending):
        return False
    for seat in range(game.players):
        observation, mask, _ = turns(seat)(game.observe(seat), game.mask())
        if not np.array_equal(observation, twin.observe(seat)):
            return False
        if not np.array_equal(mask, twin.mask()):
            return False
    return True


def after(
    game: gg.Game, twin: gg.Game, turns: Turns, action: int
) -> tuple[gg.Game[Any], gg.Game[Any]]:
    """Both games, after an action in the first and its image in the second."""
    game, twin, seat = game.copy(), twin.copy(), game.to_move
    _, _, image = turns(seat)(game.observe(seat), None, action)
    game.play(action)
    twin.play(image)
    return game, twin


def varied_positions(
    name: gg.GameName, players: int, rules: str, *, games: int = 1, share: float = 1.0
) -> Iterator[gg.Game[Any]]:
    """Positions of eventful games, half greedy and half random, with their starts and ends."""
    rng = random.Random(players)
    for seed in range(games):
        game = gg.new(name, players=players, rules=rules, seed=seed)
        yield game.copy()
        while not game.over:
            best = game.view(game.to_move).greedy_action()
            game.play(best if rng.random() < 0.5 else rng.choice(game.legal_actions()))
            if game.over or rng.random() < share:
                yield game.copy()
