"""The bots that every game has."""

import random

from gemgrove.game import View
from gemgrove.rng import checked_seed


class RandomAgent:
    """Plays any legal move, each as likely as the other."""

    spec = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(checked_seed(seed))

    def choose(self, view: View) -> int:
        """One of the legal actions."""
        actions = view.legal_actions()
        if not actions:
            raise ValueError("This seat has nothing to decide now.")
        return self._random.choice(actions)


class GreedyAgent:
    """Looks one move ahead and plays what looks best, always the same in the same position.

    The judgement is native and frozen: `greedy@1` is the yardstick that others are measured by.
    """

    spec = "greedy@1"

    def choose(self, view: View) -> int:
        """The legal action with the best score; the lowest number among equals."""
        return view.greedy_action()
