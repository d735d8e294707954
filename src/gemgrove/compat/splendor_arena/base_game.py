"""The base class for games: the methods that a playground and a training system call.

Players count from 1. A state may be any object; if players may not know all of it, `canonicalForm`
returns what they may know. If a game's method takes the player before the state, as in
`getNextState(self, player, state, action)`, it is called in that order.
"""
# ruff: noqa: ARG002, N802 - the interface's names; subclasses use the unused arguments

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from functools import lru_cache
from io import StringIO
from typing import Any, TypeVar

import numpy as np

from gemgrove.deal import Deal
from gemgrove.record import Record

_SEED_BITS = 63

_Result = TypeVar("_Result")


class BaseGame(ABC):
    """A game whose players answer a state with an action number."""

    @abstractmethod
    def getPlayerCount(self) -> int:
        """Return the number of players."""

    def getStateSize(self) -> tuple[int, ...]:
        """Return the shape of a state."""
        return np.shape(initial_state(self.getInitState, None))

    @abstractmethod
    def getActionSize(self) -> int:
        """Return the number of actions, which are numbered from 0."""

    @abstractmethod
    def getInitState(self, seed: int | None = None) -> Any:
        """Return the initial state, with player 1 to move; the same seed gives the same state."""

    @abstractmethod
    def getNextState(self, state: Any, player: int, action: int) -> tuple[Any, int]:
        """Return the state after an action and the next player, without changing `state`.

        An invalid action raises a `ValueError` that says why.
        """

    @abstractmethod
    def getValidMoves(self, state: Any, player: int) -> Any:
        """Return 1 for each valid action and 0 for the others; all 0 out of turn."""

    @abstractmethod
    def getGameEnded(self, state: Any, player: int) -> list[int]:
        """Return the winners once the game is over, `[0]` before; in a draw, all who share it."""

    @abstractmethod
    def canonicalForm(self, state: Any, player: int) -> Any:
        """Return the state as `player` may see it, with that player as player 1."""

    def translateAction(self, action: int, player: int) -> int:
        """Translate an action chosen in the canonical form to the state itself."""
        return action

    def render(self, state: Any) -> str:
        """Draw the state as text; by default, the output of the game's own `display`, if any."""
        if type(self).display is BaseGame.display:
            return str(state)
        with redirect_stdout(StringIO()) as printed:
            self.display(state)
        return printed.getvalue().removesuffix("\n")

    def getDealtState(self, deal: Deal) -> Any:
        """Return the initial state of a deal; by default, using a seed derived from the deal."""
        return initial_state(self.getInitState, seed_of(deal))

    def display(self, state: Any) -> None:
        """Print the state."""
        print(self.render(state))

    def displayAction(self, action: int) -> str:
        """Describe an action in words."""
        return f"action {action}"

    def getScores(self, state: Any) -> list[int]:
        """Return the points by player; an empty list in a game without points."""
        return []

    def getTurns(self, state: Any) -> int | None:
        """Return the number of turns played; None if the state does not say."""
        return None

    def getSymmetries(self, state: Any, pi: Sequence[float]) -> list[tuple[Any, Sequence[float]]]:
        """Return all equivalent states with their policies, including the state itself."""
        return [(state, pi)]

    def hashRepresentation(self, state: Any) -> Any:
        """Return a key that equal states share, for search tables."""
        return bytes(state)

    def record(self, state: Any, names: Sequence[str] | None = None) -> Record | None:
        """Return a record of the game up to this state; None if there is none."""
        return None


def call_in_order(method: Callable[..., _Result], state: Any, player: int, *rest: Any) -> _Result:
    """Call a game's method with a state and a player, in the order of its parameters."""
    if takes_player_first(method):
        return method(player, state, *rest)
    return method(state, player, *rest)


def takes_player_first(method: Callable[..., Any]) -> bool:
    """Return True if the first parameter of a game's method is the player."""
    return "player" in next(iter(_parameters(method)), "").lower()


def initial_state(method: Callable[..., _Result], seed: int | None) -> _Result:
    """Call a game's `getInitState`, with the seed if it takes one."""
    names = _parameters(method)
    if "seed" in names:
        return method(seed=seed)
    return method(seed) if names else method()


def seed_of(deal: Deal) -> int:
    """Derive a seed from a deal, for games that have no deals."""
    seed: int = deal.value % 2**_SEED_BITS
    return seed


def _parameters(method: Callable[..., Any]) -> tuple[str, ...]:
    return _names(getattr(method, "__func__", method))


@lru_cache
def _names(function: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(name for name in inspect.signature(function).parameters if name != "self")
