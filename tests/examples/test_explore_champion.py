"""The example that looks into the champion, with a tiny training run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import PATIENCE

EXAMPLE = Path(__file__).parents[2] / "examples" / "explore_champion.py"
TINY = ("--deals", "1", "--iterations", "16", "--against", "random")


def start(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(EXAMPLE), *TINY, *options],
        cwd=folder,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,
        check=False,
    )


def run(folder: Path, *options: str) -> str:
    done = start(folder, *options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_champion_of_the_package_plays_and_explains_a_move(tmp_path: Path) -> None:
    told = run(tmp_path)
    assert "One champion against random: it won" in told
    assert "of 2 games." in told
    assert "The search looked ahead" in told
    assert "At first sight the network likes" in told
    assert "The line it looked at most: " in told
    assert not list(tmp_path.iterdir())


def test_the_network_of_a_run_plays_and_its_curves_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from gemgrove.learn.run import TrainingRun
    from tests.learn.runs import accepting, train

    train(TrainingRun.create(tmp_path / "run", accepting()), 2)
    told = run(tmp_path, "--game", "arboretum", "--run", "run", "--page", "training.html")
    assert "The curves of the training are in training.html." in told
    page = (tmp_path / "training.html").read_text(encoding="utf-8")
    for text in ("Arboretum with 2 players", "Losses", "policy", "Elo", "the best so far"):
        assert text in page
    assert page.count("<polyline") == 5


def test_a_missing_run_or_network_is_told_in_a_sentence(tmp_path: Path) -> None:
    done = start(tmp_path, "--run", "nowhere")
    assert done.returncode == 2
    assert "nowhere/state.json" in done.stderr
    assert "Traceback" not in done.stderr
