"""Runs a program in a separate process."""

import os
import subprocess
import sys

from tests.waiting import PATIENCE


def python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run this Python interpreter with an empty stdin."""
    return subprocess.run(
        [sys.executable, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        env=os.environ | environment,
        timeout=PATIENCE,
        check=False,
    )
