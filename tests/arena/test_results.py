"""A run's file: it round-trips, and no other file is accepted."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from gemgrove.arena import GameOutcome, Results, RunFileError, SeatOutcome
from gemgrove.arena.bots import resolve_bots
from gemgrove.arena.outcome import FAULT
from gemgrove.arena.run import Plan
from gemgrove.arena.run_file import VERSION, RunWriter
from gemgrove.arena.schedule import DealtGame, Schedule
from gemgrove.deal import Deal
from gemgrove.deal_sequence import DealSequence
from gemgrove.game import new


@pytest.fixture
def store(tmp_path: Path) -> RunWriter:
    plan = Plan(["greedy", "random"], "splendor", games=4, seed=5)
    return RunWriter.create(tmp_path / "run.sqlite", plan.settings(), resolve_bots(plan.bots))


SCHEDULE = Schedule.of("round robin", bots=2, players=2)
GAMES = [DealtGame.of(game, DealSequence(seed=5)) for game in SCHEDULE.games(2)]


def outcome_of(dealt: DealtGame) -> GameOutcome:
    game = dealt.scheduled
    seats = tuple(
        SeatOutcome(
            seat, bot, 7 + bot, 1 + bot, 1.0 - bot, 10, 0.5, 0.25, "crash" if bot else None, "é", ""
        )
        for seat, bot in enumerate(game.seats)
    )
    return GameOutcome(game.number, game.block, game.rotation, "forfeit", 12, seats, retries=1)


def test_games_are_read_as_they_were_written(store: RunWriter) -> None:
    record = new("splendor", seed=5).record(names=["greedy@1", "random"])
    written = [outcome_of(game) for game in GAMES[:3]]
    with closing(store):
        for game, outcome in zip(GAMES, written, strict=False):
            store.add(game, outcome, record.to_json())
    with Results.open(store.path) as results:
        assert list(results.games()) == written
        assert results.game(2) == written[1]
        assert results.record(3) == record
        assert results.played == {1, 2, 3}
        assert (
            results.settings == Plan(["greedy", "random"], "splendor", games=4, seed=5).settings()
        )
        assert [(bot.number, bot.name) for bot in results.bots] == [(0, "greedy@1"), (1, "random")]


def test_blocks_have_their_deal_their_table_and_the_games_played_so_far(store: RunWriter) -> None:
    with closing(store):
        for game in GAMES[:3]:
            store.add(game, outcome_of(game), None)
    with Results.open(store.path) as results:
        first, second = results.blocks()
    assert (first.number, first.table, first.deal) == (1, (0, 1), 1)
    assert (first.deal_id, second.deal_id) == (Deal.from_seed(5).id, Deal.from_seed(6).id)
    assert (first.complete, second.complete) == (True, False)
    assert (first.score(0), first.score(1)) == (1.0, 0.0)


def test_a_fault_has_no_seats_and_no_record(store: RunWriter) -> None:
    with closing(store):
        fault = GameOutcome(1, 1, 0, FAULT, 0, (), retries=1)
        store.add(GAMES[0], fault, None)
    with Results.open(store.path) as results:
        assert results.game(1) == fault
        assert not next(results.blocks()).complete
        with pytest.raises(LookupError, match="Game 1 was not played: its worker died twice"):
            results.record(1)


def test_a_game_that_was_not_played_is_said_to_be_missing(store: RunWriter) -> None:
    with closing(store):
        store.add(GAMES[0], outcome_of(GAMES[0]), None)
    with Results.open(store.path) as results:
        with pytest.raises(LookupError, match=r"no game 9; its games are 1 to 1\."):
            results.game(9)
        with pytest.raises(LookupError, match="no game 9"):
            results.record(9)


def test_a_game_cannot_be_added_twice_and_nothing_of_it_stays(store: RunWriter) -> None:
    with closing(store):
        store.add(GAMES[0], outcome_of(GAMES[0]), None)
        with pytest.raises(sqlite3.IntegrityError):
            store.add(GAMES[0], outcome_of(GAMES[0]), None)
        store.add(GAMES[1], outcome_of(GAMES[1]), None)
    with Results.open(store.path) as results:
        assert results.played == {1, 2}


def test_a_file_is_read_while_it_is_written_and_is_one_file_in_the_end(store: RunWriter) -> None:
    with closing(store):
        store.add(GAMES[0], outcome_of(GAMES[0]), None)
        with Results.open(store.path) as results:
            assert len(list(results.games())) == 1
    assert [file.name for file in store.path.parent.iterdir()] == ["run.sqlite"]


def test_what_is_added_after_opening_is_not_seen_halfway(store: RunWriter) -> None:
    with closing(store):
        store.add(GAMES[0], outcome_of(GAMES[0]), None)
        with Results.open(store.path) as results:
            store.add(GAMES[2], outcome_of(GAMES[2]), None)
            assert [block.number for block in results.blocks()] == [1]
    with Results.open(store.path) as results:
        assert [block.number for block in results.blocks()] == [1, 2]


def test_a_run_is_written_by_one_arena_at_a_time(store: RunWriter) -> None:
    with closing(store), pytest.raises(RunFileError, match="is being written by another arena"):
        RunWriter.open(store.path)
    RunWriter.open(store.path).close()
    assert [file.name for file in store.path.parent.iterdir()] == ["run.sqlite"]


def test_a_file_that_cannot_be_filled_is_not_left_behind(tmp_path: Path) -> None:
    plan = Plan(["greedy", "random"], "splendor")
    twice = [resolve_bots(plan.bots)[0]] * 2
    with pytest.raises(RunFileError, match="cannot be written: UNIQUE constraint failed"):
        RunWriter.create(tmp_path / "run.sqlite", plan.settings(), twice)
    assert list(tmp_path.iterdir()) == []


def test_a_new_run_does_not_replace_a_file(store: RunWriter) -> None:
    store.close()
    plan = Plan(["greedy", "random"], "splendor")
    with pytest.raises(FileExistsError):
        RunWriter.create(store.path, plan.settings(), resolve_bots(plan.bots))
    with Results.open(store.path) as results:
        assert results.settings.seed == 5


def test_other_files_are_refused(tmp_path: Path, store: RunWriter) -> None:
    text, other, missing = (tmp_path / name for name in ("text", "other.sqlite", "missing"))
    text.write_text("This is no database, and it is long enough not to be taken for an empty one.")
    sqlite3.connect(other).execute("CREATE TABLE things (name)").connection.close()
    for path in (text, other):
        with pytest.raises(RunFileError, match="was not written by an arena"):
            Results.open(path)
    with pytest.raises(RunFileError, match="There is no file"):
        Results.open(missing)
    assert not missing.exists()
    store.close()
    for version in (VERSION - 1, VERSION + 1):
        connection = sqlite3.connect(store.path)
        connection.execute(f"PRAGMA user_version = {version}")
        connection.close()
        with pytest.raises(RunFileError, match=f"has version {version}; this program reads"):
            Results.open(store.path)


def test_a_file_with_damaged_settings_is_refused_in_words(store: RunWriter) -> None:
    store.close()
    connection = sqlite3.connect(store.path)
    with connection:
        connection.execute("UPDATE run SET value = '{}'")
    connection.close()
    with pytest.raises(RunFileError, match="cannot be read: The settings of the run"):
        Results.open(store.path)
