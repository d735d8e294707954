"""Delays between attempts."""

import asyncio
import math
import random
from time import monotonic

FIRST_SECONDS = 0.05
LONGEST_SECONDS = 5.0


class Backoff:
    """Growing delays, until a number of seconds has passed without success.

    They are random, so that clients that lost a server together do not return together.
    """

    def __init__(self, seconds: float = math.inf) -> None:
        self._seconds = seconds
        self.reset()

    def reset(self) -> None:
        """Start over, after a success."""
        self._delay = FIRST_SECONDS
        self._since: float | None = None

    def next(self, least: float = 0.0) -> float | None:
        """Return the seconds to wait, at least `least`; None: give up."""
        now = monotonic()
        if self._since is None:
            self._since = now
        delay = max(least, self._delay * random.uniform(0.5, 1.0))
        self._delay = min(2 * self._delay, LONGEST_SECONDS)
        return None if now + delay - self._since > self._seconds else delay

    async def wait(self, least: float = 0.0) -> bool:
        """Wait before the next attempt; return False if there should be none."""
        delay = self.next(least)
        if delay is None:
            return False
        await asyncio.sleep(delay)
        return True
