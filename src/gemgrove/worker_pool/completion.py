"""Keeps the workers of a pool busy with a long list of jobs."""

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, wait
from itertools import islice
from typing import TypeVar

from gemgrove.worker_pool.interface import Pool
from gemgrove.worker_pool.pool import Job

Item = TypeVar("Item")
Result = TypeVar("Result")

TICK_SECONDS = 0.1


def as_completed(
    pool: Pool,
    items: Iterable[Item],
    submit: Callable[[Item], Job[Result]],
    *,
    limit: Callable[[int], int],
) -> Generator[list[tuple[Item, Job[Result]]]]:
    """Submit a job for each item; yield those that are done, and an empty list in between.

    At most `limit(workers)` jobs are under way. Closing the iterator cancels them.
    """
    left = iter(items)
    running: dict[Job[Result], Item] = {}
    try:
        while True:
            # Workers come and go. Items are taken only when there is room for their jobs.
            for item in islice(left, max(0, limit(pool.workers) - len(running))):
                running[submit(item)] = item
            if not running:
                return
            wait(running, TICK_SECONDS, FIRST_COMPLETED)
            yield [(running.pop(job), job) for job in list(running) if job.done()]
    finally:
        for job in running:
            job.cancel()
