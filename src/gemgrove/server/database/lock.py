"""A database file is used by one process at a time."""

import fcntl
import os
import socket
from pathlib import Path

from gemgrove.server.database.base import UnusableDatabaseError

LONGEST_NOTE = 200


class FileLock:
    """Held while a file is in use. The system lets it go when its process ends, however it ends.

    It is a file of its own beside the other, since SQLite locks parts of its file itself. It stays
    when it is let go: to remove it would race with whoever has just opened it.
    """

    def __init__(self, path: Path) -> None:
        """Lock the file of this name; `UnusableDatabaseError` where another process has."""
        self.path = path.with_name(f"{path.name}-lock")
        self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            note = os.pread(self._descriptor, LONGEST_NOTE, 0).decode("utf-8", "replace").strip()
            os.close(self._descriptor)
            raise UnusableDatabaseError(
                f"{path} is in use by {note or 'another process'}; one process at a time can use "
                "it. Stop that one first, or use PostgreSQL for several."
            ) from None
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, f"process {os.getpid()} on {socket.gethostname()}".encode(), 0)

    def release(self) -> None:
        """Let the file go."""
        os.ftruncate(self._descriptor, 0)
        os.close(self._descriptor)
