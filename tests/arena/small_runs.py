"""Small runs for the arena's tests."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from gemgrove.arena import GameOutcome, Results
from gemgrove.arena.run import Plan, Run
from gemgrove.arena.run_file import RunWriter

HOSTILE = '''
import os
import signal
import sqlite3
import time
from pathlib import Path


class First:
    """Plays the first legal move."""

    def choose(self, view):
        return view.legal_actions()[0]


class Crash(First):
    def choose(self, view):
        raise RuntimeError("a bug of mine")


class Exit(First):
    def choose(self, view):
        os._exit(3)


class Hang(First):
    def choose(self, view):
        Path(__file__).with_name(f"pid-{os.getpid()}").touch()
        while True:
            pass


class Flood(First):
    """Prints without end; what it prints goes to its standard error."""

    def choose(self, view):
        while True:
            os.write(1, b"x" * 100_000)


class Illegal(First):
    def choose(self, view):
        return "pass"


class KillsWorker(First):
    """Kills the process that asked it, so often."""

    def __init__(self, kills: int = 1):
        self.kills = kills

    def choose(self, view):
        folder = Path(__file__).parent
        done = len(list(folder.glob("killed-*")))
        if done < self.kills:
            (folder / f"killed-{done}").touch()
            os.kill(os.getppid(), signal.SIGKILL)
        return super().choose(view)


class KillsWorkerLater(First):
    """In the second seat it kills the process that asked it, once another game is stored."""

    def choose(self, view):
        killed = Path(__file__).with_name("killed")
        if view.seat == 1 and not killed.exists():
            run = sqlite3.connect(Path(__file__).with_name("run"))
            while run.execute("SELECT count(*) FROM games").fetchone() == (0,):
                time.sleep(0.01)
            killed.touch()
            os.kill(os.getppid(), signal.SIGKILL)
        return super().choose(view)
'''


def played(path: Path, jobs: int = 1, seed: int | None = 1, **plan: Any) -> list[GameOutcome]:
    """Play a run to its end and return its games."""
    return finished(Run.create(path, Plan(seed=seed, **{"game": "splendor"} | plan)), jobs)


def played_again(path: Path, like: Path) -> list[GameOutcome]:
    """Play a run with the same bots, settings and secret without interruption; return its games."""
    with Results.open(like) as results:
        settings, bots, secret = results.settings, results.bots, results.deals.secret
    RunWriter.create(path, settings, bots, secret).close()
    return finished(Run.resume(path), jobs=1)


def finished(run: Run, jobs: int) -> list[GameOutcome]:
    """Play the run to its end and return its games."""
    with run:
        for _ in run.play(jobs=jobs):
            pass
    return outcomes(run.path)


def outcomes(path: Path) -> list[GameOutcome]:
    """The games in a file."""
    with Results.open(path) as results:
        return list(results.games())


def untimed(games: list[GameOutcome]) -> list[GameOutcome]:
    """The games without the times, which differ between runs."""
    return [
        replace(game, seats=tuple(replace(seat, seconds=0.0, longest=0.0) for seat in game.seats))
        for game in games
    ]


def hostile_bots(folder: Path) -> Path:
    """A file with bots that do everything wrong, each in its own way."""
    file = folder / "hostile.py"
    file.write_text(HOSTILE)
    return file
