"""A small version of the other engine: it talks to a bot's process and plays games with it."""

import json
import random
import subprocess
import sys
from queue import Queue
from threading import Thread
from types import TracebackType
from typing import Any, Self

import gemgrove as gg
from gemgrove.arboretum_engine.moves import read_move, to_own
from gemgrove.arboretum_engine.reader import Reader
from gemgrove.compat.arboretum_engine import last_move, write_view
from tests.waiting import PATIENCE

"""Seconds; only a bot that never answers takes this long."""

# The misbehaving bots are defined only here.
BOTS = """
import os, sys, time
import gemgrove.agents.spec as bots
from gemgrove.agents import RandomAgent

class Noisy(RandomAgent):
    def choose(self, view):
        print("thinking")
        sys.stdout.flush()
        os.write(1, b"aloud")
        os.system("echo louder")
        return super().choose(view)

class Loud(RandomAgent):
    def choose(self, view):
        for _ in range(100):
            os.write(2, b"?" * 10_000)
        return super().choose(view)

class Sleepy:
    def choose(self, view):
        time.sleep(3600)

class Busy:
    def choose(self, view):
        return sum(range(10**15))  # never lets go of the interpreter

class Crashing:
    def choose(self, view):
        os.abort()

class Leaving:
    def choose(self, view):
        sys.exit(7)

class Raising:
    def choose(self, view):
        raise RuntimeError("no idea")

class Cheating:
    def choose(self, view):
        return 10_000

class Wordy(RandomAgent):
    def choose(self, view):
        move = view.move(super().choose(view))
        if move.kind == "pick" and not view.board.player.arboretum:
            return f"plant {move.card} 0 0"
        return move.text

for bot in (Noisy, Loud, Sleepy, Busy, Crashing, Leaving, Raising, Cheating, Wordy):
    bots._BOTS[bot.__name__.lower()] = bots.Bot("", bot)

from gemgrove.cli import main
sys.exit(main(sys.argv[1:]))
"""


class BotProcess:
    """`gemgrove engine-bot` as the engine runs it. Its stderr is read unless told otherwise."""

    def __init__(self, *arguments: str, listen: bool = True) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", BOTS, "engine-bot", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.lines: Queue[bytes] = Queue()
        self.errors: list[bytes] = []
        self._threads = [Thread(target=self._read_replies, daemon=True)]
        if listen:
            self._threads.append(Thread(target=self._read_errors, daemon=True))
        for thread in self._threads:
            thread.start()

    def send(self, *lines: bytes) -> None:
        """Write lines as they are, with an end of line."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"".join(line + b"\n" for line in lines))
        self.process.stdin.flush()

    def reply(self) -> Any:
        """Read the next line of stdout, which must be JSON."""
        return json.loads(self.lines.get(timeout=PATIENCE))

    def ask(self, state: Any, message_id: Any) -> Any:
        """Ask for a move and return it; the reply must have the same id and nothing else."""
        self.send(json.dumps({"state": state, "messageID": message_id}).encode())
        reply = self.reply()
        assert list(reply) == ["move", "messageID"]
        assert reply["messageID"] == message_id
        return reply["move"]

    def close(self) -> tuple[int, list[bytes], str]:
        """Close stdin; return the exit code, the rest of stdout, and stderr."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        code = self.process.wait(PATIENCE)
        for thread in self._threads:
            thread.join(PATIENCE)
        return code, list(self.lines.queue), b"".join(self.errors).decode()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()

    def _read_replies(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.errors.append(line)


def play_game(bot: BotProcess, seed: int, *, seat: int = 0, moves: int | None = None) -> gg.Game:
    """Play the bot against a random opponent, to the end or for a number of the bot's moves.

    Every reply must be a legal move, or 0 if no move is due.
    """
    game, chance = gg.new("arboretum", seed=seed), random.Random(seed)
    assert bot.ask({"message": "NEWGAME", "gameNumber": seed, "round": 0}, f"{seed} new") == 0
    made = 0
    while not game.over and made != moves:
        state = write_view(game.view(seat), previous=last_move(game))
        reply = bot.ask(state, f"{seed}.{len(game.actions)}")
        if game.to_move == seat:
            game.play_all(to_own(read_move(Reader(reply, "reply")), seat))
            made += 1
            continue
        assert reply == 0
        game.play(chance.choice(game.legal_actions()))
        if game.board.phase == "plant":
            game.play(chance.choice(game.legal_actions()))
    if game.over:
        end = {"message": "ENDGAME", "result": 0, "score": 1, "opponentScore": 0, "finalState": {}}
        assert bot.ask(end, f"{seed} end") == 0
    return game
