"""The outcome of a game, seat by seat, and the verdict of a test on the outcomes so far."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Self

from gemgrove.analysis.sprt import SequentialTest, Sprt, Verdict
from gemgrove.arena.schedule import ScheduledGame

FORFEIT = "forfeit"
"""The ending of a game that a bot has lost by its own doing."""
FAULT = "fault"
"""The ending of a game that could not be played, since its workers died. Nobody is rated for it."""


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """One seat of one game."""

    seat: int
    """From 0."""
    bot: int
    """The bot's number, its place in `Results.bots`."""
    score: int
    """The game's points."""
    rank: int | None
    """The seat's place as `Game.places` has it, 1 for the winners; the last one for a forfeit.
    None where the seat is not rated: a game of three or four that somebody else has forfeited."""
    share: float | None
    """The share of the win: 1, or less where it is shared, or 0; None where it is not rated."""
    decisions: int
    seconds: float
    """The time it thought, all decisions together."""
    longest: float
    """The time of its longest decision, in seconds."""
    forfeit: str | None = None
    """The reason for its forfeit, such as `timeout`; None if it has not forfeited."""
    detail: str | None = None
    """A sentence about the forfeit for the bot's author."""
    stderr: str | None = None
    """The end of the stderr of a bot that forfeited, if there is any."""


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """One game of a run."""

    number: int
    """From 1, in the order of the schedule."""
    block: int
    """The block it belongs to, from 1."""
    rotation: int
    """The number of seats that the table was rotated by."""
    ending: str
    """`finished`, `dead end`, `turn limit`, `forfeit` or `fault`."""
    length: int
    """In the unit of its game, such as rounds."""
    seats: tuple[SeatOutcome, ...]
    """In order of the seats; none for a fault."""
    retries: int = 0
    """The number of times the game was restarted because its worker died."""

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """The outcome that `asdict` described."""
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


def mean_score(games: Iterable[GameOutcome], bot: int) -> float | None:
    """A bot's mean over all its comparisons with others, from 0 to 1; None without any."""
    scores = [
        score if one == bot else 1 - score
        for game in games
        for one, other, score in game.comparisons()
        if bot in (one, other)
    ]
    return sum(scores) / len(scores) if scores else None


class BlockSprt:
    """A test between the first bot and the second over the games of a run.

    A block counts when all its games and all blocks before it are there, so that the verdict
    depends on the games alone, and not on which of them was finished first.
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
