"""Build, train, rate and play against Splendor and Arboretum bots.

>>> import gemgrove as gg
>>> game = gg.new("splendor", players=2, seed=42)
>>> game.play("p3 red white blue")
>>> game.to_move
1
"""

from typing import TYPE_CHECKING, Any

from gemgrove.deal import Deal, SealedDeal, verify_sealed
from gemgrove.game import GAMES, Game, View, from_position, new
from gemgrove.record import Record, RecordError, Result
from gemgrove.variant import IllegalMove, Move, NotationError, PositionError, Rules

if TYPE_CHECKING:
    from gemgrove.envs.batch import Batch, batch

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Batch",
    "Deal",
    "Game",
    "IllegalMove",
    "Move",
    "NotationError",
    "PositionError",
    "Record",
    "RecordError",
    "Result",
    "Rules",
    "SealedDeal",
    "View",
    "batch",
    "from_position",
    "new",
    "verify_sealed",
]


def __getattr__(name: str) -> Any:
    # Batches need numpy; the rest starts faster without it.
    if name in ("Batch", "batch"):
        from gemgrove.envs import batch

        return getattr(batch, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
