"""The progress of an arena run: a bar with the standings so far, or occasional lines."""

import sys
from collections.abc import Iterable
from time import monotonic
from typing import TYPE_CHECKING, Protocol, Self

from gemgrove.arena.outcome import GameOutcome
from gemgrove.cli.console import printable

if TYPE_CHECKING:
    from rich.table import Table

    from gemgrove.arena.run import Run

_PARTS = 10
_LINE_SECONDS = 30.0
_REFRESH_SECONDS = 0.25
_MOST_NAMED = 4


class Progress(Protocol):
    """Shows the progress of a run."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *_: object) -> None: ...
    def update(self, game: GameOutcome | None) -> None:
        """Update after a game, or after some time without one (None)."""


class Tallies:
    """The standings so far: cheap to update, without ratings."""

    def __init__(self, bots: int) -> None:
        self.rated = [0] * bots
        self.won = [0.0] * bots
        self.forfeits = [0] * bots

    def add(self, game: GameOutcome) -> None:
        """Count a game."""
        for seat in game.seats:
            if seat.share is not None:
                self.rated[seat.bot] += 1
                self.won[seat.bot] += seat.share
            self.forfeits[seat.bot] += seat.forfeit is not None

    def share(self, bot: int) -> float:
        """A bot's share of the wins in its rated games."""
        return self.won[bot] / self.rated[bot] if self.rated[bot] else 0.0

    def order(self) -> list[int]:
        """The bots, best first."""
        return sorted(range(len(self.won)), key=self.share, reverse=True)


def progress_of(run: "Run", earlier: Iterable[GameOutcome]) -> Progress:
    """Return a bar if a terminal is attached, and lines otherwise; both on standard error."""
    tallies = Tallies(len(run.bots))
    for game in earlier:
        tallies.add(game)
    return Bar(run, tallies) if sys.stderr.isatty() else Lines(run, tallies)


class Lines:
    """A line after each tenth of the run, or after some time."""

    def __init__(self, run: "Run", tallies: Tallies) -> None:
        self._run = run
        self._tallies = tallies
        self._part = self._parts_done()
        self._told = monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def update(self, game: GameOutcome | None) -> None:
        """Count the game, and write a line if one is due."""
        if game is None:
            return
        self._tallies.add(game)
        if self._parts_done() > self._part or monotonic() - self._told > _LINE_SECONDS:
            self._part = self._parts_done()
            self._told = monotonic()
            print(self._line(), file=sys.stderr, flush=True)

    def _parts_done(self) -> int:
        return self._run.done * _PARTS // self._run.total

    def _line(self) -> str:
        run, tallies = self._run, self._tallies
        shares = ", ".join(
            f"{printable(run.bots[bot].name)} {tallies.share(bot):.1%}"
            for bot in tallies.order()[:_MOST_NAMED]
        )
        return f"{run.done} of {run.total} games: {shares}{_test_state(run)}"


class Bar:
    """A bar and the standings so far, redrawn a few times a second."""

    def __init__(self, run: "Run", tallies: Tallies) -> None:
        from rich.console import Console
        from rich.live import Live
        from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn
        from rich.progress import Progress as Columns

        self._run = run
        self._tallies = tallies
        self._columns = Columns(BarColumn(), MofNCompleteColumn(), "games", TimeRemainingColumn())
        self._task = self._columns.add_task("", total=run.total, completed=run.done)
        self._live = Live(
            console=Console(stderr=True), auto_refresh=False, transient=True, screen=False
        )
        self._drawn = 0.0

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def update(self, game: GameOutcome | None) -> None:
        """Count the game, and redraw if that is due."""
        from rich.console import Group

        if game is not None:
            self._tallies.add(game)
        if monotonic() - self._drawn < _REFRESH_SECONDS:
            return
        self._drawn = monotonic()
        self._columns.update(self._task, completed=self._run.done)
        self._live.update(Group(self._table(), self._columns), refresh=True)

    def _table(self) -> "Table":
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, caption=_test_state(self._run).strip("; ") or None)
        table.add_column("bot")
        for name in ("games", "won", "forfeits"):
            table.add_column(name, justify="right")
        tallies = self._tallies
        for bot in tallies.order():
            table.add_row(
                Text(printable(self._run.bots[bot].name)),
                str(tallies.rated[bot]),
                f"{tallies.share(bot):.1%}",
                str(tallies.forfeits[bot]),
            )
        return table


def _test_state(run: "Run") -> str:
    """The state of the test, if the run is one."""
    verdict = run.verdict
    if verdict is None:
        return ""
    test = verdict.test
    return f"; log ratio {verdict.log_ratio:.2f} of {test.lower:.2f} to {test.upper:.2f}"
