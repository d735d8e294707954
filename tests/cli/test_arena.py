"""`gemgrove arena` and `gemgrove results`: their output, and what they refuse."""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove.arena.run import Plan, Run
from gemgrove.cli import errors, main
from tests.cli.programs import REFUSING_RAY, python
from tests.cli.terminal import Terminal


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a completed run."""
    path = tmp_path_factory.mktemp("arena") / "run.sqlite"
    with Run.create(
        path, Plan(["greedy", "random", "random:seed=3"], "splendor", games=4, seed=1)
    ) as run:
        for _ in run.play(jobs=1):
            pass
    return path


def test_an_arena_prints_standings_and_a_table_of_pairs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "run.sqlite")
    options = ["--games", "3", "--seed", "1", "--out", out, "--jobs", "1"]
    assert main(["arena", "random", "greedy", *options]) == 0
    text, progress = capsys.readouterr()
    lines = text.splitlines()
    assert lines[0].split()[:4] == ["bot", "Elo", "95", "%"]
    assert [line.split()[1] for line in lines[1:3]] == ["greedy@1", "random"]
    assert "won against" in lines[4]
    assert "100.0%" in lines[5]
    assert "4 games in 2 blocks of splendor official:players=2, deals from seed 1" in text
    assert "3 games are rounded up to 4, so that every deal is played from every seat." in progress
    assert f"The results are in {out}" in progress
    assert "Deals of a seed can be guessed" in progress
    assert "4 of 4 games: greedy@1 100.0%, random 0.0%" in progress


def test_the_results_have_a_readable_name_where_none_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    main(["arena", "greedy", "random", "--games", "2", "--jobs", "1", "--game", "arboretum"])
    (file,) = tmp_path.iterdir()
    assert file.name.startswith("arena-arboretum-2p-")
    assert file.suffix == ".sqlite"


def test_a_test_of_two_bots_tells_its_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    test = ["--sprt", "0,200", "--alpha", "0.2", "--beta", "0.2", "--seed", "1"]
    out = str(tmp_path / "run.sqlite")
    assert main(["arena", "greedy", "random", *test, "--jobs", "1", "--out", out]) == 0
    text, progress = capsys.readouterr()
    assert "The test accepts that greedy@1 is 200 Elo above random" in text
    assert "at most 10000 games" in progress
    assert "Go on with" not in progress


def test_results_are_printed_again_and_anchored(
    finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["results", str(finished), "--anchor", "greedy"]) == 0
    text = capsys.readouterr().out
    assert text.splitlines()[1].split()[1:3] == ["greedy@1", "+0"]
    assert "greedy@1 has won everything" in text
    assert "Ratings are differences from greedy@1, which is set to 0." in text


def test_results_as_json_have_every_figure(
    finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["results", str(finished), "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["standings"][0]["bot"] == "greedy@1"
    assert [line["games"] for line in figures["standings"]] == [8, 8, 8]
    assert figures["settings"]["rules"] == "official:players=2"
    assert figures["endings"] == {"finished": 12}
    assert len(figures["pairings"]) == 6


def test_json_of_an_arena_is_all_that_it_prints_to_stdout(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "run.sqlite")
    options = ["--players", "3", "--games", "3", "--jobs", "1", "--out", out, "--json"]
    assert main(["arena", "greedy", "random", *options]) == 0
    text, progress = capsys.readouterr()
    assert json.loads(text)["guests"][0]["bot"] == "greedy@1"
    assert "its share of the wins is compared with 1 in 3" in progress


def test_games_are_listed_printed_and_saved_for_replay(
    finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["results", str(finished), "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 12
    assert lines[0].split()[:3] == ["1", "finished", "greedy@1"]
    record = tmp_path / "game.json"
    assert main(["results", str(finished), "--game", "2", "--save", str(record)]) == 0
    assert f"Saved: {record}" in capsys.readouterr().out
    assert gg.Record.load(record).names == ("random", "greedy@1")
    assert main(["replay", str(record)]) == 0
    assert "random, greedy@1: splendor" in capsys.readouterr().out


def test_a_resumed_run_plays_on_to_the_games_it_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "run.sqlite")
    main(["arena", "greedy", "random", "--games", "2", "--jobs", "1", "--out", file])
    assert main(["arena", "--resume", file, "--games", "4", "--jobs", "1"]) == 0
    text, progress = capsys.readouterr()
    assert "4 games, 2 of them played" in progress
    assert "4 games in 2 blocks" in text


def test_a_forfeit_is_reported_with_its_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "run.sqlite")
    options = ["--time", "0.000001", "--games", "2", "--jobs", "1", "--out", file]
    assert main(["arena", "greedy", "random", *options]) == 0
    assert "greedy@1 has forfeited" in capsys.readouterr().out
    assert main(["results", file, "--game", "1"]) == 0
    told = capsys.readouterr().out
    assert "forfeit" in told
    assert "Seat 1 forfeited, timeout: The decision took" in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "An arena needs two bots or more, as in gemgrove arena greedy random."),
        (["greedy"], "An arena needs two bots or more."),
        (["greedy", "nobody"], "There is no bot 'nobody'"),
        (["greedy", "random", "--jobs", "0"], "--jobs is 0; it must be 1 or more."),
        (["greedy", "random", "--games", "0"], "0 games are wanted; it must be 1 or more."),
        (["greedy", "random", "--sprt", "30,0"], "the first must be below the second"),
        (["greedy", "random", "--anchor", "mcts"], "There is no bot mcts in the run"),
        (["greedy", "random", "--alpha", "0.1"], "--alpha and --beta need --sprt"),
        (["greedy", "random", "random", "--sprt", "0,9"], "A test is between two bots"),
        (["greedy", "random", "--resume", "x"], "keeps its settings; other bots cannot be given"),
        (["--resume", "x", "--seed", "3"], "keeps its settings; --seed cannot be given"),
        (["--resume", "x"], "There is no file x."),
        (["--resume", ""], "--resume needs the name of a run's file."),
    ],
)
def test_options_without_sense_are_refused_in_a_sentence(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["arena", *arguments]) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_there_is_left_alone(
    finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = finished.read_bytes()
    assert main(["arena", "greedy", "random", "--out", str(finished)]) == 2
    assert f"{finished} exists; resume it with --resume" in capsys.readouterr().err
    assert finished.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "13"], "has no game 13; its games are 1 to 12."),
        (["--save", "x"], "--save needs --game"),
        (["--anchor", "mcts"], "There is no bot mcts in the run; its bots are greedy@1, random"),
    ],
)
def test_results_that_are_not_there_are_refused(
    arguments: list[str], message: str, finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["results", str(finished), *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_missing_extra_is_named(
    finished: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(errors, "find_spec", lambda _: None)
    assert main(["arena", "greedy", "random"]) == 2
    assert "The arena needs the extra: pip install 'gemgrove[arena]'." in capsys.readouterr().err
    assert main(["results", str(finished)]) == 2
    assert "needs the extra: pip install 'gemgrove[arena]'." in capsys.readouterr().err


def test_in_a_terminal_a_bar_with_standings_is_drawn_and_goes_away(tmp_path: Path) -> None:
    options = ["--games", "200", "--jobs", "1", "--out", str(tmp_path / "run.sqlite")]
    with Terminal("arena", "greedy", "random", *options) as terminal:
        assert terminal.exit_code() == 0
        text = terminal.text
    assert "/200 games" in text
    assert "forfeits" in text
    assert "200 games in 100 blocks" in text


def test_a_cluster_without_its_extra_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = find_spec
    monkeypatch.setattr(errors, "find_spec", lambda name: None if name == "ray" else found(name))
    out = tmp_path / "run.sqlite"
    arguments = ["arena", "greedy", "random", "--out", str(out), "--ray", "127.0.0.1:1"]
    assert main(arguments) == 2
    assert "--ray needs the extra: pip install 'gemgrove[ray]'." in capsys.readouterr().err
    assert main([*arguments, "--jobs", "2"]) == 2
    assert "--jobs is for one machine; with --ray," in capsys.readouterr().err
    assert not out.exists()


def test_nothing_imports_ray_or_the_cluster_without_the_option(tmp_path: Path) -> None:
    out = str(tmp_path / "run.sqlite")
    arguments = ("arena", "greedy", "random", "--games", "2", "--jobs", "1", "--out", out)
    assert python("-c", REFUSING_RAY, *arguments).returncode == 0
