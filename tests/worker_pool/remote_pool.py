"""A pool that behaves like one on other machines, without Ray."""

import pickle
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from gemgrove.worker_pool import Job, JobFailed, WorkerPoolError, WorkerRefused, describe

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class FakeRemotePool:
    """Does waiting jobs one at a time, the latest first, whenever its size is read.

    Everything passes through pickles, as on a cluster.
    """

    local = False

    def __init__(self, size: int = 2) -> None:
        self._size = size
        self.waiting: list[Job[Any]] = []
        self.calls: list[bytes] = []
        """Everything that was sent, including files."""
        self.most_waiting = 0
        self.failure: WorkerPoolError | None = None
        """The error of all further jobs, if any."""

    @property
    def workers(self) -> int:
        """The number of jobs at the same time."""
        self.work()
        return self._size

    def submit(
        self,
        function: Callable[Arguments, Result],
        *arguments: Arguments.args,
        **options: Arguments.kwargs,
    ) -> Job[Result]:
        call = pickle.dumps((function, arguments, options), pickle.HIGHEST_PROTOCOL)
        job: Job[Result] = Job(call, "", self.waiting.remove)
        self.calls.append(call)
        self.waiting.append(job)
        self.most_waiting = max(self.most_waiting, len(self.waiting))
        return job

    def work(self) -> None:
        """Do the latest job."""
        if not self.waiting:
            return
        job = self.waiting.pop()
        job.tries += 1
        if self.failure is not None:
            job.fail(self.failure)
            return
        function, arguments, options = pickle.loads(job.call)
        try:
            result = function(*arguments, **options)
        except Exception as error:  # noqa: BLE001 - a job may raise anything
            job.fail(JobFailed(f"The job raised {describe(error)}."))
            return
        job.settle(pickle.loads(pickle.dumps(result)))


class RefusingPool(FakeRemotePool):
    """Does all jobs that wait at once, but for the first one, which is refused."""

    def work(self) -> None:
        while len(self.waiting) > 1:
            super().work()
        if self.waiting:
            self.failure = WorkerRefused("node has Gemgrove 0.0.1.")
            super().work()
