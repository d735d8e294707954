"""Processes that run functions for this one and survive whatever the functions do.

    with WorkerPool(2) as pool:
        job = pool.submit(function, 3, 4)
        job.result()  # in blocking code
        await job  # in asyncio

A worker that dies or takes too long is replaced, and its job is given to another one. The standard
library's `ProcessPoolExecutor` breaks as a whole when one of its processes is killed, cannot stop a
job that has begun, and passes on its environment.

Functions and their arguments are pickled. Results come back as JSON and are never unpickled, so
code that has taken over a worker cannot run anything here.
"""

from gemgrove.worker_pool.completion import as_completed
from gemgrove.worker_pool.fair_queue import FairQueue
from gemgrove.worker_pool.interface import Pool
from gemgrove.worker_pool.pool import (
    Job,
    JobFailed,
    PoolClosed,
    WorkerDied,
    WorkerNotStarted,
    WorkerPool,
    WorkerPoolError,
    WorkerRefused,
)
from gemgrove.worker_pool.shipped_file import ShippedFile
from gemgrove.worker_pool.worker import describe, on_abort, report_children

__all__ = [
    "FairQueue",
    "Job",
    "JobFailed",
    "Pool",
    "PoolClosed",
    "ShippedFile",
    "WorkerDied",
    "WorkerNotStarted",
    "WorkerPool",
    "WorkerPoolError",
    "WorkerRefused",
    "as_completed",
    "describe",
    "on_abort",
    "report_children",
]
