"""A worker process as its pool has it: started, asked, and killed."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from multiprocessing.connection import Pipe
from typing import Any

from gemgrove.worker_pool.orphan_reaper import OrphanReaper

START_SECONDS = 60.0
"""Within which a worker must be ready."""

_LONGEST_ANSWER = 1 << 26
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""The pool decides how many cores are busy, not a library for arithmetic."""
_PROGRAM = """
import json, sys
setup = json.loads(sys.argv[1])
sys.path[:] = setup.pop("path")
from gemgrove.worker_pool.worker import run
run(**setup)
"""


class WorkerLost(Exception):  # noqa: N818 - what has happened
    """A worker has died, or did not answer in time."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a worker."""

    seconds: float | None
    """For a job."""
    niceness: int
    memory_mb: int | None


class WorkerProcess:
    """A worker. `stop` and `kill` may be called by any thread, one at a time."""

    def __init__(
        self, limits: Limits, *, environment: Mapping[str, str] | None, stderr: int | None
    ) -> None:
        self._seconds = limits.seconds
        self._reaper = OrphanReaper()
        # The worker sees the end of the lifeline when it is closed here, or this process ends.
        lifeline, self._lifeline = os.pipe()
        self._jobs, jobs = Pipe()
        try:
            setup = {"path": sys.path, "jobs": jobs.fileno(), "lifeline": lifeline}
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", _PROGRAM, json.dumps(setup | asdict(limits))],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                env={**(os.environ if environment is None else environment), **_ONE_THREAD},
                pass_fds=(jobs.fileno(), lifeline),
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
        """False once it has ended: between jobs it says nothing, so this must be its end."""
        return not self._jobs.poll(0)

    def wait_until_ready(self) -> None:
        """Wait until it can be asked; `WorkerLost` if it cannot."""
        if not self._jobs.poll(START_SECONDS):
            raise WorkerLost(f"A worker was not ready after {START_SECONDS:.0f} seconds.")
        self._receive("A worker ended before it was ready.")

    def call(self, call: bytes) -> dict[str, Any]:
        """Return the answer to a job; `WorkerLost` if there is none in time."""
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
                self._reaper.release()
                return answer
            self._reaper.watch(answer["children"])

    def stop(self) -> None:
        """Tell it to end."""
        lifeline, self._lifeline = self._lifeline, -1
        if lifeline >= 0:
            os.close(lifeline)

    def kill(self) -> None:
        """End it by force."""
        self._process.kill()

    def join(self) -> None:
        """Wait for its end, and end the processes that it has left behind."""
        self._process.wait()
        self._reaper.reap()
        self._jobs.close()

    def _receive(self, ended: str) -> dict[str, Any]:
        try:
            answer: dict[str, Any] = json.loads(self._jobs.recv_bytes(_LONGEST_ANSWER))
        except (EOFError, OSError, ValueError) as error:
            raise WorkerLost(ended) from error
        return answer
