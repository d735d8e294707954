"""Splendor behind that interface: states are numbers, players count from 1.

The rules are the preset `arena`. While a player has more than ten gems, the game holds: in rotation
the others can only hold, and that player returns one gem at a time.
"""
# ruff: noqa: N802 - the names are those of the interface

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from gemgrove.compat.splendor_arena.actions import (
    ACTIONS,
    HOLD,
    NATIVE,
    OF_NATIVE,
    action_number,
    action_text,
)
from gemgrove.compat.splendor_arena.base_game import BaseGame
from gemgrove.compat.splendor_arena.completion import Moment, completed
from gemgrove.compat.splendor_arena.display import drawn
from gemgrove.compat.splendor_arena.layout import PLAYER, Layout
from gemgrove.compat.splendor_arena.state import (
    Carried,
    Numbers,
    State,
    StateError,
    bare_state,
    state_of,
)
from gemgrove.compat.splendor_arena.table import checked_numbers, read_table
from gemgrove.game import Game as NativeGame
from gemgrove.game import View, new
from gemgrove.randomness import Randomness
from gemgrove.record import Record
from gemgrove.splendor.rules import Rules
from gemgrove.variant import IllegalMove, shown, whole

_CACHED = 256


class Game(BaseGame):
    """Splendor for 2, 3 or 4 players.

    With a seed the first game begins with that deal and the next ones with those after it; without
    one every deal is new.

    >>> game = Game(players=3, seed=1)
    >>> state = game.getInitState()
    >>> state.shape, int(game.getValidMoves(state, 1).sum())
    ((300,), 27)
    >>> state, player = game.getNextState(state, 1, 32)
    >>> player, state[162:168].tolist()
    (2, [1, 1, 1, 0, 0, 0])
    """

    def __init__(self, players: int = 3, seed: int | None = None, *, turn_limit: int = 200) -> None:
        self.layout = Layout(players)
        self.rules = Rules.preset("arena", players=players, turn_limit=turn_limit)
        self._next_seed = seed

    def getPlayerCount(self) -> int:
        """How many players there are."""
        return self.layout.players

    def getStateSize(self) -> tuple[int, ...]:
        """The shape of a state: `(300,)` for three players."""
        return (self.layout.size,)

    def getActionSize(self) -> int:
        """48."""
        return ACTIONS

    def getInitState(self, seed: int | None = None) -> State:
        """A new game; `seed` names its deal."""
        if seed is None and self._next_seed is not None:
            seed = self._next_seed
            self._next_seed += 1
        return state_of(new("splendor", rules=self.rules, seed=seed), 0)

    def getNextState(
        self, state: Any, player: int, action: int, *, rng: "Randomness | None" = None
    ) -> tuple[State, int]:
        """The state after an action, and the player whose turn it is then.

        The decks decide which card comes next. A state that does not know them, a canonical one
        or a plain array, is completed by `rng` first.
        """
        number, player = action_number(action), self._checked(player)
        carried = self._known(state, player, rng)
        game = carried.position
        assert isinstance(game, NativeGame)
        seat = carried.seat(player)
        following = player % self.layout.players + 1
        if game.to_move != seat and not game.over:
            self._check_hold(carried, player, number)
            return state_of(game, carried.first), following
        played = game.copy()
        played.play(NATIVE[number])
        return state_of(played, carried.first), following

    def getValidMoves(self, state: Any, player: int) -> Numbers:
        """For each of the 48 actions 1 where it is valid and 0 where it is not.

        A state knows whose turn it is, and gives the others no valid moves. For a plain array it
        is the turn of the player who is asked for.
        """
        carried = self._public(state, player)
        moves = np.zeros(ACTIONS, dtype=np.int64)
        seat, position = carried.seat(player), carried.position
        if position.to_move == seat:
            mover = position if isinstance(position, NativeGame) else seen_by(position, seat)
            moves[[OF_NATIVE[action] for action in mover.legal_actions()]] = 1
        elif _returning(position):
            moves[HOLD] = 1
        return moves

    def getGameEnded(self, state: Any, player: int, *, start: int = 1) -> list[int]:
        """`[0]` while the game goes on; once it is over, the winners.

        A game ends with a round. For a plain array, `player` is the one whose turn it would be,
        and `start` the one who has begun; in a canonical form that need not be player 1.
        """
        carried = self._public(state, player, start)
        return sorted(carried.player(seat) for seat in carried.position.winners) or [0]

    def canonicalForm(self, state: Any, player: int) -> State:
        """The state with `player` as player 1 and the others after them.

        It knows what that player may know, and not the decks.
        """
        player = self._checked(player)
        carried = self._carried(state)
        if carried is not None:
            seat = carried.seat(player)
            return state_of(seen_by(carried.position, seat), seat)
        numbers = self._numbers(state)
        players = np.roll(numbers[self.layout.player_at(1) :], -(player - 1) * PLAYER)
        return bare_state(np.concatenate([numbers[: self.layout.player_at(1)], players]))

    def translateAction(self, action: int, player: int) -> int:
        """The same action: cards and gems have no seat, and reserved cards are the mover's own."""
        self._checked(player)
        return action_number(action)

    def complete(
        self, state: Any, player: int, rng: Randomness, *, start: int | None = None
    ) -> State:
        """The state with everything that it does not tell drawn by chance.

        For a plain array `player` is the one to move, and `start` the one who has begun the game;
        without it, somebody who lets the game go on.
        """
        moment = self._moment(player, start)
        carried = self._carried(state)
        if carried is None:
            table = read_table(self._numbers(state))
            return state_of(completed(table, moment, self.rules, rng), 0)
        position = carried.position
        view = position if isinstance(position, View) else position.view(position.to_move)
        return state_of(view.sample(rng), carried.first)

    def render(self, state: Any) -> str:
        """The table for people, from the numbers alone."""
        self._numbers(state)
        return drawn(read_table(state))

    def displayAction(self, action: int) -> str:
        """What an action does, in words."""
        return action_text(action)

    def getScores(self, state: Any) -> list[int]:
        """Points by player."""
        self._numbers(state)
        return [player.points for player in read_table(state).players]

    def getTurns(self, state: Any) -> int | None:
        """How many turns were made; None for a plain array."""
        carried = self._carried(state)
        return None if carried is None else int(carried.position.board.turns)

    def hashRepresentation(self, state: Any) -> bytes:
        """The numbers as bytes."""
        return self._numbers(state).tobytes()

    def record(self, state: Any, names: Sequence[str] | None = None) -> Record | None:
        """The game up to this state; None where it is not known whole. `names` are by player."""
        carried = self._carried(state)
        if carried is None or not isinstance(carried.position, NativeGame):
            return None
        if names is None:
            return carried.position.record()
        if len(names) != self.layout.players:
            raise ValueError(f"There are {len(names)} names for {self.layout.players} players.")
        by_seat = [names[carried.player(seat) - 1] for seat in range(len(names))]
        return carried.position.record(names=by_seat)

    def _known(self, state: Any, player: int, rng: "Randomness | None") -> Carried:
        """The position of a state with its decks."""
        carried = self._carried(state)
        if carried is None or not isinstance(carried.position, NativeGame):
            if rng is None:
                raise StateError(
                    "This state does not know the decks, which decide what comes next; give rng= "
                    "to draw them by chance, or complete the state first."
                )
            carried = self.complete(state, player, rng).carried
        assert carried is not None
        return carried

    def _public(self, state: Any, player: int, start: int | None = None) -> Carried:
        """The position of a state, for questions in which hidden cards have no part."""
        moment = self._moment(player, start)
        carried = self._carried(state)
        return carried or _completed_once(self._numbers(state).tobytes(), moment, self.rules)

    def _moment(self, player: int, start: int | None) -> Moment:
        first = None if start is None else self._checked(start) - 1
        return Moment(self._checked(player) - 1, first)

    def _carried(self, state: Any) -> Carried | None:
        carried = state.carried if isinstance(state, State) else None
        if carried is not None and carried.position.players != self.layout.players:
            raise StateError(
                f"The state is one of {carried.position.players} players; this game has "
                f"{self.layout.players}."
            )
        return carried

    def _numbers(self, state: Any) -> Numbers:
        plan, numbers = checked_numbers(state)
        if plan != self.layout:
            raise StateError(
                f"The state is one of {plan.players} players; this game has {self.layout.players}."
            )
        return np.array(numbers, dtype=np.int64)

    def _checked(self, player: object) -> int:
        number = whole(player)
        if number is None or not 1 <= number <= self.layout.players:
            raise ValueError(
                f"There is no player {shown(player)}; players are 1 to {self.layout.players}."
            )
        return number

    def _check_hold(self, carried: Carried, player: int, action: int) -> None:
        mover = carried.player(carried.position.to_move)
        if not _returning(carried.position):
            raise IllegalMove(f"It is the turn of player {mover}, not of player {player}.")
        if action != HOLD:
            raise IllegalMove(
                f"Player {mover} has more than ten gems and returns some; player {player} can only "
                f"hold ({HOLD}), not {action_text(action)} ({action})."
            )


def seen_by(position: NativeGame | View, seat: int) -> View:
    """What a seat may know. Here all know the same: everything but the decks."""
    if isinstance(position, NativeGame):
        return position.view(seat)
    if position.seat == seat:
        return position
    fields = position.variant.fields(position)
    seen = position.variant.from_fields(fields, hidden=True)
    return View(position.variant, seen, seat, position.actions)


def _returning(position: NativeGame | View) -> bool:
    return bool(position.variant.fields(position)["phase"] == "return")


@lru_cache(maxsize=_CACHED)
def _completed_once(numbers: bytes, moment: Moment, rules: Rules) -> Carried:
    """A completion of plain numbers; any will do, so it is the same each time."""
    table = read_table(np.frombuffer(numbers, dtype=np.int64))
    return Carried(completed(table, moment, rules, 0), 0, numbers)
