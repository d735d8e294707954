"""Ends the processes that a killed worker has left behind.

A process id alone could be another's by then, so each process is held by a descriptor, which Linux
has. Elsewhere a program that does not end when its input does is left to its own limits.
"""

import os
import select
import signal
from collections.abc import Iterable
from contextlib import suppress


class OrphanReaper:
    """Processes that lead groups of their own, to be killed if their parent dies."""

    def __init__(self) -> None:
        self._held: dict[int, int] = {}

    def watch(self, pids: Iterable[int]) -> None:
        """Watch more processes."""
        if not hasattr(os, "pidfd_open"):
            return
        for pid in pids:
            with suppress(OSError):  # it has ended already
                if pid not in self._held:
                    self._held[pid] = os.pidfd_open(pid)

    def release(self) -> None:
        """Stop watching: their parent has ended them."""
        for descriptor in self._held.values():
            os.close(descriptor)
        self._held.clear()

    def reap(self) -> None:
        """Kill those that still run, and whatever they have started."""
        for pid, descriptor in self._held.items():
            if not select.select([descriptor], [], [], 0)[0]:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(pid, signal.SIGKILL)
        self.release()
