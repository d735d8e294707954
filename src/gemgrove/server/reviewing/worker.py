"""A process that judges decisions, one after another, and remembers none of them.

It is asked and ended as a bot's worker is, and stands back from those, too.
"""

import json
import pickle
from dataclasses import asdict
from typing import NoReturn

from gemgrove.agents.search import Search
from gemgrove.analysis.review import SEED, judge
from gemgrove.server.bots.worker import serve, told

_POLITENESS = 19
"""A review gets what is left of the processor."""


def main() -> NoReturn:
    """Judge what comes in."""
    serve(judged, politeness=_POLITENESS)


def judged(message: bytes) -> bytes:
    """A line with the judgement of a message's decision, or with what went wrong."""
    view, action, iterations = pickle.loads(message)
    try:
        found = asdict(judge(view, action, lambda: Search(iterations=iterations, seed=SEED)))
    except Exception as error:  # noqa: BLE001 - whatever it is, the next decision may be judged
        return _line({"error": told(error)})
    return _line({"judgement": found})


def _line(answer: object) -> bytes:
    return json.dumps(answer).encode() + b"\n"


if __name__ == "__main__":
    main()
