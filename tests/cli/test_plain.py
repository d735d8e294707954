"""`--plain`: lines of words, through pipes and for screen readers."""

from functools import partial
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove import agents
from gemgrove.cli.seats import make_bots
from tests.cli import programs
from tests.cli.terminal import Terminal

SEED = 5
gemgrove = partial(programs.gemgrove, PYTHONIOENCODING="ascii")


def whole_game(name: gg.GameName) -> list[str]:
    """The input of a person who plays like greedy against the bot random."""
    game = gg.new(name, seed=SEED)
    bots = [agents.make("greedy"), *make_bots(["random"], SEED, game.variant)]
    typed = []
    while not game.over:
        seat = game.to_move
        choice = bots[seat].choose(game.view(seat))
        assert isinstance(choice, int)
        if seat == 0:
            typed.append(game.move(choice).text)
        game.play(choice)
    return typed


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("splendor", ["Mines 1: ", "; you can buy it.", "Bank: 4 white", "Your reserved card 1: "]),
        ("arboretum", ["Your hand: ", "The right to score: ", "random's arboretum: "]),
    ],
)
def test_a_whole_game_is_played_through_a_pipe(
    game: gg.GameName, expected: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    arguments = ("play", game, "--plain", "--vs", "random", "--seed", str(SEED))
    shown = gemgrove(*arguments, "--save", str(file), typed="\n".join(whole_game(game)) + "\n")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "\x1b" not in shown.stdout
    assert "?" not in shown.stdout.replace("Type ? for help", "")  # ASCII only
    for text in (*expected, "The game is over after ", f"Saved: {file}"):
        assert text in shown.stdout
    assert gg.Record.load(file).result.ending == "finished"


def test_the_end_of_the_input_leaves_the_game_and_saves_it(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    shown = gemgrove("play", "--plain", "--seed", "1", "--save", str(file), typed="p2 red\n")
    assert shown.returncode == 0
    assert shown.stdout.endswith(f"Saved: {file}\n")
    assert gg.Record.load(file).moves[0] == "p2 red"


def test_a_bot_that_forfeits_ends_the_game_and_what_was_played_is_saved(tmp_path: Path) -> None:
    bot, file = tmp_path / "wrong.py", tmp_path / "game.json"
    bot.write_text("class Wrong:\n    def choose(self, view):\n        return 'noble 1'\n")
    arguments = ("play", "--plain", "--vs", str(bot), "--seed", "1", "--save", str(file))
    shown = gemgrove(*arguments, typed="p2 red\n")
    assert shown.returncode == 2
    assert "A bot has forfeited the game (illegal move)." in shown.stderr
    assert "Traceback" not in shown.stderr
    assert gg.Record.load(file).moves == ("p2 red",)


def test_a_game_is_saved_and_loaded_with_its_players(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    arguments = ("play", "--plain", "--vs", "random,human", "--names", "Ada,Grace")
    typed = f"p2 red\np2 blue\nq\ns {file}\n"
    saved = gemgrove(*arguments, "--seed", "1", typed=typed)
    assert saved.returncode == 0
    assert gg.Record.load(file).names == ("Ada", "random", "Grace")
    loaded = gemgrove("play", "--plain", "--load", str(file), typed="board\nq\ny\n")
    assert loaded.stdout.startswith("Ada and Grace play against random.")
    assert "Ada: 0 points. Tokens: 2 red; 2 of 10." in loaded.stdout
    assert "The game is saved. y/n>" in loaded.stdout


def test_a_line_stands_between_the_turns_of_two_people() -> None:
    typed = "\ndeck\ndeck\nplant C7 0 0\nJ2\nboard\n\nq\ny\n"
    shown = gemgrove("play", "arboretum", "--plain", "--vs", "human", "--seed", "3", typed=typed)
    first, second, rest = shown.stdout.split("Press Enter when only player ")[1:4]
    assert first.startswith("1 is looking.\n")
    assert "player 1's hand: J2, C7, M1, M2, M4, M7, W8." in first
    assert second.startswith("2 is looking.\nIt is player 2's turn: first press Enter.\n")
    assert "player 1's hand: 7 cards face down." in rest


def test_at_a_terminal_plain_moves_nothing_about() -> None:
    with Terminal("play", "arboretum", "--plain", "--seed", "3") as terminal:
        terminal.type("deck")
        terminal.type("q")
        terminal.type("y")
        assert terminal.exit_code() == 0
        assert b"\x1b" not in terminal.raw
        assert "You draw R5 from the deck." in terminal.text
        assert "Quit? The game is not saved. y/n/s (save)>\n" in terminal.text


def test_a_record_is_replayed_in_plain_lines(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    game = gg.new("splendor", seed=1)
    game.play("p3 red white blue")
    game.record(names=["Ada", "Grace"]).save(file)
    shown = gemgrove("replay", str(file), "--plain")
    assert "1: p3 white blue red. Ada takes white, blue and red.\n" in shown.stdout
    assert "Grace is to move." in shown.stdout
    assert shown.stdout.isascii()
