from collections.abc import Mapping, Sequence
import enum
from typing import Any

import gemgrove._native._baseline


OBSERVATION_VERSION: int = 2

EMPTY: int = -1

def hidden_card(tier: int) -> int: ...

TOKEN_LIMIT: int = 10

GOLD_TOKENS: int = 5

PAIR_MINIMUM: int = 4

MARKET_SLOTS: int = 4

RESERVE_LIMIT: int = 3

MAX_NOBLE_SLOTS: int = 5

MAX_CARDS: int = 96

MAX_NOBLES: int = 16

def tokens_per_color(players: int) -> int: ...

class OverLimit(enum.Enum):
    RETURN = 0

    RETURN_DRAWN = 1

    FORBID = 2

class Nobles(enum.Enum):
    CHOOSE = 0

    FIRST = 1

    ALL = 2

class TakeFewer(enum.Enum):
    FORCED = 0

    FREE = 1

    NEVER = 2

class Payment(enum.Enum):
    AUTO = 0

    CHOOSE = 1

def variant(*, players: int, deck_reserve: bool, over_limit: OverLimit, return_gold: bool, nobles: Nobles, take_fewer: TakeFewer, payment: Payment, target_points: int, first_player: int | None, turn_limit: int, cards: Sequence[tuple[int, int, int, Sequence[int]]], noble_tiles: Sequence[tuple[int, Sequence[int]]]) -> gemgrove._native._baseline.Variant:
    """The prepared rules and cards. first_player=None: decided by the deal."""

def fields(holder: Any) -> dict[str, Any]:
    """
    The position as plain lists and numbers: -1 nothing, -2, -3, -4 a hidden card of tier 1 to 3; each deck with its next card first.
    """

def position(variant: gemgrove._native._baseline.Variant, fields: dict[str, Any]) -> gemgrove._native._baseline.Position:
    """The position that fields() describes."""

def phase(holder: Any) -> str: ...

def batch(variant: gemgrove._native._baseline.Variant, *, size: int, threads: int, seed: int, autoreset: gemgrove._native._baseline.Autoreset, illegal_loses: bool, reward: Mapping[str, float], opponents: Sequence[gemgrove._native._baseline.BatchBot], seat: int | None) -> gemgrove._native._baseline.Batch:
    """
    Many games stepped together. `reward` is weights by the names of terms; `seat` is the caller's among opponents, None to rotate.
    """

class Search:
    """A search over what a seat can see."""

    def __init__(self, *, exploration: float | None, prior_weight: float, fpu_reduction: float | None, rollout: gemgrove._native._baseline.Rollout, cutoff: int | None, threads: int, seed: int) -> None: ...

    def set_position(self, view: Any) -> int:
        """
        Set the position to search; returns how many iterations of earlier searches are kept.
        """

    def clear(self) -> None:
        """Keep nothing of earlier searches."""

    def run(self, iterations: int | None, seconds: float | None, only: int | None = None) -> int:
        """
        Search, at most so much; with `only`, this action alone. Returns the iterations made.
        """

    def result(self) -> gemgrove._native._baseline.SearchResult: ...

def feature_names() -> list[str]:
    """The names of the evaluation's features."""

def evaluate(view: gemgrove._native._baseline.View) -> tuple[list[float], float, list[list[float]]]:
    """
    Each seat's probability of winning; the progress of the game from 0 to 1; and the features of each seat.
    """

def tokens(holder: Any, seat: int) -> list[int]:
    """The tokens of a seat, gold last."""
