"""The interface of Splendor-AI-Arena: states are numbers, and agents answer with an action number.

>>> from gemgrove.compat.splendor_arena import Game
>>> game = Game(players=3, seed=1)
>>> state = game.getInitState()
>>> len(state), game.getActionSize()
(300, 48)
>>> state, player = game.getNextState(state, 1, 27)
>>> player, game.canonicalForm(state, 3)[254:260].tolist()
(2, [0, 0, 0, 0, 0, 0])

`docs/splendor-arena.md` describes the layout of a state and lists the actions.
"""

from gemgrove.compat.splendor_arena.actions import ACTIONS, HOLD, RETURNS, action_text
from gemgrove.compat.splendor_arena.base_game import BaseGame
from gemgrove.compat.splendor_arena.card_pool import UnknownCardWarning
from gemgrove.compat.splendor_arena.checked_game import GameError
from gemgrove.compat.splendor_arena.config import GameConfig
from gemgrove.compat.splendor_arena.game import Game, ValidMoves
from gemgrove.compat.splendor_arena.layout import COLORS, GEMS, Layout
from gemgrove.compat.splendor_arena.players import (
    BotPlayer,
    HumanPlayer,
    Player,
    PlayerAgent,
    Plays,
    RandomPlayer,
)
from gemgrove.compat.splendor_arena.playground import (
    Fault,
    GameResult,
    Performance,
    PlayGround,
)
from gemgrove.compat.splendor_arena.state import State, StateError, state_of
from gemgrove.compat.splendor_arena.table import Table, read_table

__all__ = [
    "ACTIONS",
    "COLORS",
    "GEMS",
    "HOLD",
    "RETURNS",
    "BaseGame",
    "BotPlayer",
    "Fault",
    "Game",
    "GameConfig",
    "GameError",
    "GameResult",
    "HumanPlayer",
    "Layout",
    "Performance",
    "PlayGround",
    "Player",
    "PlayerAgent",
    "Plays",
    "RandomPlayer",
    "State",
    "StateError",
    "Table",
    "UnknownCardWarning",
    "ValidMoves",
    "action_text",
    "read_table",
    "state_of",
]
