"""Functions that the tests run on a cluster."""

import os
import signal
import threading
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gemgrove.learn.self_play import PlayedShard, ShardWork, play_shard
from gemgrove.worker_pool import ShippedFile


def array(number: int) -> NDArray[np.int64]:
    """About the size of a shard of self-play games."""
    return np.full(700_000, number)


def fail() -> None:
    raise ValueError("a secret")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(mark: str) -> str:
    if not Path(mark).exists():
        Path(mark).touch()
        die()
    return "alive"


def unpicklable() -> object:
    return threading.Lock()


def sleep() -> None:
    time.sleep(600)


def size_of(file: ShippedFile) -> int:
    return len(file.unpack().read_bytes())


def play_waiting_shard(folder: Path, work: ShardWork, number: int) -> PlayedShard:
    """Leave marks with the process id and the shard's number; play once the file `go` is there."""
    (folder / f"pid-{os.getpid()}").touch()
    (folder / f"shard-{number}-{time.monotonic_ns()}").touch()
    while not (folder / "go").exists():
        time.sleep(0.01)
    return play_shard(work, number)
