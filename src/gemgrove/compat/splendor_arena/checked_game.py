"""A game as the playground calls it, with every answer checked.

Where a game fails or returns something that cannot be used, a `GameError` names its class, its
method and, for an exception, the line.
"""

import inspect
import traceback
from collections.abc import Callable, Iterable
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np

from gemgrove.agents.class_loader import error_text
from gemgrove.compat.splendor_arena.base_game import (
    BaseGame,
    initial_state,
    ordered,
    seed_of,
    takes_player_first,
)
from gemgrove.deal import Deal
from gemgrove.record import Record
from gemgrove.variant import shown, whole


class GameError(ValueError):
    """A method of a game has failed or returned something that cannot be used."""


class CheckedGame:
    """A game whose answers are checked. Players count from 1."""

    def __init__(self, game: BaseGame) -> None:
        if not isinstance(game, BaseGame):
            raise TypeError(
                f"{shown(game)} is not a game; a game is an object of a class derived from "
                "BaseGame, such as Game(players=3)."
            )
        self.game = game
        self._name = type(game).__name__
        self.players = self._size("getPlayerCount")
        self._actions = self._size("getActionSize")

    def initial(self, seed: int | None) -> Any:
        """The state at the beginning."""
        return self._call("getInitState", lambda method: initial_state(method, seed))

    def dealt(self, deal: Deal) -> Any:
        """The state at the beginning of a deal."""
        if type(self.game).getDealtState is BaseGame.getDealtState:
            return self.initial(seed_of(deal))
        return self._plain("getDealtState", deal)

    def valid(self, state: Any, player: int) -> Any:
        """For each action whether it is valid, as `getValidMoves` has it."""
        valid = self._of_player("getValidMoves", state, player)
        if _shape(valid) != (self._actions,):
            right = f"a list of {self._actions} numbers, one for each action"
            raise self._wrong("getValidMoves", valid, right)
        return valid

    def canonical(self, state: Any, player: int) -> Any:
        """The state as a player may see it."""
        return self._of_player("canonicalForm", state, player)

    def translated(self, action: int, player: int) -> int:
        """The action in the state itself that an action of the canonical form stands for."""
        answer = self._plain("translateAction", action, player)
        number = whole(answer)
        if number is None or not 0 <= number < self._actions:
            raise self._wrong("translateAction", answer, f"an action, 0 to {self._actions - 1}")
        return number

    def following(self, state: Any, player: int, action: int) -> tuple[Any, int]:
        """The next state and the next player."""
        answer = self._of_player("getNextState", state, player, action)
        number = whole(answer[1]) if isinstance(answer, tuple) and len(answer) == 2 else None
        if number is None or not 1 <= number <= self.players:
            right = f"the next state and the next player, 1 to {self.players}"
            raise self._wrong("getNextState", answer, right)
        return answer[0], number

    def winners(self, state: Any, player: int) -> list[int]:
        """The winners; nobody while the game goes on."""
        answer = self._of_player("getGameEnded", state, player)
        numbers = [whole(item) for item in answer] if isinstance(answer, Iterable) else []
        winners = [number for number in numbers if number is not None and number != 0]
        right = numbers == [0] or winners == numbers != []
        if not right or not all(1 <= winner <= self.players for winner in winners):
            raise self._wrong(
                "getGameEnded",
                answer,
                "a list: [0] while the game goes on, then the numbers of the winners, from 1",
            )
        return winners

    def scores(self, state: Any) -> list[Any]:
        """Points by player; none in a game that has no points."""
        answer = self._plain("getScores", state)
        scores = list(answer) if isinstance(answer, Iterable) else None
        if (
            scores is None
            or len(scores) not in (0, self.players)
            or not all(isinstance(score, Real) for score in scores)
        ):
            right = f"a list of {self.players} numbers, one for each player, or an empty list"
            raise self._wrong("getScores", answer, right)
        return scores

    def turns(self, state: Any) -> int | None:
        """The number of turns that were made; None if the state does not tell."""
        answer = self._plain("getTurns", state)
        if answer is not None and whole(answer) is None:
            raise self._wrong("getTurns", answer, "a whole number or None")
        return whole(answer)

    def record(self, state: Any, names: list[str]) -> Record | None:
        """The game up to this state as a record; None where it has none."""
        answer = self._plain("record", state, names)
        if answer is not None and not isinstance(answer, Record):
            raise self._wrong("record", answer, "a Record or None")
        return answer

    def display(self, state: Any) -> None:
        """Print the state for people."""
        self._plain("display", state)

    def render(self, state: Any) -> str:
        """The state for people."""
        return str(self._plain("render", state))

    def action_text(self, action: int) -> str:
        """An action in words."""
        return str(self._plain("displayAction", action))

    def no_valid_action(self, player: int) -> GameError:
        """The error where nobody has won and the player to move cannot move."""
        return GameError(
            f"Player {player} has no valid action, but getGameEnded of {self._name} says that the "
            "game goes on; for a draw it must return all players who share it."
        )

    def check_canonical(self, state: Any, player: int, error: BaseException) -> None:
        """Raise a `GameError` if it is because of the game that a player has failed.

        It is where the canonical form does not have the shape of a state, or the game's own methods
        fail with it, too.
        """
        seen = self.canonical(state, player)  # anew: the player may have changed its own
        if _shape(seen) != _shape(state):
            raise self._wrong("canonicalForm", seen, f"a state, such as {shown(state)}") from error
        valid = self.valid(seen, 1)
        if any(frame.f_locals.get("self") is self.game for frame, _ in _frames(error)):
            for action in np.flatnonzero(valid):
                self.following(seen, 1, int(action))

    def _size(self, name: str) -> int:
        answer = self._plain(name)
        number = whole(answer)
        if number is None or number < 1:
            raise self._wrong(name, answer, "a whole number, 1 or more")
        return number

    def _plain(self, name: str, *arguments: Any) -> Any:
        return self._call(name, lambda method: method(*arguments))

    def _of_player(self, name: str, state: Any, player: int, *rest: Any) -> Any:
        return self._call(name, lambda method: method(*ordered(method, state, player), *rest))

    def _call(self, name: str, call: Callable[[Callable[..., Any]], Any]) -> Any:
        method = getattr(self.game, name)
        try:
            return call(method)
        except (Exception, SystemExit) as error:
            raise GameError(
                f"{name} of {self._name} has failed: {_text(error, method)}.{_order(name, method)}"
            ) from error

    def _wrong(self, name: str, answer: object, right: str) -> GameError:
        return GameError(
            f"{name} of {self._name} has returned {shown(answer)}; it must be {right}."
        )


def _text(error: BaseException, method: Callable[..., Any]) -> str:
    """An error with its line, or with that of the method where it could not even be called."""
    text = error_text(error)
    code = getattr(method, "__code__", None)
    if code is None or any(frame.f_code is code for frame, _ in _frames(error)):
        return text
    return f"{text} ({Path(code.co_filename).name}, line {code.co_firstlineno})"


def _order(name: str, method: Callable[..., Any]) -> str:
    """The call of a method whose parameters have other names than the template's."""
    names = list(inspect.signature(method).parameters)
    if name not in _OF_STATE_AND_PLAYER or len(names) < 2:
        return ""
    if "player" in names[1].lower() or takes_player_first(method):
        return ""
    return (
        f" It is given the state as {names[0]} and the player as {names[1]}; for the other order, "
        "the first parameter must be called player."
    )


_OF_STATE_AND_PLAYER = ("getNextState", "getValidMoves", "getGameEnded", "canonicalForm")


def _shape(state: Any) -> tuple[int, ...] | None:
    try:
        shape: tuple[int, ...] = np.shape(state)
        return shape
    except ValueError:  # rows of different lengths
        return None


def _frames(error: BaseException) -> Iterable[tuple[Any, int]]:
    return traceback.walk_tb(error.__traceback__)
