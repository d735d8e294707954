"""The settings that `conftest.py` makes for all tests."""

import subprocess
import sys
from pathlib import Path

from hypothesis import settings


def test_examples_have_no_deadline() -> None:
    assert settings().deadline is None


def test_the_environments_of_rllib_and_ray_need_no_hypothesis() -> None:
    code = "import sys; sys.modules['hypothesis'] = None; import tests.conftest"
    subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[1], check=True)
