"""The generations of a training run, and the progress that it reports."""

import json
from dataclasses import asdict, dataclass
from math import log10

from gemgrove.learn.fit import FitProgress, Losses

_LEAST_SHARE = 0.01


@dataclass(frozen=True, slots=True)
class Generation:
    """A network that was trained and tested."""

    number: int
    shards: int
    """The number of shards when it was trained."""
    losses: Losses
    """On games that it did not learn from."""
    opponent: str
    """The bot it was tested against: `mcts`, or the best generation before it."""
    score: float
    """Its share of the wins against that bot."""
    games: int
    """The games of that test."""
    accepted: bool
    """True if it is the best one from now on."""

    def elo(self, players: int) -> float:
        """Return its advantage over that bot; at most about 800 either way."""
        return elo_of_share(self.score, players)


def elo_of_share(share: float, players: int) -> float:
    """Return the advantage of a bot that wins this share of games against `players - 1` others."""
    share = min(max(share, _LEAST_SHARE), 1 - _LEAST_SHARE)
    return 400 * log10(share / (1 - share) * (players - 1))


@dataclass(frozen=True, slots=True)
class State:
    """The generations so far; `best` is the number of the best one, 0 if there is none."""

    generations: tuple[Generation, ...] = ()
    best: int = 0

    def before(self, generation: int) -> "State":
        """Return the state when a generation began."""
        known = self.generations[: generation - 1]
        return State(known, max((each.number for each in known if each.accepted), default=0))

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=2)

    @classmethod
    def from_json(cls, text: str) -> "State":
        values = json.loads(text)
        generations = tuple(
            Generation(**{**each, "losses": Losses(**each["losses"])})
            for each in values["generations"]
        )
        return cls(generations, values["best"])


@dataclass(frozen=True, slots=True)
class SelfPlayed:
    """Progress: a shard was played."""

    generation: int
    games: int
    """The games that the generation has played so far."""
    most: int
    """The games that it plays."""
    total: int
    """The games of all generations so far."""
    decisions: int
    """Those of the shard's games."""
    games_per_second: float


@dataclass(frozen=True, slots=True)
class Fitted:
    """Progress: a network was fitted for a while."""

    generation: int
    fit: FitProgress


@dataclass(frozen=True, slots=True)
class Gated:
    """Progress: a gate goes on, perhaps with another game."""

    generation: int
    games: int
    most: int
    share: float
    """The share of the wins so far."""


Progress = SelfPlayed | Fitted | Gated | Generation
"""The steps that `TrainingRun.train` yields; a `Generation` once it is complete."""
