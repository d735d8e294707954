"""Build, train, rate and play against Splendor and Arboretum bots.

>>> import gemgrove as gg
>>> game = gg.new("splendor", players=2, seed=42)
>>> game.play("p3 red white blue")
>>> game.to_move
1
"""

from gemgrove.deal import Deal, SealedDeal, verify_sealed
from gemgrove.game import GAMES, Game, View, from_position, new
from gemgrove.record import Record, RecordError, Result
from gemgrove.variant import IllegalMove, Move, NotationError, PositionError, Rules

__version__ = "0.1.0"

__all__ = [
    "GAMES",
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
    "from_position",
    "new",
    "verify_sealed",
]
