"""Chooses a bot's move in a worker process."""

from typing import Any

from gemgrove import agents
from gemgrove.game import View
from gemgrove.variant import Move


def choose(spec: str, seed: int, view: View) -> int:
    """Return the action that a new bot chooses; it may be illegal."""
    agent = agents.make(spec, seed=seed)
    try:
        agents.begin(agent, view)
        choice: Any = agent.choose(view)
    finally:
        agents.close(agent)
    if isinstance(choice, str):
        choice = view.variant.parse_all(choice)[0]
    return int(view.variant.action(view, choice) if isinstance(choice, Move) else choice)
