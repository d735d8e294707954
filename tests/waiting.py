"""Waiting for conditions, with deadlines that only failing tests reach."""

import asyncio
import inspect
import os
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, overload

T = TypeVar("T")

PATIENCE = 120.0 * float(os.environ.get("GEMGROVE_TEST_PATIENCE", "1"))
"""Seconds until a test gives up. GEMGROVE_TEST_PATIENCE=5 makes it five times as long."""

_PAUSE_SECONDS = 0.005


def eventually(condition: Callable[[], T | None], *, within: float = PATIENCE) -> T:
    """Return the first true result of a condition; fail if there is none in time."""
    deadline = time.monotonic() + within
    while not (result := condition()):
        assert time.monotonic() < deadline, _failure(condition, within)
        time.sleep(_PAUSE_SECONDS)
    return result


@overload
async def becomes(condition: Callable[[], Awaitable[T | None]], *, within: float = ...) -> T: ...
@overload
async def becomes(condition: Callable[[], T | None], *, within: float = ...) -> T: ...
async def becomes(condition: Callable[[], Any], *, within: float = PATIENCE) -> Any:
    """Do the same in a coroutine; the condition may be a coroutine function."""
    deadline = time.monotonic() + within
    while True:
        result = condition()
        if inspect.isawaitable(result):
            result = await result
        if result:
            return result
        assert time.monotonic() < deadline, _failure(condition, within)
        await asyncio.sleep(_PAUSE_SECONDS)


def _failure(condition: Callable[[], object], within: float) -> str:
    try:
        text = inspect.getsource(condition).strip()
    except (OSError, TypeError):
        text = repr(condition)
    return f"Still not so after {within:g} seconds: {text}"
