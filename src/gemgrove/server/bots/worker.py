"""A process that thinks for bots, one decision after another, and remembers none of them.

What it thinks is `think`; all else is `serve`, for whoever else lets processes think.

It is given messages on its standard input, each with its length in front, and answers with a line
each. When its standard input ends, by its host's wish or its host's death, it ends, too, in
mid-thought if need be. A thought that keeps even Python from noticing is ended by an alarm.
"""

import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, NoReturn

from gemgrove import agents
from gemgrove.game import View
from gemgrove.server.bots.job import Answer
from gemgrove.variant import Move

LENGTH_BYTES = 4
READY = b"ready\n"

_POLITENESS = 10
"""How far a worker stands back from the process that answers people."""


def main() -> NoReturn:
    """Think for bots."""
    serve(lambda message: think(message).line(), politeness=_POLITENESS)


def serve(answered: Callable[[bytes], bytes], *, politeness: int) -> NoReturn:
    """Answer what comes in, with the most seconds and megabytes that the command line says.

    `answered` makes a line of a message; `politeness` is added to the process's niceness.
    """
    seconds, megabytes = float(sys.argv[1]), int(sys.argv[2])
    code = 1
    try:
        # Ctrl-C, or the end of a service, reaches all its processes: how they end is for the one
        # that answers people to say. No session of its own, where being nice would count for less.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        os.nice(politeness)
        _limit_memory(megabytes)
        replies = _replies()
        messages: SimpleQueue[bytes] = SimpleQueue()
        threading.Thread(target=_listen, args=(messages,), daemon=True).start()
        replies.write(READY)
        while True:
            message = messages.get()
            signal.setitimer(signal.ITIMER_REAL, seconds)
            line = answered(message)
            signal.setitimer(signal.ITIMER_REAL, 0)
            replies.write(line)
    except OSError:  # nobody reads the answer
        code = 0
    finally:
        # Whatever a bot has left behind, threads for example, is not waited for.
        os._exit(code)


def think(message: bytes) -> Answer:
    """What the bot of a message answers."""
    spec, seed, view = pickle.loads(message)
    start = time.perf_counter()
    try:
        action = _choose(spec, seed, view)
    except Exception as error:  # noqa: BLE001 - a bot may raise anything
        return Answer(None, error=told(error))
    return Answer(action, time.perf_counter() - start)


def _choose(spec: str, seed: int, view: View) -> int:
    agent = agents.make(spec, seed=seed)
    try:
        agents.begin(agent, view)
        choice: Any = agent.choose(view)
    finally:
        agents.close(agent)
    if isinstance(choice, str):
        choice = view.variant.parse_all(choice)[0]
    return int(view.variant.action(view, choice) if isinstance(choice, Move) else choice)


def told(error: Exception) -> str:
    """Where and by which kind of exception; no message, which might tell of hidden cards."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"


def _listen(messages: "SimpleQueue[bytes]") -> None:
    """Take messages in while the other thread thinks, so as to notice the end of them at once."""
    with open(0, "rb", closefd=False) as stdin:
        while head := stdin.read(LENGTH_BYTES):
            messages.put(stdin.read(int.from_bytes(head)))
    os._exit(0)


def _replies() -> IO[bytes]:
    """Standard output for the answers alone; what bots print goes where errors go."""
    replies = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    return replies


def _limit_memory(megabytes: int) -> None:
    import resource

    with suppress(ValueError, OSError):  # a system without this limit, or with a lower one
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (megabytes << 20, hard))


if __name__ == "__main__":
    main()
