"""The template of a game: what a playground and a training system ask of it.

Players count from 1. A state may be whatever the game likes; where players may not know all of it,
`canonicalForm` gives them what they may. A game that names its player before its state, as in
`getNextState(self, player, state, action)`, is called in that order.
"""
# ruff: noqa: ARG002, N802 - the names are those of the interface; a game needs what this does not

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
    """A game for players who answer a state with an action number."""

    @abstractmethod
    def getPlayerCount(self) -> int:
        """The number of players."""

    def getStateSize(self) -> tuple[int, ...]:
        """The shape of a state."""
        return np.shape(initial_state(self.getInitState, None))

    @abstractmethod
    def getActionSize(self) -> int:
        """The number of actions, which are numbered from 0."""

    @abstractmethod
    def getInitState(self, seed: int | None = None) -> Any:
        """The state at the beginning, with player 1 to move; the same for the same seed."""

    @abstractmethod
    def getNextState(self, state: Any, player: int, action: int) -> tuple[Any, int]:
        """The state after an action, and the player whose turn it is then. `state` stays as it is.

        An action that is not valid raises a `ValueError` that says why.
        """

    @abstractmethod
    def getValidMoves(self, state: Any, player: int) -> Any:
        """For each action 1 where it is valid and 0 where it is not; all 0 out of turn."""

    @abstractmethod
    def getGameEnded(self, state: Any, player: int) -> list[int]:
        """`[0]` while the game goes on; once it is over the winners, in a draw all who share it."""

    @abstractmethod
    def canonicalForm(self, state: Any, player: int) -> Any:
        """The state as `player` may see it, who is player 1 there."""

    def translateAction(self, action: int, player: int) -> int:
        """The action in the state itself for one that was chosen in the canonical form."""
        return action

    def render(self, state: Any) -> str:
        """The state for people, in several lines: what a `display` of the game's own prints."""
        if type(self).display is BaseGame.display:
            return str(state)
        with redirect_stdout(StringIO()) as printed:
            self.display(state)
        return printed.getvalue().removesuffix("\n")

    def getDealtState(self, deal: Deal) -> Any:
        """The state at the beginning of a deal; by a seed, unless a game knows what a deal is."""
        return initial_state(self.getInitState, seed_of(deal))

    def display(self, state: Any) -> None:
        """Print the state for people."""
        print(self.render(state))

    def displayAction(self, action: int) -> str:
        """An action in words."""
        return f"action {action}"

    def getScores(self, state: Any) -> list[int]:
        """Points by player; none in a game that has no points."""
        return []

    def getTurns(self, state: Any) -> int | None:
        """The number of turns that were made; None if the state does not tell."""
        return None

    def getSymmetries(self, state: Any, pi: Sequence[float]) -> list[tuple[Any, Sequence[float]]]:
        """States that are as good as this one, each with the policy for it; at least itself."""
        return [(state, pi)]

    def hashRepresentation(self, state: Any) -> Any:
        """A key that equal states share, for tables of a search."""
        return bytes(state)

    def record(self, state: Any, names: Sequence[str] | None = None) -> Record | None:
        """The game up to this state as a record that replays it; None where it has none."""
        return None


def call_in_order(method: Callable[..., _Result], state: Any, player: int, *rest: Any) -> _Result:
    """Call a method of a game with a state and a player, in the order of its own parameters."""
    if takes_player_first(method):
        return method(player, state, *rest)
    return method(state, player, *rest)


def takes_player_first(method: Callable[..., Any]) -> bool:
    """True if the first parameter of a method of a game is the player."""
    return "player" in next(iter(_parameters(method)), "").lower()


def initial_state(method: Callable[..., _Result], seed: int | None) -> _Result:
    """Call `getInitState` of a game, with the seed if it takes one."""
    names = _parameters(method)
    if "seed" in names:
        return method(seed=seed)
    return method(seed) if names else method()


def seed_of(deal: Deal) -> int:
    """A seed for games that have no deals."""
    seed: int = deal.value % 2**_SEED_BITS
    return seed


def _parameters(method: Callable[..., Any]) -> tuple[str, ...]:
    return _names(getattr(method, "__func__", method))


@lru_cache
def _names(function: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(name for name in inspect.signature(function).parameters if name != "self")
