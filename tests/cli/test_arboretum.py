"""Arboretum in a real pseudo-terminal, with the same program as Splendor."""

import random
import re
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove.cli import main
from tests.cli.terminal import Terminal

MOVE = re.compile(r"  ((?:draw|pick|at|discard)(?: [A-Za-z0-9-]+)+)(?=  |$)")
PLAY = ("play", "arboretum", "--vs", "greedy", "--seed", "3", "--lines")


def offered(answer: str) -> list[str]:
    """The moves listed in the answer to `moves`."""
    lines = answer.splitlines()[1:-1]  # without the echo and the prompt
    return [move for line in lines for move in MOVE.findall(line)]


@pytest.mark.parametrize("bare", [False, True])
def test_a_whole_game_is_played_saved_and_replayed(
    bare: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, rng = tmp_path / "game.json", random.Random(1)
    with Terminal(*PLAY, "--save", str(file)) as terminal:
        terminal.until_prompt()
        while True:
            moves = offered(terminal.ask("moves"))
            assert moves, terminal.text[-2000:]
            move = rng.choice(moves)
            try:
                answer = terminal.ask(move.split(" ", 1)[1] if bare else move)
            except AssertionError:
                break
            assert "not legal" not in answer
        assert terminal.exit_code() == 0
        assert re.search(r"The game is over after \d+ turns\. .* wins?[.!]", terminal.text)
        assert "The right to score" in terminal.text
        assert re.search(r"  1\. \w+ .* points .* different species", terminal.text)
        assert "Traceback" not in terminal.text
        *lines, saved = terminal.text.splitlines()
        assert saved == f"Saved: {file}"
        assert max(map(len, lines)) <= 80
    assert gg.Record.load(file).result.ending == "finished"
    assert main(["replay", str(file)]) == 0
    assert "Verified" in capsys.readouterr().out


def test_a_card_and_its_place_can_be_typed_at_once_and_are_made_together_or_not_at_all() -> None:
    with Terminal(*PLAY) as terminal:
        terminal.until_prompt()
        terminal.ask("deck")
        terminal.ask("deck")
        assert "The first card of an arboretum goes to 0 0." in terminal.ask("plant C7 9 9")
        assert "choose the card to plant" in terminal.ask("moves")
        answer = terminal.ask("plant C7 0 0")
        assert "You plant C7 at 0 0." in answer
        assert answer.endswith("card to discard> ")


def test_tab_completes_a_card_with_and_without_its_command() -> None:
    pytest.importorskip("readline")
    with Terminal(*PLAY) as terminal:
        terminal.until_prompt()
        terminal.press(b"de\t\r")
        assert "You draw R5 from the deck." in terminal.until_prompt()
        terminal.ask("deck")
        terminal.press(b"pick w\t\r")
        assert "W8 is your first card" in terminal.until_prompt()


def test_the_bots_moves_are_reported_below_the_table_without_their_secrets() -> None:
    with Terminal(*PLAY) as terminal:
        terminal.until_prompt()
        for line in ("deck", "deck", "plant C7 0 0"):
            terminal.ask(line)
        answer = terminal.ask("J2")
        told = answer[answer.index("▶ You draw") :]
        assert len(re.findall(r"\n  greedy draws (?:from the deck|J2 from your pile)\.", told)) == 2
        assert re.search(r"\n  greedy plants \w\d at 0 0\.\n  greedy discards \w\d\.", told)
        assert "pick" not in told


@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_without_a_terminal_bots_play_and_no_pick_is_shown_before_it_is_planted(
    players: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["play", "arboretum", "--players", players, "--seed", "1"]
    assert main(arguments) == 0
    text = capsys.readouterr().out
    assert "No terminal is attached" in text
    assert re.search(r"\n +\d+  pick\n", text)
    assert not re.search(r"pick [A-Z]\d", text)
    assert max(map(len, text.splitlines())) <= 80


def test_a_match_counts_turns(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "greedy", "random", "--game", "arboretum", "--games", "4", "--seed", "1"]
    assert main(arguments) == 0
    text = capsys.readouterr().out
    assert re.search(r"4 games, \d+\.\d turns on average: 4 finished", text)
    assert "arboretum official" in text
