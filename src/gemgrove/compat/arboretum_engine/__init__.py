"""The names and formats of another Arboretum engine, which is only for two players.

>>> from gemgrove.compat.arboretum_engine import Card, get_valid_placements, json_to_tableau
>>> tableau = json_to_tableau({"0": {"0": ["C", 2]}, "1": {"0": ["J", 3]}})
>>> tableau[1][0] == Card("J", 3)
True
>>> len(get_valid_placements(tableau))
6

`read_state` and `write_state` handle the full game state, `read_view` and `write_view` the state
that a player receives in play, `read_saved_game` and `write_saved_game` whole games.
`move_evaluator` finds the best move, and `engine_bot` connects a bot to that engine.
"""

from gemgrove.arboretum_engine.json_values import (
    card_to_json,
    get_valid_placements,
    json_to_card,
    json_to_move,
    json_to_tableau,
    move_to_json,
    tableau_to_json,
)
from gemgrove.arboretum_engine.moves import EngineMove, Planted, last_move
from gemgrove.arboretum_engine.saved_game import read_saved_game, write_saved_game
from gemgrove.arboretum_engine.state import ImportedGame, read_state, write_state
from gemgrove.arboretum_engine.types import (
    Card,
    FormatError,
    Move,
    Tableau,
)
from gemgrove.arboretum_engine.view import ImportedView, read_view, write_view

__all__ = [
    "Card",
    "EngineMove",
    "FormatError",
    "ImportedGame",
    "ImportedView",
    "Move",
    "Planted",
    "Tableau",
    "card_to_json",
    "get_valid_placements",
    "json_to_card",
    "json_to_move",
    "json_to_tableau",
    "last_move",
    "move_to_json",
    "read_saved_game",
    "read_state",
    "read_view",
    "tableau_to_json",
    "write_saved_game",
    "write_state",
    "write_view",
]
