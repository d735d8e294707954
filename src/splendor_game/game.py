"""The class `SplendorGame`: a `gemgrove.Game` behind tuples and dictionaries."""

import operator
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn, Self, SupportsIndex, cast

import gemgrove as gg
from gemgrove import splendor
from gemgrove.splendor.moves import MOVES, PAY_MOVES, TOKEN_ACTION
from gemgrove.variant import shown
from splendor_game.constants import ACTIONS
from splendor_game.errors import IllegalMove, MalformedMove, fault
from splendor_game.types import Move, Summary

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from gemgrove.envs.rewards import Reward
    from splendor_game._baseline import Dictionaries

_PLAYERS = range(2, 5)


class SplendorGame:
    """A game of Splendor.

    `seed` decides the deal: the same seed gives the same game. `rules` is the name of a preset
    (`core`, `official`, `arena`, `duel`, `escrow`), a spec such as `"official:payment=choose"`, or
    a `gemgrove.splendor.Rules`. `deal` selects a deal by its id instead of a seed; `options` are
    single options of the rules, or `cards`, a custom `gemgrove.splendor.CardSet`.

    Games are equal if their positions and rules are; `copy`, `deepcopy` and `pickle` work.
    """

    __slots__ = ("__weakref__", "_dictionaries", "_game")

    def __init__(
        self,
        num_players: int,
        seed: int = 0,
        *,
        rules: str | gg.Rules = "core",
        deal: str | gg.Deal | None = None,
        **options: Any,
    ) -> None:
        if (
            not isinstance(num_players, SupportsIndex)
            or operator.index(num_players) not in _PLAYERS
        ):
            raise ValueError(
                f"num_players is {shown(num_players)}; Splendor is for "
                f"{_PLAYERS[0]} to {_PLAYERS[-1]} players."
            )
        self._hold(
            gg.new(
                "splendor",
                players=operator.index(num_players),
                rules=rules,
                seed=seed if deal is None or seed else None,
                deal=deal,
                **options,
            )
        )

    @classmethod
    def from_game(cls, game: splendor.Game) -> Self:
        """Create a copy of a `gemgrove.Game` of Splendor, which is not changed."""
        if game.name != "splendor":
            raise ValueError(f"This is a game of {game.name}; it must be one of splendor.")
        made = cls.__new__(cls)
        made._hold(game.copy())
        return made

    @property
    def game(self) -> splendor.Game:
        """The `gemgrove.Game` inside, for everything else: views, records, undo, bots."""
        return self._game

    def num_players(self) -> int:
        """Return the number of players."""
        return self._game.players

    def current_player(self) -> int:
        """Return the player to move, counted from 0."""
        return self._game.to_move

    def state_summary(self) -> Summary:
        """Return the table, as far as the current player may see it, as a new dictionary."""
        return cast("Summary", self._dictionaries.summary(self._game))

    def legal_moves(self) -> list[Move]:
        """Return the current player's legal moves, in the order of their action numbers.

        The list is empty if and only if the game is over.
        """
        return self._dictionaries.legal_moves(self._game)

    def perform_move(self, move: Move) -> None:
        """Make a move for the current player; after the turn, it is the next player's turn.

        If the move cannot be made, a `MalformedMove` or `IllegalMove` says why, and the game stays
        as it was.
        """
        action = self._dictionaries.action_of(self._game, move)
        if action < 0:
            self._refuse(move)
        try:
            self._game.play(action)
        except IllegalMove:
            self._refuse(move, action)

    def is_terminal(self) -> bool:
        """Return True once the game is over.

        The game ends when a player has 15 points and all have had the same number of turns, when
        all players have passed in a row, or at the rules' turn limit.
        """
        return self._game.over

    def end_turn(self) -> None:
        """Skip the current player's turn.

        `perform_move` ends a turn by itself; this is only for turns without a move. The skip is
        recorded in the history. In the middle of a turn or after the game's end, it raises an
        `IllegalMove`.
        """
        self._game.skip()

    def clone(self) -> Self:
        """Return an independent game with the same position and history."""
        twin = type(self).__new__(type(self))
        twin._game = self._game.copy()
        twin._dictionaries = self._dictionaries
        return twin

    def history(self) -> list[tuple[int, Move | None]]:
        """Return all moves with their players; a turn skipped by `end_turn` is None.

        This replays the game:
        `for player, move in history: again.perform_move(move) if move else again.end_turn()`
        """
        entries: list[tuple[int, Move | None]] = []
        replayed = gg.Game(self._game.variant, self._game._start(), None)
        for action in self._game.actions:
            player = replayed.to_move
            if action < 0:
                entries.append((player, None))
                replayed.skip()
            else:
                entries.append((player, self._dictionaries.move_of(replayed, action)))
                replayed.play(action)
        return entries

    def feature_vector(self) -> "npt.NDArray[np.uint8]":
        """Return the current player's observation, whose size depends only on the player count.

        Gemgrove's documentation has a table of its entries.
        """
        return self._game.observe(self._game.to_move)

    def action_mask(self) -> "npt.NDArray[np.bool_]":
        """Return a flag for each of the 72 action numbers: True if it is legal now."""
        return self._game.mask()

    def move_of_action(self, action: int) -> Move:
        """Return the move with this action number, legal or not.

        Raise an `IllegalMove` if it means a reserved card or a noble that is not there.
        """
        number = operator.index(action)
        if not 0 <= number < len(MOVES):
            raise ValueError(f"There is no action {number}; actions are 0 to {len(MOVES) - 1}.")
        move = self._dictionaries.move_of(self._game, number)
        if move is None:
            thing = "noble" if MOVES[number].kind == "noble" else "reserved card"
            raise IllegalMove(f"Action {number} means a {thing} that is not there.")
        return move

    def action_of_move(self, move: Move) -> int:
        """Return a move's action number, legal or not: its index in the mask."""
        action = self._dictionaries.action_of(self._game, move)
        if action < 0:
            self._refuse(move)
        return action

    def rewards(self, before: "SplendorGame", reward: "str | Reward" = "rank") -> list[float]:
        """Return each player's reward for what has happened since `before`, an earlier clone.

        `reward` is a name (`rank`, `outcome`, `margin`, `points_gained`, `lead_gained`,
        `cards_bought`, `token_efficiency`), a sum such as `"rank + 0.1 * token_efficiency"`, or a
        `gemgrove.envs.rewards.Reward`.
        """
        from gemgrove.envs import rewards

        if not isinstance(before, SplendorGame):
            kind = type(before).__name__
            raise TypeError(f"before is of the type {kind}; it must be a clone of this game.")
        ours, theirs = self._game.variant, before._game.variant
        if ours is not theirs and (ours.rules, ours.cards) != (theirs.rules, theirs.cards):
            raise ValueError("before has other rules or cards; it must be a clone of this game.")
        return rewards.read(reward).by_seat(before._game, self._game)

    def statistics(self) -> dict[str, Any]:
        """Return statistics of the game so far, as a new dictionary.

        It contains `turns`, `rounds`, `decisions` and `players`. Each player has, among others,
        `points_by_turn`, `cards_by_turn`, `tokens_taken`, `reserves`, `bought_by_tier`, `nobles`.
        """
        figures: dict[str, Any] = self._game.statistics().to_dict()
        return figures

    def _hold(self, game: splendor.Game) -> None:
        self._game = game
        self._dictionaries = _dictionaries(game.variant.native)

    def _refuse(self, move: object, action: int | None = None) -> NoReturn:
        """Raise an error that says why a move is malformed or not legal."""
        if self._game.over:
            raise IllegalMove("The game is over: no more moves can be made.") from None
        if action is None:
            summary = self.state_summary()
            reserved = summary["players"][summary["current_player"]]["reserved"]
            problem = fault(move, reserved, summary["nobles"])
            if problem is not None:
                raise MalformedMove(problem)
        moves = self.legal_moves()
        others = f"lists the {len(moves)} moves that are, such as" if len(moves) > 1 else "has only"
        raise IllegalMove(
            f"{shown(move)} is not legal: {self._reason(move, action)}. "
            f"legal_moves() {others} {shown(moves[0])}."
        ) from None

    def _reason(self, move: Any, action: int | None) -> str:
        variant = self._game.variant
        if action is not None:
            meant = variant.move(self._game, action)
        else:  # its form is right, so it pays or returns a token at the wrong time
            kind, tokens = move
            color = list(tokens).index(1)
            meant = PAY_MOVES[color] if kind == ACTIONS.PAY_TOKEN else MOVES[TOKEN_ACTION + color]
        reason: str = variant.why_not(self._game, meant)
        return reason

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SplendorGame):
            return NotImplemented
        return self._game == other._game

    def __hash__(self) -> int:
        return hash(self._game.key())

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def __getstate__(self) -> splendor.Game:
        return self._game

    def __setstate__(self, game: splendor.Game) -> None:
        self._hold(game)

    def __repr__(self) -> str:
        state = "over" if self._game.over else f"player {self._game.to_move} to move"
        made = len(self._game.actions)
        return f"<SplendorGame {self._game.rules}: {made} moves made, {state}>"


@lru_cache(maxsize=256)
def _dictionaries(prepared: Any) -> "Dictionaries":
    """Return the converter shared by all games with the same prepared rules and cards."""
    # Use the module compiled for the core's instruction set: only these two share their types.
    level = type(prepared).__module__.rpartition(".")[2]
    return cast("Dictionaries", import_module(f"splendor_game.{level}").Dictionaries(prepared))
