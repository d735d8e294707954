"""Programs in separate processes."""

import os
import subprocess
import sys

from tests.waiting import PATIENCE

WITHOUT_A_MODULE = """
import sys
sys.modules[sys.argv.pop(1)] = None
from gemgrove.cli import main
sys.exit(main(sys.argv[1:]))
"""
REFUSING_RAY = """
import sys

class Trap:
    def find_spec(self, name, path=None, target=None):
        assert name.partition(".")[0] != "ray" and name != "gemgrove.cluster", name

sys.meta_path.insert(0, Trap())
from gemgrove.cli import main
sys.exit(main(sys.argv[1:]))
"""


def python(
    *arguments: str, typed: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run this Python interpreter with `typed` as its whole input."""
    return subprocess.run(
        [sys.executable, *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=os.environ | environment,
        timeout=PATIENCE,
        check=False,
    )


def gemgrove(
    *arguments: str, typed: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    return python("-m", "gemgrove", *arguments, typed=typed, **environment)
