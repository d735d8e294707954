"""A decision that a worker is asked to judge."""

import asyncio
import pickle
from contextlib import AbstractAsyncContextManager

import msgspec

from gemgrove.analysis.review import Judgement
from gemgrove.game import View


class Verdict(msgspec.Struct, frozen=True):
    """What a worker says: a judgement, or what went wrong."""

    judgement: Judgement | None = None
    error: str | None = None


class Judging:
    """The errand to a worker."""

    def __init__(self, view: View, action: int, iterations: int) -> None:
        """`view` is what the seat knew that decided, and all that the worker gets of the game."""
        if not isinstance(view, View):
            raise TypeError(f"A decision is judged by a View, not by a {type(view).__name__}.")
        self._asked = (view, action, iterations)
        self.tries = 0

    def message(self) -> bytes:
        """What the worker gets."""
        return pickle.dumps(self._asked, pickle.HIGHEST_PROTOCOL)

    def read(self, line: bytes) -> Verdict:
        """What it answers."""
        return msgspec.json.decode(line, type=Verdict)

    def patience(self, seconds: float) -> AbstractAsyncContextManager[object]:
        """A `TimeoutError` after so many seconds."""
        return asyncio.timeout(seconds)
