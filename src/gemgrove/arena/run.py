"""A run: its file, what of its schedule is still to play, and playing it."""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from gemgrove import __version__
from gemgrove.agents import TimeControl
from gemgrove.analysis.sprt import Sprt, Verdict
from gemgrove.arena.contestants import fingerprint, known_bots
from gemgrove.arena.crew import Crew
from gemgrove.arena.outcome import GameOutcome
from gemgrove.arena.results import Results
from gemgrove.arena.schedule import Schedule, ScheduledGame
from gemgrove.arena.settings import (
    GAUNTLET,
    ROUND_ROBIN,
    SPRT,
    Bot,
    Settings,
    SettingsError,
    whole_blocks,
)
from gemgrove.arena.store import Store
from gemgrove.arena.table import Venue
from gemgrove.arena.trial import BlockTrial
from gemgrove.deal import Deal
from gemgrove.game import variant_class
from gemgrove.telling import face_of

SEED = 1
"""Of the first deal where none is given."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What somebody wants to be played, before it is checked."""

    bots: Sequence[str]
    game: str = "splendor"
    players: int | None = None
    rules: str = "official"
    games: int = 100
    seed: int = SEED
    gauntlet: bool = False
    sprt: Sprt | None = None
    time: str | None = None

    def settings(self) -> Settings:
        """The settings of the run; `ValueError` says what cannot be."""
        if self.gauntlet and self.sprt is not None:
            raise SettingsError("A run is a gauntlet or a test, not both.")
        if self.time is not None:
            TimeControl.parse(self.time)
        kind = variant_class(self.game)
        variant = kind.create(self.rules, players=self.players, options={})
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
            length_unit=face_of(self.game).length_unit,
            version=__version__,
            encoding=dict(kind.encoding),
            variant=variant.to_dict(),
            sprt=self.sprt,
        )


class Run:
    """A run whose file is open for writing."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.path = store.path
        with Results.open(store.path) as results:
            self.settings = results.settings
            self.bots = results.bots
            self.schedule = results.schedule
            self._played = set(results.played)
            test = self.settings.sprt
            self._trial = None if test is None else BlockTrial(test, self.settings.players)
            if self._trial is not None:
                for game in results.games():
                    self._trial.add(game)

    @classmethod
    def create(cls, path: Path, plan: Plan) -> Self:
        """A new run in a new file."""
        settings = plan.settings()
        bots = known_bots(plan.bots)
        Schedule.of(settings.schedule, bots=len(bots), players=settings.players)
        return cls(Store.create(path, settings, bots))

    @classmethod
    def resume(cls, path: Path, *, games: int | None = None) -> Self:
        """The run of a file, to go on with; `games` asks for another number of each table.

        `SettingsError` where this program would not play the same games.
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
        store = Store.open(path)
        try:
            if wanted != settings.games:
                store.change_settings(replace(settings, games=wanted))
            return cls(store)
        except BaseException:
            store.close()
            raise

    @property
    def total(self) -> int:
        """The games of the whole run; of a test, the most it may take."""
        return self.settings.games * len(self.schedule.tables)

    @property
    def done(self) -> int:
        """The games that are in the file."""
        return len(self._played)

    @property
    def verdict(self) -> Verdict | None:
        """How the test stands, if the run is one."""
        return None if self._trial is None else self._trial.verdict

    @property
    def finished(self) -> bool:
        """Whether nothing is left to play."""
        decided = self.verdict is not None and self.verdict.accepted is not None
        return decided or not any(True for _ in self._left())

    def play(self, *, jobs: int) -> Generator[GameOutcome | None]:
        """Play what is left; yields each game once it is in the file, and None now and then.

        When the iterator is closed, the games that are being played are given up.
        """
        if self.finished:
            return
        time = self.settings.time
        venue = Venue(
            game=self.settings.game,
            variant=self.settings.variant,
            bots=self.bots,
            seed=self.settings.seed,
            time=None if time is None else TimeControl.parse(time),
        )
        with closing(Crew(venue, jobs).play(self._left())) as games:
            for game in games:
                if game is None:
                    yield None
                    continue
                self._store.add(game.scheduled, self.settings.seed, game.outcome, game.record)
                self._played.add(game.outcome.number)
                if self._trial is not None:
                    self._trial.add(game.outcome)
                yield game.outcome
                if self.verdict is not None and self.verdict.accepted is not None:
                    return

    def close(self) -> None:
        """Close the file."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _left(self) -> Iterator[ScheduledGame]:
        games = self.schedule.games(self.settings.blocks)
        return (game for game in games if game.number not in self._played)


def _games(wanted: int, players: int, seed: int) -> int:
    """The games of each table: whole blocks, if there are so many deals."""
    if wanted < 1:
        raise SettingsError(f"{wanted} games are wanted; it must be 1 or more.")
    games = whole_blocks(wanted, players)
    for deal in (0, games // players - 1):
        Deal.from_seed(seed + deal)
    return games


def _check_program(settings: Settings) -> None:
    """Whether this program plays by the rules that the run began with."""
    kind = variant_class(settings.game)
    if settings.version != __version__:
        raise SettingsError(
            f"The run was begun with version {settings.version} of this program; this is "
            f"{__version__}, and its bots may play differently."
        )
    variant = kind.create(settings.rules, players=settings.players, options={}).to_dict()
    if dict(settings.encoding) != dict(kind.encoding) or dict(settings.variant) != variant:
        raise SettingsError(
            f"The rules {settings.rules} of {settings.game} are not those the run began with."
        )


def _check_bots(bots: Sequence[Bot]) -> None:
    for bot in bots:
        if bot.fingerprint != fingerprint(bot.spec):
            raise SettingsError(
                f"The file of {bot.name} has changed since the run began, or it is not found from "
                "this folder, so its games would not be comparable. Begin a new run, or go on "
                "where the first one began."
            )
