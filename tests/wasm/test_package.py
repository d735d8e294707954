"""The engine as a package of npm."""

import gzip
import json
import re
import subprocess
import tarfile
from pathlib import Path

from tests.wasm.node import ENGINE, MODULE, node
from tools import engine_data, npm

README = ENGINE / "README.md"
OPTIONS = {"noEmit": True, "strict": True, "module": "nodenext", "target": "es2022", "types": []}
"""The TypeScript of somebody who uses the package, and checks its declarations, too."""
MAX_MODULE = 120_000
"""The size of the module with both games and the search, compressed, in bytes."""


def test_the_readmes_example_runs_with_the_packed_package(tmp_path: Path) -> None:
    folder = packed(tmp_path)
    script = tmp_path / "example.mjs"
    script.write_text(example(), encoding="utf-8")

    done = subprocess.run(
        [node(), str(script)], capture_output=True, text=True, check=False, cwd=folder.parent
    )

    assert done.stderr == ""
    first, best, last = done.stdout.splitlines()
    assert first == "30 moves, such as p3 white blue green"
    assert best.startswith("best: ")
    assert last.startswith("false [ 0, 0 ]")


def test_the_package_has_the_module_and_its_types_and_nothing_else(tmp_path: Path) -> None:
    folder = packed(tmp_path)
    files = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    assert (folder / "dist/gemgrove.wasm").read_bytes() == MODULE.read_bytes()
    assert Path("dist/index.d.ts") in files
    assert {path.suffix for path in files} == {".js", ".json", ".md", ".ts", ".wasm"}
    assert {path.parts[0] for path in files} == {"README.md", "dist", "package.json"}


def test_the_readmes_example_fits_the_packages_types(tmp_path: Path) -> None:
    packed(tmp_path)
    (tmp_path / "example.ts").write_text(example(), encoding="utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": OPTIONS}), "utf-8")
    compiler = npm.WEB / "node_modules/typescript/bin/tsc"

    done = subprocess.run(
        [node(), str(compiler)], capture_output=True, text=True, check=False, cwd=tmp_path
    )

    assert done.stdout == ""
    assert done.returncode == 0


def test_the_module_is_small() -> None:
    _ = node()
    assert len(gzip.compress(MODULE.read_bytes(), 9)) <= MAX_MODULE


def test_the_packages_data_are_current() -> None:
    assert engine_data.is_current(), "make engine-data"


def example() -> str:
    """Return the README's example."""
    found = re.search(r"```js\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def packed(folder: Path) -> Path:
    """Pack the package and install it below a folder; return where it is."""
    _ = node()  # skips the test if something is missing
    command = [*(npm.of_machine() or npm.of_package() or ()), "pack", "--silent"]
    subprocess.run(
        [*command, "--pack-destination", str(folder)], check=True, cwd=ENGINE, capture_output=True
    )
    [archive] = folder.glob("*.tgz")
    modules = folder / "node_modules"
    with tarfile.open(archive) as packed_files:
        packed_files.extractall(modules, filter="data")
    return (modules / "package").rename(modules / "gemgrove-engine")
