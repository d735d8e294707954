"""A run's file is written by one process at a time; others may read it."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from gemgrove.arena.database import RunFileError


class RunLock:
    """Held while a run is written. The system lets it go when its process ends, however it ends.

    It is a file of its own: to lock the run's file itself would interfere with SQLite.
    """

    def __init__(self, path: Path) -> None:
        """Lock the run in this file; `RunFileError` where another process has."""
        self._path = path.with_name(f"{path.name}-lock")
        self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Its last holder may have removed it after it was opened here.
            held = os.path.samestat(self._path.stat(), os.fstat(self._descriptor))
        except (BlockingIOError, FileNotFoundError):
            held = False
        if not held:
            os.close(self._descriptor)
            raise RunFileError(f"{path} is being written by another arena; wait for its end.")

    def release(self) -> None:
        """Let the run go."""
        with suppress(OSError):
            self._path.unlink()
        os.close(self._descriptor)
