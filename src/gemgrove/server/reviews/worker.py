"""Judges a decision in a worker process."""

from dataclasses import asdict
from typing import Any

from gemgrove.agents.champion import analysis_search
from gemgrove.agents.search import Search
from gemgrove.analysis.review import SEED, judge
from gemgrove.game import View


def judge_decision(view: View, action: int, iterations: int) -> dict[str, Any]:
    """Return the fields of a `Judgement`."""

    def search() -> Search:
        return analysis_search(view.variant, iterations=iterations, seed=SEED)

    return asdict(judge(view, action, search))
