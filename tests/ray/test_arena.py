"""Arena runs on a real Ray cluster of two nodes, all on this machine.

Ray is installed in a separate environment: `make test-ray`, or
`python -m pytest -c /dev/null --rootdir=. tests/ray`.
"""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from importlib.resources import as_file, files
from pathlib import Path
from socket import gethostname
from time import monotonic

import pytest
import ray
from ray.cluster_utils import Cluster

from gemgrove.arena import GameOutcome, Results
from gemgrove.arena.run import TRIES, Plan, Run
from gemgrove.cluster import ClusterUnavailable, RayPool, ray_pool, ray_task
from gemgrove.worker_pool import (
    JobFailed,
    Pool,
    PoolClosed,
    ShippedFile,
    WorkerPoolError,
    WorkerRefused,
)
from tests.arena.small_runs import hostile_bots, outcomes, played, played_again, untimed
from tests.ray import jobs
from tests.ray.conftest import LOOPBACK
from tests.ray.processes import is_running, marked_pids
from tests.waiting import PATIENCE, eventually

WAITING = '''
import os
import time
from pathlib import Path


class Waits:
    """Plays the first legal move, once it may."""

    def choose(self, view):
        folder = Path(__file__).parent
        (folder / f"pid-{os.getpid()}").touch()
        while not (folder / "go").exists():
            time.sleep(0.01)
        return view.legal_actions()[0]
'''


@pytest.fixture
def pool(cluster: Cluster) -> Iterator[RayPool]:
    """A pool for an arena's games."""
    with RayPool(cluster.address, tries=TRIES, isolated=True) as connected:
        yield connected


@pytest.fixture
def waiting_bot(tmp_path: Path) -> str:
    """A bot that leaves a file with its process id, and waits for the file `go`."""
    (tmp_path / "waiting.py").write_text(WAITING)
    return f"{tmp_path / 'waiting.py'}:Waits"


def play(run: Run, pool: Pool, meanwhile: Callable[[], None] = lambda: None) -> list[GameOutcome]:
    """Play a run to its end, within bounds; call `meanwhile` whenever the run waits."""
    deadline = monotonic() + PATIENCE
    with run:
        for _ in run.play_in(pool):
            meanwhile()
            assert monotonic() < deadline, f"{run.done} of {run.total} games"
    return outcomes(run.path)


def records(path: Path) -> list[str]:
    """The records of all games."""
    with Results.open(path) as results:
        return [results.record(number).to_json() for number in sorted(results.played)]


@pytest.mark.parametrize("game", ["splendor", "arboretum"])
def test_a_run_on_a_cluster_is_the_same_as_on_one_machine(
    tmp_path: Path, pool: RayPool, game: str
) -> None:
    plan = Plan(["mcts:iterations=20", "random", "greedy"], game, games=4, seed=9)
    there = play(Run.create(tmp_path / "there", plan), pool)
    here = played(tmp_path / "here", bots=plan.bots, game=game, games=4, seed=9)
    assert untimed(there) == untimed(here)
    assert records(tmp_path / "there") == records(tmp_path / "here")


def test_a_killed_node_costs_a_retry_and_no_game(
    tmp_path: Path, cluster: Cluster, pool: RayPool, waiting_bot: str
) -> None:
    doomed = cluster.add_node(num_cpus=1, node_ip_address=LOOPBACK)
    eventually(lambda: pool.cpus == 3)
    alive = True

    def kill_a_node() -> None:
        """Once every node is in the middle of a game, kill one; then let the games go on."""
        nonlocal alive
        if alive and len(marked_pids(tmp_path)) == 3:
            cluster.remove_node(doomed, allow_graceful=False)
            eventually(lambda: sum(map(is_running, marked_pids(tmp_path))) == 2)
            alive = False
            (tmp_path / "go").touch()

    path = tmp_path / "run"
    plan = Plan([waiting_bot, "random"], "splendor", games=12, time="600")
    games = play(Run.create(path, plan), pool, kill_a_node)
    assert not alive
    assert [game.number for game in games] == list(range(1, 13))
    assert sum(game.retries for game in games) == 1
    whole = played_again(tmp_path / "whole", path)
    assert untimed([replace(game, retries=0) for game in games]) == untimed(whole)
    assert records(path) == records(tmp_path / "whole")
    eventually(lambda: pool.cpus == 2)


def test_a_run_left_on_a_cluster_goes_on_without_it_and_the_other_way_round(
    tmp_path: Path, pool: RayPool
) -> None:
    path = tmp_path / "run"
    plan = Plan(["greedy", "random"], "splendor", games=12)

    def left(games: Iterator[GameOutcome | None], run: Run, after: int) -> None:
        for _ in games:
            if run.done >= after:
                return

    with Run.create(path, plan) as run, closing(run.play_in(pool)) as games:
        left(games, run, 3)
    with Run.resume(path) as run, closing(run.play(jobs=1)) as games:
        assert 3 <= run.done < 12
        left(games, run, 6)
    play(Run.resume(path), pool)
    assert untimed(outcomes(path)) == untimed(played_again(tmp_path / "whole", path))


def test_a_bot_that_kills_its_worker_is_retried_and_then_a_fault(
    tmp_path: Path, pool: RayPool
) -> None:
    bot = f"{hostile_bots(tmp_path)}:KillsWorker"
    plan = Plan([f"{bot}:kills=3", "random"], "splendor", games=4, seed=1)
    games = play(Run.create(tmp_path / "run", plan), pool)
    assert [game.number for game in games] == [1, 2, 3, 4]
    assert sum(game.retries for game in games) in (2, 3)  # two in one game, or in several
    assert sum(game.ending == "fault" for game in games) <= 1


def test_abandoned_games_end_their_bots(tmp_path: Path, pool: RayPool, waiting_bot: str) -> None:
    plan = Plan([waiting_bot, "random"], "splendor", games=4, time="600")
    with Run.create(tmp_path / "run", plan) as run, closing(run.play_in(pool)) as games:
        for _ in games:
            if len(marked_pids(tmp_path)) == 2:
                break
    eventually(lambda: not any(map(is_running, marked_pids(tmp_path))))


def test_a_node_with_another_program_is_refused(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray_pool, "fingerprint", lambda: "0.0.1 (abc)")
    with (
        RayPool(cluster.address, isolated=True) as pool,
        Run.create(tmp_path / "run", Plan(["greedy", "random"], "splendor", games=4)) as run,
        pytest.raises(WorkerRefused, match=r"has Gemgrove .*; the run is played with 0\.0\.1"),
    ):
        list(run.play_in(pool))
    assert outcomes(tmp_path / "run") == []


def test_a_node_without_the_program_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gemgrove.cluster.node", None)
    kind, sentence = ray_task.run(b"", expected="0.1.0", isolated=True)
    assert kind == "refused"
    assert "has no Gemgrove, or not version 0.1.0" in sentence


def test_a_node_with_another_file_of_a_bot_is_refused(
    tmp_path: Path, pool: RayPool, waiting_bot: str
) -> None:
    run = Run.create(tmp_path / "run", Plan([waiting_bot, "random"], "splendor", games=2))
    (tmp_path / "waiting.py").write_text(WAITING + "\n")
    with run, pytest.raises(WorkerRefused, match=r"does not have the same file for Waits"):
        list(run.play_in(pool))


def test_the_networks_of_bots_are_sent_with_their_games(tmp_path: Path, pool: RayPool) -> None:
    network = tmp_path / "mine.safetensors"
    with as_file(files("gemgrove.agents") / "networks" / "splendor-2p.safetensors") as own:
        network.write_bytes(own.read_bytes())
    bots = [f"champion:iterations=4,model={network}", "random"]
    there = play(Run.create(tmp_path / "there", Plan(bots, "splendor", games=4, seed=2)), pool)
    here = played(tmp_path / "here", bots=bots, games=4, seed=2)
    assert untimed(there) == untimed(here)
    assert records(tmp_path / "there") == records(tmp_path / "here")


def test_a_file_of_several_jobs_is_stored_once(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored: list[bytes] = []
    put = ray.put

    def count(value: bytes) -> object:
        stored.append(value)
        return put(value)

    monkeypatch.setattr(ray, "put", count)
    file = ShippedFile("file", b"contents" * 100_000)
    with RayPool(cluster.address) as pool:
        sent = [pool.submit(jobs.size_of, file) for _ in range(4)]
        assert [job.result(PATIENCE) for job in sent] == [800_000] * 4
    assert stored == [file.contents]


def test_results_of_trusted_jobs_may_be_arrays(cluster: Cluster) -> None:
    with RayPool(cluster.address) as pool:
        made = [pool.submit(jobs.array, number) for number in range(4)]
        assert [job.result(PATIENCE)[-1] for job in made] == [0, 1, 2, 3]
        assert [job.tries for job in made] == [1, 1, 1, 1]
        failed = rf"^{re.escape(gethostname())}: The job raised ValueError at jobs\.py:\d+\.$"
        with pytest.raises(JobFailed, match=failed):
            pool.submit(jobs.fail).result(PATIENCE)


def test_a_worker_that_dies_is_replaced(tmp_path: Path, cluster: Cluster) -> None:
    with RayPool(cluster.address) as pool:
        job = pool.submit(jobs.die_once, str(tmp_path / "died"))
        assert job.result(PATIENCE) == "alive"
        assert job.tries == 2


def test_jobs_that_never_find_a_living_worker_stop_the_work(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray_pool, "MOST_LOSSES", 2)
    with RayPool(cluster.address) as pool:
        error = pool.submit(jobs.die).exception(PATIENCE)
    assert re.fullmatch(r"2 workers of one job were lost: [^\n]*[^.]\.", str(error))


def test_a_call_that_ray_cannot_make_gives_the_reason(cluster: Cluster) -> None:
    with RayPool(cluster.address) as pool:
        error = pool.submit(jobs.unpicklable).exception(PATIENCE)
    assert re.fullmatch(r"Ray cannot make the call \(.*cannot pickle.*\)\.", str(error))


@pytest.mark.parametrize("losses", [0, 1])
def test_a_job_that_ray_does_not_accept_fails(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch, losses: int
) -> None:
    """In `submit`, and in the pool's own threads."""
    with RayPool(cluster.address) as pool:
        run, calls = pool._run, iter(range(2))

        def start(*arguments: object) -> object:
            if next(calls) == losses:
                raise ValueError("The object store\nis full.")
            return run(*arguments)

        monkeypatch.setattr(pool, "_run", start)
        error = pool.submit(jobs.die_once, str(tmp_path / "died")).exception(PATIENCE)
    assert type(error) is WorkerPoolError
    assert str(error) == "Ray does not accept a job (The object store is full)."


def test_a_file_that_ray_cannot_store_fails_its_job(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    def put(_: bytes) -> object:
        raise MemoryError

    monkeypatch.setattr(ray, "put", put)
    with RayPool(cluster.address) as pool:
        error = pool.submit(jobs.size_of, ShippedFile("file", b"contents")).exception(PATIENCE)
    assert str(error) == "Ray cannot store a job's files (MemoryError)."


def test_a_process_has_one_pool_at_a_time(cluster: Cluster) -> None:
    with RayPool(cluster.address) as pool:
        with pytest.raises(ClusterUnavailable, match="connected to a Ray cluster already"):
            RayPool(cluster.address)
        assert pool.submit(jobs.array, 1).result(PATIENCE)[-1] == 1


def test_a_closed_pool_fails_its_jobs_and_takes_no_more(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    with RayPool(cluster.address) as pool:
        assert pool.workers == 2
        job = pool.submit(jobs.sleep)
    assert isinstance(job.exception(PATIENCE), PoolClosed)
    with pytest.raises(PoolClosed):
        pool.submit(jobs.sleep)
    monkeypatch.setattr(pool, "_next_count", 0.0)
    assert pool.workers == 2
    assert not ray.is_initialized()


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        (f"{LOOPBACK}:1", f"Nothing is listening at {LOOPBACK}:1 (Connection refused)."),
        ("[::1]:1", "Nothing is listening at [::1]:1 ("),
        ("a..b:6379", "Nothing is listening at a..b:6379 ("),
        ("nonsense", "The address of a cluster is HOST:PORT"),
        (f"{LOOPBACK}:0", "The address of a cluster is HOST:PORT"),
        (f"ray://{LOOPBACK}:10001", "The address of a cluster is HOST:PORT"),
    ],
)
def test_an_address_where_nothing_listens_is_a_sentence(address: str, sentence: str) -> None:
    with pytest.raises(ClusterUnavailable, match=re.escape(sentence)):
        RayPool(address)


def command(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "gemgrove", "arena", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def test_the_command_plays_on_the_cluster(tmp_path: Path, cluster: Cluster) -> None:
    path = tmp_path / "run.sqlite"
    options = ["--games", "4", "--seed", "1", "--out", str(path), "--ray", cluster.address]
    out, error = command("greedy", "random", *options).communicate(timeout=PATIENCE)
    assert f"The cluster at {cluster.address} has 2 CPUs." in error
    assert "4 of 4 games: greedy@1 100.0%, random 0.0%" in error
    assert out.startswith("    bot ")
    assert untimed(outcomes(path)) == untimed(
        played(tmp_path / "here", bots=["greedy", "random"], games=4, seed=1)
    )


def test_the_command_says_that_nothing_listens_and_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "run.sqlite"
    process = command("greedy", "random", "--out", str(path), "--ray", f"{LOOPBACK}:1")
    _, error = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert "Nothing is listening at 127.0.0.1:1" in error
    assert "Traceback" not in error
    assert not path.exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_the_bots_on_the_cluster_end_with_the_command(
    tmp_path: Path, cluster: Cluster, waiting_bot: str, number: signal.Signals
) -> None:
    path = tmp_path / "run.sqlite"
    options = ["--games", "4", "--time", "600", "--out", str(path), "--ray", cluster.address]
    process = command(waiting_bot, "random", *options)
    try:
        eventually(lambda: len(marked_pids(tmp_path)) == 2)
        os.kill(process.pid, number)
        _, error = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    eventually(lambda: not any(map(is_running, marked_pids(tmp_path))))
    if number == signal.SIGINT:
        assert process.returncode == 128 + number
        assert "Stopped: 0 of 4 games have been played." in error
        assert "Traceback" not in error
