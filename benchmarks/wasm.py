"""The engine in WebAssembly, in Node: its size, and its speed beside the native one."""

import gzip
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gemgrove as gg
from benchmarks.figures import Figure, best_rate
from benchmarks.search import rate
from gemgrove.agents.champion import champion_network
from tests.wasm.node import ENGINE, MODULE, node

SCRIPT = Path(__file__).with_name("wasm.mjs")
NETWORK = Path(gg.__file__).parent / "agents/networks/splendor-2p.safetensors"
MOST_KILOBYTES = 120
WANTED_RATIO = 0.4
WANTED_ITERATIONS = 20e3
GAMES = 2000


def figures() -> Iterator[Figure]:
    """Measure everything on one thread, native and WebAssembly in turn."""
    size = len(gzip.compress(MODULE.read_bytes(), 9)) / 1000
    yield Figure("module, gzipped", size, "KB", MOST_KILOBYTES, at_most=True)
    for name in gg.GAMES:
        native = best_rate(lambda name=name: playouts(name))  # type: ignore[misc]
        here = in_node(name, "playouts", games=GAMES)
        yield Figure(f"{name}, playouts", here, "decisions/s")
        yield Figure("  ratio to native", here / native, "times", WANTED_RATIO)
    for name in gg.GAMES:
        here = in_node(name, "search")
        wanted = WANTED_ITERATIONS if name == "splendor" else None
        yield Figure(f"{name}, as the bot mcts plays", here, "iterations/s", wanted)
        yield Figure("  ratio to native", here / rate(name), "times")
    if (network := champion_network("splendor", 2)) is not None:
        here = in_node("splendor", "search", network=str(NETWORK))
        yield Figure("splendor, with the champion's network", here, "iterations/s")
        yield Figure("  ratio to native", here / rate("splendor", network=network), "times")


def playouts(name: gg.GameName) -> int:
    """Play random games of two players; return the decisions made."""
    return int(gg.new(name, seed=1).variant.native.playouts(GAMES, 1))


def in_node(name: str, what: str, **options: Any) -> float:
    """Measure in Node, as `best_rate` does here."""
    task = json.dumps({"name": name, "what": what, **options})
    command = [node(), str(SCRIPT), (ENGINE / "dist/index.js").as_uri(), task]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return float(done.stdout)
