"""`gemgrove report`, from a run to its page."""

from pathlib import Path

import pytest

from gemgrove.cli import main
from gemgrove.pages.curves import curves_page
from tests.arena.sample_run import write_run
from tests.cli.programs import WITHOUT_A_MODULE, python
from tests.pages.elements import check_page


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return write_run(tmp_path / "run.sqlite", ["weak", "strong"], blocks=2)


def test_the_page_is_written_beside_the_file(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(run)]) == 0
    page = run.with_suffix(".html")
    assert capsys.readouterr().out == f"The report is {page}\n"
    check_page(page.read_text(encoding="utf-8"))


def test_the_page_is_written_where_it_is_wanted(run: Path, tmp_path: Path) -> None:
    page = tmp_path / "other.html"
    page.write_text(curves_page("Older", [], []))
    assert main(["report", str(run), "--out", str(page), "--anchor", "weak"]) == 0
    assert "Ratings are differences from weak" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["/no/such/file"], "There is no file /no/such/file."),
        ([__file__], "was not written by an arena"),
        (["{run}", "--out", "/no/such/folder/page.html"], "There is no folder"),
        (["{run}", "--out", "{run}"], "is not a Gemgrove page; it was not replaced."),
        (["{run}", "--anchor", "nobody"], "There is no bot nobody in the run"),
    ],
)
def test_a_report_that_cannot_be_written_is_one_sentence(
    arguments: list[str], message: str, run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = run.read_bytes()
    assert main(["report", *(each.replace("{run}", str(run)) for each in arguments)]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert message in output.err
    assert output.err.count("\n") == 1
    assert run.read_bytes() == before
    assert [each.suffix for each in run.parent.iterdir()] == [".sqlite"]


def test_without_the_extra_it_says_how_to_get_it(run: Path) -> None:
    shown = python("-c", WITHOUT_A_MODULE, "choix", "report", str(run))
    assert shown.returncode == 2
    assert shown.stderr == "gemgrove: A report needs the extra: pip install 'gemgrove[arena]'.\n"
