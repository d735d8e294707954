"""The batch: its own threads, several threads that use it, and forked processes."""

import gc
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import gemgrove as gg
from tests.envs.batch_replay import played
from tests.waiting import PATIENCE, eventually

BUSY = "Another thread is stepping the batch."
TASKS = Path("/proc/self/task")


def test_a_batch_is_stepped_by_one_thread_at_a_time() -> None:
    batch = gg.batch("splendor", size=2000, seed=1, threads=2, illegal="lose")
    rng = np.random.default_rng(1)
    actions = rng.integers(0, 72, (40, 2000))
    stepped: list[int] = []
    wrong: list[ValueError] = []

    def work() -> None:
        for number, chosen in enumerate(actions):
            try:
                batch.step(chosen)
                stepped.append(number)
            except ValueError as error:
                wrong.append(error)

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(stepped) + len(wrong) == 120
    assert {str(error) for error in wrong} <= {BUSY}
    assert stepped
    for row in range(0, 2000, 100):
        assert np.array_equal(batch.observations[row], batch.view(row).observe())


@pytest.mark.parametrize("act", ["step", "choose", "reset"])
def test_other_threads_run_meanwhile_and_are_kept_out(act: str) -> None:
    batch = gg.batch("splendor", size=5000, seed=1, illegal="lose")
    arguments = [np.zeros(5000, np.int32)] if act == "step" else []
    met = threading.Event()
    said: list[str] = []

    def work() -> None:
        for _ in range(500):
            if not met.is_set():
                getattr(batch, act)(*arguments)

    worker = threading.Thread(target=work)
    worker.start()
    while worker.is_alive() and not met.is_set():
        try:
            batch.deal(0)
        except ValueError as error:
            said.append(str(error))
            met.set()
    worker.join()
    assert said == [BUSY]


@pytest.mark.skipif(not TASKS.exists(), reason="needs the system's list of threads")
def test_a_batch_takes_its_threads_along() -> None:
    before = set(TASKS.iterdir())
    batch = gg.batch("splendor", size=8, seed=1, threads=4)
    played(batch, 3)
    mine = set(TASKS.iterdir()) - before
    assert len(mine) == 3
    del batch
    gc.collect()
    # The system takes a moment to remove them.
    eventually(lambda: not mine & set(TASKS.iterdir()))


FORKING = """
import os, signal, sys
import gemgrove as gg

signal.alarm(40)  # should anything wait forever
batch = gg.batch("splendor", size=64, seed=1, threads=2)

def told():
    for _ in range(20):
        batch.step(batch.choose("random"))
    batch.reset([1, 2, 3])
    return batch.observations.tobytes() + batch.masks.tobytes() + batch.returns.tobytes()

told()
reading, writing = os.pipe()
child = os.fork()
if child == 0:
    signal.alarm(40)
    with os.fdopen(writing, "wb") as pipe:
        pipe.write(told())
    sys.exit()
os.close(writing)
with os.fdopen(reading, "rb") as pipe:
    heard = pipe.read()
_, status = os.waitpid(child, 0)
assert status == 0, status
assert heard == told()
print("agreed")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_steps_on_like_its_parent() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORKING],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("agreed\n", 0), done.stderr
