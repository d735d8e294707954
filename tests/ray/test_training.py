"""Training runs whose games are played on a real Ray cluster, all on this machine."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from ray.cluster_utils import Cluster

from gemgrove.cluster import RayPool, ray_pool
from gemgrove.learn import self_play
from gemgrove.learn.run import TrainingRun
from gemgrove.learn.state import SelfPlayed
from gemgrove.worker_pool import WorkerRefused
from tests.learn.runs import accepting, fingerprints, train
from tests.ray import jobs
from tests.ray.conftest import LOOPBACK
from tests.ray.processes import is_running, marked_pids, working_pids
from tests.waiting import PATIENCE, eventually


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run with two generations on this machine alone."""
    folder = tmp_path_factory.mktemp("training") / "here"
    train(TrainingRun.create(folder, accepting()), 2)
    return folder


@pytest.fixture
def pool(cluster: Cluster) -> Iterator[RayPool]:
    with RayPool(cluster.address) as connected:
        yield connected


def shards(folder: Path) -> dict[str, str]:
    """The hashes of a run's shards."""
    return {name: each for name, each in fingerprints(folder).items() if name.startswith("shards")}


def test_a_run_on_a_cluster_leaves_the_same_files(
    here: Path, tmp_path: Path, pool: RayPool
) -> None:
    progress = train(TrainingRun.create(tmp_path / "there", accepting()), 2, pool=pool)
    assert fingerprints(tmp_path / "there") == fingerprints(here)
    played = [each.games for each in progress if isinstance(each, SelfPlayed)]
    assert played == [*range(2, 22, 2), 2, 4]


@pytest.mark.parametrize("victim", ["node", "worker"])
def test_a_node_or_worker_killed_in_the_middle_of_self_play_costs_a_retry_and_no_shard(
    here: Path,
    tmp_path: Path,
    cluster: Cluster,
    pool: RayPool,
    monkeypatch: pytest.MonkeyPatch,
    victim: str,
) -> None:
    waiting = partial(jobs.play_waiting_shard, tmp_path)
    monkeypatch.setattr(self_play, "play_shard", waiting)
    doomed = cluster.add_node(num_cpus=1, node_ip_address=LOOPBACK)
    eventually(lambda: pool.cpus == 3)

    def kill() -> None:
        """Once every worker is in the middle of a shard, kill one; then let them go on."""
        eventually(lambda: len(marked_pids(tmp_path)) == 3)
        pids = marked_pids(tmp_path)
        if victim == "node":
            cluster.remove_node(doomed, allow_graceful=False)
        else:
            os.kill(min(pids), signal.SIGKILL)
        eventually(lambda: sum(map(is_running, pids)) == 2)
        (tmp_path / "go").touch()

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        train(TrainingRun.create(tmp_path / "run", accepting()), 2, pool=pool)
    finally:
        killer.join()
        if victim == "worker":
            cluster.remove_node(doomed)
    assert fingerprints(tmp_path / "run") == fingerprints(here)
    tries = Counter(int(mark.name.split("-")[1]) for mark in tmp_path.glob("shard-*"))
    assert sorted(tries) == list(range(12))
    assert sorted(tries.values()) == [1] * 11 + [2]
    eventually(lambda: pool.cpus == 2)


def test_a_node_with_another_program_is_refused(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray_pool, "fingerprint", lambda: "0.0.1 (abc)")
    run = TrainingRun.create(tmp_path / "run", accepting())
    with (
        RayPool(cluster.address) as pool,
        pytest.raises(WorkerRefused, match=r"has Gemgrove .*; the run is played with 0\.0\.1"),
    ):
        train(run, 1, pool=pool)
    assert not any((tmp_path / "run/shards").iterdir())


def command(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "gemgrove", "train", "--threads", "1", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )


def stopped(
    process: "subprocess.Popen[str]", when: Callable[[], object], number: int
) -> tuple[str, str]:
    """Send a signal to a command once something has happened; return what it printed."""
    try:
        eventually(lambda: when() or process.poll() is not None)
        assert process.poll() is None, process.communicate()
        os.kill(process.pid, number)
        return process.communicate(timeout=PATIENCE)
    finally:
        process.kill()


def test_the_command_goes_on_with_and_without_a_cluster(tmp_path: Path, cluster: Cluster) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    options = ["--first-games", "800", "--games", "100", "--iterations", "4", "--trunk", "16,8"]
    options += ["--gate-games", "2", "--hours", "1"]

    def has(folder: Path, count: int) -> bool:
        return len(list(folder.glob("shards/*.safetensors"))) >= count

    process = command(*options, "--out", str(there), "--ray", cluster.address)
    out, told = stopped(process, lambda: has(there, 1), signal.SIGINT)
    assert process.returncode == 128 + signal.SIGINT
    assert f"The cluster at {cluster.address} has 2 CPUs." in told
    assert f"Stopped. Go on with: gemgrove train --resume {there}" in told
    assert out == "There is no network yet that is stronger than mcts.\n"
    assert "Traceback" not in told
    assert not list(there.rglob("*.part*"))

    first = len(shards(there))
    process = command("--resume", str(there), "--hours", "1")
    stopped(process, lambda: has(there, first + 1), signal.SIGKILL)
    process = command("--resume", str(there), "--hours", "1", "--ray", cluster.address)
    _, told = stopped(process, lambda: has(there, 9), signal.SIGTERM)
    assert process.returncode == 128 + signal.SIGTERM
    assert re.search(r"generation 1, self-play: 800 of 800 games, \d+\.\d games/s", told)
    assert re.search(r"generation 1: (not )?accepted, Elo [+-]\d+ against mcts in 2 games", told)

    stopped(command(*options, "--out", str(here)), lambda: has(here, 9), signal.SIGINT)
    found, expected = shards(there), shards(here)
    common = [f"shards/00000{number}.safetensors" for number in range(9)]
    assert [found[name] for name in common] == [expected[name] for name in common]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_the_workers_on_the_cluster_stop_with_the_command(
    tmp_path: Path, cluster: Cluster, number: signal.Signals
) -> None:
    folder = tmp_path / "run"
    process = command("--iterations", "5000", "--out", str(folder), "--ray", cluster.address)
    _, told = stopped(process, lambda: len(working_pids(cluster)) == 2, number)
    eventually(lambda: not working_pids(cluster))
    assert "Traceback" not in told
    assert not any((folder / "shards").iterdir())
    TrainingRun.resume(folder).close()


def test_an_address_where_nothing_listens_leaves_no_folder(tmp_path: Path) -> None:
    process = command("--out", str(tmp_path / "run"), "--ray", f"{LOOPBACK}:1")
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert "Nothing is listening at 127.0.0.1:1" in told
    assert "Traceback" not in told
    assert not (tmp_path / "run").exists()
