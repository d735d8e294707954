"""What came of a game: how it ended, and for each seat what its bot did."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

FORFEIT = "forfeit"
"""The ending of a game that a bot has lost by its own doing."""
FAULT = "fault"
"""The ending of a game that could not be played: its worker died twice. Nobody is rated for it."""


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """What one seat's bot did in one game."""

    seat: int
    """From 0."""
    bot: int
    """The bot's number, its place in `Results.bots`."""
    score: int
    """The game's points."""
    rank: int | None
    """1 for the winners, below them by points, equal ones alike; the last place for a forfeit.
    None where the seat is not rated: a game of three or four that somebody else has forfeited."""
    share: float | None
    """The share of the win: 1, or less where it is shared, or 0; None where it is not rated."""
    decisions: int
    seconds: float
    """The time it thought, all decisions together."""
    longest: float
    """The time of its longest decision, in seconds."""
    forfeit: str | None = None
    """Why it has lost by its own doing, such as `timeout`; None if it has not."""
    detail: str | None = None
    """What happened, a sentence for its author."""
    stderr: str | None = None
    """The end of what a bot that forfeited wrote to its standard error, where there is any."""


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """One game of a run."""

    number: int
    """From 1, in the order of the schedule."""
    block: int
    """The block it belongs to, from 1."""
    rotation: int
    """How far the table was rotated, from 0."""
    ending: str
    """`finished`, `dead end`, `turn limit`, `forfeit` or `fault`."""
    length: int
    """In the unit of its game, such as rounds."""
    seats: tuple[SeatOutcome, ...]
    """In order of the seats; none for a fault."""
    retries: int = 0
    """How often the game was begun anew because its worker died."""

    @property
    def decisions(self) -> int:
        """Of all seats together."""
        return sum(seat.decisions for seat in self.seats)

    @property
    def forfeiter(self) -> SeatOutcome | None:
        """The seat that has forfeited, if one has."""
        return next((seat for seat in self.seats if seat.forfeit is not None), None)

    def comparisons(self) -> Iterator[tuple[int, int, float]]:
        """Pairs of different bots, and the score of the first: 1 above the other, 0.5 level, or 0.

        Who has forfeited is below all others; with three or four seats those are not compared.
        """
        for one, other in combinations(self.seats, 2):
            if one.bot == other.bot or (one.rank is None and other.rank is None):
                continue
            # An unrated seat has no place, but whoever forfeited is below it.
            first, second = one.rank or 0, other.rank or 0
            yield one.bot, other.bot, 0.5 if first == second else float(first < second)


def ranked(scores: Sequence[int], winners: Sequence[int]) -> list[int]:
    """The place of each seat of a finished game: winners first, then by points, equals alike."""
    keys = [(0, 0) if seat in winners else (1, -score) for seat, score in enumerate(scores)]
    return [1 + sum(other < key for other in keys) for key in keys]


def mean_score(games: Iterable[GameOutcome], bot: int) -> float | None:
    """A bot's mean over all its comparisons with others, from 0 to 1; None without any."""
    scores = [
        score if one == bot else 1 - score
        for game in games
        for one, other, score in game.comparisons()
        if bot in (one, other)
    ]
    return sum(scores) / len(scores) if scores else None
