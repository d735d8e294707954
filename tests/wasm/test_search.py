"""The search in WebAssembly thinks as the native one does."""

import random
from pathlib import Path
from typing import Any

import pytest

import gemgrove as gg
from gemgrove import _native
from gemgrove.agents.champion import champion_network
from tests.wasm.node import run

NETWORK = Path(gg.__file__).parent / "agents/networks/splendor-2p.safetensors"
ITERATIONS = 300
OPTIONS: dict[str, Any] = {
    "exploration": None,
    "prior_weight": 1.0,
    "fpu_reduction": None,
    "rollout": _native.Rollout.PRIOR,
    "cutoff": 0,
    "threads": 1,
    "root": _native.RootPolicy.HALVING,
}
CASES = [
    ("splendor", "official", 2, {}, {}),
    ("splendor", "escrow", 4, {}, {}),
    ("arboretum", "official", 2, {}, {}),
    ("arboretum", "seeded", 3, {}, {}),
    ("splendor", "arena", 3, {"root": _native.RootPolicy.PUCT}, {"root": "puct"}),
    (
        "arboretum",
        "official",
        2,
        {"rollout": _native.Rollout.RANDOM, "cutoff": None},
        {"rollout": "random", "cutoff": None},
    ),
]


@pytest.mark.parametrize(("name", "preset", "players", "native", "options"), CASES)
def test_equal_seeds_find_the_same(
    name: gg.GameName,
    preset: str,
    players: int,
    native: dict[str, Any],
    options: dict[str, Any],
    tmp_path: Path,
) -> None:
    compare(name, preset, players, native, options, None, tmp_path)


def test_the_champions_network_judges_the_same(tmp_path: Path) -> None:
    compare("splendor", "official", 2, {}, {}, NETWORK, tmp_path)


def compare(
    name: gg.GameName,
    preset: str,
    players: int,
    native: dict[str, Any],
    options: dict[str, Any],
    network: Path | None,
    folder: Path,
) -> None:
    """Search several decisions of a game with both; the tree is kept from one to the next."""
    rng = random.Random(players)
    game: gg.Game = gg.new(name, rules=preset, players=players, seed=3)
    while len(game.actions) < 20:
        game.play(rng.choice(game.legal_actions()))
    start = game.actions
    known = champion_network(name, players) if network else None
    search = game.variant.core.Search(
        seed=11, network=known.native if known else None, **(OPTIONS | native)
    )
    expected = []
    played: gg.Game = gg.new(name, rules=preset, players=players, seed=3)
    for action in [*start, None]:
        search.set_position(played.view(played.to_move))
        search.run(ITERATIONS, None)
        expected.append(search.result())
        if action is not None:
            played.play(action)
    task = {
        "name": name,
        "rules": preset,
        "players": players,
        "seed": 3,
        "actions": start,
        "options": {"seed": 11, **options},
        "iterations": ITERATIONS,
        "network": str(network) if network else None,
    }
    [found] = run("search.mjs", [task], folder)
    for number, (one, other) in enumerate(zip(expected, found, strict=True)):
        assert (one.iterations, one.values, one.pv) == (
            other["iterations"],
            other["values"],
            other["pv"],
        ), number
        for move, same in zip(one.moves, other["moves"], strict=True):
            for figure in ("action", "visits", "available", "prior", "values"):
                assert getattr(move, figure) == same[figure], (number, figure)
            # It takes a logarithm, which libraries round differently.
            assert move.improved == pytest.approx(same["improved"], rel=1e-4, abs=1e-6)
