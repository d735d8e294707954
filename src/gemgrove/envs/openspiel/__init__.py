"""Every game as a game of OpenSpiel, with explicit chance.

    import pyspiel
    import gemgrove.envs.openspiel  # registers the games

    game = pyspiel.load_game("gemgrove_splendor(players=3)")
    game = pyspiel.load_game("gemgrove_arboretum(rules=seeded,options=(first_player=random))")

The parameters are `players` (0: as many as the rules say), `rules` (the name of a preset) and
`options`, which replaces some options of the rules.

The deal is a chance node for each card, and so is every card that is drawn from a deck later: a
decision that draws leads to the chance node, and happens once chance has chosen. Returns are those
of the reward `rank`: 1 for the first, -1 for the last, the others evenly between, and places shared
in a tie. They add up to zero for any number of players.
"""

from gemgrove.envs.extras import needs

with needs("openspiel"):
    import pyspiel  # noqa: F401 - the modules below need it, and this one says how to get it

from gemgrove.envs.openspiel.game import OpenSpielGame, register, short_name
from gemgrove.envs.openspiel.state import OpenSpielState
from gemgrove.game import GAMES

__all__ = ["OpenSpielGame", "OpenSpielState", "short_name"]

for _game in GAMES:
    register(_game)
