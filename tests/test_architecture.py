"""Checks the code against the diagrams in docs/architecture.md."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.check_includes import violations

ROOT = Path(__file__).parents[1]


def test_python_imports_point_downward() -> None:
    # In a process of its own: it may close the output of the tests.
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout


def test_native_includes_point_downward() -> None:
    assert violations() == []


@pytest.mark.parametrize(
    ("file", "included", "expected"),
    [
        ("core/game.h", "splendor/state.h", "core/game.h includes splendor/state.h: not below it."),
        ("search/tree.h", "batch/batch.h", "search/tree.h includes batch/batch.h: not below it."),
        ("core/game.h", "bits.h", "core/game.h: name the folder of bits.h."),
        ("new/game.h", "core/game.h", "new/ has no place in tools/check_includes.py."),
    ],
)
def test_an_include_of_another_direction_is_found(
    tmp_path: Path, file: str, included: str, expected: str
) -> None:
    source = tmp_path / file
    source.parent.mkdir()
    source.write_text(f'#pragma once\n#include <array>\n#include "{included}"\n')
    assert violations(tmp_path) == [expected]
