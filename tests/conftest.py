"""Runs tests that are coroutines; one processor for each process, no deadlines for Hypothesis."""

import asyncio
import inspect
import os

import pytest

from tests.waiting import PATIENCE

# PyTorch and NumPy read it when they are imported, also in the processes that tests start. As many
# threads as processors in every worker of pytest would mostly wait for each other.
os.environ.setdefault("OMP_NUM_THREADS", "1")

try:
    from hypothesis import HealthCheck, settings
except ImportError:
    pass  # tests/rllib and tests/ray run in environments without it
else:
    # On a busy machine an example may take any time.
    settings.register_profile(
        "unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.load_profile("unhurried")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine function in a new event loop, with a deadline unless it is marked slow."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    test = pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names})
    # Longer than any wait within the test, which says better what has not happened.
    deadline = None if pyfuncitem.get_closest_marker("slow") else 10 * PATIENCE

    async def bounded() -> None:
        async with asyncio.timeout(deadline):
            await test

    asyncio.run(bounded())
    return True
