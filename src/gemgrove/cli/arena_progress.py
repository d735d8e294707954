"""An arena run's progress on standard error: a bar with the standings so far, or lines."""

import sys
from collections.abc import Iterable
from time import monotonic
from typing import TYPE_CHECKING, Self

from gemgrove.arena.outcome import GameOutcome
from gemgrove.cli.console import printable

if TYPE_CHECKING:
    from rich.table import Table

    from gemgrove.arena.run import Run

_PARTS = 10
_LINE_SECONDS = 30.0
_REFRESH_SECONDS = 0.25
_MOST_NAMED = 4


def progress_of(run: "Run", earlier: Iterable[GameOutcome]) -> "Progress":
    """Return a bar if a terminal is attached, and lines otherwise."""
    return ProgressBar(run, earlier) if sys.stderr.isatty() else Progress(run, earlier)


class Progress:
    """Prints a line after each tenth of the run, or after some time."""

    def __init__(self, run: "Run", earlier: Iterable[GameOutcome]) -> None:
        from gemgrove.arena.standings import Tally

        self._run = run
        self._tallies = [Tally() for _ in run.bots]
        for game in earlier:
            self._add(game)
        self._part = self._parts_done()
        self._shown = monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def update(self, game: GameOutcome | None) -> None:
        """Update after a game, or after some time without one (None)."""
        if game is None:
            return
        self._add(game)
        if self._parts_done() > self._part or monotonic() - self._shown > _LINE_SECONDS:
            self._part = self._parts_done()
            self._shown = monotonic()
            shares = ", ".join(f"{name} {won}" for name, _, won, _ in self._rows()[:_MOST_NAMED])
            line = f"{self._run.done} of {self._run.total} games: {shares}"
            print("; ".join([line, *self._test_state()]), file=sys.stderr, flush=True)

    def _add(self, game: GameOutcome) -> None:
        for bot in {seat.bot for seat in game.seats}:
            self._tallies[bot].add(game, bot)

    def _parts_done(self) -> int:
        return self._run.done * _PARTS // self._run.total

    def _rows(self) -> list[tuple[str, str, str, str]]:
        """Return each bot's name, rated games, share of the wins and forfeits, best first."""
        ranked = sorted(
            zip(self._run.bots, self._tallies, strict=True),
            key=lambda pair: pair[1].share or 0.0,
            reverse=True,
        )
        return [
            (
                printable(bot.name),
                str(tally.rated),
                f"{tally.share or 0.0:.1%}",
                str(tally.forfeits.total()),
            )
            for bot, tally in ranked
        ]

    def _test_state(self) -> list[str]:
        """Return the state of the test, if the run is one."""
        verdict = self._run.verdict
        if verdict is None:
            return []
        bounds = f"{verdict.test.lower:.2f} to {verdict.test.upper:.2f}"
        return [f"log ratio {verdict.log_ratio:.2f} of {bounds}"]


class ProgressBar(Progress):
    """A bar and the standings so far, redrawn a few times a second."""

    def __init__(self, run: "Run", earlier: Iterable[GameOutcome]) -> None:
        from rich import progress
        from rich.console import Console
        from rich.live import Live

        super().__init__(run, earlier)
        self._bar = progress.Progress(
            progress.BarColumn(),
            progress.MofNCompleteColumn(),
            "games",
            progress.TimeRemainingColumn(),
        )
        self._task = self._bar.add_task("", total=run.total, completed=run.done)
        self._live = Live(console=Console(stderr=True), auto_refresh=False, transient=True)
        self._shown = 0.0

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def update(self, game: GameOutcome | None) -> None:
        from rich.console import Group

        if game is not None:
            self._add(game)
        if monotonic() - self._shown < _REFRESH_SECONDS:
            return
        self._shown = monotonic()
        self._bar.update(self._task, completed=self._run.done)
        self._live.update(Group(self._table(), self._bar), refresh=True)

    def _table(self) -> "Table":
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, caption="".join(self._test_state()) or None)
        table.add_column("bot")
        for name in ("games", "won", "forfeits"):
            table.add_column(name, justify="right")
        for name, *figures in self._rows():
            table.add_row(Text(name), *figures)
        return table
