"""Repeated work, whatever goes wrong in between."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from gemgrove.worker_pool import describe

_log = logging.getLogger(__name__)


async def wait_for(event: asyncio.Event, within: float | None) -> bool:
    """Wait for an event; False if it is not set within so many seconds."""
    try:
        async with asyncio.timeout(within):
            await event.wait()
    except TimeoutError:
        return False
    return True


async def repeat(
    work: Callable[[], Awaitable[object]], every: float, ending: asyncio.Event
) -> None:
    """Call a function at intervals until the server ends; errors are logged."""
    while not ending.is_set():
        try:
            await work()
        except Exception as error:  # noqa: BLE001 - the next time may go well
            name = getattr(work, "__qualname__", "Something")
            _log.error("%s failed, and is tried again: %s", name, describe(error))
        if await wait_for(ending, every):
            return
