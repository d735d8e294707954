"""The processes of bots whose worker may be killed before it has ended them.

A process number alone could be another's by then, so each process is held by a descriptor, which
Linux has. Elsewhere a bot that does not end when its input does is left to its limits.
"""

import os
import select
import signal
from collections.abc import Iterable
from contextlib import suppress


class Wards:
    """Processes that lead groups of their own, to be ended if their worker dies."""

    def __init__(self) -> None:
        self._held: dict[int, int] = {}

    def take(self, numbers: Iterable[int]) -> None:
        """Watch over these processes instead of those before."""
        self.release()
        if not hasattr(os, "pidfd_open"):
            return
        for number in numbers:
            with suppress(OSError):  # it has ended already
                self._held[number] = os.pidfd_open(number)

    def release(self) -> None:
        """Let them go; their worker has ended them."""
        for descriptor in self._held.values():
            os.close(descriptor)
        self._held.clear()

    def end(self) -> None:
        """End those that still run, and whatever they have started."""
        for number, descriptor in self._held.items():
            if not select.select([descriptor], [], [], 0)[0]:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(number, signal.SIGKILL)
        self.release()
