"""The pool: a queue of jobs, and threads that each give jobs to their own worker."""

import logging
import pickle
import signal
import threading
import time
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from functools import partial
from typing import Any, ParamSpec, Self, TypeVar

from gemgrove.worker_pool.fair_queue import FairQueue
from gemgrove.worker_pool.process import WorkerLost, WorkerProcess
from gemgrove.worker_pool.worker import SIGNALS

CANCEL_SECONDS = 1.0
"""How long a cancelled job may go on; starting another worker costs about as much."""

_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 0.1, 5.0
"""Pauses between attempts to start a worker that does not come up."""

_log = logging.getLogger(__name__)

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class WorkerPoolError(RuntimeError):
    """A job has no result."""


class PoolClosed(WorkerPoolError):  # noqa: N818 - it says what happened
    """The pool was closed before the job was done."""


class WorkerDied(WorkerPoolError):  # noqa: N818 - it says what happened
    """The job's workers died, or were killed because they took too long."""


class WorkerNotStarted(WorkerDied):
    """No worker could be started for the job."""


class WorkerRefused(WorkerPoolError):  # noqa: N818 - it says what happened
    """A worker on another machine has another program or other files, so it must not do the job."""


class JobFailed(WorkerPoolError):  # noqa: N818 - it says what happened
    """The job's function raised an exception; this names its type and place.

    Its message, which may contain secrets, and its traceback are on the worker's stderr.
    """


class Job(Future[Result]):
    """A call in a worker: a future that can be cancelled at any time, and awaited in asyncio."""

    def __init__(self, call: bytes, key: str, on_cancel: "Callable[[Job[Any]], None]") -> None:
        super().__init__()
        self.call = call
        """The pickled function and arguments."""
        self.key = key
        self.tries = 0
        """The number of workers to which the job was given."""
        self._on_cancel = on_cancel

    def __await__(self) -> Generator[Any, None, Result]:
        import asyncio

        return asyncio.wrap_future(self).__await__()

    def cancel(self) -> bool:
        """Cancel the job; a worker still running it is killed after `CANCEL_SECONDS`."""
        if self.cancelled():
            return True  # asyncio cancels the job again when it learns of this
        if not super().cancel():
            return False
        self.set_running_or_notify_cancel()
        self._on_cancel(self)
        return True

    def settle(self, result: Any) -> None:
        """Set the result, unless the job was cancelled."""
        with suppress(InvalidStateError):
            self.set_result(result)

    def fail(self, error: WorkerPoolError) -> None:
        """Set the error, unless the job was cancelled."""
        with suppress(InvalidStateError):
            self.set_exception(error)


class _Slot:
    """A place for one worker at a time, with its current job and a thread."""

    thread: threading.Thread
    worker: WorkerProcess | None = None
    job: Job[Any] | None = None
    pause = 0.0
    lost = 0


class WorkerPool:
    """A pool of worker processes. They end with `close`, or with this process."""

    local = True

    def __init__(
        self,
        workers: int,
        *,
        seconds: float | None = None,
        tries: int = 2,
        niceness: int = 0,
        memory_mb: int | None = None,
        environment: Mapping[str, str] | None = None,
        stderr: int | None = None,
        own_groups: bool = False,
        end_idle: bool = False,
    ) -> None:
        """Let each job take `seconds`, and give it to `tries` workers before it fails.

        Workers are started when there are jobs for them and, with `end_idle`, ended when there are
        none. They inherit this process's environment unless they are given another one. What they
        print goes to their stderr, which is that of this process or, as in `subprocess`, `stderr`.
        With `own_groups`, whoever kills the process group of this process leaves it to the workers
        to end, which they do after they have ended what their jobs have started.
        """
        for name, value in (("workers", workers), ("tries", tries), ("memory_mb", memory_mb)):
            if value is not None and value < 1:
                raise ValueError(f"{name} is {value}; it must be 1 or more.")
        if seconds is not None and not seconds > 0:
            raise ValueError(f"seconds is {seconds}; it must be more than 0.")
        self._start = partial(
            WorkerProcess,
            seconds=seconds,
            niceness=niceness,
            memory_mb=memory_mb,
            environment=environment,
            stderr=stderr,
            own_group=own_groups,
        )
        self._workers = workers
        self._tries = tries
        self._end_idle = end_idle
        self._queue: FairQueue[Job[Any]] = FairQueue()
        self._slots: list[_Slot] = []
        self._closed = False
        # Only held briefly: code that must not block may call anything here except `close`.
        self._changed = threading.Condition()

    @property
    def workers(self) -> int:
        """The number of jobs that can run at the same time."""
        return self._workers

    @property
    def pids(self) -> list[int]:
        """The process ids of the workers."""
        with self._changed:
            return [slot.worker.pid for slot in self._slots if slot.worker is not None]

    @property
    def queued(self) -> int:
        """The number of jobs waiting for a worker."""
        return len(self._queue)

    @property
    def busy(self) -> int:
        """The number of jobs that are running."""
        return sum(slot.job is not None for slot in self._slots)

    @property
    def lost(self) -> int:
        """The number of workers that died or had to be killed."""
        return sum(slot.lost for slot in self._slots)

    def submit(
        self,
        function: Callable[Arguments, Result],
        *arguments: Arguments.args,
        **options: Arguments.kwargs,
    ) -> Job[Result]:
        """Queue a call of a function that a worker can import and that returns JSON values."""
        return self.submit_for("", function, *arguments, **options)

    def submit_for(
        self,
        key: str,
        function: Callable[Arguments, Result],
        *arguments: Arguments.args,
        **options: Arguments.kwargs,
    ) -> Job[Result]:
        """Queue a call under a key: keys with jobs are served in turn."""
        call = pickle.dumps((function, arguments, options), pickle.HIGHEST_PROTOCOL)
        job: Job[Result] = Job(call, key, self._on_cancel)
        with self._changed:
            if self._closed:
                raise PoolClosed("The pool is closed.")
            self._queue.put(key, job)
            idle = len(self._slots) - self.busy
            if len(self._queue) > idle and len(self._slots) < self._workers:
                self._add_slot()
            self._changed.notify_all()
        return job

    def close(self, *, within: float = 5.0) -> None:
        """End all workers, by force after `within` seconds; unfinished jobs fail."""
        with self._changed:
            self._closed = True
            left = [*self._queue.clear(), *(slot.job for slot in self._slots if slot.job)]
            self._changed.notify_all()
            for slot in self._slots:
                if slot.worker is not None:
                    slot.worker.stop()
        for job in left:
            job.fail(PoolClosed("The pool was closed before the job was done."))
        deadline = time.monotonic() + within
        for slot in self._slots:
            slot.thread.join(max(0.0, deadline - time.monotonic()))
        for slot in self._slots:
            self._kill(slot)
            slot.thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _add_slot(self) -> None:
        slot = _Slot()
        slot.thread = threading.Thread(target=self._serve, args=(slot,), daemon=True)
        self._slots.append(slot)
        slot.thread.start()

    def _serve(self, slot: _Slot) -> None:
        """Do one job after another until the pool is closed."""
        # Workers inherit this mask: until they handle signals, none may reach them.
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        while (job := self._next(slot)) is not None:
            while not job.done():
                self._attempt(slot, job)
        self._end_worker(slot)

    def _next(self, slot: _Slot) -> Job[Any] | None:
        """Wait for a job and return it; None once the pool is closed."""
        with self._changed:
            slot.job = None
            idle = not self._queue and not self._closed
        if idle and self._end_idle:
            self._end_worker(slot)
        with self._changed:
            self._changed.wait_for(lambda: self._queue or self._closed)
            slot.job = None if self._closed else self._queue.pop()
            return slot.job

    def _attempt(self, slot: _Slot, job: Job[Any]) -> None:
        """Let a worker do a job; if the worker dies, replace it."""
        job.tries += 1
        error: WorkerDied
        try:
            worker = self._ready_worker(slot)
        except (WorkerLost, OSError) as cause:
            error = WorkerNotStarted(str(cause))
        else:
            try:
                answer = worker.call(job.call)
            except WorkerLost as cause:
                error = WorkerDied(str(cause))
            else:
                if "error" in answer:
                    job.fail(JobFailed(f"The job raised {answer['error']}."))
                else:
                    job.settle(answer.get("result"))
                return
        self._lose(slot)
        if not job.done():
            _log.info("A job is tried again or fails: %s", error)
        if job.tries >= self._tries:
            job.fail(error)

    def _ready_worker(self, slot: _Slot) -> WorkerProcess:
        """Return a slot's worker or a new one; raise `WorkerLost` or `OSError` if that fails."""
        if slot.worker is not None and not slot.worker.alive:
            self._lose(slot)
        if slot.worker is not None:
            return slot.worker
        with self._changed:
            self._changed.wait_for(lambda: self._closed, slot.pause)
        # If this one does not come up, the next one is not started at once.
        slot.pause = min(2 * slot.pause or _FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS)
        worker = self._start()
        with self._changed:
            slot.worker = worker
            if self._closed:
                worker.stop()
        worker.wait_until_ready()
        slot.pause = 0.0
        return worker

    def _lose(self, slot: _Slot) -> None:
        slot.lost += not self._closed
        self._kill(slot)
        self._end_worker(slot)

    def _kill(self, slot: _Slot, job: Job[Any] | None = None) -> None:
        """Kill a worker; if a job is given, only if the worker is still running it."""
        with self._changed:
            if slot.worker is not None and (job is None or slot.job is job):
                slot.worker.kill()

    def _end_worker(self, slot: _Slot) -> None:
        if slot.worker is not None:
            with self._changed:
                slot.worker.stop()
            slot.worker.join()
            with self._changed:
                slot.worker = None

    def _on_cancel(self, job: Job[Any]) -> None:
        with self._changed:
            if self._queue.remove(job.key, job):
                return
            slots = [slot for slot in self._slots if slot.job is job]
        for slot in slots:
            timer = threading.Timer(CANCEL_SECONDS, self._kill, args=(slot, job))
            timer.daemon = True
            timer.start()
