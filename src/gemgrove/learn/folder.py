"""The folder of a training run, which one process at a time writes to."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from filelock import FileLock, Timeout

from gemgrove.learn.settings import Settings, TrainingError
from gemgrove.learn.state import State

Parsed = TypeVar("Parsed", Settings, State)

FOLDERS = ("shards", "networks", "gates")
"""The folders within that of a run."""
_LOCK = "lock"


def check_new(folder: Path) -> None:
    """Raise a `TrainingError` unless a run can begin in a folder."""
    if (folder / "settings.json").exists():
        raise TrainingError(f"There is a training run in {folder}; --resume {folder} goes on.")
    if folder.exists() and not folder.is_dir():
        raise TrainingError(f"{folder} is a file; a training run needs a folder.")
    # A run that was killed when it began leaves empty folders.
    if folder.exists() and {each.name for each in folder.iterdir()} - {*FOLDERS, _LOCK}:
        raise TrainingError(f"The folder {folder} is not empty; name a new one.")


@contextmanager
def locked(folder: Path) -> Iterator[FileLock]:
    """Lock a folder; the lock is kept unless an exception is raised."""
    lock = FileLock(folder / _LOCK)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise TrainingError(f"Another process is training in {folder}.") from None
    try:
        yield lock
    except BaseException:
        lock.release()
        raise


def read(path: Path, parse: Callable[[str], Parsed], advice: str) -> Parsed:
    """Read a file; raise a `TrainingError` that gives some advice if it is broken."""
    try:
        return parse(path.read_text(encoding="utf-8"))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        detail = "it is not JSON" if isinstance(error, json.JSONDecodeError) else f"{error}"
        raise TrainingError(f"{path} cannot be read: {detail.rstrip('.')}. {advice}") from None
