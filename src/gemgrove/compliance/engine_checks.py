"""The checks of a bot of another Arboretum engine (`engine:`)."""

import time
from collections.abc import Iterator
from typing import Final

from gemgrove.agents import Forfeit, GameInfo, RandomAgent, begin
from gemgrove.agents.child_process import stderr_note
from gemgrove.agents.engine_agent import EngineAgent
from gemgrove.agents.program_agent import GRACE_SECONDS
from gemgrove.compliance.checks import Suite
from gemgrove.compliance.finding import Finding
from gemgrove.game import new
from gemgrove.variant import shown

GAME: Final = "arboretum"

_SEED = 20
_QUIET_SECONDS = 0.2
_NAMES = ("Player A", "Player B")
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


def examine_engine_bot(suite: Suite) -> Iterator[Finding]:
    """Check a bot. If it does not even reply to a new game, there is nothing more to check."""
    check = "starts and replies to a new game"
    host = _host(suite)
    try:
        host.begin(new(GAME, seed=_SEED).view(0))
    finally:
        host.close()
    if host.lost is not None:
        yield _found(check, host.lost)
        return
    yield Finding(check)
    yield _whole_games(suite)
    yield _is_quiet(suite)
    yield _ends(suite)


def _whole_games(suite: Suite) -> Finding:
    check = "plays arboretum with 2 players"
    host = _host(suite)
    deadline = time.monotonic() + suite.budget
    slowest = 0.0
    try:
        for number in range(suite.rounds):
            if number and time.monotonic() > deadline:
                break
            suite.progress(f"game {number + 1} of {suite.rounds}")
            before = host.pid
            slowest = max(slowest, _play(host, number))
            if before not in (None, host.pid):
                ended = "The program ended after a game; after ENDGAME another NEWGAME may come."
                raise Forfeit("crash", ended)
    except Forfeit as forfeit:
        return _found(check, forfeit)
    finally:
        host.close()
    return Finding(check, note=f"slowest turn {slowest:.3f} s")


def _play(host: EngineAgent, number: int) -> float:
    """Play a game against random; the seconds of the slowest answer."""
    game, others = new(GAME, seed=_SEED + number), RandomAgent(_SEED)
    seat = number % game.players
    slowest = 0.0
    begin(host, game.view(seat), info=GameInfo(names=_NAMES))
    while not game.over:
        view = game.view(game.to_move)
        started = time.monotonic()
        game.play((host if game.to_move == seat else others).choose(view))
        slowest = max(slowest, time.monotonic() - started)
    host.end(game.view(seat))
    return slowest


def _is_quiet(suite: Suite) -> Finding:
    check = "replies once, and writes nothing else to stdout"
    suite.progress(check)
    host = _host(suite)
    game = new(GAME, seed=_SEED)
    try:
        begin(host, game.view(0))
        for _ in range(2):
            if told := host.unasked(_QUIET_SECONDS).strip():
                wrote = f"It wrote {shown(told.decode('utf-8', 'replace'))} without being asked."
                return Finding(check, wrote, _ADVICE["flood"])
            game.play(host.choose(game.view(0)))
    except Forfeit as forfeit:
        return _found(check, forfeit)
    finally:
        host.close()
    return Finding(check)


def _ends(suite: Suite) -> Finding:
    check = "ends when its stdin is closed"
    suite.progress(check)
    host = _host(suite)
    host.begin(new(GAME, seed=_SEED).view(0))
    code = host.close()
    if host.lost is not None:
        return _found(check, host.lost)
    if code is None:
        late = f"It was still running {GRACE_SECONDS:.0f} second later, and was killed."
        return Finding(check, late, "Leave the loop when reading stdin finds its end.")
    if code:
        ended = f"It ended with exit code {code}. {stderr_note(host.stderr)}"
        return Finding(check, ended, "End with 0.")
    return Finding(check)


def _host(suite: Suite) -> EngineAgent:
    return EngineAgent(
        "the bot",
        list(suite.command),
        time=suite.time,
        limits=suite.limits,
        environment=suite.environment,
    )


def _found(check: str, forfeit: Forfeit) -> Finding:
    return Finding(check, f"{forfeit.reason}: {forfeit.detail}", _ADVICE[forfeit.reason])
