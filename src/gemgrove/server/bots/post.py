"""A post in the pool: one worker at a time, and the next one when it is lost."""

import asyncio
from contextlib import AbstractAsyncContextManager
from typing import Protocol, TypeVar

from gemgrove.server.bots.thinker import WORKER, Thinker, ThinkerDied

_START_SECONDS = 30.0
_FIRST_PAUSE_SECONDS = 0.1
_LONGEST_PAUSE_SECONDS = 5.0


Told_co = TypeVar("Told_co", covariant=True)


class Errand(Protocol[Told_co]):
    """What a worker is asked."""

    tries: int
    """How many workers have been tried."""

    def message(self) -> bytes:
        """What the worker gets."""

    def read(self, line: bytes) -> Told_co:
        """What it answers."""

    def patience(self, seconds: float) -> AbstractAsyncContextManager[object]:
        """While the worker thinks: a `TimeoutError` after so many seconds, or before."""


class WorkerLost(Exception):  # noqa: N818 - what has happened
    """The worker has died, was killed for its slowness, or could not be started."""


class NoWorker(WorkerLost):
    """There was none that could have been asked."""


class Post:
    """Has a worker as soon as there is something to ask it. `end` must be awaited."""

    def __init__(self, *, patience: float, memory_mb: int, worker: str = WORKER) -> None:
        """`worker` is the module that its workers run."""
        self._patience = patience
        self._memory_mb = memory_mb
        self._worker = worker
        self._thinker: Thinker | None = None
        self._dismissed = asyncio.Event()
        self._pause = 0.0
        self.lost = 0
        """How many workers it has had that are gone."""

    @property
    def pid(self) -> int | None:
        """The worker's process."""
        return None if self._thinker is None else self._thinker.pid

    async def ask(self, errand: Errand[Told_co]) -> Told_co:
        """What a worker answers; `WorkerLost` where it cannot."""
        errand.tries += 1
        try:
            thinker = await self._ready()
        except (TimeoutError, ThinkerDied, OSError) as error:
            await self._lose()
            raise NoWorker(str(error) or "The worker took too long to start.") from error
        try:
            async with errand.patience(self._patience):
                return await thinker.ask(errand.message(), errand.read)
        except TimeoutError:
            await self._lose()
            raise WorkerLost("The worker took too long.") from None
        except (ThinkerDied, OSError) as error:
            await self._lose()
            raise WorkerLost(str(error)) from error

    def dismiss(self) -> None:
        """No worker is wanted here any more."""
        self._dismissed.set()
        if self._thinker is not None:
            self._thinker.dismiss()

    def kill(self) -> None:
        """End the worker, whether it listens or not."""
        if self._thinker is not None:
            self._thinker.kill()

    async def end(self) -> None:
        """Wait until the worker is gone."""
        if self._thinker is not None:
            await self._thinker.end()
            self._thinker = None

    async def _ready(self) -> Thinker:
        """A worker that can be asked."""
        if self._thinker is not None and not self._thinker.running:
            await self._lose()
        if self._thinker is None:
            await self._rest()
            # If this one does not come up, the next one is not started at once.
            self._pause = min(2 * self._pause or _FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS)
            self._thinker = await Thinker.start(
                patience=self._patience, memory_mb=self._memory_mb, worker=self._worker
            )
            async with asyncio.timeout(_START_SECONDS):
                await self._thinker.ready()
            self._pause = 0.0
        if self._dismissed.is_set():
            raise ThinkerDied("The worker was dismissed.")
        return self._thinker

    async def _rest(self) -> None:
        try:
            async with asyncio.timeout(self._pause):
                await self._dismissed.wait()
        except TimeoutError:
            return

    async def _lose(self) -> None:
        self.lost += not self._dismissed.is_set()
        await self.end()
