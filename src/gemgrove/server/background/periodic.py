"""Repeats work, whatever goes wrong in between."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

from gemgrove.worker_pool import describe

_log = logging.getLogger(__name__)


@contextmanager
def errors_logged(message: str, *values: object) -> Iterator[None]:
    """Log an error in the block and go on: one table must not stop the others."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - whatever it is
        _log.error(f"{message}: %s", *values, describe(error))


async def wait_for(event: asyncio.Event, within: float) -> None:
    """Wait for an event, at most this many seconds."""
    try:
        async with asyncio.timeout(within):
            await event.wait()
    except TimeoutError:
        pass


async def repeat(
    work: Callable[[], Awaitable[object]],
    every: float,
    ending: asyncio.Event,
    soon: asyncio.Event | None = None,
) -> None:
    """Call a function at intervals, or when `soon` is set, until the server stops."""
    while not ending.is_set():
        with errors_logged("%s failed, and is tried again", getattr(work, "__qualname__", work)):
            await work()
        await wait_for(soon or ending, every)
        if soon is not None:
            soon.clear()


async def finish(tasks: Collection[asyncio.Task[Any]], within: float) -> None:
    """Wait for tasks to end, and cancel those still running after this many seconds."""
    if tasks:
        _, late = await asyncio.wait(tasks, timeout=within)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
