"""Training that is stopped by signals or killed, and resumed."""

import os
import random
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from gemgrove.learn.run import TrainingRun
from tests.learn.runs import TINY, fingerprints, train
from tests.waiting import PATIENCE, eventually

GENERATIONS = 3
PROGRAM = """
import sys
from pathlib import Path
from gemgrove.learn.run import TrainingRun
from tests.learn.runs import train
train(TrainingRun.resume(Path(sys.argv[1])), int(sys.argv[2]))
"""


def command(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "gemgrove", "train", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_training_and_says_how_to_go_on(
    tmp_path: Path, number: signal.Signals
) -> None:
    folder = tmp_path / "run"
    options = ["--threads", "1", "--trunk", "16,8", "--iterations", "8"]
    process = command("--out", str(folder), "--hours", "1", *options)
    try:
        eventually(lambda: any((folder / "shards").glob("*.safetensors")))
        os.killpg(process.pid, number)
        _, told = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 128 + number
    assert f"Stopped. Go on with: gemgrove train --resume {folder} --hours 1" in told
    assert "Traceback" not in told
    assert not list(folder.rglob("*.part*"))
    TrainingRun.resume(folder).close()


def test_a_shard_that_takes_minutes_is_given_up_when_training_is_stopped(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    process = command("--out", str(folder), "--threads", "1", "--iterations", "5000")
    try:
        eventually(lambda: any(folder.glob("tensorboard/*")))
        os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 128 + signal.SIGINT
    assert "Go on with" in told
    assert not any((folder / "shards").iterdir())


@pytest.mark.slow
def test_a_run_that_is_killed_again_and_again_ends_like_any_other(tmp_path: Path) -> None:
    settings = replace(TINY, game="arboretum", seed=1, first_games=12, gate_games=4)
    train(TrainingRun.create(tmp_path / "whole", settings), GENERATIONS)
    folder, chance = tmp_path / "killed", random.Random(1)
    TrainingRun.create(folder, settings).close()
    kills = 0
    while True:
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(folder), str(GENERATIONS)],
            cwd=Path(__file__).parents[2],
            env=os.environ | {"OMP_NUM_THREADS": "1"},
            stderr=subprocess.PIPE,
        )
        try:
            # Mostly too short for the rest of the run, and sometimes long enough.
            _, told = process.communicate(timeout=2.0 + chance.expovariate(1 / (1 + kills / 3)))
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            kills += 1
            continue
        assert process.returncode == 0, told.decode()
        break
    assert kills > 0
    assert fingerprints(folder) == fingerprints(tmp_path / "whole")
