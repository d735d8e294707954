"""The engine package in Node, for tests."""

import json
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tools import npm

ENGINE = npm.WEB / "engine"
MODULE = ENGINE / "dist/gemgrove.wasm"
_HERE = Path(__file__).parent


def node() -> str:
    """Return the path of Node, or skip the test if it or the engine is missing."""
    if not MODULE.exists():
        pytest.skip("needs the engine package: make wasm")
    if npm.of_machine():
        return str(shutil.which("node"))
    package = npm.of_package()
    if package is None:
        pytest.skip("needs Node: make wasm")
    return package[0]


def run(script: str, tasks: Iterable[Any], folder: Path) -> list[Any]:
    """Run a script of this folder with tasks, one JSON value in each line; return its answers."""
    given = folder / "tasks.jsonl"
    with given.open("w", encoding="utf-8") as file:
        for task in tasks:
            file.write(json.dumps(task) + "\n")
    command = [node(), str(_HERE / script), str(ENGINE / "dist/index.js"), str(given)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
