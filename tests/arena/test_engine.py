"""Another Arboretum engine's bots in the arena: rated like any other, in real processes."""

from pathlib import Path

import pytest

from gemgrove.agents import SpecError
from gemgrove.arena import Results
from gemgrove.cli import main
from tests.agents.engine_scripts import GREEDY, HOSTILE, REASONS, spec
from tests.arena.small_runs import played


def test_a_bot_of_that_engine_is_rated_against_ours(tmp_path: Path) -> None:
    path = tmp_path / "run"
    games = played(path, game="arboretum", bots=["random", GREEDY], games=4)
    assert [game.ending for game in games] == ["finished"] * 4
    points = {
        bot: sum(seat.share or 0.0 for game in games for seat in game.seats if seat.bot == bot)
        for bot in (0, 1)
    }
    assert points[1] > points[0]
    with Results.open(path) as results:
        assert results.bots[1].spec == GREEDY


def test_one_that_is_late_or_writes_garbage_or_crashes_forfeits_with_the_reason_on_record(
    tmp_path: Path,
) -> None:
    wrong = ["late", "garbage", "crash", "illegal"]
    bots = [spec(tmp_path, HOSTILE[name]) for name in wrong]
    path = tmp_path / "run"
    games = played(path, game="arboretum", bots=["random", *bots], gauntlet=True, games=2, time="1")
    assert len(games) == 2 * len(wrong)
    for game in games:
        seat = next(seat for seat in game.seats if seat.bot)
        assert (game.ending, seat.forfeit) == ("forfeit", REASONS[wrong[seat.bot - 1]])
        assert (seat.rank, seat.share) == (2, 0.0)
        assert seat.detail
        if wrong[seat.bot - 1] == "crash":
            assert "a bug of mine" in (seat.stderr or "")


THREE = ["--game", "arboretum", "--players", "3"]


@pytest.mark.parametrize(
    ("arguments", "game"),
    [
        (["arena", "random", GREEDY], "splendor for 2"),
        (["arena", "random", "greedy", GREEDY, *THREE], "arboretum for 3"),
        (["match", GREEDY, "random"], "splendor for 2"),
        (["match", GREEDY, "random", *THREE], "arboretum for 3"),
        (["watch", GREEDY, "random"], "splendor for 2"),
        (["watch", GREEDY, "random", *THREE], "arboretum for 3"),
        (["play", "--vs", GREEDY, "--vs", "random"], "splendor for 2"),
        (["play", "--plain", "--vs", GREEDY, *THREE], "arboretum for 3"),
    ],
)
def test_other_games_than_that_engines_are_refused_before_the_first_one(
    arguments: list[str],
    game: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    out, errors = capsys.readouterr()
    assert out == ""
    assert "cannot play this game" in errors
    assert f"This is {game} players; the engine plays arboretum for 2 players only." in errors
    assert list(tmp_path.iterdir()) == []


def test_piles_that_begin_with_a_card_are_refused_before_the_first_game(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="the engine begins with empty piles"):
        played(tmp_path / "run", game="arboretum", rules="seeded", bots=["random", GREEDY])
    assert list(tmp_path.iterdir()) == []


def test_such_bots_play_a_match(capfd: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "--game", "arboretum", GREEDY, "random", "--games", "2", "--seed", "1"]
    assert main(arguments) == 0
    assert "gemgrove" in capfd.readouterr().out


def test_such_a_bot_plays_at_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    arguments = ["play", "arboretum", "--vs", GREEDY, "--vs", "random", "--seed", "1"]
    assert main(arguments) == 0
    assert "bots play: gemgrove, random." in capfd.readouterr().out
