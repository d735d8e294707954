"""The OpenSpiel state class."""

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pyspiel

from gemgrove.envs import rewards
from gemgrove.envs.openspiel.table import Table
from gemgrove.game import Game

if TYPE_CHECKING:
    from gemgrove.envs.openspiel.game import OpenSpielGame

_REWARD = rewards.read("rank")
# Read once: OpenSpiel asks whose turn it is several times for each decision.
_CHANCE = int(pyspiel.PlayerId.CHANCE)
_TERMINAL = int(pyspiel.PlayerId.TERMINAL)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A state of any game; created by `new_initial_state`."""

    # OpenSpiel copies and pickles all attributes of a state, so there is only this one.
    table: "Table | _Replayed"

    def __init__(self, game: "OpenSpielGame") -> None:
        super().__init__(game)
        self.table = game.empty_table.copy()

    @property
    def game(self) -> Game | None:
        """A copy of the game, for its views, bots and boards; None during the deal.

        It contains the hidden cards. At a chance node, the decision that draws is not yet played.
        """
        game = self._table.game
        return None if game is None else game.copy()

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's id for a chance or terminal node."""
        return self.table.player if isinstance(self.table, _Replayed) else _player(self.table)

    def is_terminal(self) -> bool:
        return self.current_player() == _TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible outcomes, which are equally likely."""
        draw = self._table.draw
        if draw is None:
            raise ValueError("There is nothing for chance to decide now.")
        return [(outcome, 1 / len(draw.outcomes)) for outcome in draw.outcomes]

    def returns(self) -> list[float]:
        """Return the returns by seat; all zero until the game is over."""
        game = self._table.game
        if game is None or not game.over:
            return [0.0] * self.num_players()
        before = Game(game.variant, game._start(), None)
        return [_REWARD(before, game, seat) for seat in range(game.players)]

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> "OpenSpielState":
        """Return a state that looks the same to the seat, with hidden cards drawn at random."""
        rng = random.Random(probability_sampler())
        table, retelling = self._table.resampled(player_id, rng)
        history = [(item.player, item.action) for item in self.full_history()]
        decisions = [place for place, (player, _) in enumerate(history) if player >= 0]
        for place, action in zip(decisions, retelling.actions, strict=False):
            history[place] = (history[place][0], action)
        state = OpenSpielState(self.get_game())
        state.table = replayed = _Replayed()
        for player, number in history:
            replayed.player = player
            state.apply_action(number if player >= 0 else retelling.outcomes.get(number, number))
        state.table = table
        return state

    @property
    def _table(self) -> Table:
        assert isinstance(self.table, Table)
        return self.table

    def _legal_actions(self, player: int) -> Sequence[int]:  # noqa: ARG002 - always the seat to move
        game = self._table.game
        return [] if game is None else game.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.table.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        table = self._table
        if player == _CHANCE:
            return table.chance.text(action)
        game = table.game if table.game is not None else self.get_game().any_game
        return str(game.move(action))

    def __str__(self) -> str:
        return str(self.table)


class _Replayed:
    """Stands in for the table while OpenSpiel replays a history whose table is known."""

    __slots__ = ("player",)

    player: int

    def apply(self, number: int) -> None:
        """Do nothing: the table is known already."""


def _player(table: Table) -> int:
    game = table.game
    if game is None or table.draw is not None:
        return _CHANCE
    return _TERMINAL if game.over else game.to_move
