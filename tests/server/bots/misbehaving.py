"""Turns for the bot pool, and bots that misbehave."""

from pathlib import Path

import gemgrove as gg
from gemgrove.server.bots.pool import BotTurn
from tests.random_games import play_randomly

BOTS = '''
import ctypes
import os
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent


class First:
    """Plays the first legal move, and leaves a mark for each time that it is asked."""

    def choose(self, view):
        (HERE / f"asked-{os.getpid()}-{time.monotonic_ns()}").touch()
        self.before()
        return view.legal_actions()[0]

    def before(self):
        pass


class Blocked(First):
    """Thinks until a file named `open` is there."""

    def before(self):
        while not (HERE / "open").exists():
            time.sleep(0.01)


class Hang(First):
    def before(self):
        while True:
            pass


class HoldsGil(First):
    """Hangs without ever letting another thread of its process run."""

    def before(self):
        ctypes.PyDLL(None).sleep(600)


class Dies(First):
    def before(self):
        os._exit(3)


class Exits(First):
    def before(self):
        sys.exit(0)


class Crash(First):
    def before(self):
        raise RuntimeError("the hidden card is 42")


class OutOfMemory(First):
    def before(self):
        self.eaten = [bytearray(100_000_000) for _ in range(1000)]


class Cheat(First):
    def choose(self, view):
        return 100_000


class NamesMove(First):
    """Names its move."""

    def choose(self, view):
        return view.legal_moves()[1].text


class ReadsEnvironment(First):
    def choose(self, view):
        return view.legal_actions()["DATABASE_URL" in os.environ]
'''


class Bots:
    """Bots in a file, and a log of what they did."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "bots.py"
        self._file.write_text(BOTS)

    def spec(self, name: str) -> str:
        """The spec of one of the bots."""
        return f"{self._file}:{name}"

    def asked(self) -> list[int]:
        """The process id of each call to a bot."""
        marks = sorted(self._file.parent.glob("asked-*"), key=lambda mark: mark.name.split("-")[2])
        return [int(mark.name.split("-")[1]) for mark in marks]

    def open(self) -> None:
        """Open the gate that some bots wait at."""
        (self._file.parent / "open").touch()


def turn(
    spec: str = "greedy", *, table: str = "t_1", game: gg.GameName = "splendor", seed: int = 1
) -> BotTurn:
    """A decision early in a game."""
    played = middle(game, seed=seed)
    return BotTurn(table, played.view(played.to_move), spec, seed)


def middle(game: gg.GameName, *, seed: int, players: int = 3, decisions: int = 20) -> gg.Game:
    """A game that has been played at random for a while."""
    return play_randomly(gg.new(game, players=players, seed=seed), decisions, seed=seed)
