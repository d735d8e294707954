"""`gemgrove train` and `gemgrove dataset`: their output, and what they refuse."""

import errno
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove import agents
from gemgrove.arena.run import Plan, Run
from gemgrove.cli import errors, main
from tests.cli.programs import REFUSING_RAY, python
from tests.cli.terminal import Terminal

TINY = [
    *("--threads", "1", "--first-games", "4", "--games", "4"),
    *("--iterations", "8", "--trunk", "16,8", "--gate-games", "2"),
]
LOSSES = ("policy", "value", "result")

needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="needs PyTorch")


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that is refused; return its sentence."""
    assert main([*arguments]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith("gemgrove: ")
    assert error.endswith(".\n")
    return error


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run that ended before its first game."""
    folder = tmp_path_factory.mktemp("train") / "run"
    assert main(["train", "--out", str(folder), "--hours", "1e-9", *TINY]) == 0
    return folder


@needs_torch
def test_training_tells_every_phase_and_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    options = ["--rules", "core:players=3", "--hours", "0.0005", "--out", str(folder)]
    assert main(["train", "splendor", *options, *TINY]) == 0
    out, told = capsys.readouterr()
    assert f"splendor core:players=3: training in {folder} with seed 0." in told
    assert re.search(r"generation 1, self-play: 4 of 4 games, \d+\.\d games/s; 0:00:0\d left", told)
    assert re.search(r"generation 1, fit: \d+ of \d+ steps, policy loss \d\.\d+, value loss", told)
    assert re.search(
        r"generation 1: (not )?accepted, Elo [+-]\d+ against mcts in 3 games, policy loss", told
    )
    assert f"Go on with: gemgrove train --resume {folder}\n" in told
    assert out == "There is no network yet that is stronger than mcts.\n" or "Play it:" in out
    assert list((folder / "tensorboard").iterdir())


@needs_torch
def test_the_log_has_losses_speed_and_elo(tmp_path: Path) -> None:
    events = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    folder = tmp_path / "run"
    main(["train", "--hours", "0.0002", "--out", str(folder), *TINY])
    read = events.EventAccumulator(str(folder / "tensorboard"))
    read.Reload()
    losses = {f"{part}/{name} loss" for part in ("fit", "generation") for name in LOSSES}
    figures = {"generation/Elo", "generation/share of wins", "generation/accepted"}
    speeds = {"self-play/games per second", "self-play/decisions per game"}
    assert set(read.Tags()["scalars"]) == losses | figures | speeds
    assert read.Scalars("generation/Elo")[0].step == 1


@needs_torch
def test_the_best_network_is_named_with_a_command_that_plays_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from gemgrove.learn.state import State

    folder = tmp_path / "run"
    options = ["arboretum", "--players", "3", "--hours", "1e-9", "--out", str(folder)]
    assert main(["train", *options, *TINY]) == 0
    (folder / "state.json").write_text(State(best=3).to_json())
    capsys.readouterr()
    assert main(["train", "--resume", str(folder), "--hours", "1e-9", "--threads", "1"]) == 0
    told = capsys.readouterr().out
    best = folder / "networks" / "003.safetensors"
    assert f"The best network is {best}, of generation 3. Play it:" in told
    play = f"gemgrove arena champion:model={best} mcts --game arboretum --players 3"
    assert play in told


@needs_torch
def test_a_terminal_shows_a_display(tmp_path: Path) -> None:
    options = [*TINY, "--hours", "0.0005", "--out", str(tmp_path / "run")]
    with Terminal("train", *options) as terminal:
        assert terminal.exit_code() == 0
        assert "generation 1, self-play: 4 of 4 games" in terminal.text
        assert "generation  against  games   won   Elo  policy loss" in terminal.text


@needs_torch
def test_a_run_begins_with_the_network_of_the_package_or_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begin = ["train", "--hours", "1e-9", *TINY]
    assert main([*begin, "--start", "champion", "--out", str(tmp_path / "run")]) == 0
    out, _ = capsys.readouterr()
    assert out == "There is no network yet that is stronger than the one that the run began with.\n"
    start = tmp_path / "run/networks/000.safetensors"
    assert main([*begin, "--start", str(start), "--out", str(tmp_path / "again")]) == 0
    assert (tmp_path / "again/networks/000.safetensors").read_bytes() == start.read_bytes()
    capsys.readouterr()
    absent = refused(capsys, *begin, "--start", "absent.safetensors", "--out", str(tmp_path / "no"))
    assert "absent.safetensors" in absent
    assert not (tmp_path / "no").exists()


@needs_torch
def test_a_resumed_run_keeps_its_settings(
    trained: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    resume = ["train", "--resume", str(trained)]
    assert main([*resume, "--hours", "1e-9", "--threads", "1"]) == 0
    capsys.readouterr()
    told = refused(capsys, *resume, "--seed", "0")
    assert told == "gemgrove: A resumed run keeps its settings; --seed cannot be given.\n"
    assert "--first-games cannot be given" in refused(capsys, *resume, "--first-games", "9")
    assert "another game cannot be given" in refused(capsys, "train", "splendor", *resume[1:])


@needs_torch
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["chess"], "There is no game 'chess'; the games are splendor, arboretum."),
        (["--hours", "0"], "--hours is 0; it must be a finite number above 0."),
        (["--hours", "inf"], "--hours is inf; it must be a finite number above 0."),
        (["--threads", "0"], "--threads is 0; it must be 1 or more."),
        (["--first-games", "0"], "--first-games is 0; it must be 1 or more."),
        (["--first-games", "24001"], "first_games is 24001; it must be from 1 to 24000."),
        (["--games", "24001"], "games is 24001; it must be from 1 to 24000."),
        (["--shard-games", "0"], "--shard-games is 0; it must be 1 or more."),
        (["--trunk", "wide"], "--trunk is 'wide'; it must be the widths of layers, as in 256,32."),
        (
            ["--trunk", "0"],
            "trunk is (0,); it must be 1 to 8 widths of layers, each from",
        ),
        (["--players", "9"], "players is 9"),
        (["--players", "0"], "players is 0"),
        (["--rules", "house"], "house"),
        (["--seed", "-1"], "seed is -1; it must be from 0 to 4294967295."),
        (
            ["arboretum", "--players", "4", "--start", "champion"],
            "no network for arboretum with 4 players; --start FILE begins with one of your own.",
        ),
    ],
)
def test_wrong_options_are_refused_and_leave_nothing_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], expected: str
) -> None:
    told = refused(capsys, "train", "--out", str(tmp_path / "run"), *options)
    assert expected in told
    assert not list(tmp_path.iterdir())


@needs_torch
def test_a_folder_that_is_used_or_has_no_run_is_refused(
    trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = refused(capsys, "train", "--out", str(trained))
    assert f"There is a training run in {trained}; --resume {trained} goes on." in told
    (tmp_path / "file").touch()
    assert "is not empty; name a new one." in refused(capsys, "train", "--out", str(tmp_path))
    assert "--resume needs the folder of a run." in refused(capsys, "train", "--resume", "")
    told = refused(capsys, "train", "--resume", str(tmp_path))
    assert f"There is no training run in {tmp_path} to go on with." in told


@needs_torch
def test_a_folder_in_which_a_process_trains_is_refused(
    trained: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from gemgrove.learn.run import TrainingRun

    with TrainingRun.resume(trained):
        told = refused(capsys, "train", "--resume", str(trained))
    assert f"Another process is training in {trained}." in told


@needs_torch
def test_a_broken_file_of_a_run_is_named_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    main(["train", "--out", str(folder), "--hours", "1e-9", *TINY])
    capsys.readouterr()
    (folder / "shards" / "000000.safetensors").write_bytes(b"broken")
    assert main(["train", "--resume", str(folder), "--threads", "1"]) == 2
    told = capsys.readouterr().err
    assert "000000.safetensors cannot be read: " in told
    assert "Delete it, and a run that goes on plays its games again.\n" in told
    assert "Traceback" not in told


@needs_torch
def test_a_cluster_without_its_extra_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(errors, "find_spec", lambda name: None if name == "ray" else object())
    told = refused(capsys, "train", "--out", str(tmp_path / "run"), "--ray", "127.0.0.1:1")
    assert told == "gemgrove: --ray needs the extra: pip install 'gemgrove[ray]'.\n"
    assert not (tmp_path / "run").exists()


@needs_torch
def test_nothing_imports_ray_or_the_cluster_without_the_option(tmp_path: Path) -> None:
    arguments = ("train", "--hours", "0.0002", "--out", str(tmp_path / "run"), *TINY)
    assert python("-c", REFUSING_RAY, *arguments).returncode == 0
    assert (tmp_path / "run/state.json").exists()


@needs_torch
def test_a_failing_pool_is_a_sentence_that_says_how_to_go_on(
    trained: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from gemgrove.learn.run import TrainingRun
    from gemgrove.worker_pool import WorkerRefused

    def train(*_: object, **__: object) -> Iterator[None]:
        raise WorkerRefused("node has another Gemgrove.")
        yield

    monkeypatch.setattr(TrainingRun, "train", train)
    assert main(["train", "--resume", str(trained)]) == 2
    told = capsys.readouterr().err
    assert "gemgrove: node has another Gemgrove. The games so far are in" in told
    assert f"{trained}; --resume goes on." in told


@pytest.mark.parametrize("module", ["torch", "tensorboard"])
def test_a_missing_library_is_an_extra_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], module: str
) -> None:
    monkeypatch.setattr(errors, "find_spec", lambda name: None if name == module else object())
    told = refused(capsys, "train")
    assert told == "gemgrove: Training needs the extra: pip install 'gemgrove[learn]'.\n"


@pytest.fixture(scope="module")
def arena_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an arena run with three players."""
    path = tmp_path_factory.mktemp("arena") / "run.sqlite"
    with Run.create(path, Plan(["greedy", "random"], "arboretum", 3, games=3, seed=1)) as run:
        for _ in run.play(jobs=1):
            pass
    return path


def test_a_dataset_has_the_games_of_arena_runs_and_records(
    arena_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from gemgrove.learn.shards import read_shard

    record, unfinished = tmp_path / "game.json", tmp_path / "unfinished.json"
    game = gg.new("splendor", seed=1)
    game.record().save(unfinished)
    agents.play_out(game, [agents.make("greedy")] * 2).record().save(record)
    out = tmp_path / "shards"
    assert main(["dataset", str(out), str(arena_run), str(record), str(unfinished)]) == 0
    text, told = capsys.readouterr()
    assert re.fullmatch(rf"\d+ decisions of 4 games in 2 shards: {out}\n", text)
    assert told == "1 game without a result left out: unfinished or forfeited.\n"
    assert sorted(path.name for path in out.iterdir()) == [
        "arboretum-3p-000000.safetensors",
        "splendor-2p-000001.safetensors",
    ]
    variant = gg.new("arboretum", players=3, seed=1).variant
    columns = read_shard(out / "arboretum-3p-000000.safetensors", variant)
    assert set(columns["games"]) == {0, 1, 2}


def test_a_file_that_has_no_games_is_refused(
    arena_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import sqlite3

    out = str(tmp_path / "shards")
    text, database = tmp_path / "notes.txt", tmp_path / "other.sqlite"
    text.write_text("no game")
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE notes (text)")
    connection.close()
    told = refused(capsys, "dataset", out, str(arena_run), str(text))
    assert f"{text} is neither an arena run nor a record: The record is not JSON" in told
    told = refused(capsys, "dataset", out, str(database))
    assert told == f"gemgrove: {database} was not written by an arena.\n"
    told = refused(capsys, "dataset", out, str(tmp_path / "nothing"))
    assert told == f"gemgrove: There is no file {tmp_path / 'nothing'}.\n"
    told = refused(capsys, "dataset", str(tmp_path), str(arena_run))
    assert "exists already; name a new folder." in told
    assert not Path(out).exists()


def test_a_full_disk_is_no_error_of_the_games_and_leaves_no_shards(
    arena_run: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from gemgrove.learn import dataset_writer

    def fail(path: Path, *_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(dataset_writer, "write_shard", fail)
    monkeypatch.setattr(dataset_writer, "SHARD_GAMES", 1)
    out = tmp_path / "shards"
    told = refused(capsys, "dataset", str(out), str(arena_run))
    shard = out / "arboretum-3p-000000.safetensors"
    assert told == f"gemgrove: {shard}: No space left on device.\n"
    assert not out.exists()
