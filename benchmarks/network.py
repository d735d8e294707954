"""The figures of the search networks: evaluations, searches and self-play."""

import importlib
from collections.abc import Iterator
from typing import Any

import numpy as np

import gemgrove as gg
from benchmarks.figures import Figure, best_rate
from benchmarks.search import rate
from gemgrove.agents.champion import champion_network
from gemgrove.agents.search_network import SearchNetwork

PLAYERS = (2, 3, 4)
WANTED_EVALUATIONS = {"v3": 150e3, "baseline": 50e3}
WANTED_ITERATIONS = {("splendor", 2): 50e3}
WANTED_GAMES = {("splendor", 2): 4.0}
POSITIONS = 512


def figures() -> Iterator[Figure]:
    """Measure what the package's networks do in a second, on one thread."""
    for name in gg.GAMES:
        for players in PLAYERS:
            network = champion_network(name, players)
            if network is None:
                continue
            what = f"{name}, {players} players"
            for level, wanted in WANTED_EVALUATIONS.items():
                value = evaluations(network, level)
                yield Figure(f"{what}, {level} build", value, "evaluations/s", wanted)
            iterations = rate(name, players, network=network)
            wanted_iterations = WANTED_ITERATIONS.get((name, players))
            yield Figure(f"{what}, champion", iterations, "iterations/s", wanted_iterations)
            yield Figure("  ratio to mcts", iterations / rate(name, players), "times")
            games = self_play(network)
            yield Figure(
                f"{what}, self-play on 2 threads",
                games,
                "games/s",
                WANTED_GAMES.get((name, players)),
            )


def evaluations(network: SearchNetwork, level: str) -> float:
    """Measure positions per second, from their inputs to their values."""
    native = network.on(importlib.import_module(f"gemgrove._native._{level}"))
    game = gg.new(gg.game_name(network.game), players=network.players, seed=1)
    rows: list[np.ndarray[Any, np.dtype[np.uint8]]] = []
    while not game.over and len(rows) < POSITIONS:
        view = game.view(game.to_move)
        rows.append(game.variant.core.network_inputs(view))
        game.play(view.greedy_action())
    inputs = np.stack(rows)

    def work() -> int:
        native.value_logits(inputs)
        return len(inputs)

    return best_rate(work)


def self_play(network: SearchNetwork) -> float:
    """Measure games per second with 400 iterations for each decision that is learned from."""
    variant = gg.new(gg.game_name(network.game), players=network.players, seed=1).variant

    def work() -> int:
        variant.core.self_play(
            variant.native,
            network.native,
            first=0,
            games=8,
            threads=2,
            seed=1,
            full_iterations=400,
            quick_iterations=80,
            full_share=0.3,
            varied_decisions=8,
            root_noise=1.0,
        )
        return 8

    return best_rate(work)
