"""Splendor with this interface: states are numbers, and players count from 1.

The rules are the preset `arena`. While a player has more than ten gems, the game holds: in turn
order, the others can only hold, and that player returns one gem at a time.

Methods that take a state and a player accept them in either order.
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
from gemgrove.compat.splendor_arena.determinization import Turn, completed, state_seed
from gemgrove.compat.splendor_arena.display import drawn
from gemgrove.compat.splendor_arena.layout import PLAYER, Layout
from gemgrove.compat.splendor_arena.state import (
    Carried,
    Numbers,
    State,
    StateError,
    Vector,
    state_of,
)
from gemgrove.compat.splendor_arena.table import Table, checked_numbers, read_table
from gemgrove.deal import Deal
from gemgrove.game import Game as NativeGame
from gemgrove.game import View, new
from gemgrove.record import Record
from gemgrove.rng import Rng, checked_seed
from gemgrove.splendor.rule_options import Rules
from gemgrove.variant import IllegalMove, shown, whole

Whole = int | np.integer[Any]
"""A player or an action; numpy integers are accepted."""


class ValidMoves(Vector):
    """A mask of the actions, 1 for valid ones, with the methods of a list."""

    def index(self, number: int) -> int:
        """Return the first action with this value, like `list.index`."""
        return self.tolist().index(number)

    def count(self, number: int) -> int:
        """Return the number of actions with this value, like `list.count`."""
        return self.tolist().count(number)


class Game(BaseGame):
    """Splendor for 2, 3 or 4 players.

    With a seed, the first game uses that deal and the following games the next ones; without a
    seed, every deal is random.

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
        self._next_seed = checked_seed(seed)

    def getPlayerCount(self) -> int:
        return self.layout.players

    def getStateSize(self) -> tuple[int, ...]:
        """Return the shape of a state: `(300,)` for three players."""
        return (self.layout.size,)

    def getActionSize(self) -> int:
        return ACTIONS

    def getInitState(self, seed: int | None = None) -> State:
        """Start a new game; `seed` selects its deal."""
        if seed is None and self._next_seed is not None:
            seed = self._next_seed
            self._next_seed += 1
        return state_of(new("splendor", rules=self.rules, seed=seed), 0)

    def getDealtState(self, deal: Deal) -> State:
        return state_of(new("splendor", rules=self.rules, deal=deal), 0)

    def getNextState(
        self, state: Any, player: Any, action: Whole, *, rng: "Rng | None" = None
    ) -> tuple[State, int]:
        """Return the state after an action, and the next player.

        The decks decide which card comes next. A state without them, such as a canonical form or a
        plain array, is completed first, as by `complete` with this `rng`.
        """
        state, player = _in_order(state, player)
        try:
            number, player = action_number(action), self._checked(player)
        except ValueError as error:
            order = ""
            if whole(action) in (None, *range(1, self.layout.players + 1)):
                order = " The order is getNextState(state, player, action)."
            raise ValueError(f"{error}{order}") from None
        game, carried = self._known(state, player, rng)
        if game.to_move != carried.seat(player) and not game.over:
            self._check_hold(carried, player, number)
        else:
            game.play(NATIVE[number])
        return state_of(game, carried.first), player % self.layout.players + 1

    def getValidMoves(self, state: Any, player: Any) -> ValidMoves:
        """Return 1 for each of the 48 actions that is valid, and 0 for the others.

        A state knows whose turn it is; the other players have no valid moves. For a plain array, it
        is assumed to be the turn of `player`.
        """
        state, player = _in_order(state, player)
        carried = self._public(state, player)
        moves = np.zeros(ACTIONS, dtype=np.int64).view(ValidMoves)
        seat, position = carried.seat(player), carried.position
        if position.to_move == seat:
            mover = position if isinstance(position, NativeGame) else seen_by(position, seat)
            moves[[OF_NATIVE[action] for action in mover.legal_actions()]] = 1
        elif _returning(position):
            moves[HOLD] = 1
        return moves

    def getGameEnded(self, state: Any, player: Any, *, start: int | None = None) -> list[int]:
        """Return the winners once the game is over; `[0]` before.

        A game ends with a round. For a plain array, `player` is the one whose turn it would be, and
        `start` the one who began: player 1, unless the numbers rule that out.
        """
        state, player = _in_order(state, player)
        if start is None and player == 1 and self._may_be_over(state):
            start = 1
        carried = self._public(state, player, start)
        return sorted(carried.player(seat) for seat in carried.position.winners) or [0]

    def canonicalForm(self, state: Any, player: Any) -> State:
        """Return the state with `player` as player 1, followed by the others.

        It contains what that player may know, which excludes the decks.
        """
        state, player = _in_order(state, player)
        player = self._checked(player)
        carried = self._carried(state)
        if carried is not None:
            seat = carried.seat(player)
            return state_of(seen_by(carried.position, seat), seat)
        numbers = self._numbers(state)
        players = np.roll(numbers[self.layout.player_at(1) :], -(player - 1) * PLAYER)
        return np.concatenate([numbers[: self.layout.player_at(1)], players]).view(State)

    def translateAction(self, action: Whole, player: Whole) -> int:
        """Return the same action: cards and gems have no seat, reserved cards are the mover's."""
        try:
            self._checked(player)
        except ValueError as error:
            raise ValueError(f"{error} The order is translateAction(action, player).") from None
        return action_number(action)

    def complete(
        self, state: Any, player: Any, rng: "Rng | None" = None, *, start: int | None = None
    ) -> State:
        """Return the state with all hidden information drawn at random.

        Without `rng`, the draw depends only on the state's numbers and the player, so equal calls
        have equal results in every process. For a plain array, `player` is the one to move, and
        `start` the one who began the game; by default, any player with whom the game can go on.
        """
        state, player = _in_order(state, player)
        moment = self._moment(player, start)
        carried = self._carried(state)
        numbers = self._numbers(state) if carried is None else np.asarray(state)
        seed = state_seed(numbers, player) if rng is None else rng
        if carried is None:
            return state_of(completed(read_table(numbers), moment, self.rules, seed), 0)
        position = carried.position
        view = position if isinstance(position, View) else position.view(position.to_move)
        return state_of(view.sample(seed), carried.first)

    def render(self, state: Any) -> str:
        """Draw the table as text, only from the numbers."""
        return drawn(self._table(state))

    def displayAction(self, action: Whole) -> str:
        return action_text(action_number(action))

    def getScores(self, state: Any) -> list[int]:
        return [player.points for player in self._table(state).players]

    def getTurns(self, state: Any) -> int | None:
        """Return the number of turns played; None for a plain array."""
        carried = self._carried(state)
        return None if carried is None else int(carried.position.board.turns)

    def hashRepresentation(self, state: Any) -> bytes:
        return self._numbers(state).tobytes()

    def record(self, state: Any, names: Sequence[str] | None = None) -> Record | None:
        """Return a record of the game; None if it is not fully known. `names` are by player."""
        carried = self._carried(state)
        if carried is None or not isinstance(carried.position, NativeGame):
            return None
        if names is None:
            return carried.position.record()
        if len(names) != self.layout.players:
            raise ValueError(f"There are {len(names)} names for {self.layout.players} players.")
        by_seat = [names[carried.player(seat) - 1] for seat in range(len(names))]
        return carried.position.record(names=by_seat)

    def _known(self, state: Any, player: int, rng: "Rng | None") -> tuple[NativeGame, Carried]:
        """Return a separate game for a state, with its decks, and what the state carries then."""
        carried = self._public(state, player) if rng is None else self._carried(state)
        if carried is None or not isinstance(carried.position, NativeGame):
            carried = self.complete(state, player, rng).carried
        assert carried is not None
        assert isinstance(carried.position, NativeGame)
        return carried.position.copy(), carried

    def _public(self, state: Any, player: int, start: int | None = None) -> Carried:
        """Return a state's position, for questions that do not depend on hidden cards."""
        moment = self._moment(player, start)
        carried = self._carried(state)
        return carried or _completed_once(self._numbers(state).tobytes(), moment, self.rules)

    def _may_be_over(self, state: Any) -> bool:
        """Return True if a plain array may be the end of a game, at the end of a round."""
        if self._carried(state) is not None:
            return False
        table = self._table(state)
        most = max(player.points for player in table.players)
        return table.holder is None and most >= self.rules.target_points

    def _moment(self, player: int, start: int | None) -> Turn:
        first = None if start is None else self._checked(start) - 1
        return Turn(self._checked(player) - 1, first)

    def _carried(self, state: Any) -> Carried | None:
        carried = state.carried if isinstance(state, State) else None
        if carried is not None:
            self._check_players(carried.position.players)
        return carried

    def _table(self, state: Any) -> Table:
        return read_table(self._numbers(state))

    def _numbers(self, state: Any) -> Numbers:
        plan, numbers = checked_numbers(state)
        self._check_players(plan.players)
        return np.array(numbers, dtype=np.int64)

    def _check_players(self, players: int) -> None:
        if players != self.layout.players:
            raise StateError(
                f"The state is for {players} players, but this game has {self.layout.players}; use "
                f"Game(players={players})."
            )

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


def _in_order(state: Any, player: Any) -> tuple[Any, Any]:
    """Put a state and a player in order: only a player is a whole number."""
    if whole(state) is not None and whole(player) is None:
        return player, state
    return state, player


def seen_by(position: NativeGame | View, seat: int) -> View:
    """Return the view of a seat. Here all players know the same: everything but the decks."""
    if isinstance(position, NativeGame):
        return position.view(seat)
    if position.seat == seat:
        return position
    fields = position.variant.fields(position)
    seen = position.variant.from_fields(fields, hidden=True)
    return View(position.variant, seen, seat, position.actions)


def _returning(position: NativeGame | View) -> bool:
    return bool(position.variant.fields(position)["phase"] == "return")


@lru_cache(maxsize=256)
def _completed_once(numbers: bytes, moment: Turn, rules: Rules) -> Carried:
    """Complete plain numbers as `Game.complete` does without a generator."""
    row = np.frombuffer(numbers, dtype=np.int64)
    seed = state_seed(row, moment.mover + 1)
    return Carried(completed(read_table(row), moment, rules, seed), 0, numbers)
