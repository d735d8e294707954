"""A worker process as the server's process has it: asked, waited for and ended without blocking."""

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from gemgrove.agents.files import python_environment
from gemgrove.agents.program import passed_on
from gemgrove.server.bots.worker import LENGTH_BYTES, READY

WORKER = "gemgrove.server.bots.worker"
"""The module that a worker runs, unless another one is named."""

_ALARM_SECONDS = 2.0
"""How much later than its host, which has a clock of its own, a worker ends a thought itself."""


Read = TypeVar("Read")


class ThinkerDied(Exception):  # noqa: N818 - what has happened
    """A worker has ended, or has said what no worker says."""


class Thinker:
    """A running worker. `end` must be awaited."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._stdin = process.stdin
        self._stdout = process.stdout

    @classmethod
    async def start(cls, *, patience: float, memory_mb: int, worker: str = WORKER) -> "Thinker":
        """Start a worker; `ready` says when it can be asked."""
        # Without -P the current folder would come before the library.
        command = [sys.executable, "-P", "-m", worker]
        process = await asyncio.create_subprocess_exec(
            *command,
            str(patience + _ALARM_SECONDS),
            str(memory_mb),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            env=passed_on() | python_environment() | _one_thread(),
        )
        return cls(process)

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether it has not ended, as far as is known."""
        return self._process.returncode is None and not self._stdout.at_eof()

    async def ready(self) -> None:
        """Wait until it can be asked."""
        if await self._line() != READY:
            raise ThinkerDied("A worker did not say that it is ready.")

    async def ask(self, message: bytes, read: Callable[[bytes], Read]) -> Read:
        """What it answers, read from its line.

        Whoever stops waiting must end it: a late answer is nobody's.
        """
        try:
            self._stdin.write(len(message).to_bytes(LENGTH_BYTES) + message)
            await self._stdin.drain()
            return read(await self._line())
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ThinkerDied("A worker has ended in mid-thought.") from error

    def dismiss(self) -> None:
        """Tell it to end, whatever it is thinking about."""
        self._stdin.close()

    def kill(self) -> None:
        """End it, whether it listens or not."""
        self.dismiss()
        with suppress(ProcessLookupError):
            self._process.kill()

    async def end(self) -> None:
        """Kill it, and wait until it is gone."""
        self.kill()
        await self._process.wait()
        with suppress(OSError, ValueError):
            await self._stdout.read()  # up to its end, which closes the pipe

    async def _line(self) -> bytes:
        try:
            line = await self._stdout.readline()
        except (OSError, ValueError) as error:
            raise ThinkerDied("A worker has said more than an answer.") from error
        if not line.endswith(b"\n"):
            raise ThinkerDied("A worker has ended.")
        return line


def _one_thread() -> dict[str, str]:
    """A model's arithmetic keeps to one core: how many think at once is the pool's decision."""
    return dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
