"""Gymnasium environments: one learner, with bots at the other seats.

Importing this module registers an id for every game, such as `gemgrove/Splendor-v0`:

    import gymnasium
    import gemgrove.envs.gymnasium

    env = gymnasium.make("gemgrove/Splendor-v0", players=2, opponents="greedy")
    envs = gymnasium.make_vec("gemgrove/Splendor-v0", num_envs=1024, opponents="greedy", threads=2)

`GameEnv` and `GameVectorEnv` are the environments' classes.
"""

from gemgrove.envs.extras import needs

with needs("gymnasium"):
    import gymnasium

from gemgrove.envs.gymnasium.single import GameEnv
from gemgrove.envs.gymnasium.vector import GameVectorEnv
from gemgrove.game import GAMES

__all__ = ["VERSION", "GameEnv", "GameVectorEnv", "ids", "register"]

VERSION = 0
"""The version of the environments; it changes when the same actions give other results."""


def ids() -> dict[str, str]:
    """Return the environment id for each game's name."""
    return {game: f"gemgrove/{game.capitalize()}-v{VERSION}" for game in GAMES}


def register() -> None:
    """Register every game that is not registered yet."""
    for game, name in ids().items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=f"{__name__}:GameEnv",
                vector_entry_point=f"{__name__}:GameVectorEnv",
                kwargs={"game": game},
            )


register()
