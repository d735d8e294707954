"""Ctrl-C, killed processes, and resuming afterwards."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gemgrove.arena import Results, RunFileError
from gemgrove.arena.run import Run
from tests.arena.small_runs import hostile_bots, outcomes, played_again, untimed
from tests.waiting import PATIENCE, eventually

BOTS = ("greedy", "random")

linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")


def games_in(path: Path) -> int:
    """The number of games written so far."""
    try:
        with Results.open(path) as results:
            return len(results.played)
    except RunFileError:
        return 0


def is_running(number: int) -> bool:
    """Return True if a process exists and has not ended."""
    return status_of(number)[:1] not in ([], ["Z"])


def parent_of(number: int) -> int:
    """The id of a process's parent."""
    return int(status_of(number)[1])


def status_of(number: int) -> list[str]:
    """The system's fields for a process, such as its state and parent; empty if it is gone."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


class Arena:
    """The command in a separate session, so that every process it starts can be found."""

    def __init__(self, path: Path, *arguments: str) -> None:
        self.path = path
        command = [sys.executable, "-m", "gemgrove", "arena", *arguments]
        self.process = subprocess.Popen(
            [*command, "--out", str(path)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )

    def is_gone(self) -> bool:
        """Return True if none of its processes is left."""
        self.process.poll()
        try:
            os.killpg(self.process.pid, 0)
        except ProcessLookupError:
            return True
        return False


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Arena]]:
    """Start arenas, and end them after the test."""
    arenas: list[Arena] = []

    def begin(*arguments: str) -> Arena:
        arenas.append(Arena(tmp_path / "run.sqlite", *arguments))
        return arenas[-1]

    yield begin
    for arena in arenas:
        if not arena.is_gone():
            os.killpg(arena.process.pid, signal.SIGKILL)
        arena.process.communicate()


def assert_goes_on_as_if_nothing_had_happened(path: Path) -> None:
    """Resume for some more games; all must match those of an uninterrupted run."""
    before = outcomes(path)
    wanted = len(before) + 10
    with Run.resume(path, games=wanted) as run:
        for _ in run.play(jobs=2):
            pass
        assert run.finished
    whole = played_again(path.with_name("whole"), path)
    after = {game.number: game for game in untimed(outcomes(path))}
    assert [after[game.number] for game in whole] == untimed(whole)
    assert [after[game.number] for game in before] == untimed(before)


def test_ctrl_c_stops_cleanly_and_resuming_goes_on_with_the_same_games(
    start: Callable[..., Arena],
) -> None:
    arena = start(*BOTS, "--games", "100000", "--jobs", "2")
    eventually(lambda: games_in(arena.path) >= 10)
    os.killpg(arena.process.pid, signal.SIGINT)  # like a terminal: to all of them
    out, error = arena.process.communicate(timeout=PATIENCE)
    assert arena.process.returncode == 130
    eventually(arena.is_gone)
    assert re.search(r"Stopped: \d+ of 100000 games have been played\.", error)
    assert f"Resume with: gemgrove arena --resume {arena.path}" in error
    assert "Traceback" not in error
    assert "greedy@1" in out
    assert [file.name for file in arena.path.parent.iterdir()] == ["run.sqlite"]
    assert_goes_on_as_if_nothing_had_happened(arena.path)


def test_a_killed_run_loses_only_what_was_being_played(start: Callable[..., Arena]) -> None:
    arena = start(*BOTS, "--games", "100000", "--jobs", "2")
    eventually(lambda: games_in(arena.path) >= 10)
    seen = games_in(arena.path)
    arena.process.kill()
    eventually(arena.is_gone)
    assert games_in(arena.path) >= seen
    numbers = [game.number for game in outcomes(arena.path)]
    assert len(set(range(1, max(numbers) + 1)) - set(numbers)) <= 2
    assert_goes_on_as_if_nothing_had_happened(arena.path)


def hanging(tmp_path: Path, start: Callable[..., Arena]) -> tuple[Arena, int]:
    """An arena waiting for a bot that hangs, and that bot's process."""
    bot = f"{hostile_bots(tmp_path)}:Hang"
    arena = start(bot, "random", "--time", "600", "--games", "2", "--jobs", "1")
    eventually(lambda: any(tmp_path.glob("pid-*")))
    (mark,) = tmp_path.glob("pid-*")
    return arena, int(mark.name.removeprefix("pid-"))


@linux
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_hanging_bot_ends_with_the_run(
    tmp_path: Path, start: Callable[..., Arena], number: signal.Signals
) -> None:
    arena, bot = hanging(tmp_path, start)
    arena.process.send_signal(number)
    arena.process.communicate(timeout=PATIENCE)
    eventually(lambda: not is_running(bot))
    eventually(arena.is_gone)
    assert games_in(arena.path) == 0


@linux
def test_a_hanging_bot_ends_with_its_worker(tmp_path: Path, start: Callable[..., Arena]) -> None:
    arena, bot = hanging(tmp_path, start)
    os.kill(parent_of(bot), signal.SIGKILL)
    eventually(lambda: not is_running(bot))
    eventually(lambda: len(list(tmp_path.glob("pid-*"))) == 2)  # the game was restarted
    arena.process.terminate()
    arena.process.communicate(timeout=PATIENCE)
    assert arena.process.returncode == 128 + signal.SIGTERM
    eventually(arena.is_gone)
    bots = [int(mark.name.removeprefix("pid-")) for mark in tmp_path.glob("pid-*")]
    assert not any(map(is_running, bots))
