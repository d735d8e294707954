from collections.abc import Sequence
from typing import Any

import gemgrove._native._baseline


OBSERVATION_VERSION: int = 1

def variant(players: int, deck_reserve: bool, over_limit: int, return_gold: bool, nobles: int, take_fewer: int, payment: int, target_points: int, first_player: int, turn_limit: int, cards: Sequence[tuple[int, int, int, Sequence[int]]], noble_tiles: Sequence[tuple[int, Sequence[int]]]) -> gemgrove._native._baseline.Variant: ...

def fields(holder: Any) -> dict[str, Any]:
    """
    The position as plain lists and numbers: -1 nothing, -2, -3, -4 a hidden card of tier 1 to 3; each deck with its next card first.
    """

def phase(holder: Any) -> str: ...

def tokens(holder: Any, seat: int) -> list[int]:
    """What a seat holds, gold last."""

def position(variant: gemgrove._native._baseline.Variant, fields: dict[str, Any]) -> gemgrove._native._baseline.Position:
    """The position that fields() describes."""

def batch(variant: gemgrove._native._baseline.Variant, *, size: int, threads: int, seed: int, autoreset: int, illegal_loses: bool, reward: Sequence[float], seat: int, others: Sequence[int]) -> gemgrove._native._baseline.Batch:
    """
    Many games of this kind; gemgrove.envs.batch says what the numbers mean.
    """

class Search:
    """A search over what a seat can see."""

    def __init__(self, *, exploration: float, bias: float, doubt: float, random_rollouts: bool, cutoff: int, threads: int, seed: int) -> None: ...

    def look_at(self, view: Any) -> int:
        """
        Turn to a position; how many iterations of earlier ones led to it and are kept.
        """

    def forget(self) -> None:
        """Begin anew, whatever is looked at next."""

    def run(self, iterations: int, seconds: float, only: int = -1) -> int:
        """
        Think on, at most so much; negative seconds: no limit; `only` this action, if it is not -1. How many iterations it were.
        """

    def thoughts(self) -> tuple[int, list[float], list[tuple[int, int, int, float, list[float]]], list[int]]:
        """
        Iterations, values by seat, choices (action, visits, available, prior, values) and the principal variation.
        """

def outlook_terms() -> list[str]:
    """The names of the terms of an outlook."""

def outlook(view: gemgrove._native._baseline.View) -> tuple[list[float], float, list[list[float]]]:
    """
    Every seat's chance of winning as it looks from here; how far the game has come; and the terms that speak for each seat.
    """

class Dictionaries:
    """Positions and moves in the form of the module splendor_game."""

    def __init__(self, variant: gemgrove._native._baseline.Variant) -> None: ...

    def summary(self, game: gemgrove._native._baseline.Game) -> dict[str, Any]: ...

    def legal_moves(self, game: gemgrove._native._baseline.Game) -> list[tuple[int, Any]]: ...

    def move_of(self, game: gemgrove._native._baseline.Game, action: int) -> tuple[int, Any] | None:
        """
        The tuple of an action; None where it means a reserved card or a noble that is not there.
        """

    def action_of(self, game: gemgrove._native._baseline.Game, move: Any) -> int:
        """The action that a move tuple names; -1 where it names none."""
