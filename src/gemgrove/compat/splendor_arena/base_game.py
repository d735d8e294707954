"""The template of a game: what a play ground and a training system ask of it.

Players count from 1. A state may be whatever the game likes; where players may not know all of it,
`canonicalForm` gives them what they may.
"""
# ruff: noqa: ARG002, N802 - the names are those of the interface; a game needs what this does not

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from gemgrove.record import Record


class BaseGame(ABC):
    """A game for players who answer a state with an action number."""

    @abstractmethod
    def getPlayerCount(self) -> int:
        """How many players there are."""

    @abstractmethod
    def getStateSize(self) -> tuple[int, ...]:
        """The shape of a state."""

    @abstractmethod
    def getActionSize(self) -> int:
        """How many actions there are; their numbers begin with 0."""

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
        """`[0]` while the game goes on; once it is over the winners, several if they share it."""

    @abstractmethod
    def canonicalForm(self, state: Any, player: int) -> Any:
        """The state as `player` may see it, who is player 1 there."""

    @abstractmethod
    def translateAction(self, action: int, player: int) -> int:
        """What an action that was chosen in the canonical form is in the state itself."""

    @abstractmethod
    def render(self, state: Any) -> str:
        """The state for people, in several lines."""

    def display(self, state: Any) -> None:
        """Print the state for people."""
        print(self.render(state))

    def displayAction(self, action: int) -> str:
        """What an action does, in words."""
        return f"action {action}"

    def getScores(self, state: Any) -> list[int]:
        """Points by player; none in a game that has no points."""
        return []

    def getTurns(self, state: Any) -> int | None:
        """How many turns were made; None where the state does not tell."""
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
