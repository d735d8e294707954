"""`gemgrove train`: trains a network for the search by self-play, in a folder."""

import os
import sqlite3
import sys
from argparse import Namespace
from contextlib import closing, nullcontext
from dataclasses import replace
from datetime import datetime
from math import isfinite
from pathlib import Path
from shlex import quote
from time import monotonic
from typing import TYPE_CHECKING, Any

from gemgrove.agents.champion import champion_network, find_network
from gemgrove.agents.search_network import SearchNetwork
from gemgrove.agents.spec import SpecError
from gemgrove.arena.run import TRIES
from gemgrove.arena.settings import SettingsError
from gemgrove.cli.cluster import ray_pool
from gemgrove.cli.errors import (
    SIGNALED,
    CommandError,
    check_minimum,
    command_errors,
    require_extra,
)
from gemgrove.cli.record_files import user_path
from gemgrove.cli.signals import recorded_signals
from gemgrove.game import GAMES, variant_class
from gemgrove.options import OFFICIAL
from gemgrove.worker_pool import WorkerPoolError

if TYPE_CHECKING:
    from gemgrove.cluster import RayPool
    from gemgrove.learn.run import TrainingRun
    from gemgrove.learn.settings import Settings

CHAMPION = "champion"
"""The name by which `--start` asks for the package's own network."""
HOURS = 2.0
"""How long a command trains, unless it is told."""

_SECONDS = 3600
_LEAST_HOURS = 0.01
_EXTRA = "learn"
_QUICK = 5
"""A search that only moves the game on has this many times fewer iterations."""
_FIXED = (
    "players",
    "rules",
    "seed",
    "first_games",
    "games",
    "shard_games",
    "iterations",
    "trunk",
    "start",
    "gate_games",
    "out",
)
"""The options that a resumed run does not take."""
_SETTINGS = ("seed", "rules", "first_games", "games", "shard_games", "gate_games")
"""The options that are settings by the same name."""


def run(arguments: Namespace) -> int:
    """Begin a run or resume one, train until the time is up or a signal stops it."""
    for module in ("torch", "tensorboard", "choix", "filelock", "rich"):
        require_extra(module, "Training", extra=_EXTRA)
    hours = HOURS if arguments.hours is None else arguments.hours
    if not (isfinite(hours) and hours > 0):
        raise CommandError(f"--hours is {hours:g}; it must be a finite number above 0.")
    check_minimum(arguments, "threads", 1)
    threads = arguments.threads or os.cpu_count() or 1
    # The bots of gates are the package's own: they need no processes to themselves.
    with ray_pool(arguments.ray, tries=TRIES, isolated=False) as cluster:
        with command_errors():
            training = _begun(arguments) if arguments.resume is None else _resumed(arguments)
        with training:
            _introduce(training)
            stop, left = _train(training, hours * _SECONDS, threads, cluster)
    _conclude(training, stopped=bool(stop), hours=left / _SECONDS)
    return SIGNALED + stop if stop else 0


def _begun(arguments: Namespace) -> "TrainingRun":
    from gemgrove.learn.run import TrainingRun

    settings = _settings(arguments)
    folder = user_path(arguments.out) if arguments.out else _free_name(settings)
    return TrainingRun.create(folder, settings, _start(arguments.start, settings))


def _start(name: str | None, settings: "Settings") -> SearchNetwork | None:
    """Return the network that a run begins with: the package's own, one in a file, or none."""
    if name is None:
        return None
    if name != CHAMPION:
        return find_network(name, settings.variant())
    network = champion_network(settings.game, settings.players)
    if network is None:
        raise CommandError(
            f"The package has no network for {settings.game} with {settings.players} players; "
            "--start FILE begins with one of your own."
        )
    return network


def _resumed(arguments: Namespace) -> "TrainingRun":
    from gemgrove.learn.run import TrainingRun

    given = [
        f"--{name.replace('_', '-')}" for name in _FIXED if getattr(arguments, name) is not None
    ]
    if arguments.name:
        given.insert(0, "another game")
    if given:
        raise CommandError(f"A resumed run keeps its settings; {given[0]} cannot be given.")
    if not arguments.resume:
        raise CommandError("--resume needs the folder of a run.")
    return TrainingRun.resume(user_path(arguments.resume))


def _settings(arguments: Namespace) -> "Settings":
    from gemgrove.learn.settings import Settings

    given: dict[str, Any] = {
        name: getattr(arguments, name) for name in _SETTINGS if getattr(arguments, name) is not None
    }
    for name in ("first_games", "games", "shard_games", "gate_games", "iterations"):
        check_minimum(arguments, name, 1)
    if arguments.iterations is not None:
        given["full_iterations"] = arguments.iterations
        given["quick_iterations"] = max(1, arguments.iterations // _QUICK)
    if arguments.trunk is not None:
        given["trunk"] = _widths(arguments.trunk)
    game, rules = arguments.name or GAMES[0], arguments.rules or OFFICIAL
    variant = variant_class(game).create(rules, players=arguments.players, options={})
    settings = Settings(game, variant.rules.players, **given)
    fewest = min(settings.first_games, settings.games, settings.shard_games)
    return replace(settings, shard_games=fewest)


def _widths(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise CommandError(
            f"--trunk is {text!r}; it must be the widths of layers, as in 256,32."
        ) from None


def _introduce(training: "TrainingRun") -> None:
    settings, state = training.settings, training.state
    so_far = f" {len(state.generations)} generations are complete." if state.generations else ""
    _remark(
        f"{settings.game} {training.variant.spec}: training in {training.folder} with seed "
        f"{settings.seed}.{so_far} For the curves: tensorboard --logdir "
        f"{quote(str(training.folder))}"
    )


def _train(
    training: "TrainingRun", seconds: float, threads: int, cluster: "RayPool | None"
) -> tuple[int, float]:
    """Train for some time, or until a signal asks to stop.

    Return that signal, or 0, and the seconds that are left.
    """
    from gemgrove.cli.train_progress import progress_of
    from gemgrove.learn.settings import TrainingError
    from gemgrove.learn.tensorboard_log import TensorBoardLog

    expected = (OSError, sqlite3.Error, SettingsError, SpecError, TrainingError)
    with (
        command_errors(*expected),
        recorded_signals(training.stop) as signals,
        TensorBoardLog(training.folder, training.settings) as log,
        cluster or nullcontext(),
    ):
        deadline = monotonic() + seconds
        with (
            progress_of(training, deadline) as shown,
            closing(training.train(deadline=deadline, threads=threads, pool=cluster)) as steps,
        ):
            try:
                for progress in steps:
                    log.add(progress)
                    shown.update(progress)
            except WorkerPoolError as error:
                raise CommandError(
                    f"{error} The games so far are in {training.folder}; --resume goes on."
                ) from error
    return signals[-1] if signals else 0, max(0.0, deadline - monotonic())


def _conclude(training: "TrainingRun", *, stopped: bool, hours: float) -> None:
    """Print where the best network is, how to play it, and how to go on."""
    settings, best = training.settings, training.best_network
    if best is None:
        print("There is no network yet that is stronger than mcts.")
    elif not training.state.best:
        print("There is no network yet that is stronger than the one that the run began with.")
    else:
        table = f" --game {settings.game}" if settings.game != GAMES[0] else ""
        table += f" --players {settings.players}" if settings.players != 2 else ""
        rules = f" --rules {quote(settings.rules)}" if settings.rules != OFFICIAL else ""
        bot = quote(f"champion:model={best}")
        print(f"The best network is {best}, of generation {training.state.best}. Play it:")
        print(f"  gemgrove arena {bot} mcts{table}{rules}")
    more = f" --hours {hours:.2g}" if stopped and hours >= _LEAST_HOURS else ""
    _remark(
        f"{'Stopped. ' if stopped else ''}Go on with: gemgrove train --resume "
        f"{quote(str(training.folder))}{more}"
    )


def _free_name(settings: "Settings") -> Path:
    """Return a readable name for a folder that does not exist yet."""
    now = datetime.now().astimezone()
    stem = f"train-{settings.game}-{settings.players}p-{now:%Y-%m-%d-%H%M}"
    path, number = Path(stem), 2
    while path.exists():
        path = Path(f"{stem}-{number}")
        number += 1
    return path


def _remark(text: str) -> None:
    """Print to standard error; standard output is for the result."""
    print(text, file=sys.stderr, flush=True)
