"""`gemgrove arena`: lets bots play each other and rates them; every game is saved in a file."""

import os
import sqlite3
import sys
from argparse import Namespace
from contextlib import closing, nullcontext
from datetime import datetime
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from gemgrove.analysis.sprt import Sprt
from gemgrove.arena.bots import resolve_bots
from gemgrove.arena.results import Results
from gemgrove.arena.run import TRIES, Plan, Run
from gemgrove.cli.arena_progress import progress_of
from gemgrove.cli.cluster import ray_pool
from gemgrove.cli.console import Console
from gemgrove.cli.errors import (
    SIGNALED,
    CommandError,
    check_minimum,
    command_errors,
    require_extra,
)
from gemgrove.cli.record_files import user_path
from gemgrove.cli.results import print_standings
from gemgrove.cli.signals import recorded_signals
from gemgrove.deal_sequence import GUESSABLE
from gemgrove.english import counted
from gemgrove.game import GAMES
from gemgrove.options import OFFICIAL
from gemgrove.worker_pool import WorkerPoolError

if TYPE_CHECKING:
    from gemgrove.cluster import RayPool

_GAMES = 100
_MOST_TEST_GAMES = 10_000
_FIXED = ("game", "players", "rules", "seed", "gauntlet", "sprt", "alpha", "beta", "time", "out")


def run(arguments: Namespace) -> int:
    """Play a new run or resume one, and print the standings; after Ctrl-C, those so far."""
    for module in ("choix", "filelock", "rich"):
        require_extra(module, "The arena")
    console = Console(arguments.color)
    check_minimum(arguments, "jobs", 1)
    jobs = arguments.jobs or os.cpu_count() or 1
    if arguments.ray is not None and arguments.jobs is not None:
        raise CommandError("--jobs is for one machine; with --ray, every CPU plays a game.")
    with ray_pool(arguments.ray, tries=TRIES, isolated=True) as cluster:
        with command_errors():
            playing = _begun(arguments) if arguments.resume is None else _resumed(arguments)
        with playing:
            _introduce(playing)
            stop = _play(playing, jobs, cluster)
            left = not playing.finished
    with Results.open(playing.path) as results:
        print_standings(console, results, anchor=arguments.anchor, as_json=arguments.json)
    if left:
        _remark(f"Resume with: gemgrove arena --resume {quote(str(playing.path))}")
    return SIGNALED + stop if stop else 0


def _begun(arguments: Namespace) -> Run:
    from gemgrove.arena.standings import find_bot

    if not arguments.bots:
        raise CommandError("An arena needs two bots or more, as in gemgrove arena greedy random.")
    if arguments.sprt is None and (arguments.alpha or arguments.beta):
        raise CommandError("--alpha and --beta need --sprt.")
    plan = _plan(arguments)
    settings = plan.settings()
    if settings.games != plan.games:
        _remark(
            f"{plan.games} games are rounded up to {settings.games}, so that every deal is played "
            "from every seat."
        )
    path = user_path(arguments.out) if arguments.out else _free_name(plan.game, settings.players)
    if path.exists():
        raise CommandError(f"{path} exists; resume it with --resume {path}, or name another file.")
    if arguments.anchor is not None:
        find_bot(resolve_bots(plan.bots), arguments.anchor)  # before hours of games, not after
    return Run.create(path, plan)


def _plan(arguments: Namespace) -> Plan:
    sprt = None
    if arguments.sprt is not None:
        rates = {"alpha": arguments.alpha, "beta": arguments.beta}
        sprt = Sprt.parse(arguments.sprt, **{name: p for name, p in rates.items() if p is not None})
    usual = _GAMES if sprt is None else _MOST_TEST_GAMES
    return Plan(
        bots=arguments.bots,
        game=arguments.game or GAMES[0],
        players=arguments.players,
        rules=arguments.rules or OFFICIAL,
        games=usual if arguments.games is None else arguments.games,
        seed=arguments.seed,
        gauntlet=bool(arguments.gauntlet),
        sprt=sprt,
        time=arguments.time,
    )


def _resumed(arguments: Namespace) -> Run:
    from gemgrove.arena.standings import find_bot

    given = [name for name in _FIXED if getattr(arguments, name) is not None]
    if given or arguments.bots:
        what = f"--{given[0]}" if given else "other bots"
        raise CommandError(f"A resumed run keeps its settings; {what} cannot be given.")
    if not arguments.resume:
        raise CommandError("--resume needs the name of a run's file.")
    path = user_path(arguments.resume)
    if arguments.anchor is not None:
        with Results.open(path) as results:
            find_bot(results.bots, arguments.anchor)
    return Run.resume(path, games=arguments.games)


def _introduce(run: Run) -> None:
    settings, tables = run.settings, len(run.schedule.tables)
    pairs = "pair" if settings.players == 2 else "table"
    most = "at most " if settings.sprt is not None else ""
    played = f", {run.done} of them played" if run.done else ""
    _remark(
        f"{settings.game} {settings.rules}: {counted(len(run.bots), 'bot')}, "
        f"{counted(tables, pairs)}, {most}{counted(run.total, 'game')}{played}. "
        f"The results are in {run.path}"
    )
    if settings.seed is not None:
        _remark(GUESSABLE)
    if run.schedule.mixed:
        _remark(
            f"One of the first bot sits among {settings.players - 1} of another, in every seat in "
            f"turn; its share of the wins is compared with 1 in {settings.players}."
        )


def _play(run: Run, jobs: int, cluster: "RayPool | None") -> int:
    """Play until the run is finished or a signal asks to stop; return that signal, or 0."""
    games = run.play(jobs=jobs) if cluster is None else run.play_in(cluster)
    with Results.open(run.path) as results:
        shown = progress_of(run, results.games())
    with (
        recorded_signals() as signals,
        shown as progress,
        cluster or nullcontext(),
        closing(games),
    ):
        try:
            for game in games:
                progress.update(game)
                if signals:
                    break
        except WorkerPoolError as error:
            raise CommandError(f"{error} The games so far are in {run.path}.") from error
        except sqlite3.Error as error:
            raise CommandError(f"{run.path} cannot be written: {error}.") from error
    if not signals:
        return 0
    _remark(f"Stopped: {run.done} of {run.total} games have been played.")
    return signals[-1]


def _free_name(game: str, players: int) -> Path:
    """Return a readable name for a file that does not exist yet."""
    now = datetime.now().astimezone()
    stem = f"arena-{game}-{players}p-{now:%Y-%m-%d-%H%M}"
    path, number = Path(f"{stem}.sqlite"), 2
    while path.exists():
        path = Path(f"{stem}-{number}.sqlite")
        number += 1
    return path


def _remark(text: str) -> None:
    """Print to standard error; standard output is for the results."""
    print(text, file=sys.stderr, flush=True)
