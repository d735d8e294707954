"""A job on its way through the pool."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from gemgrove.server.bots.job import Answer, Job, Thought

_LINGER_SECONDS = 1.0
"""How long a worker may go on with what nobody wants; to start another costs about as much."""


class Ticket:
    """A job, how often it was tried, and the thought that somebody waits for."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.legal = frozenset(job.view.legal_actions())
        self.tries = 0
        """How many workers the bot has been tried with."""
        self.stood_in = False
        """Whether another bot than the one it was for is asked."""
        self.thought: asyncio.Future[Thought] = asyncio.get_running_loop().create_future()
        self._tries_before = 0
        self._deadline: asyncio.Timeout | None = None

    @property
    def settled(self) -> bool:
        """Whether nobody waits for it any more."""
        return self.thought.done()

    def settle(self, answer: Answer) -> None:
        """This is the thought."""
        assert answer.action is not None
        if not self.settled:
            tries = self._tries_before + self.tries
            self.thought.set_result(
                Thought(answer.action, answer.seconds, self.job.spec, tries),
            )

    def fail(self, error: Exception) -> None:
        """There will be no thought."""
        if not self.settled:
            self.thought.set_exception(error)

    def replace_bot(self, spec: str) -> None:
        """Let another bot decide."""
        self.job = self.job.by(spec)
        self.stood_in = True
        self._tries_before, self.tries = self._tries_before + self.tries, 0

    def message(self) -> bytes:
        """What a worker gets."""
        return self.job.message()

    def read(self, line: bytes) -> Answer:
        """What it answers."""
        return Answer.read(line)

    @asynccontextmanager
    async def patience(self, seconds: float) -> AsyncIterator[None]:
        """While a worker thinks: a `TimeoutError` after so many seconds, or soon after `hurry`."""
        async with asyncio.timeout(seconds) as self._deadline:
            if self.settled:
                self.hurry()
            try:
                yield
            finally:
                self._deadline = None

    def hurry(self) -> None:
        """Nobody waits for it any more: whoever thinks about it must be done soon."""
        deadline = self._deadline
        if deadline is None or deadline.expired():
            return
        soon = asyncio.get_running_loop().time() + _LINGER_SECONDS
        deadline.reschedule(min(soon, deadline.when() or soon))
