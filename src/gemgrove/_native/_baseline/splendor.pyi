from collections.abc import Mapping, Sequence
import enum
from typing import Any, Literal

import gemgrove._native._baseline


OBSERVATION_VERSION: int = 2

EMPTY: int = -1

def hidden_card(tier: int) -> int: ...

TOKEN_LIMIT: int = 10

GOLD_TOKENS: int = 5

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
    """Prepare the rules and cards. first_player=None: decided by the deal."""

class ReasonCode(enum.Enum):
    """Why an action is not legal: see splendor/reasons.h."""

    GAME_OVER = 0

    MUST_RETURN = 1

    MUST_PAY = 2

    MUST_CHOOSE_NOBLE = 3

    OVER_TOKEN_LIMIT = 4

    PAIR_MINIMUM = 5

    COLOR_GONE = 6

    THREE_OR_PAIR = 7

    MORE_COLORS_LEFT = 8

    RESERVE_FULL = 9

    NO_CARD = 10

    CARD_HIDDEN = 11

    NO_DECK_RESERVE = 12

    DECK_EMPTY = 13

    NO_RESERVED_CARD = 14

    CANNOT_AFFORD = 15

    NOTHING_TO_RETURN = 16

    GOLD_NOT_RETURNED = 17

    TOKEN_NOT_HELD = 18

    TOKEN_NOT_DRAWN = 19

    NO_NOBLE_CHOICE = 20

    NO_NOBLE = 21

    NOBLE_REQUIREMENT = 22

    OTHER_MOVES = 23

def fields(holder: Any) -> dict[str, Any]:
    """
    Return the position as plain lists and numbers: -1 is nothing, -2, -3, -4 a hidden card of tier 1 to 3; each deck's next card comes first.
    """

def position(variant: gemgrove._native._baseline.Variant, fields: dict[str, Any]) -> gemgrove._native._baseline.Position:
    """Return the position that fields() describes."""

def phase(holder: Any) -> str: ...

def reason(holder: Any, action: int) -> tuple[ReasonCode, list[int]] | None:
    """
    Return why the seat to move cannot play an action, as a code and its arguments; None if it can.
    """

def batch(variant: gemgrove._native._baseline.Variant, *, size: int, threads: int, seed: int, autoreset: gemgrove._native._baseline.Autoreset, illegal_loses: bool, reward: Mapping[str, float], opponents: Sequence[gemgrove._native._baseline.BatchBot], seat: int | None) -> gemgrove._native._baseline.Batch:
    """
    Create games that are stepped together. `reward` maps terms to weights; `seat` is the caller's if there are opponents, None to rotate.
    """

NETWORK_INPUTS_VERSION: int = 2

def network_input_fields(variant: gemgrove._native._baseline.Variant) -> list[tuple[str, int, int, int, str]]:
    """Return the fields of a position's network inputs."""

def action_input_fields(variant: gemgrove._native._baseline.Variant) -> list[tuple[str, int, int, int, str]]:
    """Return the fields of an action's network inputs."""

def network_inputs(view: gemgrove._native._baseline.View) -> Any:
    """Return a position's network inputs, as the view's seat sees it."""

def action_inputs(view: gemgrove._native._baseline.View) -> Any:
    """
    Return the network inputs of each legal action, in the order of legal_actions().
    """

class Search:
    """A search over what a seat can see."""

    def __init__(self, *, exploration: float | None, prior_weight: float, fpu_reduction: float | None, rollout: gemgrove._native._baseline.Rollout, cutoff: int | None, threads: int, seed: int, network: gemgrove._native._baseline.Network | None = None, root: gemgrove._native._baseline.RootPolicy = gemgrove._native._baseline.RootPolicy.PUCT, root_noise: float = 0.0) -> None: ...

    def set_position(self, view: Any) -> int:
        """
        Set the position to search; return how many iterations of earlier searches are kept.
        """

    def clear(self) -> None:
        """Forget earlier searches."""

    def run(self, iterations: int | None, seconds: float | None, only: int | None = None) -> int:
        """
        Search within these limits; with `only`, just this action. Return the iterations made.
        """

    def result(self) -> gemgrove._native._baseline.SearchResult: ...

def run_searches(searches: Sequence[Search], evaluator: Any, iterations: int | None, seconds: float | None, only: int | None = None, *, batch_size: int) -> None:
    """
    Search several positions; `evaluator` gets the observations and masks of their leaves and returns logits and values.
    """

def self_play(variant: gemgrove._native._baseline.Variant, network: gemgrove._native._baseline.Network | None, *, first: int, games: int, threads: int, seed: int, full_iterations: int, quick_iterations: int, full_share: float, varied_decisions: int, root_noise: float, opponents: list[gemgrove._native._baseline.Network | Literal['mcts', 'greedy']] = [], opponent_share: float = 0.0) -> dict[str, Any]:
    """
    Play games of the search against itself or others; return what to learn from them.
    """

def feature_names() -> list[str]:
    """Return the names of the evaluation's features."""

def evaluate(view: gemgrove._native._baseline.View) -> tuple[list[float], float, list[list[float]]]:
    """
    Return each seat's probability of winning, the progress of the game from 0 to 1, and each seat's features.
    """

def tokens(holder: Any, seat: int) -> list[int]:
    """Return a seat's tokens, gold last."""
