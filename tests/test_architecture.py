"""Checks the code against the diagrams in docs/architecture.md."""

from pathlib import Path

import pytest
from importlinter.cli import lint_imports

from tools.check_includes import violations

ROOT = Path(__file__).parents[1]


def test_python_imports_point_downward(capsys: pytest.CaptureFixture[str]) -> None:
    code = lint_imports(str(ROOT / "pyproject.toml"), no_cache=True)
    assert code == 0, capsys.readouterr().out


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
