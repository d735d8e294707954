"""The checks for bots of another Arboretum engine (`engine:`)."""

import time
from collections.abc import Iterator
from contextlib import closing
from typing import Final

from gemgrove.agents import Forfeit
from gemgrove.agents.engine_agent import EngineAgent
from gemgrove.compliance.checks import SEED, Finding, Suite, check_ending, is_quiet, play_games
from gemgrove.game import new

GAME: Final = "arboretum"

_ADVICE = {
    "crash": "The program must run until its stdin ends.",
    "timeout": (
        "Reply to every message, whoever is to move, and flush stdout after every reply: output "
        "that stays in a buffer is not there."
    ),
    "illegal move": "docs/arboretum-engine.md has the moves of every subTurn.",
    "protocol": "docs/arboretum-engine.md has every message and its reply.",
    "flood": "Write replies to stdout and nothing else; the rest may go to stderr.",
    "memory": "Use less memory; a program that is given too little must not die of it.",
    "refused": "Only two-player Arboretum is supported.",
}
_ANOTHER_GAME = "After ENDGAME another NEWGAME may come."
_LEAVE = "Leave the loop when reading stdin finds its end."


def examine_engine_bot(suite: Suite) -> Iterator[Finding]:
    """Run all checks of a bot; if it ignores even a new game, there is nothing more to check."""
    check = "starts and replies to a new game"
    with closing(_host(suite)) as host:
        host.begin(new(GAME, seed=SEED).view(0))
    if host.lost is not None:
        yield Finding.of(check, host.lost, _ADVICE)
        return
    yield Finding(check)
    yield _whole_games(suite)
    yield _is_quiet(suite)
    check = "ends when its stdin is closed"
    suite.progress(check)
    yield check_ending(check, _host(suite), GAME, _ADVICE, _LEAVE)


def _whole_games(suite: Suite) -> Finding:
    check = "plays arboretum with 2 players"
    games = (new(GAME, seed=SEED + number) for number in range(suite.rounds))
    deadline = time.monotonic() + suite.budget
    with closing(_host(suite)) as host:
        try:
            slowest = play_games(suite, host, games, deadline, _ANOTHER_GAME)
        except Forfeit as forfeit:
            return Finding.of(check, forfeit, _ADVICE)
    return Finding(check, note=f"slowest turn {slowest:.3f} s")


def _is_quiet(suite: Suite) -> Finding:
    check = "replies once, and writes nothing else to stdout"
    suite.progress(check)
    with closing(_host(suite)) as host:
        try:
            return Finding(check, is_quiet(host, GAME), _ADVICE["flood"])
        except Forfeit as forfeit:
            return Finding.of(check, forfeit, _ADVICE)


def _host(suite: Suite) -> EngineAgent:
    return EngineAgent("the bot", list(suite.command), **suite.settings())
