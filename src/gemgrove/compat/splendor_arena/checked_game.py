"""A wrapper through which the playground calls a game and checks every answer.

If a game fails or returns an invalid value, a `GameError` names its class, its method and, for an
exception, the line.
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
    call_in_order,
    initial_state,
    seed_of,
    takes_player_first,
)
from gemgrove.deal import Deal
from gemgrove.record import Record
from gemgrove.variant import shown, whole


class GameError(ValueError):
    """Raised if a game's method has failed or returned an invalid value."""


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

    def dealt(self, seed: int | None, deal: Deal | None) -> Any:
        """Return the initial state for a seed or a deal."""
        if deal is None:
            return self.ask("getInitState", seed)
        if type(self.game).getDealtState is BaseGame.getDealtState:
            return self.ask("getInitState", seed_of(deal))
        return self.ask("getDealtState", deal)

    def valid(self, state: Any, player: int) -> Any:
        """Return the answer of `getValidMoves`: a number for each action."""
        valid = self.ask("getValidMoves", state, player)
        right = f"a list of {self._actions} numbers, one for each action"
        self._require(_shape(valid) == (self._actions,), "getValidMoves", valid, right)
        return valid

    def translated(self, action: int, player: int) -> int:
        """Translate an action chosen in the canonical form to the state itself."""
        answer = self.ask("translateAction", action, player)
        number = whole(answer)
        right = number is not None and 0 <= number < self._actions
        self._require(right, "translateAction", answer, f"an action, 0 to {self._actions - 1}")
        return int(answer)

    def following(self, state: Any, player: int, action: int) -> tuple[Any, int]:
        """Return the next state and the next player."""
        answer = self.ask("getNextState", state, player, action)
        number = whole(answer[1]) if isinstance(answer, tuple) and len(answer) == 2 else None
        right = number is not None and 1 <= number <= self.players
        wanted = f"the next state and the next player, 1 to {self.players}"
        self._require(right, "getNextState", answer, wanted)
        return answer[0], int(answer[1])

    def winners(self, state: Any, player: int) -> list[int]:
        """Return the winners; an empty list while the game goes on."""
        answer = self.ask("getGameEnded", state, player)
        numbers = [whole(item) for item in answer] if isinstance(answer, Iterable) else []
        winners = [number for number in numbers if number is not None and number != 0]
        right = numbers == [0] or winners == numbers != []
        self._require(
            right and all(1 <= winner <= self.players for winner in winners),
            "getGameEnded",
            answer,
            "a list: [0] while the game goes on, then the numbers of the winners, from 1",
        )
        return winners

    def scores(self, state: Any) -> list[Any]:
        """Return the points by player; an empty list in a game without points."""
        answer = self.ask("getScores", state)
        scores = list(answer) if isinstance(answer, Iterable) else [None]
        right = len(scores) in (0, self.players) and all(isinstance(n, Real) for n in scores)
        wanted = f"a list of {self.players} numbers, one for each player, or an empty list"
        self._require(right, "getScores", answer, wanted)
        return scores

    def turns(self, state: Any) -> int | None:
        """Return the number of turns played; None if the state does not say."""
        answer = self.ask("getTurns", state)
        turns = whole(answer)
        right = answer is None or turns is not None
        self._require(right, "getTurns", answer, "a whole number or None")
        return turns

    def record(self, state: Any, names: list[str]) -> Record | None:
        """Return a record of the game up to this state; None if there is none."""
        answer: Record | None = self.ask("record", state, names)
        right = answer is None or isinstance(answer, Record)
        self._require(right, "record", answer, "a Record or None")
        return answer

    def action_text(self, action: int) -> str:
        """Describe an action in words."""
        return str(self.ask("displayAction", action))

    def no_valid_action(self, player: int) -> GameError:
        """Return the error for a player who cannot move although nobody has won."""
        return GameError(
            f"Player {player} has no valid action, but getGameEnded of {self._name} says that the "
            "game goes on; for a draw it must return all players who share it."
        )

    def check_canonical(self, state: Any, player: int, error: BaseException) -> None:
        """Raise a `GameError` if a player has failed because of the game.

        The game is to blame if the canonical form does not have the shape of a state, or if the
        game's own methods fail with it, too.
        """
        seen = self.ask("canonicalForm", state, player)  # again: a player may change its copy
        if _shape(seen) != _shape(state):
            raise self._wrong("canonicalForm", seen, f"a state, such as {shown(state)}") from error
        valid = self.valid(seen, 1)
        if any(frame.f_locals.get("self") is self.game for frame, _ in _frames(error)):
            for action in np.flatnonzero(valid):
                self.following(seen, 1, int(action))

    def ask(self, name: str, *arguments: Any) -> Any:
        """Call a method with its arguments in its own order; return the unchecked answer."""
        method = getattr(self.game, name)
        try:
            if name in _OF_STATE_AND_PLAYER:
                return call_in_order(method, *arguments)
            if name == "getInitState":
                return initial_state(method, *arguments)
            return method(*arguments)
        except (Exception, SystemExit) as error:
            raise GameError(
                f"{name} of {self._name} has failed: {_text(error, method)}.{_order(name, method)}"
            ) from error

    def _size(self, name: str) -> int:
        answer = self.ask(name)
        number = whole(answer) or 0
        self._require(number >= 1, name, answer, "a whole number, 1 or more")
        return number

    def _require(self, right: bool, name: str, answer: object, wanted: str) -> None:
        if not right:
            raise self._wrong(name, answer, wanted)

    def _wrong(self, name: str, answer: object, wanted: str) -> GameError:
        return GameError(
            f"{name} of {self._name} has returned {shown(answer)}; it must be {wanted}."
        )


def _text(error: BaseException, method: Callable[..., Any]) -> str:
    """Describe an error with its line, or with the method's if it could not even be called."""
    text = error_text(error)
    code = getattr(method, "__code__", None)
    if code is None or any(frame.f_code is code for frame, _ in _frames(error)):
        return text
    return f"{text} ({Path(code.co_filename).name}, line {code.co_firstlineno})"


def _order(name: str, method: Callable[..., Any]) -> str:
    """Explain the order of arguments for a method whose parameters have unexpected names."""
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
