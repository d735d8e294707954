"""Check that the folders in native/ include only those that docs/architecture.md places below them.

python -m tools.check_includes
"""

import re
import sys
from pathlib import Path

NATIVE = Path(__file__).parents[1] / "native"

BELOW: dict[str, set[str]] = {
    "core": set(),
    "splendor": {"core"},
    "arboretum": {"core"},
    "network": {"core"},
    "search": {"core", "network"},
    "batch": {"core"},
    "self_play": {"core", "network", "search"},
    "cpu": set(),
    "bindings": {"arboretum", "batch", "core", "network", "search", "self_play", "splendor"},
    "splendor_game": {"bindings", "core", "splendor"},
    "wasm": {"arboretum", "core", "network", "search", "splendor"},
    "tests": {"arboretum", "batch", "core", "network", "search", "splendor"},
}
"""The folders that each folder may include, besides itself."""

_INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def violations(native: Path = NATIVE) -> list[str]:
    """Return a sentence for each include that points upward, sideways, or to no folder."""
    found = []
    for source in sorted(native.rglob("*")):
        if source.suffix not in (".h", ".cpp", ".c"):
            continue
        folder, *_ = source.relative_to(native).parts
        if folder not in BELOW:
            found.append(f"{folder}/ has no place in tools/check_includes.py.")
            continue
        for included in _INCLUDE.findall(source.read_text(encoding="utf-8")):
            other = included.split("/")[0]
            if "/" not in included:
                found.append(f"{source.relative_to(native)}: name the folder of {included}.")
            elif other != folder and other not in BELOW[folder]:
                found.append(f"{source.relative_to(native)} includes {included}: not below it.")
    return list(dict.fromkeys(found))


def main() -> int:
    """Print the violations; return 1 if there are any."""
    found = violations()
    print("\n".join(found), end="\n" if found else "", file=sys.stderr)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
