"""Writes files that appear whole or not at all."""

from os import PathLike
from pathlib import Path
from secrets import token_hex


def write_atomically(path: str | PathLike[str], contents: bytes) -> None:
    """Write a file, or replace it; until that is done, its directory has a draft, `.part`."""
    target = Path(path)
    draft = target.with_name(f"{target.name}.{token_hex(4)}.part")
    try:
        draft.write_bytes(contents)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
