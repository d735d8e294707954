"""Players that look ahead, using only the interface's functions.

They derive from no class of the package: each takes the game and implements `play(state)`.
"""

import math
import random
from collections import defaultdict
from typing import Any

from gemgrove.compat.splendor_arena import BaseGame

POINTS = 11
"""The index of a player's points within their numbers."""
PERMANENT = slice(6, 11)


class OneStep:
    """Tries every valid action, and plays the one with the best result."""

    def __init__(self, game: BaseGame) -> None:
        self.game = game

    def play(self, state: Any) -> int:
        """The action that leads to the most points, then the most cards."""
        valid = self.game.getValidMoves(state, 1)
        return max((a for a in range(len(valid)) if valid[a]), key=lambda a: self.worth(state, a))

    def worth(self, state: Any, action: int) -> int:
        """The player's points and cards after an action."""
        after, _ = self.game.getNextState(state, 1, action)
        own = after[len(after) - self.game.getPlayerCount() * 46 :]
        return 10 * int(own[POINTS]) + int(sum(own[PERMANENT]))


class OneStepOverLists(OneStep):
    """The same with plain lists, as when states are read from a file."""

    def play(self, state: Any) -> int:
        """Play with the state's plain numbers."""
        return super().play(state.tolist())


class PlayerFirst(OneStep):
    """The same with the player before the state, as in the document's text."""

    def play(self, state: Any) -> int:
        """The action with the most points."""
        game: Any = self.game
        valid = game.getValidMoves(1, state)
        points = {}
        for action in range(len(valid)):
            if valid[action]:
                after, following = game.getNextState(1, state, action)
                assert game.getGameEnded(following, after)
                seen = game.canonicalForm(1, after)
                points[action] = int(seen[-self.game.getPlayerCount() * 46 + POINTS])
        return max(points, key=lambda action: points[action])


class TreeSearch:
    """Monte Carlo tree search over canonical forms: every state in the tree has player 1 to move.

    A state is worth 1 to the winner; if the search stops before the end, the leader counts as the
    winner.
    """

    def __init__(self, game: BaseGame, iterations: int = 6, depth: int = 4) -> None:
        self.game = game
        self.iterations = iterations
        self.depth = depth
        self.random = random.Random(1)
        self.visits: dict[tuple[bytes, int], int] = defaultdict(int)
        self.wins: dict[tuple[bytes, int], float] = defaultdict(float)

    def play(self, state: Any) -> int:
        """The most visited action."""
        self.visits.clear()
        self.wins.clear()
        for _ in range(self.iterations):
            self.descend(state, self.depth)
        key = bytes(state)
        return max(self.valid(state), key=lambda action: self.visits[key, action])

    def descend(self, state: Any, depth: int) -> list[float]:
        """The results from here, by player as numbered in this state."""
        valid = self.valid(state)
        ended = self.game.getGameEnded(state, 1)
        players = range(1, self.game.getPlayerCount() + 1)
        if ended != [0]:
            return [float(player in ended) for player in players]
        if depth == 0:
            points = self.game.getScores(state)
            return [float(score == max(points)) for score in points]
        key = bytes(state)
        action = max(valid, key=lambda action: self.promise(key, action, valid))
        after, following = self.game.getNextState(state, 1, action)
        values = self.descend(self.game.canonicalForm(after, following), depth - 1)
        turn = len(values) - (following - 1)
        values = values[turn:] + values[:turn]
        self.visits[key, action] += 1
        self.wins[key, action] += values[0]
        return values

    def promise(self, key: bytes, action: int, valid: list[int]) -> float:
        """The upper confidence bound of an action."""
        visits = self.visits[key, action]
        if visits == 0:
            return 10 + self.random.random()
        total = sum(self.visits[key, other] for other in valid)
        return self.wins[key, action] / visits + math.sqrt(2 * math.log(total) / visits)

    def valid(self, state: Any) -> list[int]:
        """The valid actions of player 1."""
        return [action for action, ok in enumerate(self.game.getValidMoves(state, 1)) if ok]
