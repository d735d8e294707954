"""Bots: levels such as `beginner`, other built-in ones, Python files, models and programs.

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
from gemgrove.agents.evaluator import Evaluator
from gemgrove.agents.levels import DEFAULT_LEVEL, LEVELS, Level
from gemgrove.agents.search import (
    Rollout,
    RootMove,
    RootPolicy,
    Search,
    SearchAgent,
    SearchResult,
)
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
    "DEFAULT_LEVEL",
    "LEVELS",
    "MODEL",
    "REASONS",
    "Agent",
    "Bot",
    "BotSpec",
    "Clock",
    "Evaluator",
    "Forfeit",
    "GameInfo",
    "GreedyAgent",
    "Level",
    "Limits",
    "NamedAgent",
    "Option",
    "RandomAgent",
    "Rollout",
    "RootMove",
    "RootPolicy",
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
