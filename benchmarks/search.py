"""The search's figures: its speed, and its strength in the arena.

Measuring the strength takes about half an hour on two cores, so it must be asked for:
`make bench ARGS=strength`.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import gemgrove as gg
from benchmarks.figures import Figure, best_rate
from gemgrove.agents import Search

WANTED_RATE = {"splendor": 60e3, "arboretum": 20e3}
STRENGTH = (
    # game, players, wanted share
    ("splendor", 2, 80),
    ("splendor", 3, 55),
    ("splendor", 4, 45),
    ("arboretum", 2, 65),
)
GAMES = 400
# The first of some deals that nothing was tuned on.
FIRST_DEAL = 5_000_000
BOT = "mcts:iterations=1000"
YARDSTICK = "greedy@1"


def figures() -> Iterator[Figure]:
    """Measure iterations per second from the start of a game, mostly on one thread."""
    for name in gg.GAMES:
        random = rate(name, rollout="random", cutoff=None, prior_weight=0)
        yield Figure(
            f"{name}, random rollouts to the end", random, "iterations/s", WANTED_RATE[name]
        )
        usual = rate(name)
        yield Figure(f"{name}, as the bot mcts plays", usual, "iterations/s")
        both = rate(name, threads=2)
        yield Figure("  two threads, ratio to one", both / usual, "times")


def rate(name: gg.GameName, players: int = 2, **options: object) -> float:
    """Measure iterations per second."""
    game = gg.new(name, players=players, seed=1)
    view = game.view(game.to_move)

    def work() -> int:
        search = Search(iterations=4000, seed=1, **options)  # type: ignore[arg-type]
        return search.run(view).iterations

    return best_rate(work)


def strength() -> Iterator[Figure]:
    """Measure the share of wins, ties split, for one searching bot among greedy ones."""
    for name, players, wanted in STRENGTH:
        what = f"{name}, {players} players: {BOT}, {GAMES} games"
        yield Figure(what, share_of_wins(name, players), "% won", wanted)


def share_of_wins(name: str, players: int) -> float:
    """Return the percentage of wins in an arena run, which shows its progress."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "gemgrove", "arena", BOT, YARDSTICK, "--json"]
        command += ["--game", name, "--players", str(players), "--games", str(GAMES)]
        command += ["--seed", str(FIRST_DEAL), "--out", str(Path(folder) / "run.sqlite")]
        answer = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    standings = json.loads(answer.stdout)["standings"]
    return 100 * float(next(row["share"] for row in standings if row["bot"] == BOT))
