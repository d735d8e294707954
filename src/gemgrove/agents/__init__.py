"""Who chooses a move: bots by name, such as `greedy@1`, from files, models and programs.

>>> from gemgrove import agents
>>> agents.make("greedy").spec
'greedy@1'
"""

from gemgrove.agents.agent import Agent, NamedAgent, Table, begin, close, end, play_out
from gemgrove.agents.builtin import GreedyAgent, RandomAgent
from gemgrove.agents.clock import Clock, TimeControl
from gemgrove.agents.forfeit import REASONS, Forfeit
from gemgrove.agents.limits import Limits
from gemgrove.agents.search import Choice, Rollout, Search, SearchAgent, Thoughts
from gemgrove.agents.spec import (
    MODEL,
    Bot,
    BotSpec,
    Option,
    SpecError,
    available,
    is_external,
    make,
    runs_apart,
)

__all__ = [
    "MODEL",
    "REASONS",
    "Agent",
    "Bot",
    "BotSpec",
    "Choice",
    "Clock",
    "Forfeit",
    "GreedyAgent",
    "Limits",
    "NamedAgent",
    "Option",
    "RandomAgent",
    "Rollout",
    "Search",
    "SearchAgent",
    "SpecError",
    "Table",
    "Thoughts",
    "TimeControl",
    "available",
    "begin",
    "close",
    "end",
    "is_external",
    "make",
    "play_out",
    "runs_apart",
]
