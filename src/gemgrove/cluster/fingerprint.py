"""Tells whether two machines run the same program."""

import hashlib
from functools import cache
from pathlib import Path

import gemgrove

_COMPARED = (".csv", ".py", ".safetensors")
_DIGITS = 12


@cache
def fingerprint() -> str:
    """Return the version of this program and a hash of its Python sources, cards and networks.

    The native modules are not compared: builds for different machines differ. They play the same
    only if they come from the same sources.
    """
    folder = Path(gemgrove.__file__).parent
    found = hashlib.sha256()
    for name, file in sorted(
        (path.relative_to(folder).as_posix(), path) for path in _files(folder)
    ):
        found.update(f"{name}\0{file.stat().st_size}\0".encode())
        found.update(file.read_bytes())
    return f"{gemgrove.__version__} ({found.hexdigest()[:_DIGITS]})"


def _files(folder: Path) -> list[Path]:
    return [path for ending in _COMPARED for path in folder.rglob(f"*{ending}")]
