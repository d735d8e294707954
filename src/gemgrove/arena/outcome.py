"""A game's outcome, seat by seat, and a test's verdict on the outcomes so far."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Self

from gemgrove.analysis.sprt import SequentialTest, Sprt, Verdict
from gemgrove.arena.schedule import ScheduledGame

FORFEIT = "forfeit"
"""The ending of a game that a bot has forfeited."""
FAULT = "fault"
"""The ending of a game that could not be played because its workers died; it is not rated."""


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """One seat's result in one game."""

    seat: int
    """From 0."""
    bot: int
    """The bot's number, which is its index in `Results.bots`."""
    score: int
    """The points at the end of the game."""
    rank: int | None
    """The seat's place as in `Game.places`, 1 for the winners; the last place for a forfeit. None
    if the seat is not rated: in a game of three or four that another seat has forfeited."""
    share: float | None
    """The share of the win: 1, less if it is shared, or 0; None if the seat is not rated."""
    decisions: int
    seconds: float
    """The thinking time of all decisions together."""
    longest: float
    """The thinking time of the longest decision, in seconds."""
    forfeit: str | None = None
    """The reason for the seat's forfeit, such as `timeout`; None if it has not forfeited."""
    detail: str | None = None
    """A sentence about the forfeit for the bot's author."""
    stderr: str | None = None
    """The last part of the stderr of a bot that forfeited, if there is any."""


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """The outcome of one game in a run."""

    number: int
    """From 1, in the order of the schedule."""
    block: int
    """The number of the game's block, from 1."""
    rotation: int
    """The number of seats that the table was rotated by."""
    ending: str
    """`finished`, `dead end`, `turn limit`, `forfeit` or `fault`."""
    length: int
    """The length in the game's unit, such as rounds."""
    seats: tuple[SeatOutcome, ...]
    """In seat order; empty for a fault."""
    retries: int = 0
    """The number of times the game was restarted because its worker died."""

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Read an outcome that was written with `asdict`."""
        seats = tuple(SeatOutcome(**seat) for seat in values["seats"])
        return cls(**{**values, "seats": seats})

    @classmethod
    def fault(cls, scheduled: ScheduledGame, *, retries: int) -> Self:
        return cls(
            number=scheduled.number,
            block=scheduled.block,
            rotation=scheduled.rotation,
            ending=FAULT,
            length=0,
            seats=(),
            retries=retries,
        )

    @property
    def decisions(self) -> int:
        """The number of decisions of all seats together."""
        return sum(seat.decisions for seat in self.seats)

    @property
    def forfeiter(self) -> SeatOutcome | None:
        """The seat that has forfeited, if any."""
        return next((seat for seat in self.seats if seat.forfeit is not None), None)

    def comparisons(self) -> Iterator[tuple[int, int, float]]:
        """Yield pairs of different bots and the first one's score: 1 above, 0.5 level, 0 below.

        A bot that has forfeited is below all others; with three or four seats, the others are not
        compared with each other.
        """
        for one, other in combinations(self.seats, 2):
            if one.bot == other.bot or (one.rank is None and other.rank is None):
                continue
            # An unrated seat has no place, but the seat that forfeited is below it.
            first, second = one.rank or 0, other.rank or 0
            yield one.bot, other.bot, 0.5 if first == second else float(first < second)


def mean_score(games: Iterable[GameOutcome], bot: int) -> float | None:
    """Return a bot's mean score over all its comparisons, from 0 to 1; None without any."""
    scores = [
        score if one == bot else 1 - score
        for game in games
        for one, other, score in game.comparisons()
        if bot in (one, other)
    ]
    return sum(scores) / len(scores) if scores else None


class BlockSprt:
    """A sequential test between the two bots of a run.

    A block counts once all its games and all earlier blocks are complete, so the verdict depends
    only on the games, not on the order in which they finished.
    """

    def __init__(self, test: Sprt, players: int) -> None:
        self._sprt = SequentialTest(test)
        self._players = players
        self._open: dict[int, list[GameOutcome]] = {}
        self._next = 1

    @property
    def verdict(self) -> Verdict:
        return self._sprt.verdict

    def add(self, game: GameOutcome) -> None:
        self._open.setdefault(game.block, []).append(game)
        while len(self._open.get(self._next, ())) == self._players:
            score = mean_score(self._open.pop(self._next), 0)
            if score is not None:
                self._sprt.add(score)
            self._next += 1
