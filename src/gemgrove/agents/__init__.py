"""Who chooses a move: bots by name, such as `random` or `greedy@1`.

>>> from gemgrove import agents
>>> agents.make("greedy").spec
'greedy@1'
"""

from gemgrove.agents.agent import Agent, NamedAgent, play_out
from gemgrove.agents.builtin import GreedyAgent, RandomAgent
from gemgrove.agents.spec import BotSpec, SpecError, available, make

__all__ = [
    "Agent",
    "BotSpec",
    "GreedyAgent",
    "NamedAgent",
    "RandomAgent",
    "SpecError",
    "available",
    "make",
    "play_out",
]
