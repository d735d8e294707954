"""Create or resume a run, and play its remaining games."""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from gemgrove import __version__
from gemgrove.agents import TimeControl
from gemgrove.agents.spec import check_playable
from gemgrove.analysis.sprt import Sprt, Verdict
from gemgrove.arena.bots import has_same_files, network_files, resolve_bots
from gemgrove.arena.game_runner import MatchConfig, play_game
from gemgrove.arena.outcome import BlockSprt, GameOutcome
from gemgrove.arena.results import Results
from gemgrove.arena.run_file import RunWriter
from gemgrove.arena.schedule import DealtGame, Schedule
from gemgrove.arena.settings import (
    GAUNTLET,
    ROUND_ROBIN,
    SPRT,
    Bot,
    Settings,
    SettingsError,
    whole_blocks,
)
from gemgrove.deal_sequence import DealSequence
from gemgrove.game import variant_class
from gemgrove.options import OFFICIAL
from gemgrove.worker_pool import (
    Job,
    JobFailed,
    Pool,
    WorkerDied,
    WorkerNotStarted,
    WorkerPool,
    WorkerRefused,
    as_completed,
)

TRIES = 2
"""The number of workers that may try a game before it is a fault."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The run that a user asks for; nothing is checked yet."""

    bots: Sequence[str]
    game: str
    players: int | None = None
    rules: str = OFFICIAL
    games: int = 100
    seed: int | None = None
    """The seed of the first deal; None if the deals come from a secret that the run draws."""
    gauntlet: bool = False
    sprt: Sprt | None = None
    time: str | None = None

    def settings(self) -> Settings:
        """Return the settings of the run; raise a `ValueError` that says what is impossible."""
        if self.gauntlet and self.sprt is not None:
            raise SettingsError("A run is a gauntlet or a test, not both.")
        if self.time is not None:
            TimeControl.parse(self.time)
        kind = variant_class(self.game)
        variant = kind.create(self.rules, players=self.players, options={})
        check_playable(self.bots, variant)
        players = variant.rules.players
        games = _games(self.games, players, self.seed)
        return Settings(
            game=self.game,
            rules=variant.spec,
            players=players,
            schedule=SPRT if self.sprt else GAUNTLET if self.gauntlet else ROUND_ROBIN,
            games=games,
            seed=self.seed,
            time=self.time,
            length_unit=variant_class(self.game).presenter().length_unit,
            version=__version__,
            encoding=dict(kind.encoding),
            variant=variant.to_dict(),
            sprt=self.sprt,
        )


class Run:
    """A run whose file is open for writing; `play` plays the remaining games."""

    def __init__(self, store: RunWriter) -> None:
        self._store = store
        self.path = store.path
        with Results.open(store.path) as results:
            self.settings = results.settings
            self.bots = results.bots
            self.schedule = results.schedule
            self._deals = results.deals
            self._played = set(results.played)
            test = self.settings.sprt
            self._sprt = None if test is None else BlockSprt(test, self.settings.players)
            if self._sprt is not None:
                for game in results.games():
                    self._sprt.add(game)

    @classmethod
    def create(cls, path: Path, plan: Plan) -> Self:
        """Create a run in a new file, which also stores the secret that its deals come from."""
        settings = plan.settings()
        deals = DealSequence.new(settings.seed)
        bots = resolve_bots(plan.bots)
        Schedule.of(settings.schedule, bots=len(bots), players=settings.players)
        return cls(RunWriter.create(path, settings, bots, deals.secret))

    @classmethod
    def resume(cls, path: Path, *, games: int | None = None) -> Self:
        """Resume the run in a file; `games` changes the number of games per table.

        Raise `SettingsError` if this program would not play the same games.
        """
        with Results.open(path) as results:
            settings, bots = results.settings, results.bots
            last = max(results.played, default=0)
            tables = len(results.schedule.tables)
        _check_program(settings)
        _check_bots(bots)
        wanted = settings.games if games is None else games
        wanted = _games(wanted, settings.players, settings.seed)
        if wanted * tables < last:
            raise SettingsError(
                f"{wanted} games of each table are wanted; more have been played already."
            )
        store = RunWriter.open(path)
        try:
            if wanted != settings.games:
                store.change_settings(replace(settings, games=wanted))
            return cls(store)
        except BaseException:
            store.close()
            raise

    @property
    def total(self) -> int:
        """The number of games in the whole run; for a test, the maximum."""
        return self.settings.games * len(self.schedule.tables)

    @property
    def done(self) -> int:
        """The number of games in the file."""
        return len(self._played)

    @property
    def verdict(self) -> Verdict | None:
        """The state of the test; None if the run is not a test."""
        return None if self._sprt is None else self._sprt.verdict

    @property
    def finished(self) -> bool:
        return self._decided or not any(True for _ in self._left())

    @property
    def _decided(self) -> bool:
        return self.verdict is not None and self.verdict.accepted is not None

    def play(self, *, jobs: int) -> Generator[GameOutcome | None]:
        """Play the remaining games on this machine, `jobs` at a time; see `play_in`."""
        if not self.finished:
            with WorkerPool(jobs, tries=TRIES) as pool:
                yield from self.play_in(pool)

    def play_in(self, pool: Pool) -> Generator[GameOutcome | None]:
        """Play the remaining games; yield each one once it is in the file, and None in between.

        Closing the iterator abandons the games that are being played.
        """
        if self.finished:
            return
        time = self.settings.time
        config = MatchConfig(
            game=self.settings.game,
            variant=self.settings.variant,
            bots=self.bots,
            time=None if time is None else TimeControl.parse(time),
            folder=None if pool.local else str(Path.cwd()),
            networks=() if pool.local else network_files(self.bots),
        )

        def submit(dealt: DealtGame) -> Job[dict[str, Any]]:
            return pool.submit(play_game, config, dealt)

        # One game for each worker, and another one waiting.
        playing = as_completed(pool, self._left(), submit, limit=lambda workers: 2 * workers)
        with closing(playing):
            for done in playing:
                # All that arrived together is stored before an error ends the run.
                errors = []
                for dealt, job in done:
                    if error := _run_error(job, local=pool.local):
                        errors.append(error)
                        continue
                    yield self._add(dealt, job)
                    if self._decided:
                        return
                if errors:
                    raise errors[0]
                yield None

    def _add(self, dealt: DealtGame, job: Job[dict[str, Any]]) -> GameOutcome:
        """Add a finished job to the file: a game that was played, or a fault."""
        if job.exception() is None:
            played = job.result()
            outcome = replace(GameOutcome.from_dict(played["outcome"]), retries=job.tries - 1)
            record = played["record"]
        else:
            outcome, record = GameOutcome.fault(dealt.scheduled, retries=job.tries - 1), None
        self._store.add(dealt, outcome, record)
        self._played.add(outcome.number)
        if self._sprt is not None:
            self._sprt.add(outcome)
        return outcome

    def close(self) -> None:
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _left(self) -> Iterator[DealtGame]:
        games = self.schedule.games(self.settings.blocks)
        left = (game for game in games if game.number not in self._played)
        return (DealtGame.of(game, self._deals) for game in left)


def _run_error(job: Job[dict[str, Any]], *, local: bool) -> BaseException | None:
    """Return the error of a finished job that ends the run; None for a game or a fault.

    A game whose bots end their workers is a fault. On another machine, a job that raises an
    exception says something about the machine, such as that its disk is full.
    """
    error = job.exception()
    if error is None:
        refused = job.result().get("refused")
        return None if refused is None else WorkerRefused(refused)
    faults = (WorkerDied, JobFailed) if local else WorkerDied
    is_fault = isinstance(error, faults) and not isinstance(error, WorkerNotStarted)
    return None if is_fault else error


def _games(wanted: int, players: int, seed: int | None) -> int:
    """Round the games per table up to whole blocks; raise an error if there are too few deals."""
    if wanted < 1:
        raise SettingsError(f"{wanted} games are wanted; it must be 1 or more.")
    games = whole_blocks(wanted, players)
    if seed is not None:
        DealSequence(seed=seed).deal(games // players)
    return games


def _check_program(settings: Settings) -> None:
    """Raise a `SettingsError` unless the program and the rules are those the run began with."""
    kind = variant_class(settings.game)
    if settings.version != __version__:
        raise SettingsError(
            f"The run was started with version {settings.version} of this program; this is "
            f"{__version__}, and its bots may play differently."
        )
    variant = kind.create(settings.rules, players=settings.players, options={}).to_dict()
    if dict(settings.encoding) != dict(kind.encoding) or dict(settings.variant) != variant:
        raise SettingsError(
            f"The rules {settings.rules} of {settings.game} are not those the run began with."
        )


def _check_bots(bots: Sequence[Bot]) -> None:
    for bot in bots:
        if not has_same_files(bot):
            raise SettingsError(
                f"The file of {bot.name} has changed since the run began, or it is not found from "
                "this folder, so its games would not be comparable. Begin a new run, or go on "
                "where the first one began."
            )
