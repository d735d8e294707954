"""How long to go on trying."""

import asyncio
import math
import random
from time import monotonic

FIRST_WAIT = 0.05
LONGEST_WAIT = 5.0


class Patience:
    """Waits between tries, each time longer, until so many seconds have passed without success.

    The waits differ by chance, so that those who lost a server together do not come back together.
    """

    def __init__(self, seconds: float = math.inf) -> None:
        self._seconds = seconds
        self._wait = FIRST_WAIT
        self._since: float | None = None

    def renew(self) -> None:
        """It has worked: the next failure is a first one again."""
        self._wait = FIRST_WAIT
        self._since = None

    async def wait(self, least: float = 0.0) -> bool:
        """Before the next try, at least so many seconds; False where there is to be none."""
        now = monotonic()
        if self._since is None:
            self._since = now
        pause = max(least, self._wait * random.uniform(0.5, 1.0))
        self._wait = min(2 * self._wait, LONGEST_WAIT)
        if now + pause - self._since > self._seconds:
            return False
        await asyncio.sleep(pause)
        return True
