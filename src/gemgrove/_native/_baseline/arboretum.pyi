from collections.abc import Sequence
from typing import Any

import gemgrove._native._baseline


OBSERVATION_VERSION: int = 1

def variant(players: int, seed_discards: bool, first_player: int) -> gemgrove._native._baseline.Variant: ...

def fields(holder: Any) -> dict[str, Any]:
    """
    The position as plain lists and numbers: -1 nothing, -2 a hidden card; the deck with its next card first, piles with their top last.
    """

def phase(holder: Any) -> str: ...

def position(variant: gemgrove._native._baseline.Variant, fields: dict[str, Any]) -> gemgrove._native._baseline.Position:
    """The position that fields() describes."""

def frame(holder: Any, seat: int) -> tuple[int, int, int]:
    """
    The frame of a seat's arboretum: the x of its first column, the y of its first row, its width.
    """

def path_points(holder: Any, seat: int) -> list[int]:
    """
    The points of a seat's best path for each species, whoever may score it.
    """

def best_path(holder: Any, seat: int, species: int) -> list[int]:
    """The cards of a seat's best path for a species, in order."""

def hand_sum(holder: Any, seat: int, species: int) -> int:
    """What the known cards of a hand count for the right to score a species."""

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

def evaluate_turns(holder: Any) -> list[tuple[int, int, int, int, int, int, int, int, int, int]]:
    """
    Every play of the seat to move after its draws, the best first: card, x, y and discard; then in thousandths of a point the total and its terms gain, potential, right, discard_cost and ends.
    """

def best_turn(holder: Any) -> tuple[int, int, int, int, int, int, int, int, int, int]:
    """The first of evaluate_turns()."""

def evaluate_position(players: int, seat: int, hands_known: Sequence[Sequence[int]], hidden: Sequence[int], arboretums: Sequence[Sequence[tuple[int, int, int]]], piles: Sequence[Sequence[int]], deck_left: int) -> list[tuple[int, int, int, int, int, int, int, int, int, int]]:
    """
    evaluate_turns() of a position that need not come from a game: for each seat the known cards of the hand, the number of others, the arboretum as (card, x, y) and the pile, its top last.
    """
