"""Tiny training runs and networks for tests."""

import hashlib
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import torch

import gemgrove as gg
from gemgrove.agents.search_network import SearchNetwork, input_sizes
from gemgrove.learn.fit import FitOptions, fit
from gemgrove.learn.network import TrainableNetwork
from gemgrove.learn.run import TrainingRun
from gemgrove.learn.samples import Samples
from gemgrove.learn.settings import Settings
from gemgrove.learn.state import Progress
from gemgrove.variant import Variant
from gemgrove.worker_pool import Pool

NAMES: tuple[gg.GameName, ...] = ("splendor", "arboretum")
GAMES = [(name, players) for name in NAMES for players in (2, 3, 4)]
TINY = Settings(
    "splendor",
    2,
    trunk=(16, 8),
    first_games=6,
    games=4,
    shard_games=2,
    full_iterations=8,
    quick_iterations=4,
    gate_games=4,
    gate_iterations=2,
    first_fit=FitOptions(epochs=2, batch_size=32),
    fit=FitOptions(epochs=1, batch_size=32),
)


@cache
def accepting() -> Settings:
    """Settings whose first generation is accepted, so that the second one builds on it.

    Whether so tiny a network wins its gate is luck, and its weights may differ by processor.
    """
    first_fit = FitOptions(epochs=10, batch_size=64)
    settings = replace(TINY, game="arboretum", first_games=20, gate_games=2, first_fit=first_fit)
    for seed in count(9):
        settings = replace(settings, seed=seed)
        with TemporaryDirectory() as folder:
            run = TrainingRun.create(Path(folder) / "run", settings)
            train(run, 1)
        if run.state.generations[0].accepted:
            break
    return settings


def train(
    run: TrainingRun, generations: int, *, threads: int = 1, pool: Pool | None = None
) -> list[Progress]:
    """Train until there are so many generations; return the progress."""
    with run:
        deadline = monotonic() + 3600
        return list(
            run.train(deadline=deadline, threads=threads, generations=generations, pool=pool)
        )


def fingerprints(folder: Path) -> dict[str, str]:
    """The hashes of a run's files whose bytes follow from its settings."""
    files = [*folder.glob("*.json"), *folder.rglob("*.safetensors")]
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(files)
    }


def variant_of(game: gg.GameName, players: int) -> Variant:
    variant: Variant = gg.new(game, players=players, seed=1).variant
    return variant


def self_play(variant: Variant, games: int = 4, **options: Any) -> dict[str, Any]:
    """Decisions of a few quick games."""
    network = options.pop("network", None)
    given: dict[str, Any] = {
        "first": 0,
        "games": games,
        "threads": 1,
        "seed": 3,
        "full_iterations": 8,
        "quick_iterations": 4,
        "full_share": 0.5,
        "varied_decisions": 6,
        "root_noise": 1.0,
    }
    made: dict[str, Any] = variant.core.self_play(variant.native, network, **given | options)
    return made


def some_network(
    variant: Variant, samples: Samples, *, epochs: float = 0, seed: int = 1
) -> TrainableNetwork:
    """A network of the usual size, fitted to samples for a while."""
    torch.manual_seed(seed)
    network = TrainableNetwork(*input_sizes(variant), variant.rules.players)
    first = samples.first(4096)
    network.set_scales(first.inputs.flatten(0, 1), first.action_inputs[first.legal])
    if epochs:
        for _ in fit(network, samples, FitOptions(epochs=epochs, batch_size=64), seed=seed):
            pass
    return network


def search_network(
    game: gg.GameName = "splendor", players: int = 2, seed: int = 1
) -> SearchNetwork:
    """A small network with random weights."""
    torch.manual_seed(seed)
    variant = variant_of(game, players)
    network = TrainableNetwork(*input_sizes(variant), players, trunk=(16, 8))
    with torch.no_grad():
        network.scale.fill_(0.1)
    return network.quantize(variant, {"by": "a test"})
