"""A run's report: everything in its file, and nothing that a bot could inject."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from gemgrove.analysis.sprt import Sprt
from gemgrove.arena import report as arena_report
from gemgrove.arena.outcome import GameOutcome
from gemgrove.arena.report import report_page
from gemgrove.arena.results import Results
from gemgrove.arena.settings import GAUNTLET, SPRT
from gemgrove.pages.formats import duration, elo, precise_percent
from tests.arena.sample_run import Change, faulty, forfeited, write_run
from tests.pages.elements import check_page, elements

_HOSTILE = "</pre></details><script>alert('x')</script>\x1b[2J\u202e"
_BOTS = ["weak", "middle", "strong"]


def report(path: Path, *, anchor: int | None = None) -> str:
    """Render the report of a run's file, and check the page."""
    with Results.open(path) as results:
        page = report_page(results, anchor=anchor)
    check_page(page)
    return page


def table_rows(page: str, section: str) -> list[list[str]]:
    """The texts of the cells of a section's tables, row by row."""
    body = re.findall(rf'<section id="{section}">.*?</section>', page, re.DOTALL)[0]
    rows: list[list[str]] = []
    for element in elements(body):
        if element.name == "tr":
            rows.append([])
        elif element.name in {"td", "th"}:
            rows[-1].append(element.text)
    return rows


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The report of a run of three bots."""
    return report(write_run(tmp_path_factory.mktemp("run") / "run.sqlite", _BOTS, blocks=8))


def test_the_standings_have_the_strongest_bot_first(page: str) -> None:
    assert [row[:2] for row in table_rows(page, "standings")[1:]] == [
        ["1", "strong"],
        ["2", "middle"],
        ["3", "weak"],
    ]


def test_the_settings_of_the_run_are_told(page: str) -> None:
    facts = dict(
        zip(
            [each.text for each in elements(page, "dt")],
            [each.text for each in elements(page, "dd")],
            strict=True,
        )
    )
    assert facts["Rules"] == "official:players=2"
    assert facts["Schedule"] == "round robin"
    assert facts["Games per table"] == "16"


def test_every_rating_is_drawn_with_its_interval(page: str) -> None:
    rows = [each.text.strip() for each in elements(page, "div", class_="row")][:3]
    for row, name in zip(rows, reversed(_BOTS), strict=True):
        assert re.fullmatch(rf"{name} [+−]?\d+ \(.+ to .+\)", row)


def test_the_matrix_has_the_share_of_every_pair(page: str) -> None:
    strong, middle, _ = table_rows(page, "pairings")[1:4]
    against = re.fullmatch(r"([\d.]+) %(\d+)–(\d+)–(\d+)", strong[2])
    assert against is not None
    won, level, lost = (int(count) for count in against.groups()[1:])
    assert won + level + lost == 16
    assert float(against[1]) == pytest.approx(100 * (won + level / 2) / 16, abs=0.1)
    assert middle[1].endswith(f"{lost}–{level}–{won}")


def test_points_lengths_seats_and_times_are_there(page: str) -> None:
    captions = [each.text for each in elements(page, "figcaption")]
    assert captions == [
        "Ratings",
        "Elo by the number of blocks",
        "Points at the end of a game",
        "Length of the games that were played to their end",
        "How the games ended",
        "Share of wins by seat, with 95 % intervals",
        "Per decision: the average, and up to the longest",
    ]


def test_every_game_is_listed_and_how_to_see_it_again(page: str) -> None:
    games = table_rows(page, "games")[1:]
    assert [row[0] for row in games] == [str(number) for number in range(1, 49)]
    assert "gemgrove results run.sqlite --game 1 --save game.json" in page
    assert "No bot has forfeited a game." in page


def test_the_page_names_its_file_but_not_where_it_lies(tmp_path: Path) -> None:
    page = report(write_run(tmp_path / "my run.sqlite", ["a", "b"]))
    assert "gemgrove results 'my run.sqlite' --game 1" in elements(page, "pre")[0].text
    assert str(tmp_path) not in page


def every(number: int, change: Change) -> Change:
    return lambda game: change(game) if game.number % number == 0 else game


def crashed(game: GameOutcome) -> GameOutcome:
    return forfeited(game, reason="crash", detail=_HOSTILE, stderr=_HOSTILE)


def test_nothing_that_a_bot_says_becomes_markup(tmp_path: Path) -> None:
    names = [_HOSTILE, "'\"&", "<b>"]
    page = report(write_run(tmp_path / "<i>.sqlite", names, changed=every(3, crashed)))
    assert len(elements(page, "script")) == 1
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert any("alert('x')" in each.text for each in elements(page, "pre"))
    assert {each.text for each in elements(page, "bdi")} >= {"'\"&", "<b>"}


def test_forfeits_are_counted_by_reason_and_told_with_the_end_of_stderr(tmp_path: Path) -> None:
    def late(game: GameOutcome) -> GameOutcome:
        return forfeited(game, reason="timeout", detail="It thought too long.", stderr="depth 40")

    page = report(write_run(tmp_path / "run.sqlite", ["a", "b"], blocks=2, changed=every(2, late)))
    assert table_rows(page, "forfeits")[1:] == [["b", "timeout", "2"]]
    assert "It thought too long." in page
    assert any(each.text == "depth 40" for each in elements(page, "pre"))


def test_a_game_that_could_not_be_played_is_told_and_breaks_nothing(tmp_path: Path) -> None:
    page = report(write_run(tmp_path / "run.sqlite", ["a", "b"], changed=every(7, faulty)))
    assert table_rows(page, "games")[7][3] == "fault"
    assert "worker died twice" in page


def test_a_run_of_nothing_but_faults_is_reported(tmp_path: Path) -> None:
    report(write_run(tmp_path / "run.sqlite", ["a", "b"], changed=faulty))


def test_a_run_of_nothing_but_forfeits_is_reported(tmp_path: Path) -> None:
    page = report(write_run(tmp_path / "run.sqlite", ["a", "b", "c"], players=3, changed=crashed))
    assert "There are no games to count." in page


def test_a_run_without_games_says_so(tmp_path: Path) -> None:
    page = report(write_run(tmp_path / "run.sqlite", _BOTS, played=0))
    assert "No game has been played yet." in page


def test_a_run_that_was_stopped_is_reported_as_far_as_it_came(tmp_path: Path) -> None:
    page = report(write_run(tmp_path / "run.sqlite", _BOTS, played=3))
    assert "3 games of 24 played." in page


def test_a_single_block_has_no_course(tmp_path: Path) -> None:
    page = report(write_run(tmp_path / "run.sqlite", ["a", "b"], blocks=1))
    assert "Only one block has been played." in page


def test_a_bot_that_has_won_everything_has_an_open_interval(tmp_path: Path) -> None:
    def first_bot_wins(game: GameOutcome) -> GameOutcome:
        seats = [
            replace(seat, rank=1 if seat.bot == 0 else 2, share=float(seat.bot == 0))
            for seat in game.seats
        ]
        return replace(game, seats=tuple(seats))

    page = report(write_run(tmp_path / "run.sqlite", ["a", "b"], changed=first_bot_wins))
    assert table_rows(page, "standings")[1][3].startswith("above ")
    assert table_rows(page, "standings")[2][3].startswith("below ")


def test_one_bot_among_several_of_another_is_compared_with_its_even_share(tmp_path: Path) -> None:
    page = report(write_run(tmp_path / "run.sqlite", ["a", "b"], players=4))
    assert any(
        each.text.startswith("one a among b ") for each in elements(page, "div", class_="row")
    )


def test_groups_that_have_not_met_are_told_apart(tmp_path: Path) -> None:
    page = report(write_run(tmp_path / "run.sqlite", _BOTS, schedule=GAUNTLET, played=2))
    assert "strong has no rated games yet." in page
    assert "leads" not in page


def test_a_test_tells_its_verdict_first(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run.sqlite", ["a", "b"], schedule=SPRT, sprt=Sprt(0, 30))
    lead = elements(report(run), "p")[0].text
    assert "The test of 0 against 30 Elo is undecided" in lead


def test_an_anchor_is_at_zero(tmp_path: Path) -> None:
    page = report(write_run(tmp_path / "run.sqlite", ["weak", "strong"]), anchor=0)
    assert table_rows(page, "standings")[2][:3] == ["2", "weak", "0"]


def test_a_long_list_of_games_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_report, "MOST_GAMES", 5)
    page = report(write_run(tmp_path / "run.sqlite", ["a", "b"]))
    assert len(table_rows(page, "games")[1:]) == 5
    assert "The games (5 of 8)" in page


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0 ns"), (1e-6, "1 µs"), (0.00125, "1.2 ms"), (0.0425, "42 ms"), (12.6, "13 s")],
)
def test_a_time_is_told_in_a_unit_that_suits_it(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_figures_are_short() -> None:
    assert [elo(value) for value in (12.6, -12.4, 0, -0.3)] == ["+13", "−12", "0", "0"]
    assert [precise_percent(value) for value in (0, 0.5, 1)] == ["0 %", "50.0 %", "100 %"]
