"""The worker's side of the pool: a process that runs one job after another.

It ends as soon as its pool wants it to or is gone, even in the middle of a job. A job that does not
even let other threads run is ended by an alarm, if it has a time limit.
"""

import json
import os
import pickle
import signal
import threading
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NoReturn

SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Ctrl-C and the end of a service reach all processes; the pool's own process decides."""
ALARM_SECONDS = 2.0
"""The time after which a worker ends a late job itself, if its pool has not done so."""

_jobs: "Connection[Any, Any] | None" = None
_abort: Callable[[], object] | None = None


def on_abort(clean_up: Callable[[], object]) -> None:
    """Call `clean_up`, in another thread, if the job running here is given up."""
    global _abort  # noqa: PLW0603 - one job at a time
    _abort = clean_up


def report_children(pids: Iterable[int]) -> None:
    """Have processes killed, with their groups, if this worker dies before its job is done."""
    if _jobs is not None:
        _send(children=list(pids))


def describe(error: BaseException) -> str:
    """Return an exception's type and place, without its message, which may contain secrets."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"


def run(
    jobs: int, lifeline: int, *, seconds: float | None, niceness: int, memory_mb: int | None
) -> NoReturn:
    """Run the jobs that come over one descriptor until the other one is closed."""
    global _jobs, _abort  # noqa: PLW0603 - the process has no other purpose
    code = 1
    try:
        # Not ignored: programs started by a job would inherit that.
        for number in SIGNALS:
            signal.signal(number, lambda *_: None)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        os.dup2(2, 1)
        # Not in a separate session, where niceness would count for less.
        os.nice(niceness)
        if memory_mb is not None:
            _limit_memory(memory_mb)
        threading.Thread(target=_watch, args=(lifeline,), daemon=True).start()
        _jobs = Connection(jobs)
        _send(ready=True)
        while True:
            call = _jobs.recv_bytes()
            signal.setitimer(signal.ITIMER_REAL, 0 if seconds is None else seconds + ALARM_SECONDS)
            answer = _answer(call)
            signal.setitimer(signal.ITIMER_REAL, 0)
            _abort = None
            _jobs.send_bytes(answer)
    except (EOFError, OSError):  # nobody wants the answer
        code = 0
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        # Do not wait for anything that a job has left behind, such as threads.
        os._exit(code)


def _answer(call: bytes) -> bytes:
    try:
        function, arguments, options = pickle.loads(call)
        return json.dumps({"result": function(*arguments, **options)}).encode()
    except Exception as error:  # noqa: BLE001 - a job may raise anything
        traceback.print_exc()
        return json.dumps({"error": describe(error)}).encode()


def _send(**message: object) -> None:
    assert _jobs is not None
    _jobs.send_bytes(json.dumps(message).encode())


def _watch(lifeline: int) -> None:
    os.read(lifeline, 1)  # nothing is ever written: this is its end
    if _abort is not None:
        with suppress(Exception):
            _abort()
    os._exit(0)


def _limit_memory(megabytes: int) -> None:
    import resource

    with suppress(ValueError, OSError):  # a system without this limit, or with a lower one
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (megabytes << 20, hard))
