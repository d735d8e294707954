"""Positions for searches, and their results."""

import signal
import subprocess
import sys
import threading
from typing import Any

import gemgrove as gg
from gemgrove.agents import SearchResult
from tests.random_games import play_randomly


def middle(
    name: gg.GameName, players: int = 2, *, decisions: int = 30, **options: Any
) -> gg.Game[Any]:
    """A game after some random decisions."""
    return play_randomly(gg.new(name, players=players, seed=11, **options), decisions, seed=3)


def without_duration(result: SearchResult) -> tuple[object, ...]:
    """A result without its duration."""
    return (result.seat, result.values, result.moves, result.pv, result.iterations)


def wins(game: gg.Game, action: int) -> bool:
    """Return True if the player to move wins at once by this action."""
    after = game.copy()
    after.play(action)
    return after.winners == [game.to_move]


def ends_when_interrupted(options: str) -> bool:
    """Return True if Ctrl-C ends a search of a minute with these options."""
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "import gemgrove as gg, numpy as np; from gemgrove.agents import Search\n"
        "def even(o, m): return np.zeros(m.shape), np.full((len(m), 2), 0.5)\n"
        "print('ready', flush=True)\n"
        f"try: Search(seconds=60, {options}).run(gg.new('splendor', seed=1).view(0))\n"
        "except KeyboardInterrupt: print('interrupted')"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        # Python may not have entered the search yet; it is then interrupted just before.
        threading.Event().wait(0.3)
        child.send_signal(signal.SIGINT)
        return child.stdout.read() == "interrupted\n"
