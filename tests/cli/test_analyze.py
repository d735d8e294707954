"""`gemgrove analyze`, from a record to its table and its page."""

import json
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove.cli import main
from tests.cli.programs import WITHOUT_A_MODULE, gemgrove, python
from tests.pages.elements import check_page

_FEW = ["--iterations", "20"]


def saved(path: Path, *, name: gg.GameName = "splendor", turn_limit: int | None = 4) -> Path:
    """Save the record of a game between two greedy players."""
    options = {} if turn_limit is None else {"turn_limit": turn_limit}
    game = gg.new(name, seed=5, rules="official", deal=None, players=2, **options)
    while not game.over:
        game.play(game.view(game.to_move).greedy_action())
    game.record(names=["Ada", "\x1b[31mEve"]).save(path)
    return path


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return saved(tmp_path / "game.json")


def test_every_decision_is_a_line_of_the_table(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyze", str(record), *_FEW]) == 0
    lines = capsys.readouterr().out.splitlines()
    table = lines[: lines.index("")]
    rows = [line for line in table if line.split()[0].isdigit()]
    for number, (row, move) in enumerate(zip(rows, gg.Record.load(record).moves, strict=True), 1):
        assert row.split()[0] == str(number)
        assert move in row
        assert "%" in row
    assert rows[0].split()[1:3] == ["1.", "Ada"]
    assert max(map(len, lines)) <= 80


def test_the_averages_and_what_they_mean_follow(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["analyze", str(record), *_FEW])
    text = capsys.readouterr().out
    assert [line.split()[:2] for line in text.splitlines() if line.startswith("Ada ")] == [
        ["Ada", "4"]
    ]
    assert "?[31mEve" in text
    assert "\x1b" not in text
    assert "inaccuracy from 5 %, mistake from 10 % and blunder from 20 %" in " ".join(text.split())


def test_the_same_record_is_judged_the_same_again(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["analyze", str(record), *_FEW])
    first = capsys.readouterr().out
    main(["analyze", str(record), *_FEW])
    assert capsys.readouterr().out == first


def test_json_is_a_review(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyze", str(record), *_FEW, "--json", "--seat", "2"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["iterations"] == 20
    assert len(found["decisions"]) == len(found["record"]["moves"])
    assert {each["seat"] for each in found["decisions"] if each["judgement"] is not None} == {1}


def test_a_page_is_written_and_may_be_written_again(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "game.html"
    for _ in range(2):
        assert main(["analyze", str(record), *_FEW, "--html", str(page)]) == 0
        check_page(page.read_text(encoding="utf-8"))
    # A path too long for its line gets the next one to itself.
    assert f"The page is {page}" in " ".join(capsys.readouterr().out.split())


def test_a_game_of_arboretum_is_analyzed_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = saved(tmp_path / "game.json", name="arboretum", turn_limit=None)
    page = tmp_path / "game.html"
    options = ["--iterations", "5", "--html", str(page)]
    assert main(["analyze", str(record), *options]) == 0
    text = capsys.readouterr().out
    assert "the only move" in text
    check_page(page.read_text(encoding="utf-8"))


def test_an_unfinished_game_is_analyzed_only_where_that_is_wanted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.json"
    game = gg.new("splendor", seed=1)
    game.play("r m deck")
    game.record().save(record)
    assert main(["analyze", str(record), *_FEW]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert "is not over" in output.err
    assert "--unfinished" in output.err
    assert main(["analyze", str(record), *_FEW, "--unfinished"]) == 0
    assert "r m deck" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--iterations", "0"], "--iterations is 0; it must be 1 or more."),
        (["--seat", "3"], "There is no seat 3; the record has 1 to 2."),
        (["--seat", "0"], "There is no seat 0"),
        (["--html", "/no/such/folder/page.html"], "There is no folder /no/such/folder."),
        (["--html", "{record}"], "is not a Gemgrove page; it was not replaced."),
    ],
)
def test_wrong_options_are_refused_before_any_search(
    options: list[str], message: str, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = record.read_bytes()
    arguments = [each.replace("{record}", str(record)) for each in options]
    assert main(["analyze", str(record), *_FEW[:1], "1000000000", *arguments]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert message in output.err
    assert record.read_bytes() == before


def test_ctrl_c_keeps_what_was_done(tmp_path: Path) -> None:
    record, page = saved(tmp_path / "game.json", turn_limit=None), tmp_path / "game.html"
    program = """
import os, signal, sys
from gemgrove.agents.search import Search
from gemgrove.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs of a shell ignore it
run, count = Search.run, [0]
def interrupted(self, *arguments, **options):
    count[0] += 1
    if count[0] == 8:
        os.kill(os.getpid(), signal.SIGINT)
    return run(self, *arguments, **options)
Search.run = interrupted
sys.exit(main(sys.argv[1:]))
"""
    shown = python("-c", program, "analyze", str(record), *_FEW, "--html", str(page))
    assert shown.returncode == 130
    assert shown.stderr == ""
    assert "Stopped after" in shown.stdout
    text = page.read_text(encoding="utf-8")
    check_page(text)
    assert "The review was stopped after" in text


def test_a_terminal_without_unicode_gets_plain_letters(record: Path) -> None:
    shown = gemgrove("analyze", str(record), *_FEW, PYTHONIOENCODING="ascii")
    assert shown.returncode == 0
    assert shown.stdout.isascii()


def test_a_page_without_its_extra_says_how_to_get_it(record: Path, tmp_path: Path) -> None:
    arguments = ("analyze", str(record), "--html", str(tmp_path / "page.html"))
    shown = python("-c", WITHOUT_A_MODULE, "jinja2", *arguments)
    assert shown.returncode == 2
    assert shown.stderr == "gemgrove: A page needs the extra: pip install 'gemgrove[pages]'.\n"
