"""Bots that crash, hang, flood, cheat or kill: they forfeit, and the run goes on."""

import os
from pathlib import Path

from gemgrove.arena import Results
from gemgrove.arena.standings import summarize
from tests.arena.small_runs import hostile_bots, outcomes, played


def alive(number: int) -> bool:
    """Return True if a process with this id exists."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


def forfeits(path: Path, *specs: str, time: str | None = None) -> dict[str, set[str | None]]:
    """The reasons for each bot's forfeits against `random`; None for a game played to its end."""
    games = played(path, bots=["random", *specs], gauntlet=True, games=2, time=time)
    assert len(games) == 2 * len(specs)
    with Results.open(path) as results:
        names = [bot.name for bot in results.bots]
    reasons: dict[str, set[str | None]] = {name: set() for name in names[1:]}
    for game in games:
        seat = next(seat for seat in game.seats if seat.bot != 0)
        reasons[names[seat.bot]].add(seat.forfeit)
        if seat.forfeit is not None:
            assert (game.ending, seat.rank, seat.share) == ("forfeit", 2, 0.0)
    return reasons


def test_whatever_a_bot_does_wrong_it_forfeits_and_the_run_goes_on(tmp_path: Path) -> None:
    file = hostile_bots(tmp_path)
    specs = [f"{file}:{name}" for name in ("Crash", "Exit", "Illegal", "First")]
    path = tmp_path / "run"
    assert forfeits(path, *specs, "exec:cat /dev/zero") == {
        "Crash": {"crash"},
        "Exit": {"crash"},
        "Illegal": {"illegal move"},
        "First": {None},
        "cat": {"flood"},
    }
    with Results.open(path) as results:
        crashed = next(seat for seat in results.game(1).seats if seat.bot == 1)
        notes = summarize(results).notes()
    assert "a bug of mine" in (crashed.stderr or "")
    assert "Illegal has forfeited 2 games: illegal move (2)." in notes


def test_a_bot_that_hangs_forfeits_and_no_process_is_left(tmp_path: Path) -> None:
    file = hostile_bots(tmp_path)
    found = forfeits(tmp_path / "run", f"{file}:Hang", f"{file}:Flood", time="0.5")
    assert found == {"Hang": {"timeout"}, "Flood": {"timeout"}}
    numbers = [int(mark.name.removeprefix("pid-")) for mark in tmp_path.glob("pid-*")]
    assert numbers
    assert not any(map(alive, numbers))


def test_at_a_table_of_three_only_who_forfeits_is_rated(tmp_path: Path) -> None:
    path = tmp_path / "run"
    bots = ["random", f"{hostile_bots(tmp_path)}:Crash", "greedy"]
    games = played(path, bots=bots, players=3, games=3)
    assert [game.ending for game in games] == ["forfeit"] * 3
    for game in games:
        assert sorted((seat.bot, seat.rank) for seat in game.seats if seat.rank) == [(1, 3)]
    with Results.open(path) as results:
        summary = summarize(results)
    assert [standing.tally.rated for standing in summary.standings] == [0, 0, 3]
    assert summary.standings[-1].bot.name == "Crash"
    assert summary.notes()[-1].startswith("In a game that a bot forfeits it is last; the others")


def test_a_game_whose_worker_is_killed_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "run"
    bots = ["random", f"{hostile_bots(tmp_path)}:KillsWorker:kills=1"]
    games = played(path, bots=bots, games=2)
    assert [(game.ending, game.retries) for game in games] == [("finished", 1), ("finished", 0)]
    with Results.open(path) as results:
        assert summarize(results).retried == (1,)


def test_a_game_that_comes_back_last_is_given_to_a_worker_that_waits(tmp_path: Path) -> None:
    bots = [f"{hostile_bots(tmp_path)}:KillsWorkerLater", "random"]
    games = played(tmp_path / "run", jobs=2, bots=bots, games=2)
    assert [(game.ending, game.retries) for game in games] == [("finished", 0), ("finished", 1)]


def test_a_game_that_kills_two_workers_is_a_fault_and_the_run_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "run"
    bots = ["random", f"{hostile_bots(tmp_path)}:KillsWorker:kills=2"]
    games = played(path, bots=bots, games=2)
    assert [(game.ending, game.retries, len(game.seats)) for game in games] == [
        ("fault", 1, 0),
        ("finished", 0, 2),
    ]
    with Results.open(path) as results:
        summary = summarize(results)
    assert summary.faults == (1,)
    assert summary.standings[0].tally.games == 1
    assert outcomes(path) == games
