"""Work that goes on until the server ends, whatever happens to it."""

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable
from pathlib import Path

_log = logging.getLogger(__name__)


def told(error: BaseException) -> str:
    """An error for the log: its kind and where it was, since messages might tell hidden things."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"


async def happens(event: asyncio.Event, within: float | None) -> bool:
    """Whether an event happens within so many seconds."""
    try:
        async with asyncio.timeout(within):
            await event.wait()
    except TimeoutError:
        return False
    return True


async def repeat(
    work: Callable[[], Awaitable[object]], every: float, ending: asyncio.Event
) -> None:
    """Do something, again and again with a pause, until the end. An error is for the log."""
    while not ending.is_set():
        try:
            await work()
        except Exception as error:  # noqa: BLE001 - the next time may go well
            name = getattr(work, "__qualname__", "Something")
            _log.error("%s failed, and is tried again: %s", name, told(error))
        if await happens(ending, every):
            return
