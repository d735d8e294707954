"""The pool's side of a worker process: starts it, gives it jobs, and kills it."""

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from multiprocessing.connection import Pipe
from typing import Any

START_SECONDS = 60.0
"""The time within which a worker must be ready."""

_LONGEST_ANSWER = 1 << 26
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""The pool decides how many cores are busy, not a math library."""
_PROGRAM = """
import json, sys
setup = json.loads(sys.argv[1])
sys.path[:] = setup.pop("path")
from gemgrove.worker_pool.worker import run
run(**setup)
"""


class WorkerLost(Exception):  # noqa: N818 - it says what happened
    """A worker has died, or did not answer in time."""


class WorkerProcess:
    """A worker. Any thread may call `stop` and `kill`, one at a time."""

    def __init__(
        self,
        *,
        seconds: float | None,
        niceness: int,
        memory_mb: int | None,
        environment: Mapping[str, str] | None,
        stderr: int | None,
        own_group: bool,
    ) -> None:
        """Start a worker; `seconds` is the time limit of each job."""
        self._seconds = seconds
        self._orphans = _OrphanReaper()
        # The worker reads the lifeline's end when it is closed here, or when this process ends.
        lifeline, self._lifeline = os.pipe()
        self._jobs, jobs = Pipe()
        try:
            setup = {"path": sys.path, "jobs": jobs.fileno(), "lifeline": lifeline}
            setup |= {"seconds": seconds, "niceness": niceness, "memory_mb": memory_mb}
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", _PROGRAM, json.dumps(setup)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                env={**(os.environ if environment is None else environment), **_ONE_THREAD},
                pass_fds=(jobs.fileno(), lifeline),
                process_group=0 if own_group else None,
            )
        except OSError:
            os.close(self._lifeline)
            self._jobs.close()
            raise
        finally:
            os.close(lifeline)
            jobs.close()

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """False once the worker has ended: between jobs it sends nothing but the pipe's end."""
        return not self._jobs.poll(0)

    def wait_until_ready(self) -> None:
        """Wait until the worker can take jobs; raise `WorkerLost` if it cannot."""
        if not self._jobs.poll(START_SECONDS):
            raise WorkerLost(f"A worker was not ready after {START_SECONDS:.0f} seconds.")
        self._receive("A worker ended before it was ready.")

    def call(self, call: bytes) -> dict[str, Any]:
        """Return the answer to a job; raise `WorkerLost` if there is none in time."""
        deadline = None if self._seconds is None else time.monotonic() + self._seconds
        ended = "The worker ended in the middle of the job."
        try:
            self._jobs.send_bytes(call)
        except OSError as error:
            raise WorkerLost(ended) from error
        while True:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            if not self._jobs.poll(left):
                raise WorkerLost(f"The worker took longer than {self._seconds:g} seconds.")
            answer = self._receive(ended)
            if "children" not in answer:
                self._orphans.release()
                return answer
            self._orphans.watch(answer["children"])

    def stop(self) -> None:
        """Ask the worker to end."""
        lifeline, self._lifeline = self._lifeline, -1
        if lifeline >= 0:
            os.close(lifeline)

    def kill(self) -> None:
        """End the worker by force."""
        self._process.kill()

    def join(self) -> None:
        """Wait for the worker to end, and kill the processes that it has left behind."""
        self._process.wait()
        self._orphans.reap()
        self._jobs.close()

    def _receive(self, ended: str) -> dict[str, Any]:
        try:
            answer: dict[str, Any] = json.loads(self._jobs.recv_bytes(_LONGEST_ANSWER))
        except (EOFError, OSError, ValueError) as error:
            raise WorkerLost(ended) from error
        return answer


class _OrphanReaper:
    """Kills the processes that a worker's job has started, if the worker dies.

    A process id could belong to another process by then, so each process is held by a descriptor,
    which only Linux has. Elsewhere a program that does not end with its input is left to its own
    limits.
    """

    def __init__(self) -> None:
        self._held: dict[int, int] = {}

    def watch(self, pids: Iterable[int]) -> None:
        """Watch more processes, which must lead their own groups."""
        if not hasattr(os, "pidfd_open"):
            return
        for pid in pids:
            with suppress(OSError):  # the process has already ended
                if pid not in self._held:
                    self._held[pid] = os.pidfd_open(pid)

    def release(self) -> None:
        """Stop watching the processes: their parent has ended them."""
        for descriptor in self._held.values():
            os.close(descriptor)
        self._held.clear()

    def reap(self) -> None:
        """Kill the processes that are still running, and whatever they have started."""
        for pid, descriptor in self._held.items():
            if not select.select([descriptor], [], [], 0)[0]:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(pid, signal.SIGKILL)
        self.release()
