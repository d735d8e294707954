"""The interface of a pool, wherever its workers are."""

from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar

from gemgrove.worker_pool.pool import Job

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Pool(Protocol):
    """Workers for independent calls: `WorkerPool` on this machine, `cluster.RayPool` on many."""

    @property
    def local(self) -> bool:
        """False if the workers may run on other machines, which have files of their own."""

    @property
    def workers(self) -> int:
        """The number of jobs that can run at the same time, 1 or more; it may change."""

    def submit(
        self,
        function: Callable[Arguments, Result],
        *arguments: Arguments.args,
        **options: Arguments.kwargs,
    ) -> Job[Result]:
        """Queue a call of a function that a worker can import."""
