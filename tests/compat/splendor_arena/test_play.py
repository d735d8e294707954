"""The configuration and the command."""

import subprocess
import sys
from pathlib import Path

import pytest

from gemgrove.compat.splendor_arena import Game, GameConfig
from gemgrove.compat.splendor_arena.config import GAMES
from gemgrove.compat.splendor_arena.play import main
from gemgrove.deal_sequence import GUESSABLE
from gemgrove.record import Record
from tests.waiting import PATIENCE


def test_a_configuration_makes_its_game_and_players() -> None:
    config = GameConfig(players=("greedy", "random"), seed=1)
    ground = config.make_playground()
    assert ground.game.getPlayerCount() == 2
    assert ground.names == ("greedy", "random")


def test_players_of_the_same_name_are_numbered() -> None:
    ground = GameConfig(players=("random", "greedy", "random")).make_playground()
    assert ground.names == ("random 1", "greedy", "random 2")


def test_a_game_of_ones_own_can_be_configured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "short", lambda players: Game(players, turn_limit=1))
    ground = GameConfig(game="short", players=("random", "random")).make_playground()
    ground.playGames(1)
    assert ground.results[0].length == 2


def test_a_game_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="There is no game 'chess'; the games are splendor"):
        GameConfig(game="chess").make_game()


def test_the_command_prints_a_table_and_writes_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "games"
    words = "--players greedy random random --games 3 --seed 1 --records"
    assert main([*words.split(), str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["player", "games", "wins", "draws", "losses", "forfeits", "points"]
    assert lines[1].split()[:6] == ["greedy", "3", "3", "0", "0", "0"]
    assert lines[4].endswith("turns per game on average.")
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == ["000001.json", "000002.json", "000003.json"]
    for file in files:
        Record.load(file).verify()


def test_the_command_gives_the_same_games_for_the_same_seed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    texts = []
    for _ in range(2):
        main(["--players", "random", "random", "--seed", "3", "--display"])
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]
    assert "player 1" in texts[0]


@pytest.mark.parametrize("games", ["1", "2"])
def test_the_command_warns_that_deals_of_a_seed_can_be_guessed(
    games: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--players", "random", "random", "--games", games]
    assert main([*words, "--seed", "3"]) == 0
    assert capsys.readouterr().err == f"{GUESSABLE}\n"
    assert main(words) == 0
    assert capsys.readouterr().err == ""


def test_a_forfeit_is_told_with_its_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.py"
    file.write_text("class Bad:\n    def choose(self, view):\n        return 'p3 gold'\n")
    assert main(["--players", f"{file}:Bad", "random", "--seed", "1"]) == 0
    assert "Game 1: Bad forfeited, illegal move: 'p3 gold'" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--players", "nobody", "random"], "There is no bot 'nobody'"),
        (["--players", "Mine", "random"], "To name a class in a file, write ./mine.py:Mine."),
        (["--players", "mine:Mine", "random"], "To name a class in a file, write ./mine.py:Mine."),
        (["--players", "random"], "it can be 2, 3 or 4"),
        (["--games", "0"], "--games is 0; it must be 1 or more."),
        (["--game", "chess"], "There is no game 'chess'"),
    ],
)
def test_an_impossible_match_is_refused_in_a_sentence(
    words: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert text in err


def test_a_folder_with_something_in_it_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter").touch()
    assert main(["--players", "random", "random", "--records", str(tmp_path)]) == 2
    assert "is not empty; the records need a folder of their own." in capsys.readouterr().err


def test_a_folder_that_is_a_file_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter").touch()
    assert main(["--players", "random", "random", "--records", str(tmp_path / "letter")]) == 2
    assert capsys.readouterr().err.endswith("letter: File exists.\n")


def test_a_person_plays_at_the_command_until_they_leave() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gemgrove.compat.splendor_arena", "--seed", "1"],
        input="32\nwhat\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 130
    assert "action> " in done.stdout
    assert "'what' is not one of these actions" in done.stdout
    assert done.stdout.endswith("No game was finished.\n")
    assert done.stderr == f"{GUESSABLE}\n"
