"""How long a newcomer waits: `make run` in a fresh clone, until it prints the server's address."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure

ROOT = Path(__file__).parents[1]
ADDRESS = "Gemgrove is at "


def figures() -> Iterator[Figure]:
    """Measure `make run`, with the caches of pip and npm as they are."""
    with TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        began = time.perf_counter()
        process = subprocess.Popen(
            ["make", "run"], cwd=clone, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        assert process.stdout is not None
        try:
            if not any(line.startswith(ADDRESS) for line in process.stdout):
                raise RuntimeError("make run ended without an address")
            spent = time.perf_counter() - began
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
    yield Figure("make run in a fresh clone, until the address", spent, "s", 120, at_most=True)
