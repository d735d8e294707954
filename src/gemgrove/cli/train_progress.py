"""A training run's progress on standard error: a display that is redrawn, or lines."""

import sys
from time import monotonic
from typing import TYPE_CHECKING, Self

from gemgrove.learn.state import Fitted, Gated, Generation, Progress, SelfPlayed

if TYPE_CHECKING:
    from rich.console import Group

    from gemgrove.learn.run import TrainingRun

_LINE_SECONDS = 30.0
_REFRESH_SECONDS = 0.25
_SHOWN_GENERATIONS = 10
_BAR_WIDTH = 60


def progress_of(training: "TrainingRun", deadline: float) -> "TrainingProgress":
    """Return a display if a terminal is attached, and lines otherwise."""
    kind = TrainingDisplay if sys.stderr.isatty() else TrainingProgress
    return kind(training, deadline)


class TrainingProgress:
    """Prints a line when a phase or a generation ends, and now and then in between."""

    def __init__(self, training: "TrainingRun", deadline: float) -> None:
        self._training = training
        self._deadline = deadline
        self._shown = monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def update(self, progress: Progress) -> None:
        """Show some progress."""
        done, most = amount_done(progress)
        # The line about a generation tells the end of its gate.
        ended = done >= most and not isinstance(progress, Gated)
        if ended or monotonic() - self._shown > _LINE_SECONDS:
            self._shown = monotonic()
            players = self._training.settings.players
            line = f"{describe(progress, players)}; {time_left(self._deadline)}"
            print(line, file=sys.stderr, flush=True)


class TrainingDisplay(TrainingProgress):
    """A bar for the phase and a table of the latest generations, redrawn a few times a second."""

    def __init__(self, training: "TrainingRun", deadline: float) -> None:
        from rich.console import Console
        from rich.live import Live

        super().__init__(training, deadline)
        self._live = Live(console=Console(stderr=True), auto_refresh=False, transient=True)
        self._shown = 0.0

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def update(self, progress: Progress) -> None:
        if monotonic() - self._shown >= _REFRESH_SECONDS or isinstance(progress, Generation):
            self._shown = monotonic()
            self._live.update(self._picture(progress), refresh=True)

    def _picture(self, progress: Progress) -> "Group":
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        players = self._training.settings.players
        table = Table(box=None)
        for name in ("generation", "against", "games", "won", "Elo", "policy loss", "value loss"):
            table.add_column(name, justify="left" if name == "against" else "right")
        table.add_column("")
        for each in self._training.state.generations[-_SHOWN_GENERATIONS:]:
            table.add_row(
                str(each.number),
                each.opponent,
                str(each.games),
                f"{each.score:.1%}",
                f"{each.elo(players):+.0f}",
                f"{each.losses.policy:.3f}",
                f"{each.losses.value:.3f}",
                "accepted" if each.accepted else "",
            )
        done, most = amount_done(progress)
        now = Text(f"{describe(progress, players)}; {time_left(self._deadline)}")
        bar = Table.grid()  # a bar by itself does not end its line
        bar.add_row(ProgressBar(total=most, completed=done, width=_BAR_WIDTH))
        parts = [table] if table.row_count else []
        return Group(*parts, bar, now)


def amount_done(progress: Progress) -> tuple[int, int]:
    """Return how much of a phase is done, and how much there is."""
    match progress:
        case SelfPlayed() | Gated():
            return progress.games, progress.most
        case Fitted():
            return progress.fit.step, progress.fit.steps
    return 1, 1


def describe(progress: Progress, players: int) -> str:
    """Return a line about some progress."""
    match progress:
        case SelfPlayed():
            return (
                f"generation {progress.generation}, self-play: {progress.games} of "
                f"{progress.most} games, {progress.games_per_second:.1f} games/s"
            )
        case Fitted():
            fit = progress.fit
            return (
                f"generation {progress.generation}, fit: {fit.step} of {fit.steps} steps, policy "
                f"loss {fit.losses.policy:.3f}, value loss {fit.losses.value:.3f}"
            )
        case Gated():
            return (
                f"generation {progress.generation}, gate: {progress.games} of at most "
                f"{progress.most} games, {progress.share:.1%} won"
            )
        case Generation():
            verdict = "accepted" if progress.accepted else "not accepted"
            return (
                f"generation {progress.number}: {verdict}, Elo {progress.elo(players):+.0f} "
                f"against {progress.opponent} in {progress.games} games, policy loss "
                f"{progress.losses.policy:.3f}, value loss {progress.losses.value:.3f}"
            )


def time_left(deadline: float) -> str:
    """Return the time until a deadline in words."""
    minutes, seconds = divmod(max(0, round(deadline - monotonic())), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02} left"
