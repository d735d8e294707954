"""Bots: built-in ones such as `greedy@1`, Python files, models and programs.

>>> from gemgrove import agents
>>> agents.make("greedy").spec
'greedy@1'
"""

from gemgrove.agents.agent import (
    REASONS,
    Agent,
    Forfeit,
    GameInfo,
    NamedAgent,
    begin,
    close,
    end,
    limit,
    play_out,
)
from gemgrove.agents.builtin import GreedyAgent, RandomAgent
from gemgrove.agents.child_process import Limits
from gemgrove.agents.clock import Clock, TimeControl
from gemgrove.agents.search import Rollout, RootMove, Search, SearchAgent, SearchResult
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
    "Clock",
    "Forfeit",
    "GameInfo",
    "GreedyAgent",
    "Limits",
    "NamedAgent",
    "Option",
    "RandomAgent",
    "Rollout",
    "RootMove",
    "Search",
    "SearchAgent",
    "SearchResult",
    "SpecError",
    "TimeControl",
    "available",
    "begin",
    "close",
    "end",
    "is_external",
    "limit",
    "make",
    "play_out",
    "runs_apart",
]
