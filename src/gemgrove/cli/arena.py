"""`gemgrove arena`: bots play each other and are rated; every game is kept in a file."""

import os
import signal
import sqlite3
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from shlex import quote

from gemgrove.analysis.sprt import Sprt
from gemgrove.arena.contestants import known_bots
from gemgrove.arena.crew import CrewError
from gemgrove.arena.results import Results
from gemgrove.arena.run import SEED, Plan, Run
from gemgrove.cli.complaint import Complaint, complaints
from gemgrove.cli.extras import need
from gemgrove.cli.progress import progress_of
from gemgrove.cli.results import show
from gemgrove.cli.saving import file_named
from gemgrove.cli.screen import Screen
from gemgrove.game import GAMES
from gemgrove.telling import counted

SIGNALED = 128

_GAMES = 100
_MOST_TEST_GAMES = 10_000
_FIXED = ("game", "players", "rules", "seed", "gauntlet", "sprt", "alpha", "beta", "time", "out")


def run(arguments: Namespace) -> int:
    """Play a new run or go on with one, and print the standings; after Ctrl-C those so far."""
    for module in ("choix", "rich"):
        need(module, "The arena")
    screen = Screen(arguments.color)
    jobs = arguments.jobs if arguments.jobs is not None else os.cpu_count() or 1
    if jobs < 1:
        raise Complaint(f"--jobs is {jobs}; it must be 1 or more.")
    with complaints():
        playing = _resumed(arguments) if arguments.resume else _begun(arguments)
    with playing:
        stop = _play(playing, jobs)
        left = not playing.finished
    with Results.open(playing.path) as results:
        show(screen, results, anchor=arguments.anchor, as_json=arguments.json)
    if left:
        _remark(f"Go on with: gemgrove arena --resume {quote(str(playing.path))}")
    return SIGNALED + stop if stop else 0


def _begun(arguments: Namespace) -> Run:
    from gemgrove.arena.standings import find_bot

    if not arguments.bots:
        raise Complaint("An arena needs two bots or more, as in gemgrove arena greedy random.")
    if arguments.sprt is None and (arguments.alpha or arguments.beta):
        raise Complaint("--alpha and --beta are of a test; it needs --sprt.")
    plan = _plan(arguments)
    settings = plan.settings()
    if settings.games != plan.games:
        _remark(
            f"{plan.games} games are rounded up to {settings.games}, so that every deal is played "
            "from every seat."
        )
    path = file_named(arguments.out) if arguments.out else _free_name(plan.game, settings.players)
    if path.exists():
        raise Complaint(f"{path} exists; go on with --resume {path}, or name another file.")
    if arguments.anchor is not None:
        find_bot(known_bots(plan.bots), arguments.anchor)  # before hours of games, not after
    begun = Run.create(path, plan)
    _introduce(begun)
    return begun


def _plan(arguments: Namespace) -> Plan:
    sprt = None
    if arguments.sprt is not None:
        rates = {"alpha": arguments.alpha, "beta": arguments.beta}
        given = {name: rate for name, rate in rates.items() if rate is not None}
        sprt = Sprt.parse(arguments.sprt, **given)
    usual = _GAMES if sprt is None else _MOST_TEST_GAMES
    return Plan(
        bots=arguments.bots,
        game=arguments.game or GAMES[0],
        players=arguments.players,
        rules=arguments.rules or "official",
        games=usual if arguments.games is None else arguments.games,
        seed=SEED if arguments.seed is None else arguments.seed,
        gauntlet=bool(arguments.gauntlet),
        sprt=sprt,
        time=arguments.time,
    )


def _resumed(arguments: Namespace) -> Run:
    from gemgrove.arena.standings import find_bot

    given = [name for name in _FIXED if getattr(arguments, name) is not None]
    if given or arguments.bots:
        what = f"--{given[0]}" if given else "other bots"
        raise Complaint(f"A run that is resumed keeps its settings; {what} cannot be given.")
    path = file_named(arguments.resume)
    if arguments.anchor is not None:
        with Results.open(path) as results:
            find_bot(results.bots, arguments.anchor)
    resumed = Run.resume(path, games=arguments.games)
    _introduce(resumed)
    return resumed


def _introduce(run: Run) -> None:
    """Say what is going to be played."""
    settings, tables = run.settings, len(run.schedule.tables)
    pairs = "pair" if settings.players == 2 else "table"
    most = "at most " if settings.sprt is not None else ""
    played = f", {run.done} of them played" if run.done else ""
    _remark(
        f"{settings.game} {settings.rules}: {counted(len(run.bots), 'bot')}, "
        f"{counted(tables, pairs)}, {most}{counted(run.total, 'game')}{played}. "
        f"The results are in {run.path}"
    )
    if run.schedule.mixed:
        _remark(
            f"One of the first bot sits among {settings.players - 1} of another, in every seat in "
            f"turn; its share of the wins is compared with 1 in {settings.players}."
        )


@dataclass(slots=True)
class _Stop:
    """Which signal has asked to stop; 0: none."""

    signal: int = 0


def _play(run: Run, jobs: int) -> int:
    """Play until the run is finished or a signal asks to stop; which one did."""
    with Results.open(run.path) as results:
        told = progress_of(run, results.games())
    with (
        _stop_on_signals() as stop,
        told as progress,
        closing(run.play(jobs=jobs)) as games,
    ):
        try:
            for game in games:
                progress.tell(game)
                if stop.signal:
                    break
        except CrewError as error:
            raise Complaint(f"{error} What was played is in {run.path}") from error
        except sqlite3.Error as error:
            raise Complaint(f"{run.path} cannot be written: {error}.") from error
    if stop.signal:
        _remark(f"Stopped: {run.done} of {run.total} games have been played.")
    return stop.signal


@contextmanager
def _stop_on_signals() -> Iterator[_Stop]:
    """Note Ctrl-C and a request to end, so that no game is half written."""
    stop = _Stop()

    def note(number: int, _: object) -> None:
        stop.signal = number

    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, note) for number in numbers]
    try:
        yield stop
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def _free_name(game: str, players: int) -> Path:
    """A readable name that no file has."""
    now = datetime.now().astimezone()
    stem = f"arena-{game}-{players}p-{now:%Y-%m-%d-%H%M}"
    path, number = Path(f"{stem}.sqlite"), 2
    while path.exists():
        path = Path(f"{stem}-{number}.sqlite")
        number += 1
    return path


def _remark(text: str) -> None:
    """A line beside the results, which standard output keeps for itself."""
    print(text, file=sys.stderr, flush=True)
