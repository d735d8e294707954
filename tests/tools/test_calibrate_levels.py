"""Measuring the levels: resumable runs, ratings that name their network, evenly spaced settings."""

from pathlib import Path

import pytest

from docs import levels_page
from gemgrove.agents import LEVELS, BotSpec
from gemgrove.arena import Results
from tools import calibrate_levels
from tools.calibrate_levels import (
    Calibration,
    RatedBot,
    candidates,
    evenly_spaced,
    level_bots,
    main,
    network_digest,
)

QUICK = [f"policy:temperature={each}" for each in (3, 2, 1, 0.6, 0.3, 0)]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels that need no search."""
    monkeypatch.setattr(calibrate_levels, "level_bots", lambda *_: QUICK)


def calibrated(folder: Path, games: int) -> Calibration:
    options = ["--games", str(games), "--jobs", "1"]
    folders = ["--runs", str(folder / "runs"), "--out", str(folder)]
    main(["splendor", "--players", "2", *options, *folders])
    return Calibration.load(folder / "splendor-2p.json")


@pytest.mark.usefixtures("quick")
def test_the_levels_are_rated_in_order_and_a_run_can_be_made_longer(tmp_path: Path) -> None:
    assert calibrated(tmp_path, 30).games == 30
    found = calibrated(tmp_path, 60)
    assert found.games == 60
    assert calibrated(tmp_path, 30) == found
    assert found.bots == QUICK
    assert found.network == network_digest("splendor", 2)
    assert found.levels[0].elo < found.levels[-1].elo
    (file,) = (tmp_path / "runs").glob("*.sqlite")
    with Results.open(file) as results:
        assert [bot.spec for bot in results.bots] == QUICK


def test_candidates_are_named_as_bots_are() -> None:
    for bot in candidates():
        assert str(BotSpec.parse(bot)) == bot
    assert candidates()[-1] == LEVELS[-1].name


def test_settings_are_evenly_spaced_between_the_weakest_and_the_champion() -> None:
    ratings = [100.0 * place for place in range(len(candidates()))]
    assert evenly_spaced(ratings) == [
        "policy:temperature=1.5",
        "policy:temperature=0.66",
        "policy:temperature=0.18",
        "champion:iterations=15",
        "champion:iterations=133",
        "champion",
    ]


def test_settings_are_found_where_ratings_are_out_of_order() -> None:
    ratings = [100.0 * place for place in range(len(candidates()))]
    ratings[3], ratings[4] = ratings[4], ratings[3]
    assert len(set(evenly_spaced(ratings))) == len(LEVELS)


def test_candidates_of_equal_strength_cannot_be_divided() -> None:
    with pytest.raises(ValueError, match="No candidate is stronger"):
        evenly_spaced([0.0] * len(candidates()))


@pytest.mark.usefixtures("quick")
def test_runs_of_another_version_are_not_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calibrated(tmp_path, 30)
    monkeypatch.setattr("gemgrove.__version__", "0.0.0")
    calibrated(tmp_path, 30)
    assert len(list((tmp_path / "runs").glob("*.sqlite"))) == 2


def some_calibration() -> Calibration:
    rated = [
        RatedBot(bot, 250.0 * place, None, 250.0 * place + 9, 0.002)
        for place, bot in enumerate(level_bots("splendor", 2))
    ]
    return Calibration(network_digest("splendor", 2), 3000, tuple(rated))


def test_the_page_shows_the_ratings_and_how_far_apart_they_are(tmp_path: Path) -> None:
    some_calibration().save(tmp_path / "splendor-2p.json")
    lines = list(levels_page.page(tmp_path))
    assert "| +250 | open to +259 | +250 | 2 ms |" in next(line for line in lines if "+259" in line)
    assert lines.count("Not measured yet with these settings.") == 5


@pytest.mark.parametrize("change", ["network", "settings"])
def test_the_page_shows_no_ratings_of_another_network_or_other_settings(
    tmp_path: Path, change: str
) -> None:
    found = some_calibration()
    other = (
        Calibration("0" * 64, found.games, found.levels)
        if change == "network"
        else Calibration(found.network, found.games, found.levels[::-1])
    )
    other.save(tmp_path / "splendor-2p.json")
    assert not any("+259" in line for line in levels_page.page(tmp_path))


def test_every_level_is_on_the_page_with_its_sentence() -> None:
    text = "\n".join(levels_page.page())
    assert all(f"| {level.title} | {level.sentence} |" in text for level in LEVELS)
