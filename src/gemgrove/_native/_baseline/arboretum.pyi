from collections.abc import Mapping, Sequence
import enum
from typing import Any, Literal

import gemgrove._native._baseline


OBSERVATION_VERSION: int = 1

EMPTY: int = -1

HIDDEN: int = -2

RANKS: int = 8

MAX_SPECIES: int = 10

HAND: int = 7

BEGIN_BONUS: int = 1

END_BONUS: int = 2

DOUBLED_LENGTH: int = 4

def variant(*, players: int, seed_discards: bool, first_player: int | None) -> gemgrove._native._baseline.Variant:
    """Prepare the rules. first_player=None: decided by the deal."""

class ReasonCode(enum.Enum):
    """Why an action is not legal: see arboretum/reasons.h."""

    GAME_OVER = 0

    MUST_DRAW = 1

    MUST_PICK = 2

    MUST_PLANT = 3

    MUST_DISCARD = 4

    DECK_EMPTY = 5

    OWN_PILE_EMPTY = 6

    PILE_EMPTY = 7

    NOT_IN_HAND = 8

    FIRST_CELL = 9

    CELL_TAKEN = 10

    NO_NEIGHBOR = 11

def fields(holder: Any) -> dict[str, Any]:
    """
    Return the position as plain lists and numbers: -1 is nothing, -2 a hidden card; the deck's next card comes first, a pile's top card last.
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

NETWORK_INPUTS_VERSION: int = 1

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

def frame(holder: Any, seat: int) -> tuple[int, int, int]:
    """
    Return the frame of a seat's arboretum: the x of its first column, the y of its first row, its width.
    """

def path_points(holder: Any, seat: int) -> list[int]:
    """
    Return the points of a seat's best path for each species, whoever may score it.
    """

def best_path(holder: Any, seat: int, species: int) -> list[int]:
    """Return the cards of a seat's best path for a species, in order."""

def hand_sum(holder: Any, seat: int, species: int) -> int:
    """
    Return a hand's sum, as far as known, for the right to score a species.
    """

MAX_TREES: int = 17

MAX_GROVE_WIDTH: int = 18

MAX_COORDINATE: int = 100

def evaluate_turns(holder: Any) -> list[tuple[int, int, int, int, int, int, int, int, int, int]]:
    """
    Return every play of the seat to move after its draws, the best first: card, x, y and discard; then, in thousandths of a point, the total and its terms gain, potential, right, discard_cost and ends.
    """

def best_turn(holder: Any) -> tuple[int, int, int, int, int, int, int, int, int, int]:
    """Return the first of evaluate_turns()."""

def evaluate_position(players: int, seat: int, hands_known: Sequence[Sequence[int]], hidden: Sequence[int], arboretums: Sequence[Sequence[tuple[int, int, int]]], piles: Sequence[Sequence[int]], deck_left: int) -> list[tuple[int, int, int, int, int, int, int, int, int, int]]:
    """
    Do the same as evaluate_turns() for a position that need not come from a game: for each seat the known cards in the hand, the number of others, the arboretum as (card, x, y) and the pile, its top last.
    """
