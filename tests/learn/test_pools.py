"""Training whose games are played in a pool of other machines."""

import subprocess
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path
from time import monotonic

import pytest

from gemgrove.learn import self_play
from gemgrove.learn.run import TrainingRun
from gemgrove.learn.self_play import Speed
from gemgrove.learn.settings import TrainingError
from gemgrove.learn.state import SelfPlayed
from gemgrove.worker_pool import WorkerRefused
from tests.learn.runs import accepting, fingerprints, train
from tests.worker_pool.remote_pool import FakeRemotePool, RefusingPool


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run with two generations on this machine alone."""
    folder = tmp_path_factory.mktemp("pools") / "here"
    train(TrainingRun.create(folder, accepting()), 2)
    return folder


@pytest.fixture(autouse=True)
def no_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing happens in a `FakeRemotePool` while one waits for it."""
    monkeypatch.setattr("gemgrove.worker_pool.completion.TICK_SECONDS", 0)


def shards(folder: Path) -> list[int]:
    """The numbers of the shards in a folder."""
    return sorted(int(path.stem) for path in (folder / "shards").iterdir())


def test_a_run_in_a_pool_leaves_the_same_files(here: Path, tmp_path: Path) -> None:
    pool = FakeRemotePool()
    run = TrainingRun.create(tmp_path / "there", accepting())
    progress = train(run, 2, pool=pool)
    assert fingerprints(tmp_path / "there") == fingerprints(here)
    played = [each for each in progress if isinstance(each, SelfPlayed)]
    assert [each.games for each in played] == [*range(2, 22, 2), 2, 4]
    assert [each.total for each in played] == list(range(2, 26, 2))
    assert all(each.games_per_second > 0 for each in played)


def test_machines_without_the_folder_can_play(here: Path, tmp_path: Path) -> None:
    class ElsewherePool(FakeRemotePool):
        """Hides the folder while it works."""

        def work(self) -> None:
            (tmp_path / "there").rename(tmp_path / "hidden")
            super().work()
            (tmp_path / "hidden").rename(tmp_path / "there")

    train(TrainingRun.create(tmp_path / "there", accepting()), 2, pool=ElsewherePool())
    assert fingerprints(tmp_path / "there") == fingerprints(here)


def test_each_worker_has_a_shard_and_some_wait(tmp_path: Path) -> None:
    pool = FakeRemotePool(size=4)
    train(TrainingRun.create(tmp_path / "run", replace(accepting(), gate_games=1)), 1, pool=pool)
    assert pool.most_waiting == 5


def test_a_run_left_in_a_pool_goes_on_without_it_and_the_other_way_round(
    here: Path, tmp_path: Path
) -> None:
    folder, pool = tmp_path / "run", FakeRemotePool(size=4)
    with TrainingRun.create(folder, accepting()) as run:
        steps = run.train(deadline=monotonic() + 3600, threads=1, pool=pool)
        assert len(list(islice(steps, 3))) == 3
        steps.close()
    assert pool.waiting == []
    left = shards(folder)
    assert len(left) == 3
    assert 0 not in left, "this pool does the latest first"
    with TrainingRun.resume(folder) as run:
        played = list(islice(run.train(deadline=monotonic() + 3600, threads=1), 2))
    assert [each.games for each in played if isinstance(each, SelfPlayed)] == [8, 10]
    assert shards(folder) == [0, 1, *left]
    train(TrainingRun.resume(folder), 2, pool=pool)
    assert fingerprints(folder) == fingerprints(here)


def test_deleted_shards_are_played_by_the_network_of_their_time(here: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    train(TrainingRun.create(folder, accepting()), 2)
    for name in ("state.json", "networks/002.safetensors", "shards/000001.safetensors"):
        (folder / name).unlink()
    (folder / "shards/000011.safetensors").unlink()
    train(TrainingRun.resume(folder), 2, pool=FakeRemotePool())
    assert fingerprints(folder) == fingerprints(here)


def test_at_the_deadline_no_more_shards_begin_and_those_under_way_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    pool = FakeRemotePool(size=4)
    monkeypatch.setattr("gemgrove.learn.run.monotonic", lambda: now)
    monkeypatch.setattr(self_play, "monotonic", lambda: now)
    with TrainingRun.create(tmp_path / "run", accepting()) as run:
        for _ in run.train(deadline=1.0, threads=1, pool=pool):
            now = 2.0
    assert shards(tmp_path / "run") == [0, 1, 2, 3, 4]
    assert len(pool.calls) == 5
    assert not (tmp_path / "run/networks/001.safetensors").exists()


def test_a_run_that_is_stopped_gives_up_the_shards_under_way(tmp_path: Path) -> None:
    class StoppingPool(FakeRemotePool):
        def work(self) -> None:
            if len(self.calls) >= 4:
                run.stop()
            else:
                super().work()

    pool = StoppingPool(size=2)
    with TrainingRun.create(tmp_path / "run", accepting()) as run:
        steps = list(run.train(deadline=monotonic() + 3600, threads=1, pool=pool))
    assert len(shards(tmp_path / "run")) == len(steps) < 4
    assert pool.waiting == []
    assert not list(tmp_path.rglob("*.part"))


def test_a_machine_that_is_refused_ends_the_run_and_the_shards_so_far_are_kept(
    here: Path, tmp_path: Path
) -> None:
    folder, pool = tmp_path / "run", FakeRemotePool()
    with TrainingRun.create(folder, accepting()) as run:
        steps = run.train(deadline=monotonic() + 3600, threads=1, pool=pool)
        next(steps)
        pool.failure = WorkerRefused("node has Gemgrove 0.0.1.")
        with pytest.raises(WorkerRefused, match="node has Gemgrove"):
            list(steps)
    assert pool.waiting == []
    kept = [f"shards/{number:06}.safetensors" for number in shards(folder)]
    assert kept
    found, expected = fingerprints(folder), fingerprints(here)
    assert [found[name] for name in kept] == [expected[name] for name in kept]


def test_shards_that_arrive_together_with_a_refusal_are_kept(tmp_path: Path) -> None:
    run = TrainingRun.create(tmp_path / "run", accepting())
    with pytest.raises(WorkerRefused):
        train(run, 1, pool=RefusingPool(size=2))
    assert shards(tmp_path / "run") == [1, 2]


def test_a_network_that_is_broken_is_named_before_anything_is_sent(tmp_path: Path) -> None:
    folder, pool = tmp_path / "run", FakeRemotePool()
    run = TrainingRun.create(folder, accepting())
    train(run, 1)
    (folder / "networks/001.safetensors").write_bytes(b"broken")
    with pytest.raises(TrainingError, match=r"001\.safetensors is not a model.*cannot go on"):
        train(TrainingRun.resume(folder), 2, pool=pool)
    assert pool.calls == []


def test_workers_need_no_pytorch() -> None:
    program = "import sys, gemgrove.learn.self_play; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_the_work_that_is_sent_needs_no_pytorch(tmp_path: Path) -> None:
    pool = FakeRemotePool()
    with TrainingRun.create(tmp_path / "run", accepting()) as run:
        next(run.train(deadline=monotonic() + 3600, threads=1, pool=pool))
    (tmp_path / "call").write_bytes(pool.calls[0])
    program = (
        "import pickle, sys; from pathlib import Path; "
        "function, arguments, _ = pickle.loads(Path(sys.argv[1]).read_bytes()); "
        "function(*arguments); sys.exit('torch' in sys.modules)"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "call")]
    assert subprocess.run(command, check=False).returncode == 0


def test_the_speed_is_that_of_all_workers_together(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(self_play, "monotonic", lambda: now)
    speed, alone = Speed(100), Speed(100)
    for _ in range(2):
        now += 10.0
        assert alone.add_shard(1) == 10.0
        speed.add_shard(3)
        speed.add_shard(3)
        assert speed.add_shard(3) == 30.0
    now = 30.0
    assert speed.add_shard(3) == pytest.approx(100 * 6 / 20), "the latest six"
