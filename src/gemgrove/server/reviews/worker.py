"""Judges a decision in a worker process."""

from dataclasses import asdict
from typing import Any

from gemgrove.agents.search import Search
from gemgrove.analysis.review import SEED, judge
from gemgrove.game import View


def judge_decision(view: View, action: int, iterations: int) -> dict[str, Any]:
    """Return the fields of a `Judgement`."""
    return asdict(judge(view, action, lambda: Search(iterations=iterations, seed=SEED)))
