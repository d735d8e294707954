"""An adapter whose library is missing says what to install."""

import subprocess
import sys
from importlib import import_module

import pytest

from gemgrove.envs.extras import needs
from tests.waiting import PATIENCE

PICTURE = "picture(gemgrove.new('splendor', seed=1).view(None))"


@pytest.mark.parametrize(
    ("module", "library", "extra", "use"),
    [
        ("gymnasium", "gymnasium", "gymnasium", ""),
        ("openspiel", "pyspiel", "openspiel", ""),
        ("pettingzoo", "gymnasium", "pettingzoo", ""),
        ("pettingzoo", "pettingzoo", "pettingzoo", ""),
        ("render", "PIL", "pictures", PICTURE),
    ],
)
def test_without_a_library_the_error_says_who_needs_it_and_what_to_install(
    module: str, library: str, extra: str, use: str
) -> None:
    code = f"""
import sys
sys.modules["{library}"] = None
import gemgrove
from gemgrove.envs.{module} import *
{use}
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.stderr.splitlines()[-1] == (
        f"ModuleNotFoundError: gemgrove.envs.{module} needs {library}, which is not installed: "
        f"pip install 'gemgrove[{extra}]'"
    )


def test_a_module_of_the_package_that_is_missing_is_no_librarys_fault() -> None:
    fault = pytest.raises(ModuleNotFoundError, match=r"^No module named 'gemgrove\.nowhere'$")
    with fault, needs("gymnasium"):
        import_module("gemgrove.nowhere")
