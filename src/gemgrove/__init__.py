"""Build, train, rate and play against Splendor and Arboretum bots.

>>> import gemgrove as gg
>>> game = gg.new("splendor", players=2, seed=42)
>>> game.play("p3 red white blue")
>>> game.to_move
1
"""

import importlib
from typing import TYPE_CHECKING, Any

from gemgrove.deal import Deal, SealedDeal, verify_sealed
from gemgrove.game import GAMES, Game, GameName, View, from_board, from_position, game_name, new
from gemgrove.record import Record, RecordError, Result
from gemgrove.variant import IllegalMove, Move, NotationError, PositionError, Rules

if TYPE_CHECKING:
    from gemgrove import agents, arboretum, splendor
    from gemgrove.envs.batch import Batch, batch

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Batch",
    "Deal",
    "Game",
    "GameName",
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
    "agents",
    "arboretum",
    "batch",
    "from_board",
    "from_position",
    "game_name",
    "new",
    "splendor",
    "verify_sealed",
]

# Modules, and names from modules, that are loaded on first use to keep `import gemgrove` fast.
_MODULES = ("agents", *GAMES)
_NAMES = {"Batch": "envs.batch", "batch": "envs.batch"}


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    if name in _NAMES:
        return getattr(importlib.import_module(f"{__name__}.{_NAMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
