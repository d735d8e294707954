"""The commands without a terminal: their output, and what they refuse."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove import agents, arboretum, splendor
from gemgrove.cli import main
from tests.cli.programs import gemgrove, python
from tests.waiting import PATIENCE


def test_play_without_a_terminal_shows_a_game_of_bots_to_its_end() -> None:
    shown = gemgrove("play", "--seed", "8")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "greedy takes" in shown.stdout
    assert "random" in shown.stdout
    assert "The game is over after" in shown.stdout
    assert "\x1b" not in shown.stdout
    assert shown.stdout == gemgrove("play", "--seed", "8").stdout


def test_bots_are_seated_as_they_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--vs", "random", "--vs", "greedy", "--players", "4", "--seed", "1"]) == 0
    text = capsys.readouterr().out
    assert "bots play: random, greedy 1, greedy 2, greedy 3." in text


def test_color_is_written_when_it_is_always_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    main(["play", "--seed", "1", "--color", "always"])
    assert "\x1b[" in capsys.readouterr().out


def test_a_terminal_without_unicode_gets_letters_for_shapes() -> None:
    shown = gemgrove("play", "--seed", "1", PYTHONIOENCODING="ascii")
    assert shown.returncode == 0
    assert "W white U blue  G green R red   K black $ gold" in shown.stdout
    assert shown.stdout.isascii()


def test_a_reader_that_goes_away_is_no_failure() -> None:
    command = f"{sys.executable} -m gemgrove play --seed 1 | head -n 1"
    shown = subprocess.run(
        ["bash", "-c", command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert shown.stderr == b""


def test_a_match_prints_a_table_and_plays_every_deal_from_every_seat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "records"
    options = ["--games", "4", "--seed", "5", "--record", str(folder)]
    assert main(["match", "greedy", "random", *options]) == 0
    text = capsys.readouterr().out
    assert [line.split()[:2] for line in text.splitlines()[1:3]] == [
        ["greedy", "4"],
        ["random", "4"],
    ]
    assert "4 games" in text
    assert "seed 5" in text
    assert "last deal" not in text
    records = [gg.Record.load(file) for file in sorted(folder.iterdir())]
    for record in records:
        record.verify()
    deals = [record.deal for record in records]
    assert deals[0] == deals[1] == str(gg.Deal.from_seed(5))
    assert deals[2] == deals[3] == str(gg.Deal.from_seed(6))
    assert [record.names for record in records] == [("greedy", "random"), ("random", "greedy")] * 2


def test_a_match_with_a_seed_is_played_the_same_again(tmp_path: Path) -> None:
    def games(name: str) -> list[str]:
        folder = tmp_path / name
        main(["match", "random", "random", "--games", "3", "--seed", "1", "--record", str(folder)])
        return [file.read_text() for file in sorted(folder.iterdir())]

    assert games("first") == games("second")


def test_a_match_says_when_the_last_deal_was_not_played_from_every_seat(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["match", "random", "--games", "1"]) == 0
    assert "The last deal was not played from every seat." in capsys.readouterr().out


def test_replay_prints_every_move_and_step_prints_one_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    game = gg.new("splendor", seed=1)
    game.play("p3 red white blue")
    game.skip()
    game.play("r v deck")
    game.record(names=["Ada", "\x1b[31mEve\x07"]).save(file)
    assert main(["replay", str(file)]) == 0
    text = capsys.readouterr().out
    assert "   1  p3 white blue red     Ada takes white, blue and red." in text
    assert "   2  skip                  ?[31mEve? skips." in text
    assert "   3  r v deck              Ada reserves the top card of the vendors deck and" in text
    assert max(map(len, text.splitlines())) <= 80
    assert "Verified: all 3 decisions are legal" in text
    assert main(["replay", str(file), "--step", "1"]) == 0
    text = capsys.readouterr().out
    assert "p3 white blue red" in text
    assert "r v deck" not in text
    assert "▶ ?[31mEve?" in text


def test_replay_hides_what_is_hidden_until_the_game_is_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    game = gg.new("splendor", seed=1, turn_limit=1)
    game.play("r v deck")
    game.record().save(file)
    main(["replay", str(file)])
    assert "face down" in capsys.readouterr().out
    game.play("r v deck")
    assert game.over
    game.record().save(file)
    main(["replay", str(file)])
    assert "face down" not in capsys.readouterr().out


def test_bots_and_version_and_help_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots"]) == 0
    shown = capsys.readouterr().out
    assert "greedy@1" in shown
    assert all(level.name in shown and level.sentence in shown for level in agents.LEVELS)
    assert main([]) == 0
    assert "gemgrove play" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"gemgrove {gg.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["match", "nobody", "random"], "There is no bot 'nobody'"),
        (
            ["play", "--vs", "novice"],
            "the levels are beginner, casual, intermediate, advanced, expert, champion, ",
        ),
        (["match", "greedy@9"], "There is no greedy@9"),
        (["match", "random:speed=9"], "no option 'speed'"),
        (["match", "random", "--games", "0"], "--games is 0"),
        (["match", "random", "--seed", "-1"], "the seed is negative"),
        (["play", "--rules", "cheat"], "here are no rules 'cheat'"),
        (["play", "--rules", "official:players=9"], "players is 9"),
        (["play", "--players", "5"], "players is 5"),
        (["play", "--vs", "random,random,random", "--players", "2"], "--players is 2"),
        (["play", "--deal", "ABCD"], "deal id 'ABCD' has 4 symbols"),
        (["play", "--deal", "ABCD-EFGH-JKMN-PQR", "--seed", "1"], "a seed or a deal, not both"),
        (["play", "--game", "chess"], "There is no game 'chess'"),
        (["play", "chess"], "There is no game 'chess'"),
        (["play", "greedy"], "Name your opponents with --vs"),
        (["play", "splendor", "--game", "arboretum"], "Two games are named"),
        (["play", "--vs", "human"], "use --plain to play through pipes"),
        (
            ["play", "--plain", "--load", "x", "--rules", "duel"],
            "has its own rules",
        ),
        (["play", "--full-screen"], "The full screen needs a terminal"),
        (["play", "--save", "/no/such/folder/file"], "There is no folder /no/such/folder"),
        (["play", "--save", "/"], "is a folder"),
        (["replay", "/no/such/file"], "/no/such/file: No such file or directory."),
        (["replay", "/"], "Is a directory"),
        (["replay", __file__], "is not JSON"),
    ],
)
def test_an_impossible_command_is_one_sentence_and_exit_code_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert message in output.err
    assert output.err.startswith("gemgrove: ")
    assert output.err.endswith(".\n")
    assert output.err.count("\n") == 1


def test_the_help_of_play_names_every_preset(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    shown = re.sub(r"\s+", " ", capsys.readouterr().out)
    assert f"Splendor: {', '.join(splendor.PRESETS[:-1])} or {splendor.PRESETS[-1]};" in shown
    assert f"Arboretum: {' or '.join(arboretum.PRESETS)})" in shown
    assert "`--rules duel` is the two-player Splendor" in shown
    assert "Pink is shown as black" in shown


@pytest.mark.parametrize(
    "arguments", [["play", "--seed", "x"], ["fly"], ["match"], ["replay"], ["play", "--nothing"]]
)
def test_wrong_use_is_one_sentence_and_exit_code_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    assert capsys.readouterr().err.count("\n") == 1


def test_a_record_that_is_not_true_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    game = gg.new("splendor", seed=1)
    game.play("p3 red white blue")
    file.write_text(game.record().to_json().replace("p3 white blue red", "p3 white blue gold"))
    assert main(["replay", str(file)]) == 2
    assert "Move 1 of the record" in capsys.readouterr().err


def test_a_step_beyond_the_record_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    gg.new("splendor", seed=1).record().save(file)
    assert main(["replay", str(file), "--step", "1"]) == 2
    assert "There is no step 1; the record has steps 0 to 0." in capsys.readouterr().err


def test_records_are_not_mixed_with_what_is_in_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ada")
    assert main(["match", "random", "--games", "1", "--record", str(tmp_path)]) == 2
    assert "is not empty" in capsys.readouterr().err


def test_a_command_loads_only_what_it_needs() -> None:
    program = (
        "import sys; from gemgrove.cli import main; main(['bots']); "
        "assert not {'gemgrove.cli.play', 'gemgrove.cli.match', 'readline'} & set(sys.modules)"
    )
    assert python("-c", program).returncode == 0
