"""Runs the recipes in docs/recipes as a reader would."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.waiting import PATIENCE

FOLDER = Path(__file__).parents[1] / "docs" / "recipes"


def run(page: str, home: Path) -> str:
    """Run a page's Python blocks in a separate process and return their output.

    `home` is the process's home folder, in which some libraries store files.
    """
    text = (FOLDER / page).read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE))
    assert code, f"{page} has no Python block."
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "HOME": str(home), "OMP_NUM_THREADS": "1"},
        cwd=home,
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
