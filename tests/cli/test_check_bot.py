"""`gemgrove check-bot`, `gemgrove bot` and `gemgrove bots`."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove import protocol
from gemgrove.cli import main
from gemgrove.compliance import Suite, examine
from tests.agents.engine_scripts import GREEDY, HOSTILE, spec
from tests.agents.scripts import Scripts
from tests.waiting import PATIENCE

BOTS = Path(__file__).parents[2] / "examples" / "bots"
COMPILER = shutil.which("cc")


def checked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit code and output of a check with one game for each number of players."""
    code = main(["check-bot", "--games", "1", *arguments])
    output = capsys.readouterr()
    return code, output.out + output.err


def findings(text: str) -> list[str]:
    """The lines of the failed checks."""
    return [line.removeprefix("WRONG").strip() for line in text.splitlines() if "WRONG" in line]


def test_the_example_in_python_keeps_to_the_protocol(capsys: pytest.CaptureFixture[str]) -> None:
    code, text = checked(capsys, sys.executable, str(BOTS / "python_bot.py"))
    assert (code, findings(text)) == (0, [])
    assert "ok     plays arboretum with 4 players" in text
    assert text.endswith("The bot follows the protocol.\n")


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler, cc, here")
def test_the_example_in_c_keeps_to_the_protocol(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = str(tmp_path / "c_bot")
    flags = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    subprocess.run([str(COMPILER), *flags, "-o", program, BOTS / "c_bot.c"], check=True)
    code, text = checked(capsys, program)
    assert (code, findings(text)) == (0, [])


def test_the_class_of_ten_lines_keeps_to_the_protocol(capsys: pytest.CaptureFixture[str]) -> None:
    code, text = checked(capsys, "--game", "splendor", f"{BOTS / 'my_bot.py'}:Buyer")
    assert (code, findings(text)) == (0, [])
    assert "arboretum" not in text


def test_the_examples_are_short() -> None:
    for name, most in (("python_bot.py", 100), ("c_bot.c", 120), ("my_bot.py", 20)):
        assert len((BOTS / name).read_text().splitlines()) < most


def test_a_bot_of_one_game_is_checked_in_that_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = Scripts(tmp_path).command(
        'hello(games=["arboretum"])\nfor turn in turns(): play(turn)'
    )
    code, text = checked(capsys, *command)
    assert (code, findings(text)) == (0, [])
    assert "-      plays splendor (its hello does not name this game)" in text


def test_a_bot_that_does_not_play_the_game_is_told_nothing_wrong_about_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = Scripts(tmp_path).command(
        'hello(games=["arboretum"])\nfor turn in turns(): play(turn)'
    )
    code, text = checked(capsys, "--game", "splendor", *command)
    assert (code, findings(text)) == (0, [])
    assert "ok     ends when it is told goodbye" in text


WRONG = {
    "starts and says hello": ("print('Hello!')", "is not JSON"),
    "plays arboretum with 2 players": (
        "hello()\nfor turn in turns(): play(turn, action=0)",
        "illegal move",
    ),
    "plays arboretum with 3 players": (
        """
        hello()
        while (message := hear())["type"] not in ("end", "goodbye"):
            if message["type"] == "your_turn":
                play(message)
        """,
        "ended",
    ),
    "answers once, and writes nothing else to stdout": (
        """
        hello()
        for turn in turns():
            play(turn)
            print(flush=True)
            send(type="move", note="that was good")
        """,
        "without being asked",
    ),
    "repeats the ids of unusual games and turns": (
        """
        hello()
        for turn in turns():
            turn["game_id"] = turn["game_id"].split()[0]
            play(turn)
        """,
        "the question was for game_id",
    ),
    "ignores members that it does not know": (
        """
        hello()
        for turn in turns():
            assert list(turn)[0] == "type"
            play(turn)
        """,
        "AssertionError",
    ),
    "ignores blank lines and unknown messages": (
        """
        def hear():
            return json.loads(sys.stdin.readline())
        hello()
        for turn in turns(): play(turn)
        """,
        "JSONDecodeError",
    ),
    "plays on after another player has forfeited": (
        """
        hello()
        while (message := hear())["type"] != "goodbye":
            if message["type"] == "your_turn":
                play(message)
            elif message["type"] == "end":
                assert not message["forfeit"]
        """,
        "AssertionError",
    ),
    "ends when it is told goodbye": (
        """
        hello()
        for turn in turns(): play(turn)
        sys.exit(4)
        """,
        "exit code 4",
    ),
    "ends when its stdin is closed": (
        """
        hello()
        while True:
            line = sys.stdin.readline()
            message = json.loads(line or '{"type": ""}')
            if message["type"] == "your_turn":
                play(message)
            elif message["type"] == "goodbye":
                break
        """,
        "was killed",
    ),
}


@pytest.mark.parametrize("check", WRONG)
def test_faults_are_found_and_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], check: str
) -> None:
    script, explained = WRONG[check]
    command = Scripts(tmp_path).command(script)
    code, text = checked(capsys, "--game", "arboretum", *command)
    assert code == 1
    assert check in [line.partition(" (")[0] for line in findings(text)]
    assert explained in " ".join(text.split())
    assert text.endswith("found something wrong.\n")


def test_when_the_time_is_used_up_no_more_games_are_begun(tmp_path: Path) -> None:
    command = Scripts(tmp_path).command("hello()\nfor turn in turns(): play(turn)")
    found = list(examine(Suite(command, games=("arboretum",), budget=-1)))
    assert all(finding.right for finding in found)
    assert [finding.check for finding in found if finding.skipped] == [
        f"plays arboretum with {players} players" for players in (2, 3, 4)
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Name a command to check, as in gemgrove check-bot ./a.out --flag."),
        (["./no-such-program"], "There is no program './no-such-program'."),
        (["alphazero"], "There is no program 'alphazero' on the PATH"),
        (["./nothing.py:Bot"], "There is no file './nothing.py'"),
        (["--game", "chess", "random"], "There is no game 'chess'"),
        (["--games", "0", "random"], "--games is 0; it must be 1 or more."),
        (["--memory", "-1", "random"], "--memory is -1; it must be 0 or more."),
        (["--time", "soon", "random"], "The time 'soon' cannot be read"),
    ],
)
def test_a_program_that_cannot_be_checked_is_refused_in_a_sentence(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check-bot", *arguments]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert message in output.err
    assert output.err.count("\n") == 1


def test_bots_lists_every_option_and_how_to_name_a_bot_of_your_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bots"]) == 0
    text = capsys.readouterr().out
    levels = {level.name for level in gg.agents.LEVELS} - {"champion"}
    for name, bot in gg.agents.available().items():
        assert re.search(rf"^ *{name}\b", text, re.MULTILINE)
        if name not in levels:
            assert all(f"{name}:{option}=..." in text for option in bot.options)
    assert "./mybot.py:MyBot" in text
    assert "exec:./a.out --flag" in text
    assert max(map(len, text.splitlines())) < 80


# gemgrove bot


def served(*lines: bytes, bot: str = "greedy") -> "subprocess.CompletedProcess[bytes]":
    """Run `gemgrove bot` with these lines as input."""
    command = [sys.executable, "-P", "-m", "gemgrove", "bot", bot]
    return subprocess.run(
        command, input=b"".join(lines), capture_output=True, timeout=PATIENCE, check=False
    )


def session(*, games: int) -> list[bytes]:
    """A hello, games that start one after the other, and then a turn in each."""
    views = [gg.new("splendor", seed=seed).view(0) for seed in range(games)]
    lines = [protocol.write(protocol.Hello("test"))]
    lines += [
        protocol.write(protocol.NewGame.of(view, game_id=f"g{number}"))
        for number, view in enumerate(views)
    ]
    lines += [
        protocol.write(protocol.YourTurn.of(view, game_id=f"g{number}", turn_id=number, since=0))
        for number, view in enumerate(views)
    ]
    return lines


def test_a_served_bot_plays_several_games_side_by_side() -> None:
    done = served(*session(games=3))
    assert done.returncode == 0, done.stderr
    hello, *moves = map(json.loads, done.stdout.splitlines())
    assert hello["name"] == "greedy@1"
    assert [(move["game_id"], move["turn_id"]) for move in moves] == [
        ("g0", 0),
        ("g1", 1),
        ("g2", 2),
    ]
    for seed, move in enumerate(moves):
        assert move["action"] == gg.new("splendor", seed=seed).view(0).greedy_action()


def test_a_bot_in_a_deep_folder_is_introduced_by_the_end_of_its_path(tmp_path: Path) -> None:
    file = tmp_path / ("deep " * 20) / "first.py"
    file.parent.mkdir()
    file.write_text(
        "class First:\n    def choose(self, view):\n        return view.legal_actions()[0]\n"
    )
    done = served(protocol.write(protocol.Hello("test")), bot=f"{file}:First")
    assert done.returncode == 0, done.stderr
    hello = protocol.read_from_bot(done.stdout)
    assert isinstance(hello, protocol.BotHello)
    assert hello.name.endswith("deep /first.py:First")


def test_a_child_process_of_a_served_bot_does_not_read_its_messages(tmp_path: Path) -> None:
    file = tmp_path / "reader.py"
    file.write_text(
        "import subprocess, sys\n"
        "class Reader:\n"
        "    def choose(self, view):\n"
        "        read = subprocess.run(['cat'], capture_output=True, check=True).stdout\n"
        "        assert read == sys.stdin.buffer.read() == b''\n"
        "        return view.legal_actions()[0]\n"
    )
    done = served(*session(games=2), bot=str(file))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(b"\n") == 3


def test_a_served_bot_ends_at_goodbye() -> None:
    lines = session(games=1)
    done = served(*lines[:2], b'{"type":"goodbye"}\n', *lines[2:])
    assert done.returncode == 0
    assert done.stdout.count(b"\n") == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"nonsense\n", "The line 'nonsense' is not JSON"),
        (b'{"type":"hello","protocol":9,"host":"x"}\n', "message.protocol is 9; it must be 1"),
        (b'{"type":"end"}\n', "message.game_id is missing."),
    ],
)
def test_a_served_bot_says_what_it_cannot_understand(line: bytes, message: str) -> None:
    done = served(line)
    assert done.returncode == 2
    assert done.stdout == b""
    assert message in done.stderr.decode()


def test_a_turn_of_a_game_that_has_not_begun_is_refused() -> None:
    done = served(session(games=1)[-1])
    assert done.returncode == 2
    assert "There is no game 'g0'; a new_game comes first." in done.stderr.decode()


def test_a_bot_that_forfeits_ends_a_match_with_its_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = Scripts(tmp_path).command("hello()\nfor turn in turns(): play(turn, action=71)")
    assert main(["match", f"exec:{' '.join(command)}", "random", "--games", "2"]) == 2
    assert "has forfeited game 1 (illegal move)." in capsys.readouterr().err


def test_a_bot_of_another_arboretum_engine_is_checked_by_its_protocol(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, text = checked(capsys, GREEDY)
    assert (code, findings(text)) == (0, [])
    assert "ok     plays arboretum with 2 players (slowest turn " in text
    assert "ok     ends when its stdin is closed" in text
    assert text.endswith("The bot follows the protocol.\n")


@pytest.mark.parametrize(
    ("wrong", "check", "said"),
    [
        ("crash", "plays arboretum with 2 players", "a bug of mine"),
        ("garbage", "starts and replies to a new game", '{"move": 0, "messageID": "1"}'),
        ("far", "plays arboretum with 2 players", "at 5 5 is not legal"),
    ],
)
def test_faults_of_an_engine_bot_are_explained(
    wrong: str, check: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text = checked(capsys, spec(tmp_path, HOSTILE[wrong]))
    assert code == 1
    assert check in findings(text)
    assert " ".join(said.split()) in " ".join(text.split())
    assert "bot-protocol.md" not in text


def test_an_engine_bot_that_talks_too_much_or_does_not_end_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
        for message in messages():
            play(message)
            if my_turn(message["state"]):
                print("and so on", flush=True)
        time.sleep(3600)
        """
    code, told = checked(capsys, spec(tmp_path, text))
    assert code == 1
    assert "replies once, and writes nothing else to stdout" in findings(told)
    assert "ends when its stdin is closed" in findings(told)


def test_a_bot_of_that_engine_is_checked_in_no_other_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, text = checked(capsys, "--game", "splendor", "engine:cat")
    assert code == 2
    assert "The bots of that engine play only arboretum for two, not splendor." in text
    assert "engine:./their-bot" in bots_text(capsys)


def bots_text(capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["bots", "--color", "never"]) == 0
    return capsys.readouterr().out
