"""The built-in bots that play every game."""

import random

from gemgrove.game import View
from gemgrove.rng import checked_seed


class RandomAgent:
    """Plays a legal move at random, each with the same probability."""

    spec = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(checked_seed(seed))

    def choose(self, view: View) -> int:
        """Return one of the legal actions."""
        actions = view.legal_actions()
        if not actions:
            raise ValueError("This seat has nothing to decide now.")
        return self._random.choice(actions)


class GreedyAgent:
    """Looks one move ahead and plays the best-looking move; the same position gives the same move.

    The evaluation is native and frozen: `greedy@1` is the yardstick for all other bots.
    """

    spec = "greedy@1"

    def choose(self, view: View) -> int:
        """Return the legal action with the best score; ties go to the lowest number."""
        return view.greedy_action()
