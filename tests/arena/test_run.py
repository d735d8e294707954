"""Whole runs in worker processes, with this package's bots."""

import errno
import os
import sqlite3
import sys
from collections import Counter
from contextlib import closing
from dataclasses import replace
from importlib.resources import as_file, files
from itertools import cycle
from pathlib import Path

import pytest

from gemgrove.agents import SpecError
from gemgrove.analysis.sprt import Sprt
from gemgrove.arena import Results
from gemgrove.arena.bots import fingerprint, has_same_files, resolve_bots
from gemgrove.arena.run import Plan, Run
from gemgrove.arena.run_file import RunWriter
from gemgrove.arena.settings import Bot, SettingsError
from gemgrove.arena.standings import find_bot, summarize
from gemgrove.worker_pool import (
    JobFailed,
    ShippedFile,
    WorkerNotStarted,
    WorkerPool,
    WorkerPoolError,
    WorkerRefused,
)
from tests.arena.small_runs import hostile_bots, outcomes, played, played_again, untimed
from tests.worker_pool.remote_pool import FakeRemotePool, RefusingPool


def test_a_round_robin_plays_every_pair_on_every_deal_from_both_seats(tmp_path: Path) -> None:
    games = played(tmp_path / "run", bots=["greedy", "random", "random:seed=3"], games=4)
    assert [game.number for game in games] == list(range(1, 13))
    seated = Counter(tuple(seat.bot for seat in game.seats) for game in games)
    assert seated == dict.fromkeys([(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)], 2)
    with Results.open(tmp_path / "run") as results:
        for game in games:
            record = results.record(game.number)
            record.verify()
            assert record.names == tuple(results.bots[seat.bot].name for seat in game.seats)


def test_a_run_with_one_worker_is_the_same_as_with_two(tmp_path: Path) -> None:
    one = played(tmp_path / "one", jobs=1, bots=["random", "random"], games=6, seed=9)
    two = played(tmp_path / "two", jobs=2, bots=["random", "random"], games=6, seed=9)
    assert untimed(one) == untimed(two)


def test_a_run_that_was_left_goes_on_with_the_same_games(tmp_path: Path) -> None:
    path = tmp_path / "left"
    with Run.create(path, Plan(["greedy", "random"], "splendor", games=8)) as run:
        with closing(run.play(jobs=1)) as games:
            for game in games:
                if game is not None and run.done == 3:
                    break
        assert not run.finished
    with Run.resume(path) as run:
        assert run.done == 3
        for _ in run.play(jobs=1):
            pass
        assert run.finished
        assert list(run.play(jobs=1)) == []
    assert untimed(outcomes(path)) == untimed(played_again(tmp_path / "whole", path))


def test_a_finished_run_can_be_asked_for_more_games(tmp_path: Path) -> None:
    path = tmp_path / "run"
    first = played(path, bots=["greedy", "random"], games=2)
    with Run.resume(path, games=5) as run:
        assert run.total == 6
        for _ in run.play(jobs=1):
            pass
    assert outcomes(path)[:2] == first
    assert len(outcomes(path)) == 6
    with pytest.raises(SettingsError, match="more have been played already"):
        Run.resume(path, games=4)
    with pytest.raises(SettingsError, match="0 games are wanted; it must be 1 or more"):
        Run.resume(path, games=0)


def test_a_test_stops_when_it_is_decided(tmp_path: Path) -> None:
    path = tmp_path / "run"
    test = Sprt(0, 200, alpha=0.2, beta=0.2)
    games = played(path, jobs=2, bots=["greedy", "random"], games=1000, sprt=test)
    with Results.open(path) as results:
        verdict = summarize(results).verdict
    assert verdict is not None
    assert verdict.accepted == "elo1"
    assert len(games) < 500  # those in progress at the verdict are finished
    with Run.resume(path) as run:
        assert run.finished


def test_one_bot_among_others_is_compared_with_an_even_share(tmp_path: Path) -> None:
    path = tmp_path / "run"
    games = played(path, bots=["greedy", "random"], players=3, games=4)
    assert len(games) == 6
    assert Counter(seat.bot for game in games for seat in game.seats) == {0: 6, 1: 12}
    with Results.open(path) as results:
        summary = summarize(results)
    (guest,) = summary.guests
    assert (guest.bot, guest.hosts, guest.games, guest.share) == (0, 1, 6, 1.0)
    assert guest.low < guest.share
    assert guest.even == pytest.approx(1 / 3)
    assert "One greedy@1 among 2 of random won 100.0%" in summary.notes()[0]


def test_the_standings_add_up(tmp_path: Path) -> None:
    path = tmp_path / "run"
    games = played(path, bots=["random", "greedy"], games=6, game="arboretum")
    with Results.open(path) as results:
        summary = summarize(results, anchor=find_bot(results.bots, "greedy"))
    best, last = summary.standings
    assert (best.bot.name, best.tally.games, best.tally.share) == ("greedy@1", 6, 1.0)
    assert (best.rating.elo, last.tally.share) == (0.0, 0.0)
    assert last.rating.elo < 0
    points = sum(seat.score for game in games for seat in game.seats if seat.bot == 1)
    assert best.tally.mean_points == points / 6
    assert sum(summary.endings.values()) == summary.games == summary.total == 6


def test_a_run_of_another_program_or_other_rules_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "run"
    Run.create(path, Plan(["greedy", "random"], "splendor", games=2)).close()
    with Results.open(path) as results:
        settings = results.settings
    changes = {
        "The run was started with version 0.0.0": replace(settings, version="0.0.0"),
        "are not those the run began with": replace(settings, encoding={"action": 99}),
    }
    for message, other in changes.items():
        with closing(RunWriter.open(path)) as store:
            store.change_settings(other)
        with pytest.raises(SettingsError, match=message):
            Run.resume(path)


def test_a_run_does_not_go_on_with_a_bot_whose_file_has_changed(tmp_path: Path) -> None:
    file = hostile_bots(tmp_path)
    path = tmp_path / "run"
    Run.create(path, Plan(["random", f"{file}:First"], "splendor", games=2)).close()
    Run.resume(path).close()
    file.write_text(file.read_text() + "\n# changed\n")
    with pytest.raises(SettingsError, match="The file of First has changed since the run began"):
        Run.resume(path)


def test_bots_have_names_that_tell_them_apart(tmp_path: Path) -> None:
    file = hostile_bots(tmp_path)
    specs = ["greedy", "random", "greedy@1", "random:seed=3", f"{file}:First", "exec:cat -n"]
    bots = resolve_bots(specs)
    assert [bot.name for bot in bots] == [
        "greedy@1 (1)",
        "random",
        "greedy@1 (2)",
        "random:seed=3",
        "First",
        "cat",
    ]


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (
            Plan(["greedy", "random"], "splendor", games=0),
            "0 games are wanted; it must be 1 or more",
        ),
        (Plan(["greedy"], "splendor", games=2), "needs two bots or more"),
        (Plan(["greedy", "nobody"], "splendor"), "There is no bot 'nobody'"),
        (Plan(["greedy", "random"], "chess"), "There is no game 'chess'"),
        (Plan(["greedy", "random"], "splendor", time="soon"), "The time 'soon' cannot be read"),
        (Plan(["greedy", "random"], "splendor", seed=-1), "the seed is negative"),
        (
            Plan(["greedy", "random"], "splendor", gauntlet=True, sprt=Sprt(0, 1)),
            "a gauntlet or a test",
        ),
        (Plan(["greedy", "./missing.py:Bot"], "splendor"), "There is no file './missing.py'"),
    ],
)
def test_what_cannot_be_played_is_refused_and_leaves_no_file(
    tmp_path: Path, plan: Plan, message: str
) -> None:
    with pytest.raises((ValueError, SpecError), match=message):
        Run.create(tmp_path / "run", plan)
    assert not (tmp_path / "run").exists()


def test_a_name_that_no_bot_has_is_no_anchor(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="There is no bot mcts in the run; its bots are greedy"):
        find_bot(resolve_bots(["greedy", "random"]), "mcts")


def test_a_run_whose_file_cannot_be_written_ends_its_workers(tmp_path: Path) -> None:
    path = tmp_path / "run"
    with Run.create(path, Plan(["greedy", "random"], "splendor", games=4)) as run:
        with sqlite3.connect(path) as other:
            other.execute("DROP TABLE seats")
        with pytest.raises(sqlite3.OperationalError, match="no such table"):
            list(run.play(jobs=1))
        other.close()


class ResizingPool:
    """A pool that claims to be on another machine, with a changing number of workers."""

    local = False

    def __init__(self, pool: WorkerPool) -> None:
        self.sizes = cycle([3, 1, 2])
        self.submit = pool.submit

    @property
    def workers(self) -> int:
        return next(self.sizes)


def test_a_run_in_a_pool_whose_size_changes_is_the_same(tmp_path: Path) -> None:
    plan = Plan(["greedy", "random"], "splendor", games=10, seed=4)
    with WorkerPool(2) as pool, Run.create(tmp_path / "run", plan) as run:
        for _ in run.play_in(ResizingPool(pool)):
            pass
    here = played(tmp_path / "here", bots=plan.bots, games=10, seed=4)
    assert untimed(outcomes(tmp_path / "run")) == untimed(here)


def test_a_machine_with_another_file_of_a_bot_is_refused(tmp_path: Path) -> None:
    file = hostile_bots(tmp_path)
    run = Run.create(tmp_path / "run", Plan([f"{file}:First", "random"], "splendor", games=2))
    file.write_text(file.read_text() + "\n")
    with (
        WorkerPool(1) as pool,
        run,
        pytest.raises(WorkerRefused, match="does not have the same file for First"),
    ):
        list(run.play_in(ResizingPool(pool)))
    assert outcomes(tmp_path / "run") == []


def test_a_machine_without_a_bots_program_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "mybot"
    program.symlink_to(sys.executable)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    run = Run.create(tmp_path / "run", Plan(["exec:mybot -m bot", "random"], "splendor", games=2))
    program.unlink()
    with (
        WorkerPool(1) as pool,
        run,
        pytest.raises(WorkerRefused, match=r"cannot run mybot in .*\. There is no program 'mybot'"),
    ):
        list(run.play_in(ResizingPool(pool)))
    assert outcomes(tmp_path / "run") == []
    with pytest.raises(SpecError, match="There is no program 'mybot'"):
        Run.resume(tmp_path / "run")


def test_a_machine_that_cannot_store_a_network_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = tmp_path / "network.safetensors"
    with as_file(files("gemgrove.agents") / "networks" / "splendor-2p.safetensors") as own:
        network.write_bytes(own.read_bytes())
    plan = Plan([f"policy:model={network}", "random"], "splendor", games=2)

    def fail(_: ShippedFile) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(ShippedFile, "unpack", fail)
    with (
        Run.create(tmp_path / "run", plan) as run,
        pytest.raises(
            WorkerRefused, match=r"cannot read or store the bots' files: .*No space left"
        ),
    ):
        list(run.play_in(FakeRemotePool()))
    assert outcomes(tmp_path / "run") == []


def fail_to_play(*_: object) -> None:
    raise MemoryError


def test_a_job_that_fails_on_another_machine_ends_the_run_and_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gemgrove.arena.run.play_game", fail_to_play)
    with (
        Run.create(tmp_path / "run", Plan(["greedy", "random"], "splendor", games=2)) as run,
        pytest.raises(JobFailed, match="The job raised MemoryError"),
    ):
        list(run.play_in(FakeRemotePool()))
    assert outcomes(tmp_path / "run") == []


@pytest.mark.parametrize("error", [WorkerPoolError, WorkerNotStarted, WorkerRefused])
def test_a_pool_that_cannot_do_a_job_ends_the_run(
    tmp_path: Path, error: type[WorkerPoolError]
) -> None:
    pool = FakeRemotePool()
    pool.failure = error("Ray does not accept a job (it is full).")
    with (
        Run.create(tmp_path / "run", Plan(["greedy", "random"], "splendor", games=2)) as run,
        pytest.raises(error, match="it is full"),
    ):
        list(run.play_in(pool))
    assert outcomes(tmp_path / "run") == []


def test_games_that_arrive_together_with_a_refusal_are_kept(tmp_path: Path) -> None:
    with (
        Run.create(tmp_path / "run", Plan(["greedy", "random"], "splendor", games=4)) as run,
        pytest.raises(WorkerRefused, match="node has Gemgrove"),
    ):
        list(run.play_in(RefusingPool(size=2)))
    assert [game.number for game in outcomes(tmp_path / "run")] == [2, 3, 4]


def test_bots_are_found_from_the_folder_of_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile_bots(tmp_path)
    with WorkerPool(1) as pool:
        pool.submit(abs, -1).result()  # the worker starts in another folder
        monkeypatch.chdir(tmp_path)
        plan = Plan(["./hostile.py:First", "random"], "splendor", games=2)
        with Run.create(tmp_path / "run", plan) as run:
            games = [game for game in run.play_in(ResizingPool(pool)) if game is not None]
    assert [game.forfeiter for game in games] == [None, None]


def test_the_model_of_a_built_in_bot_is_one_of_its_files(tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.write_bytes(b"weights")
    spec = f"champion:iterations=10,model={model}"
    bot = Bot(0, "champion", spec, fingerprint(spec))
    assert has_same_files(bot)
    model.write_bytes(b"others")
    assert not has_same_files(bot)
    assert fingerprint("champion:iterations=10") is None
