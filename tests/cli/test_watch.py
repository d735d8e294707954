"""`gemgrove watch`: bots play, and somebody watches."""

import re
import signal
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove.cli import main
from tests.cli.terminal import Terminal


def test_without_a_terminal_a_whole_game_is_printed_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    arguments = ["greedy", "random", "--game", "arboretum", "--seed", "3", "--save", str(file)]
    assert main(["watch", *arguments]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Bots play: greedy, random.\n")
    assert "The right to score" in text
    assert re.search(r"  1\. \w+ +\d+ points", text)
    assert gg.Record.load(file).names == ("greedy", "random")


def test_plain_lines_tell_the_same_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "greedy", "random", "--seed", "3", "--plain"]) == 0
    text = capsys.readouterr().out
    assert text.isascii()
    assert re.search(
        r"^1: p3 white red black\. greedy takes white, red and black\.$", text, re.MULTILINE
    )


@pytest.mark.parametrize(
    "arguments", [["watch", "random", "random", "--plain"], ["play", "--vs", "random,random"]]
)
def test_a_spectator_sees_no_blind_reserve(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--seed", "2"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    blind = re.findall(r"reserves the top card of the \w+ deck(?: and takes gold)?\.", text)
    assert len(blind) == text.count("top card") > 0


def test_ctrl_c_stops_the_show_and_leaves_the_terminal_as_it_was() -> None:
    arguments = ("random", "random", "--seed", "1", "--delay", "60", "--lines")
    with Terminal("watch", *arguments) as terminal:
        while "   1  " not in terminal.text:
            assert terminal._read()
        assert terminal.exit_code_after(signal.SIGINT) == 130
        assert "Stopped before the end." in terminal.text
        assert "Traceback" not in terminal.text
        assert terminal.modes() == terminal.modes_before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["greedy", "human"], "gemgrove play --vs human"),
        (["nobody", "greedy"], "There is no bot 'nobody'"),
        (["greedy", "greedy", "--delay", "-1"], "--delay is -1; it must be 0 seconds or more."),
        (["greedy", "greedy", "--delay", "nan"], "--delay is nan"),
    ],
)
def test_an_impossible_game_is_refused_in_a_sentence(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", *arguments]) == 2
    assert message in capsys.readouterr().err
