"""Bots as short programs, most of which misbehave."""

import os
import sys
from pathlib import Path
from textwrap import dedent

import gemgrove as gg
from gemgrove.agents import Forfeit, Limits, TimeControl, begin
from gemgrove.agents.protocol_agent import ProtocolAgent
from tests.waiting import PATIENCE

LONG = TimeControl(PATIENCE)

_PRELUDE = """
import json, os, signal, sys, time

def hear():
    line = " "
    while line.isspace():
        line = sys.stdin.readline()
    return json.loads(line) if line else {"type": "goodbye"}

def send(**message):
    print(json.dumps(message), flush=True)

def hello(**more):
    assert hear()["type"] == "hello"
    send(type="hello", protocol=1, name="script", **more)

def turns():
    while (message := hear())["type"] != "goodbye":
        if message["type"] == "your_turn":
            yield message

def play(turn, **more):
    answer = {"type": "move", "game_id": turn["game_id"], "turn_id": turn["turn_id"]}
    send(**answer | ({"action": turn["legal"][0]["action"]} if not more else more))

"""


class Scripts:
    """Writes programs to a folder, runs them as bots, and ends those still running."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._hosts: list[ProtocolAgent] = []

    def command(self, text: str) -> list[str]:
        """Write a program that starts with the helpers above, and return its command."""
        file = self.folder / f"script{len(list(self.folder.iterdir()))}.py"
        file.write_text(_PRELUDE + dedent(text))
        return [sys.executable, "-S", "-E", str(file)]

    def host(
        self, text: str, *, time: TimeControl | None = LONG, limits: Limits | None = None
    ) -> ProtocolAgent:
        """A bot that runs this program."""
        host = ProtocolAgent("script", self.command(text), time=time, limits=limits)
        self._hosts.append(host)
        return host

    def close(self) -> None:
        """End everything that is still running."""
        for host in self._hosts:
            host.close()


def forfeit_of(
    host: ProtocolAgent, *, game: gg.GameName = "splendor", decisions: int = 200
) -> Forfeit:
    """Let a bot play the first seat until it forfeits; return the forfeit."""
    table = gg.new(game, seed=1)
    begin(host, table.view(0))
    for _ in range(decisions):
        try:
            while table.to_move != 0:
                table.play(table.legal_actions()[0])
            table.play(host.choose(table.view(0)))
        except Forfeit as forfeit:
            return forfeit
    raise AssertionError("The bot has not forfeited.")


def is_running(pid: int) -> bool:
    """Return True if a process exists and is not a zombie, which somebody else has to reap."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def is_zombie_child(pid: int) -> bool:
    """Return True if a process is a child of this one that has ended and was not reaped."""
    try:
        return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return False
