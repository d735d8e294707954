"""Functions for workers to run, most of which misbehave."""

import ctypes
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from gemgrove.worker_pool import ShippedFile, on_abort, report_children


def add(first: int, second: int = 0) -> int:
    """A well-behaved job."""
    return first + second


def pid(folder: Path | None = None) -> int:
    """Returns the worker's process id, and leaves it as a mark in the folder, if given."""
    if folder is not None:
        (folder / f"begun-{os.getpid()}-{time.monotonic_ns()}").touch()
    return os.getpid()


def wait_for_gate(folder: Path) -> int:
    """Waits until there is a file named `open`."""
    pid(folder)
    while not (folder / "open").exists():
        time.sleep(0.01)
    return os.getpid()


def hang(folder: Path) -> None:
    """Never returns."""
    pid(folder)
    while True:
        time.sleep(0.01)


def hold_gil(folder: Path) -> None:
    """Never returns, and blocks all other threads of its process."""
    pid(folder)
    ctypes.PyDLL(None).sleep(600)


def die(folder: Path, deaths: int) -> int:
    """Ends its process the first `deaths` times."""
    pid(folder)
    if len(list(folder.glob("begun-*"))) <= deaths:
        os._exit(3)
    return os.getpid()


def leave() -> None:
    """Exits its process normally."""
    sys.exit(0)


def fail() -> None:
    """Raises an error with a message that must stay private."""
    raise RuntimeError("the hidden card is 42")


def no_json() -> Any:
    """Returns a value that JSON cannot represent."""
    return {1, 2}


def print_answer() -> int:
    """Prints something before it answers."""
    print('{"result": 70}', flush=True)
    os.write(1, b'{"result": 70}\n')
    return 1


def surroundings(*names: str) -> dict[str, Any]:
    """Returns what a job sees of its process."""
    return {"niceness": os.nice(0)} | {name: os.environ.get(name) for name in names}


def eat() -> int:
    """Wants a lot of memory."""
    return len(bytearray(2_000_000_000))


def parent(folder: Path) -> None:
    """Starts a program that outlives its worker unless it is ended."""
    with subprocess.Popen(["sleep", "600"], start_new_session=True) as child:
        report_children([child.pid])
        (folder / f"child-{child.pid}").touch()


def tidy(folder: Path) -> None:
    """Hangs, and leaves a mark when it is stopped."""
    on_abort((folder / "tidied").touch)
    hang(folder)


def read_shipped(file: ShippedFile) -> str:
    """Returns the text of a file that was sent."""
    return file.unpack().read_text()
