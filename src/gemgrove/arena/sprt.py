"""A test between two bots over the games of a run, in whatever order they are finished."""

from gemgrove.analysis.sprt import SequentialTest, Sprt, Verdict
from gemgrove.arena.outcome import GameOutcome, mean_score

_FIRST = 0


class BlockSprt:
    """Counts a block when all its games and all blocks before it are there.

    So the verdict depends on the games alone, and not on which of them was finished first.
    """

    def __init__(self, test: Sprt, players: int) -> None:
        self._sprt = SequentialTest(test)
        self._players = players
        self._open: dict[int, list[GameOutcome]] = {}
        self._next = 1

    @property
    def verdict(self) -> Verdict:
        """The state of the test."""
        return self._sprt.verdict

    def add(self, game: GameOutcome) -> None:
        """Take in one more game."""
        self._open.setdefault(game.block, []).append(game)
        while len(self._open.get(self._next, ())) == self._players:
            score = mean_score(self._open.pop(self._next), _FIRST)
            if score is not None:
                self._sprt.add(score)
            self._next += 1
