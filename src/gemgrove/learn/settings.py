"""The settings of a training run, which are fixed when it begins."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from gemgrove.game import variant_class
from gemgrove.learn.fit import FitOptions
from gemgrove.learn.network import TRUNK
from gemgrove.options import OFFICIAL
from gemgrove.variant import Variant, shown, whole

_MOST_SEED = 2**32 - 1
_MOST_WIDTH = 1024
_MOST_LAYERS = 8
_FIRST_FIT = FitOptions(epochs=12)
_FIT = FitOptions(epochs=4, learning_rate=1e-3)
_COUNTS = (
    "first_games",
    "games",
    "window",
    "shard_games",
    "full_iterations",
    "quick_iterations",
    "gate_games",
    "gate_iterations",
)


class TrainingError(ValueError):
    """A training run cannot begin or go on."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings that a run is started with."""

    game: str
    players: int
    rules: str = OFFICIAL
    seed: int = 0
    trunk: tuple[int, ...] = TRUNK
    """The units of the network's layers, from the inputs on."""
    first_games: int = 12_000
    """Games of the hand-made evaluation, which the first generation learns from."""
    games: int = 6_000
    """Games of each further generation."""
    window: int = 24_000
    """The latest games, which a generation learns from."""
    shard_games: int = 100
    """Games in a file; a run that is stopped loses at most those of one file."""
    full_iterations: int = 400
    """Iterations of the searches that a network learns from."""
    quick_iterations: int = 80
    """Iterations of the other searches, which only move the game on."""
    full_share: float = 0.3
    """The share of decisions that a network learns from."""
    varied_decisions: int = 8
    """Decisions at the beginning of a game that are drawn by the search's policy, for variety."""
    opponent_share: float = 0.2
    """The share of games against older generations, `mcts` and `greedy`."""
    first_fit: FitOptions = _FIRST_FIT
    fit: FitOptions = _FIT
    gate_games: int = 400
    """The maximum games of a gate."""
    gate_iterations: int = 200
    """Iterations of the searches in gates."""

    def __post_init__(self) -> None:
        for name in _COUNTS:
            self._check(name, 1)
        # A generation plays no more games than it learns from.
        self._check("first_games", 1, self.window)
        self._check("games", 1, self.window)
        self._check("seed", 0, _MOST_SEED)
        self._check("varied_decisions", 0)
        if not 0 < self.full_share <= 1:
            raise TrainingError(f"full_share is {self.full_share}; it must be above 0, at most 1.")
        if not 0 <= self.opponent_share <= 1:
            raise TrainingError(f"opponent_share is {self.opponent_share}; it must be from 0 to 1.")
        widths = [whole(width) for width in self.trunk]
        if not 1 <= len(widths) <= _MOST_LAYERS or not all(
            width is not None and 1 <= width <= _MOST_WIDTH for width in widths
        ):
            raise TrainingError(
                f"trunk is {shown(self.trunk)}; it must be 1 to {_MOST_LAYERS} widths of layers, "
                f"each from 1 to {_MOST_WIDTH}."
            )

    def _check(self, name: str, least: int, most: int | None = None) -> None:
        value = getattr(self, name)
        number = whole(value)
        if number is None or number < least or (most is not None and number > most):
            bounds = f"{least} or more" if most is None else f"from {least} to {most}"
            raise TrainingError(f"{name} is {shown(value)}; it must be {bounds}.")

    def variant(self) -> Variant:
        """Return the game with its rules; raise a `ValueError` if there is no such game."""
        return variant_class(self.game).create(self.rules, players=self.players, options={})

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=2)

    @classmethod
    def from_json(cls, text: str) -> "Settings":
        values: dict[str, Any] = json.loads(text)
        for name in ("first_fit", "fit"):
            values[name] = FitOptions(**values[name])
        return cls(**{**values, "trunk": tuple(values["trunk"])})
