"""The training examples: tiny runs of the real programs, and the files they write."""

import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import gemgrove as gg
from gemgrove.agents.network import Policy
from gemgrove.cli import main as gemgrove
from tests import recipes

EXAMPLES = Path(__file__).parents[2] / "examples"
TINY = ("--envs", "8", "--games", "4", "--every", "1")
LONG = 300
"""Seconds after which a run must have hung."""


def run(example: str, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        str(EXAMPLES / example),
        "--save",
        "model.safetensors",
        *TINY,
        *options,
    ]
    return subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=LONG,
        check=True,
    )


def trained(policy: Policy) -> int:
    samples = policy.training["samples"]
    assert isinstance(samples, int)
    return samples


@pytest.fixture(scope="module")
def example() -> Any:
    """The functions of ppo_batch.py."""
    pytest.importorskip("torch")
    pytest.importorskip("rich")
    spec = importlib.util.spec_from_file_location("ppo_batch", EXAMPLES / "ppo_batch.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["ppo_batch"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def after_ppo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tiny run of ppo_batch.py."""
    pytest.importorskip("torch")
    pytest.importorskip("rich")
    folder = tmp_path_factory.mktemp("ppo")
    run("ppo_batch.py", folder, "--steps", "1000", "--threads", "1")
    return folder


@pytest.fixture(scope="module")
def after_maskable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tiny run of maskable_ppo.py."""
    pytest.importorskip("sb3_contrib")
    pytest.importorskip("rich")
    folder = tmp_path_factory.mktemp("maskable")
    run("maskable_ppo.py", folder, "--steps", "256", "--horizon", "16")
    return folder


def test_ppo_leaves_a_model_a_page_and_a_checkpoint(after_ppo: Path) -> None:
    assert {file.name for file in after_ppo.iterdir()} >= {
        "model.safetensors",
        "model.html",
        "model.pt",
    }
    assert trained(Policy.load(after_ppo / "model.safetensors")) >= 1000


def test_the_model_of_ppo_plays_a_match(
    after_ppo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = str(after_ppo / "model.safetensors")
    assert gemgrove(["match", model, "greedy", "--games", "2"]) == 0
    assert "2 games" in capsys.readouterr().out


def test_the_network_in_the_file_is_that_of_pytorch(after_ppo: Path, example: Any) -> None:
    import torch

    policy = Policy.load(after_ppo / "model.safetensors")
    saved = torch.load(after_ppo / "model.pt", weights_only=True)
    variant = gg.new("splendor", players=2).variant
    network = example.Network(variant, policy.scale, example.Settings())
    network.load_state_dict(saved["network"])
    batch = gg.batch("splendor", players=2, size=64, seed=5)
    for _ in range(30):
        batch.step(batch.choose("random"))
    with torch.no_grad():
        logits, values = network(torch.from_numpy(batch.observations), torch.ones(64, 72) > 0)
    np.testing.assert_allclose(policy.logits(batch.observations), logits.numpy(), atol=1e-5)
    np.testing.assert_allclose(policy.values(batch.observations), values.numpy(), atol=1e-5)


@pytest.mark.slow
def test_ppo_goes_on_from_its_checkpoint(after_ppo: Path) -> None:
    before = trained(Policy.load(after_ppo / "model.safetensors"))
    run("ppo_batch.py", after_ppo, "--steps", str(before + 500), "--threads", "1", "--resume")
    assert trained(Policy.load(after_ppo / "model.safetensors")) >= before + 500


def test_ppo_saves_when_it_is_interrupted(tmp_path: Path, example: Any) -> None:
    variant = gg.new("arboretum", players=3, seed=0).variant
    settings = example.Settings(width=8, horizon=10)
    training = example.Training.begin(variant, settings, 1)
    arguments = SimpleNamespace(
        minutes=LONG / 60, steps=None, envs=4, threads=1, seed=1, teacher=None,
        games=3, every=1.0, save=tmp_path / "model.safetensors",
    )  # fmt: skip
    before = signal.getsignal(signal.SIGINT)

    class Interrupting(example.Rollout):  # type: ignore[misc]
        def collect(self, *given: Any, **more: Any) -> None:
            super().collect(*given, **more)
            signal.raise_signal(signal.SIGINT)

    original, example.Rollout = example.Rollout, Interrupting
    try:
        example.train(training, arguments, settings)
    finally:
        example.Rollout = original
        signal.signal(signal.SIGINT, before)
    assert trained(Policy.load(tmp_path / "model.safetensors")) == 40


def rollout(seats: list[int], rewards: list[list[float]], ended: list[bool], values: Any) -> Any:
    """A rollout of one environment; `seats` and `values` have an extra entry for the next step."""
    return SimpleNamespace(
        actions=np.zeros((len(rewards), 1), np.int64),
        seats=np.array(seats)[:, None],
        rewards=np.array(rewards, np.float32)[:, None],
        ended=np.array(ended)[:, None],
        values=np.array(values, np.float32)[:, None],
    )


def test_a_decision_earns_what_its_seat_gets_until_it_decides_again(example: Any) -> None:
    # Seat 0 decides twice in a row, then seat 1 and seat 2, then seat 0 again.
    played = rollout(
        seats=[0, 0, 1, 2, 0],
        rewards=[[1, 0, 0], [2, 10, 0], [4, 20, 0], [8, 40, 100]],
        ended=[False] * 4,
        values=[0.5, 0.25, 0, 0, 3],
    )
    found, known = example.advantages(played, discount=0.5, trace=0.0)
    assert known[:, 0].tolist() == [True, True, False, False]
    assert found[:2, 0].tolist() == [1 + 0.5 * 0.25 - 0.5, (2 + 4 + 8) + 0.5 * 3 - 0.25]


def test_the_end_of_a_game_is_the_end_of_every_seats_trajectory(example: Any) -> None:
    played = rollout(
        seats=[0, 1, 1, 0],
        rewards=[[0, 0], [-1, 1], [5, 5]],
        ended=[False, True, False],
        values=[0.5, 0.5, 9, 9],
    )
    found, known = example.advantages(played, discount=1.0, trace=1.0)
    assert known[:, 0].tolist() == [True, True, False]
    assert found[:2, 0].tolist() == [-1.5, 0.5]


def test_advantages_look_ahead_along_the_same_seat(example: Any) -> None:
    played = rollout(
        seats=[0, 1, 0, 1, 0],
        rewards=[[0, 0], [0, 0], [0, 0], [1, -1]],
        ended=[False, False, False, True],
        values=[0, 0, 0.5, 0, 7],
    )
    found, known = example.advantages(played, discount=1.0, trace=0.5)
    assert known.all()
    assert found[:, 0].tolist() == [0.5 + 0.5 * 0.5, 0 + 0.5 * -1, 0.5, -1]


def test_maskable_ppo_leaves_both_models_and_a_page(after_maskable: Path) -> None:
    names = {file.name for file in after_maskable.iterdir()}
    assert names >= {"model.safetensors", "model.sb3.zip", "model.html"}


def test_the_model_of_maskable_ppo_is_that_of_the_library(after_maskable: Path) -> None:
    import torch
    from sb3_contrib import MaskablePPO

    model: Any = MaskablePPO.load(after_maskable / "model.sb3.zip", device="cpu")
    observations = gg.batch("splendor", players=2, size=64, seed=5).observations
    with torch.no_grad():
        distribution = model.policy.get_distribution(torch.from_numpy(observations))
    expected = distribution.distribution.logits.numpy()
    logits = Policy.load(after_maskable / "model.safetensors").logits(observations)
    # The library keeps logits whose exponentials sum to one.
    logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
    np.testing.assert_allclose(logits, expected, atol=1e-5)


@pytest.mark.slow
def test_maskable_ppo_goes_on_from_its_model(after_maskable: Path) -> None:
    before = trained(Policy.load(after_maskable / "model.safetensors"))
    run("maskable_ppo.py", after_maskable, "--steps", str(before + 128), "--resume")
    assert trained(Policy.load(after_maskable / "model.safetensors")) > before


def test_the_librarys_own_model_is_told_how_to_become_a_bot(
    after_maskable: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert gemgrove(["match", str(after_maskable / "model.sb3.zip"), "random"]) == 2
    assert "from_sb3(model, variant).save(path) makes a model of it" in capsys.readouterr().err


def test_the_recipe_for_a_network_of_ones_own_runs(tmp_path: Path) -> None:
    assert "wins against random: " in recipes.run("training.md", tmp_path)
    assert (tmp_path / "model.safetensors").is_file()


def test_the_toy_alphazero_trains_and_plays_the_same_again(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    tiny = ("--games", "4", "--parallel", "4", "--iterations", "4", "--match", "2")
    twice = (
        "import runpy, sys\n"
        "program = sys.argv.pop(1)\n"
        "for _ in range(2): runpy.run_path(program, run_name='__main__')"
    )
    told = subprocess.run(
        [sys.executable, "-c", twice, str(EXAMPLES / "alphazero_toy.py"), *tiny],
        cwd=tmp_path,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=LONG,
        check=True,
    ).stdout
    assert "games against the untrained network" in told
    lines = [line.partition("s, ")[2] or line for line in told.splitlines()]
    assert len(lines) % 2 == 0
    assert lines[: len(lines) // 2] == lines[len(lines) // 2 :]


def test_the_recipe_for_a_network_in_the_search_runs(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    assert recipes.run("alphazero.md", tmp_path).splitlines() == [
        "64 iterations, 30 moves",
        "the policy to learn adds up to 1.00",
    ]
