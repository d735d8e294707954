"""`gemgrove play` in a real pseudo-terminal, as a person uses it."""

import random
import re
import signal
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove.cli import main
from tests.cli.terminal import Terminal

CHOOSE = "official:payment=choose"
PLAY = ("play", "--lines")
MOVE = re.compile(r"  ((?:p[123]|r|b|br|return|pay|noble|pass)(?: [a-z0-9]+)*)(?=  |$)")


def answered(terminal: Terminal, line: str) -> str:
    """The answer to a line, with line breaks removed."""
    return " ".join(terminal.ask(line).split())


def offered(answer: str) -> list[str]:
    """The moves listed in the answer to `moves`."""
    lines = answer.splitlines()[1:-1]  # without the echo and the prompt
    return [move for line in lines for move in MOVE.findall(line)]


def play_from_moves(terminal: Terminal, rng: random.Random) -> int:
    """Always play one of the listed moves; return how many were played."""
    terminal.until_prompt()
    for count in range(2000):
        moves = offered(terminal.ask("moves"))
        assert moves, terminal.text[-2000:]
        buys = [move for move in moves if move.startswith("b")]
        try:
            answer = terminal.ask(rng.choice(buys or moves))
        except AssertionError:
            assert "The game is over" in terminal.text, terminal.text[-3000:]
            return count + 1
        assert "not legal" not in answer
    raise AssertionError("The game does not end.")


@pytest.mark.parametrize(
    "arguments",
    [
        ("splendor", "--vs", "greedy", "--seed", "3"),
        ("--vs", "random,random", "--seed", "4", "--seat", "2", "--rules", CHOOSE),
    ],
)
def test_a_whole_game_is_played_from_the_listed_moves_saved_and_replayed(
    arguments: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    with Terminal(*PLAY, *arguments, "--save", str(file)) as terminal:
        play_from_moves(terminal, random.Random(1))
        assert terminal.exit_code() == 0
        assert re.search(r"The game is over after \d+ rounds\. .* wins?[.!]", terminal.text)
        assert re.search(r"  1\. \w+ .* points .* cards", terminal.text)
        assert f"Saved: {file}" in terminal.text
        assert "Traceback" not in terminal.text
    record = gg.Record.load(file)
    assert record.result.ending == "finished"
    assert "human" in record.names
    assert main(["replay", str(file)]) == 0
    assert "Verified" in capsys.readouterr().out


def test_the_screen_fits_and_is_colored_only_if_wanted() -> None:
    cases: list[tuple[dict[str, str], bool]] = [
        ({}, True),
        ({"NO_COLOR": ""}, True),
        ({"NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
    ]
    for environment, colored in cases:
        with Terminal(*PLAY, "--seed", "1", environment=environment) as terminal:
            terminal.until_prompt()
            for command in ("?", "moves", "hint", "b v 1"):
                terminal.ask(command)
            assert (b"\x1b[0m" in terminal.raw) == colored
            assert max(map(len, terminal.text.splitlines())) <= 80


def test_color_can_be_declined_by_option() -> None:
    with Terminal(*PLAY, "--seed", "1", "--color", "never") as terminal:
        terminal.until_prompt()
        assert b"\x1b[0m" not in terminal.raw


def test_a_misspelled_line_costs_nothing() -> None:
    with Terminal(*PLAY, "--seed", "1") as terminal:
        start = terminal.until_prompt()
        assert "there is no command" in terminal.ask("take red")
        assert "could be blue or black" in terminal.ask("p3 b red white")
        assert "you get gold only by reserving" in terminal.ask("p2 gold")
        assert "not legal" in terminal.ask("b v 1")
        assert "Nobles come by themselves" in terminal.ask("noble 1")
        assert terminal.ask("").count("\n") == 1
        terminal.press(b"\xff\xfe\r")
        assert "there is no command" in terminal.until_prompt()
        board = terminal.ask("board")
        assert board.split("\n", 1)[1].strip() in start


def test_the_documents_commands_work_word_by_word() -> None:
    with Terminal(*PLAY, "--seed", "5", "--rules", "duel") as terminal:
        terminal.until_prompt()
        assert "You take white, blue and red." in terminal.ask("p3 red white blue")
        assert re.search(r"You reserve .* from mines 4 and take gold\.", terminal.ask("r m 4"))
        assert re.search(r"You take two \w+\.|taking two needs 4", terminal.ask("p2 red"))
        assert "not legal" in terminal.ask("b t 2")
        assert "not legal" in terminal.ask("br 2")
        terminal.ask("q")
        terminal.type("y")
        assert terminal.exit_code() == 0


def test_the_bots_moves_are_reported_below_the_table() -> None:
    with Terminal(*PLAY, "--vs", "greedy", "--vs", "random", "--seed", "5") as terminal:
        terminal.until_prompt()
        answer = terminal.ask("p3 red white blue")
        told = answer[answer.index("▶ Your move.") :]
        assert re.search(r"\n  greedy (takes|reserves|buys) .*\.\n  random \w+ ", told)


def test_a_thinking_bot_is_shown_until_it_has_moved() -> None:
    with Terminal(*PLAY, "--vs", "greedy", "--seed", "3") as terminal:
        terminal.until_prompt()
        assert b"thinks" not in terminal.raw
        terminal.ask("p3 red white blue")
        assert b"\r  greedy thinks..." in terminal.raw
        assert terminal.raw.index(b"thinks...") < terminal.raw.index(b"\r" + b" " * 79 + b"\r")
        assert "thinks" not in terminal.text


def test_without_unicode_a_game_is_played_in_lines() -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    with Terminal("play", "--seed", "3", environment=plain) as terminal:
        assert "v vendors   | " in terminal.until_prompt()


def test_undo_goes_back_to_ones_own_previous_decision() -> None:
    with Terminal(*PLAY, "--seed", "1") as terminal:
        start = terminal.until_prompt()
        assert "no decision to take back" in terminal.ask("undo")
        terminal.ask("p3 red white blue")
        answer = terminal.ask("undo")
        assert "Back to your last decision." in answer
        assert answer[answer.index("Splendor ·") :] == start[start.index("Splendor ·") :]


def test_undo_of_the_first_move_when_moving_second_keeps_the_bots_opening() -> None:
    with Terminal(*PLAY, "--seed", "1", "--seat", "2") as terminal:
        start = terminal.until_prompt()
        assert "no decision to take back" in terminal.ask("undo")
        terminal.ask("p3 red white blue")
        answer = terminal.ask("undo")
        table = start[start.index("Splendor ·") : start.index("▶ Your move.")]
        assert table in answer


def test_returning_tokens_is_a_step_that_takes_a_bare_color() -> None:
    with Terminal(*PLAY, "--seed", "1") as terminal:
        terminal.until_prompt()
        rng = random.Random(2)
        answer = ""
        for _ in range(40):
            takes = [move for move in offered(terminal.ask("moves")) if move[0] == "p"]
            answer = terminal.ask(rng.choice(takes))
            if "return a token" in answer:
                break
        assert re.search(r"You hold 1\d tokens: .* must go back\.", answer)
        assert "not legal" in terminal.ask("p3 red white blue")
        assert "could be blue or black" in terminal.ask("b")
        colors = [move.split()[1] for move in offered(terminal.ask("moves"))]
        assert f"You return {colors[0]}." in terminal.ask(colors[0])


def test_by_the_rules_of_escrow_only_tokens_just_taken_go_back() -> None:
    with Terminal(*PLAY, "splendor", "--rules", "escrow", "--seed", "1") as terminal:
        terminal.until_prompt()
        rng = random.Random(2)
        answer, taken = "", ""
        while "return a token" not in answer:
            moves = offered(terminal.ask("moves"))
            taken = rng.choice([move for move in moves if move[0] == "p"])
            answer = terminal.ask(taken)
        colors = set(taken.split()[1:])
        assert "must go back. Only tokens taken this turn may go back: " in " ".join(answer.split())
        assert {move.split()[1] for move in offered(terminal.ask("moves"))} == colors
        for color in {"white", "blue", "green", "red", "black"} - colors:
            refused = answered(terminal, f"return {color}")
            assert "not taken this turn; only" in refused or f"You hold no {color}" in refused


def test_hint_and_help_and_saving_in_the_middle(tmp_path: Path) -> None:
    file, other = tmp_path / "middle.json", tmp_path / "letter.txt"
    other.write_text("Dear Ada")
    with Terminal(*PLAY, "--seed", "1") as terminal:
        terminal.until_prompt()
        hint = re.search(r"champion would play: ([a-z0-9 ]+) \(", terminal.ask("hint"))
        assert hint
        assert "p3 red white blue" in terminal.ask("?")
        assert terminal.ask("help").splitlines()[1:] == terminal.ask("?").splitlines()[1:]
        terminal.ask(hint[1])
        assert "Save needs the name of a file" in terminal.ask("save")
        assert "There is no folder" in answered(terminal, f"save {tmp_path}/no/file.json")
        assert "not replaced" in answered(terminal, f"save {other}")
        assert "is a folder" in answered(terminal, f"save {tmp_path}")
        assert "File name too long" in answered(terminal, f"save {'x' * 300}")
        assert "There is no folder ~nobody-of-this-name" in answered(
            terminal, "save ~nobody-of-this-name/game"
        )
        assert f"Saved: {file}" in answered(terminal, f"save {file}")
        assert f"Saved: {file}" in answered(terminal, f"save {file}")
    assert other.read_text() == "Dear Ada"
    record = gg.Record.load(file)
    record.verify()
    assert record.result.ending is None
    assert record.moves[0] == hint[1]


def test_a_record_that_cannot_be_saved_at_the_end_is_reported(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with Terminal(*PLAY, "--seed", "1", "--save", str(folder / "game.json")) as terminal:
        terminal.until_prompt()
        folder.rmdir()
        terminal.ask("q")
        terminal.type("y")
        assert terminal.exit_code() == 1
        assert "Not saved: There is no folder" in terminal.text


def test_a_save_that_failed_in_the_middle_is_no_failure_at_the_end() -> None:
    with Terminal(*PLAY, "--seed", "1") as terminal:
        terminal.until_prompt()
        assert "There is no folder" in answered(terminal, "save /no/such/folder/game.json")
        terminal.ask("q")
        terminal.type("y")
        assert terminal.exit_code() == 0


def test_tab_completes_a_move() -> None:
    pytest.importorskip("readline")
    with Terminal(*PLAY, "--seed", "1") as terminal:
        terminal.until_prompt()
        terminal.press(b"p2 gr\t\r")
        assert "You take two green." in terminal.until_prompt()


@pytest.mark.parametrize("how", [b"q\ry\r", b"\x04", signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_leaving_is_polite_saves_and_gives_the_terminal_back(
    how: bytes | signal.Signals, tmp_path: Path
) -> None:
    file = tmp_path / "left.json"
    with Terminal(*PLAY, "--seed", "1", "--save", str(file)) as terminal:
        terminal.until_prompt()
        terminal.ask("p3 red white blue")
        if isinstance(how, bytes):
            terminal.press(how)
            assert terminal.exit_code() == 0
        else:
            assert terminal.exit_code_after(how) == 128 + how
        assert "You have left the game." in terminal.text
        assert "Traceback" not in terminal.text
        assert terminal.modes() == terminal.modes_before
    assert gg.Record.load(file).moves[0] == "p3 white blue red"


def test_a_match_that_is_interrupted_prints_the_standings_so_far() -> None:
    with Terminal("match", "random", "random", "--games", "100000000") as terminal:
        while b"games" not in terminal.raw:
            assert terminal._read()
        assert terminal.exit_code_after(signal.SIGINT) == 130
        assert re.search(r"random 1 +\d+", terminal.text)
        assert "Traceback" not in terminal.text
