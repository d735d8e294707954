"""Jobs that return, hang, crash and kill, in real processes."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from pathlib import Path
from typing import Any

import pytest

from gemgrove.worker_pool import (
    Job,
    JobFailed,
    PoolClosed,
    WorkerDied,
    WorkerNotStarted,
    WorkerPool,
)
from tests.agents.scripts import is_running
from tests.waiting import eventually
from tests.worker_pool import jobs

ROOT = Path(__file__).parents[2]


def begun(folder: Path) -> list[int]:
    """The worker of each job that has begun, in order."""
    marks = sorted(folder.glob("begun-*"), key=lambda mark: int(mark.name.split("-")[2]))
    return [int(mark.name.split("-")[1]) for mark in marks]


def test_a_job_is_done_by_another_process_which_does_the_next_one_too() -> None:
    with WorkerPool(1) as pool:
        assert pool.pids == []
        assert pool.submit(jobs.add, 2, second=3).result() == 5
        first, second = pool.submit(jobs.pid).result(), pool.submit(jobs.pid).result()
        assert [first] == [second] == pool.pids
        assert first != os.getpid()
    assert not is_running(first)


async def test_a_job_can_be_awaited() -> None:
    with WorkerPool(1) as pool:
        assert await pool.submit(jobs.add, 1, 2) == 3
        with pytest.raises(JobFailed):
            await pool.submit(jobs.fail)
        await asyncio.to_thread(pool.close)


@pytest.mark.parametrize("how", ["dies", "is killed"])
def test_a_job_whose_worker_dies_is_done_by_another(tmp_path: Path, how: str) -> None:
    with WorkerPool(1) as pool:
        if how == "dies":
            job = pool.submit(jobs.die, tmp_path, 1)
        else:
            job = pool.submit(jobs.wait_for_gate, tmp_path)
            eventually(lambda: begun(tmp_path) != [])
            os.kill(begun(tmp_path)[0], signal.SIGKILL)
            eventually(lambda: len(begun(tmp_path)) == 2)
            (tmp_path / "open").touch()
        last = job.result()
        assert (last, job.tries, pool.lost) == (begun(tmp_path)[1], 2, 1)


@pytest.mark.parametrize("job", [jobs.leave, jobs.die])
def test_a_job_that_always_kills_its_worker_fails(tmp_path: Path, job: Callable[..., Any]) -> None:
    arguments = (tmp_path, 100) if job is jobs.die else ()
    with WorkerPool(1, tries=2) as pool:
        failed = pool.submit(job, *arguments)
        with pytest.raises(WorkerDied, match=r"The worker ended in the middle of the job\."):
            failed.result()
        assert (failed.tries, pool.lost) == (2, 2)
        assert pool.submit(jobs.add, 1).result() == 1


@pytest.mark.parametrize("job", [jobs.hang, jobs.hold_gil])
def test_a_job_that_takes_too_long_is_ended(tmp_path: Path, job: Callable[..., Any]) -> None:
    with WorkerPool(1, seconds=0.5, tries=1) as pool:
        late = pool.submit(job, tmp_path)
        with pytest.raises(WorkerDied, match=r"took longer than 0\.5 seconds"):
            late.result()
        assert not any(map(is_running, begun(tmp_path)))


def test_a_worker_that_dies_between_jobs_costs_none_of_them_a_try() -> None:
    with WorkerPool(1) as pool:
        worker = pool.submit(jobs.pid).result()
        os.kill(worker, signal.SIGKILL)
        os.waitid(os.P_PID, worker, os.WEXITED | os.WNOWAIT)
        job = pool.submit(jobs.add, 1)
        assert (job.result(), job.tries) == (1, 1)


def test_an_exception_is_told_without_its_message() -> None:
    with WorkerPool(1, stderr=subprocess.DEVNULL) as pool:
        before = pool.submit(jobs.pid).result()
        with pytest.raises(JobFailed, match=r"^The job raised RuntimeError at jobs\.py:\d+\.$"):
            pool.submit(jobs.fail).result()
        with pytest.raises(JobFailed, match="TypeError"):
            pool.submit(jobs.no_json).result()
        assert pool.submit(jobs.pid).result() == before


def test_what_a_job_prints_is_not_taken_for_its_result() -> None:
    with WorkerPool(1, stderr=subprocess.DEVNULL) as pool:
        assert pool.submit(jobs.print_answer).result() == 1


def test_a_worker_is_nice_frugal_and_knows_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://with:password@somewhere")
    own = os.nice(0)
    environment = {key: os.environ[key] for key in ("PATH", "GEMGROVE_CPU") if key in os.environ}
    with WorkerPool(
        1, niceness=5, memory_mb=500, environment=environment, stderr=subprocess.DEVNULL
    ) as pool:
        found = pool.submit(jobs.surroundings, "DATABASE_URL", "OMP_NUM_THREADS").result()
        assert found == {
            "niceness": min(own + 5, 19),
            "DATABASE_URL": None,
            "OMP_NUM_THREADS": "1",
        }
        with pytest.raises(JobFailed, match="MemoryError"):
            pool.submit(jobs.eat).result()


def test_the_keys_take_turns(tmp_path: Path) -> None:
    done: list[Future[int]] = []
    with WorkerPool(1) as pool:
        first = pool.submit(jobs.wait_for_gate, tmp_path)
        eventually(lambda: begun(tmp_path) != [])
        rest = {pool.submit_for(key, jobs.add, 1): key for key in "aaaabbc"}
        for job in rest:
            job.add_done_callback(done.append)
        assert (pool.queued, pool.busy) == (7, 1)
        (tmp_path / "open").touch()
        wait([first, *rest])
    assert [rest[job] for job in done if isinstance(job, Job)] == list("abcabaa")


def test_workers_are_started_where_there_are_jobs_for_them(tmp_path: Path) -> None:
    with WorkerPool(8) as pool:
        for _ in range(3):
            pool.submit(jobs.pid).result()
        assert len(pool.pids) == 1
        gated = [pool.submit(jobs.wait_for_gate, tmp_path) for _ in range(2)]
        eventually(lambda: len(set(begun(tmp_path))) == 2)
        (tmp_path / "open").touch()
        assert len({job.result() for job in gated}) == 2


def test_an_idle_worker_ends_if_that_is_wanted() -> None:
    with WorkerPool(1, end_idle=True) as pool:
        first = pool.submit(jobs.pid).result()
        eventually(lambda: pool.pids == [] and not is_running(first))
        assert pool.submit(jobs.pid).result() != first
        assert pool.lost == 0


def test_a_cancelled_job_leaves_the_queue_or_loses_its_worker_soon(tmp_path: Path) -> None:
    with WorkerPool(1) as pool:
        hanging = pool.submit(jobs.hang, tmp_path)
        eventually(lambda: begun(tmp_path) != [])
        queued = pool.submit(jobs.pid, tmp_path)
        assert queued.cancel()
        assert pool.queued == 0
        assert hanging.cancel()
        assert pool.submit(jobs.add, 1).result() == 1
        assert len(begun(tmp_path)) == 1, "a cancelled job is not tried again"


async def test_cancelling_a_task_cancels_the_job_that_it_awaits(tmp_path: Path) -> None:
    pool = WorkerPool(1)
    job = pool.submit(jobs.hang, tmp_path)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await job
    assert job.cancelled()
    await asyncio.to_thread(pool.close)


def test_closing_ends_all_workers_and_fails_all_jobs(tmp_path: Path) -> None:
    pool = WorkerPool(2)
    left = [pool.submit(job, tmp_path) for job in (jobs.hang, jobs.hold_gil, jobs.pid)]
    eventually(lambda: len(begun(tmp_path)) == 2)
    pids = pool.pids
    pool.close(within=0.5)
    assert not any(map(is_running, pids))
    assert pool.pids == []
    assert [type(job.exception()) for job in left] == [PoolClosed] * 3
    pool.close()
    with pytest.raises(PoolClosed, match=r"The pool is closed\."):
        pool.submit(jobs.add, 1)


def test_closing_while_a_worker_starts_leaves_none(tmp_path: Path) -> None:
    pool = WorkerPool(1)
    job = pool.submit(jobs.pid, tmp_path)
    pool.close()
    assert isinstance(job.exception(), PoolClosed)
    assert (pool.pids, begun(tmp_path)) == ([], [])


def test_a_job_that_is_given_up_can_clean_up(tmp_path: Path) -> None:
    with WorkerPool(1) as pool:
        pool.submit(jobs.tidy, tmp_path)
        eventually(lambda: begun(tmp_path) != [])
    assert (tmp_path / "tidied").exists()


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="Linux holds processes by descriptors")
def test_what_a_killed_worker_has_started_is_ended(tmp_path: Path) -> None:
    with WorkerPool(1, tries=1) as pool:
        job = pool.submit(jobs.parent, tmp_path)
        eventually(lambda: any(tmp_path.glob("child-*")))
        (mark,) = tmp_path.glob("child-*")
        os.kill(pool.pids[0], signal.SIGKILL)
        assert isinstance(job.exception(), WorkerDied)
        eventually(lambda: not is_running(int(mark.name.removeprefix("child-"))))


HOST = """
import sys
from pathlib import Path
from gemgrove.worker_pool import WorkerPool
from tests.worker_pool import jobs

pool = WorkerPool(2, seconds=float(sys.argv[2]))
running = [pool.submit(getattr(jobs, name), Path(sys.argv[1])) for name in ("hang", sys.argv[3])]
if len(sys.argv) == 4:
    running[0].result()
"""


def host(folder: Path, *arguments: str) -> "subprocess.Popen[bytes]":
    """A process with a pool of two workers, which hang."""
    return subprocess.Popen([sys.executable, "-c", HOST, str(folder), *arguments], cwd=ROOT)


@pytest.mark.parametrize(("job", "seconds"), [("hang", "600"), ("hold_gil", "0.5")])
def test_workers_end_when_their_host_is_killed(tmp_path: Path, job: str, seconds: str) -> None:
    with host(tmp_path, seconds, job) as process:
        eventually(lambda: len(begun(tmp_path)) >= 2)
        process.kill()
    eventually(lambda: not any(map(is_running, begun(tmp_path))))


def test_a_program_that_forgets_to_close_its_pool_still_ends(tmp_path: Path) -> None:
    with host(tmp_path, "600", "hang", "go") as process:
        assert process.wait() == 0
    eventually(lambda: not any(map(is_running, begun(tmp_path))))


def test_signals_that_are_meant_for_the_host_end_no_job(tmp_path: Path) -> None:
    with WorkerPool(1) as pool:
        job = pool.submit(jobs.wait_for_gate, tmp_path)
        eventually(lambda: begun(tmp_path) != [])
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(pool.pids[0], number)
        (tmp_path / "open").touch()
        job.result()
        assert job.tries == 1


def test_a_worker_that_cannot_be_started_fails_the_job(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMGROVE_CPU", "none such")
    with WorkerPool(1, tries=2, stderr=subprocess.DEVNULL) as pool:
        job = pool.submit(jobs.add, 1)
        with pytest.raises(WorkerNotStarted, match=r"A worker ended before it was ready\."):
            job.result()
        assert job.tries == 2


def test_many_threads_share_a_pool() -> None:
    found: list[int] = []
    with WorkerPool(2) as pool:
        threads = [
            threading.Thread(target=lambda n=n: found.append(pool.submit(jobs.add, n).result()))
            for n in range(50)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(found) == list(range(50))


@pytest.mark.parametrize("option", ["workers", "tries", "memory_mb", "seconds"])
def test_a_pool_of_nothing_is_refused(option: str) -> None:
    options: dict[str, Any] = {"workers": 1, option: 0}
    with pytest.raises(ValueError, match=rf"{option} is 0; it must be (1 or more|more than 0)\."):
        WorkerPool(**options)


def test_what_cannot_be_pickled_is_refused_at_once() -> None:
    with WorkerPool(1) as pool, pytest.raises((AttributeError, TypeError)):
        pool.submit(lambda: 1)
