"""Players: objects that answer a state with an action number.

A player gets every state in its canonical form, as if it were player 1. Besides `play(state)`, it
may define `begin(state)` and `end(state)`, called before and after a game, and `close()`.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cache
from typing import Any, Protocol

import numpy as np

from gemgrove import agents
from gemgrove.agents import Agent
from gemgrove.agents.agent import Forfeit
from gemgrove.compat.splendor_arena.actions import HOLD, NATIVE, OF_NATIVE, action_number
from gemgrove.compat.splendor_arena.base_game import BaseGame, call_in_order
from gemgrove.compat.splendor_arena.checked_game import CheckedGame
from gemgrove.compat.splendor_arena.game import Game
from gemgrove.compat.splendor_arena.state import State, StateError, state_of
from gemgrove.compat.splendor_arena.table import checked_numbers
from gemgrove.game import Playable, View
from gemgrove.splendor.cards import CardSet
from gemgrove.splendor.rule_options import Rules
from gemgrove.variant import Move, NotationError, shown, whole

_OPTIONS_NEEDED = {
    "deck_reserve": (False,),
    "return_gold": (False,),
    "nobles": ("all", "first"),
    "take_fewer": ("never",),
    "payment": ("auto",),
}
"""The rules that the 48 actions require."""


class Plays(Protocol):
    """The interface of every player."""

    def play(self, state: Any) -> int:
        """The action to take, as player 1 of the state."""


class Player(ABC):
    """A base class for players, which can also be used as the package's agents.

    So a class in a file can be named wherever a bot can: `./mine.py:Mine`.
    """

    def __init__(self, game: BaseGame | None = None) -> None:
        """Create a player; without `game`, it is given the game it plays."""
        self.game = game

    @abstractmethod
    def play(self, state: Any) -> int:
        """The action to take, as player 1 of the state."""

    def choose(self, view: View) -> int:
        """Return `play`'s choice as the package's own action number."""
        return PlayerAgent(self).choose(view)

    def valid_actions(self, state: Any) -> list[int]:
        """Return the actions that are valid for player 1 of the state."""
        if self.game is None:
            raise ValueError("This player has no game yet; give it one: Player(game).")
        valid = call_in_order(self.game.getValidMoves, state, 1)
        return [int(action) for action in np.flatnonzero(valid)]


class RandomPlayer(Player):
    """Takes a random valid action."""

    def __init__(self, game: BaseGame | None = None, seed: int | None = None) -> None:
        super().__init__(game)
        self._random = random.Random(seed)

    def play(self, state: Any) -> int:
        return self._random.choice(self.valid_actions(state))


class HumanPlayer(Player):
    """Shows the table and asks a person, unless there is only one valid action."""

    def __init__(
        self,
        game: BaseGame | None = None,
        *,
        ask: Callable[[str], str] = input,
        say: Callable[[str], None] = print,
    ) -> None:
        super().__init__(game)
        self._ask = ask
        self._say = say

    def play(self, state: Any) -> int:
        valid = self.valid_actions(state)
        if len(valid) == 1:
            return valid[0]
        assert self.game is not None
        game = CheckedGame(self.game)
        self._say(str(game.ask("render", state)))
        self._say("You are player 1. You can:")
        for action in valid:
            self._say(f"  {action:>2}  {game.action_text(action)}")
        while True:
            text = self._answer()
            if text.isascii() and text.isdigit() and int(text) in valid:
                return int(text)
            self._say(f"{text!r} is not one of these actions; type one of the numbers.")

    def _answer(self) -> str:
        try:
            return self._ask("action> ").strip()
        except EOFError:
            # The end of the input stops the program, like Ctrl-C.
            raise KeyboardInterrupt from None


class BotPlayer:
    """Makes one of the package's bots a player: a spec, such as `greedy`, or any agent."""

    def __init__(self, bot: str | Agent, *, seed: int | None = None) -> None:
        if not isinstance(bot, str) and not callable(getattr(bot, "choose", None)):
            raise TypeError(
                f"{shown(bot)} is not a bot; a bot is a spec, such as 'greedy', or an object with "
                "a method choose(view)."
            )
        self.agent = agents.make(bot, seed=seed) if isinstance(bot, str) else bot
        self._random = random.Random(seed)

    def play(self, state: Any) -> int:
        """Return the bot's choice; while another player returns gems, hold."""
        view = self._view(state)
        if view.to_move != view.seat:
            return HOLD
        return _arena_action(view, self.agent.choose(view))

    def begin(self, state: Any) -> None:
        """Tell the bot that a game begins."""
        agents.agent.begin(self.agent, self._view(state))

    def end(self, state: Any) -> None:
        """Tell the bot that the game has ended."""
        agents.agent.end(self.agent, self._view(state))

    def close(self) -> None:
        """Let the bot free its resources."""
        agents.agent.close(self.agent)

    def _view(self, state: Any) -> View:
        carried = state.carried if isinstance(state, State) else None
        if carried is None:
            plan, _ = checked_numbers(state)
            carried = _game_for(plan.players).complete(state, 1, self._random).carried
            assert carried is not None
        position = carried.position
        return position if isinstance(position, View) else position.view(carried.seat(1))


class PlayerAgent:
    """Makes a player with this interface one of the package's agents."""

    def __init__(self, player: Plays) -> None:
        self.player = player

    def choose(self, view: View) -> int:
        """Return the player's choice as the package's own action number."""
        if view.seat is None:
            raise StateError("A spectator has nothing to decide.")
        check_rules(view)
        attach_game(self.player, _game_for(view.players))
        answer = self.player.play(state_of(view, view.seat))
        try:
            return NATIVE[action_number(answer)]
        except ValueError as error:
            raise Forfeit("illegal move", str(error)) from error


def attach_game(player: Plays, game: BaseGame) -> None:
    """Give a player this game if it has none, or one for another number of players."""
    own = getattr(player, "game", game)
    if own is None or (isinstance(own, BaseGame) and own.getPlayerCount() != game.getPlayerCount()):
        player.game = game  # type: ignore[attr-defined]


def check_rules(view: View) -> None:
    """Raise a `Forfeit` if the 48 actions do not cover a game's rules."""
    rules = view.rules
    fits = (
        isinstance(rules, Rules)
        and all(getattr(rules, name) in right for name, right in _OPTIONS_NEEDED.items())
        and getattr(view.variant, "cards", None) == CardSet.builtin()
    )
    if not fits:
        raise Forfeit(
            "refused",
            f"This player knows Splendor by the rules arena; this game is {view.name} "
            f"{view.variant.spec}.",
        )


@cache
def _game_for(players: int) -> Game:
    return Game(players)


def _arena_action(view: View, choice: Playable) -> int:
    """Return an agent's choice as one of the 48 actions."""
    try:
        move = view.variant.parse(choice) if isinstance(choice, str) else choice
        number = view.variant.action(view, move) if isinstance(move, Move) else whole(move)
    except NotationError as error:
        raise Forfeit("illegal move", str(error)) from error
    if number is None or number not in OF_NATIVE:
        raise Forfeit("illegal move", f"{shown(choice)} is not a move of these rules.")
    return OF_NATIVE[number]
