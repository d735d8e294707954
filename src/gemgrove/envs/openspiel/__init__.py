"""Every game as an OpenSpiel game, with explicit chance nodes.

    import pyspiel
    import gemgrove.envs.openspiel  # registers the games

    game = pyspiel.load_game("gemgrove_splendor(players=3)")
    game = pyspiel.load_game("gemgrove_arboretum(rules=seeded,options=(first_player=random))")

The parameters are `players` (0: the default of the rules), `rules` (the name of a preset) and
`options`, which overrides single options of the rules.

Every card of the deal is a chance node, and so is every card drawn from a deck later: a decision
that draws a card leads to the chance node, and takes effect once chance has chosen. The returns are
those of the reward `rank`: 1 for the first place, -1 for the last, the others evenly spaced between
them, and ties share the mean. They add up to zero for any number of players.
"""

from gemgrove.envs.extras import needs

with needs("openspiel"):
    import pyspiel  # noqa: F401 - if it is missing, this says how to install it

from gemgrove.envs.openspiel.game import OpenSpielGame, register, short_name
from gemgrove.envs.openspiel.state import OpenSpielState
from gemgrove.game import GAMES

__all__ = ["OpenSpielGame", "OpenSpielState", "short_name"]

for _game in GAMES:
    register(_game)
