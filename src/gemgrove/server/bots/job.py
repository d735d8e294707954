"""What a bot is asked, what it answers, and both as bytes between processes."""

import json
import pickle
from dataclasses import dataclass, replace
from typing import Any

from gemgrove.game import View


@dataclass(frozen=True, slots=True)
class Job:
    """A decision that a bot has to make."""

    table: str
    seq: int
    """The position: the table's last event when the job was made."""
    view: View
    """What the bot's seat may know, and all it gets."""
    spec: str
    seed: int

    def __post_init__(self) -> None:
        if not isinstance(self.view, View):
            raise TypeError(
                f"A bot gets a View and nothing else, not a {type(self.view).__name__}."
            )

    def by(self, spec: str) -> "Job":
        """The same decision, to be made by another bot."""
        return replace(self, spec=spec)

    def message(self) -> bytes:
        """What a worker gets: neither the table's name nor anything else of it."""
        return pickle.dumps((self.spec, self.seed, self.view), pickle.HIGHEST_PROTOCOL)


@dataclass(frozen=True, slots=True)
class Thought:
    """What came of a job."""

    action: int
    seconds: float
    """How long the bot has thought; waiting does not count."""
    spec: str
    """Who has thought: the bot of the job, or who stood in for it."""
    tries: int = 1
    """How many workers it took."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a worker says: an action, or what went wrong in the bot."""

    action: int | None
    seconds: float = 0.0
    error: str | None = None
    """Where and by which kind of exception; no message, which might tell of hidden cards."""

    def line(self) -> bytes:
        """The answer as a line of JSON."""
        values = {"action": self.action, "seconds": self.seconds, "error": self.error}
        return json.dumps(values).encode() + b"\n"

    @classmethod
    def read(cls, line: bytes) -> "Answer":
        """The answer of a line."""
        values: dict[str, Any] = json.loads(line)
        return cls(values["action"], values["seconds"], values["error"])
