"""The lock of a database file, which one process uses at a time."""

import os
import socket
from pathlib import Path

from filelock import FileLock, Timeout

from gemgrove.server.settings import UnusableDatabaseError


def lock(path: Path) -> FileLock:
    """Lock a database file until `release`; `UnusableDatabaseError` if another process has it.

    The lock is a file beside it, since SQLite locks parts of the file itself, and names its holder.
    """
    file = path.with_name(f"{path.name}-lock")
    # Acquired and released by different threads.
    held = FileLock(file, mode=0o600, thread_local=False)
    try:
        held.acquire(timeout=0)
    except Timeout:
        holder = file.read_text("utf-8", "replace").strip()
        raise UnusableDatabaseError(
            f"{path} is in use by {holder or 'another process'}; only one process at a time can "
            "use it. Stop that one first, or use PostgreSQL for several."
        ) from None
    file.write_text(f"process {os.getpid()} on {socket.gethostname()}")
    return held
