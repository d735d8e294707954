"""Games as Gymnasium environments: one learner, the other seats played by bots.

Importing this module registers an id for every game, such as `gemgrove/Splendor-v0`:

    import gymnasium
    import gemgrove.envs.gymnasium

    env = gymnasium.make("gemgrove/Splendor-v0", players=2, opponents="greedy")
    envs = gymnasium.make_vec("gemgrove/Splendor-v0", num_envs=1024, opponents="greedy", threads=2)

`GameEnv` and `GameVectorEnv` are the classes behind them.
"""

from gemgrove.envs.extras import needs

with needs("gymnasium"):
    import gymnasium as _gymnasium  # noqa: F401 - here, so that a complaint names this module

from gemgrove.envs.gymnasium.registration import ids, register
from gemgrove.envs.gymnasium.single import GameEnv
from gemgrove.envs.gymnasium.vector import GameVectorEnv

__all__ = ["GameEnv", "GameVectorEnv", "ids", "register"]

register()
