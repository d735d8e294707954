"""Custom games and players, named by file and class."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gemgrove.compat.splendor_arena import (
    BaseGame,
    GameConfig,
    GameError,
    HumanPlayer,
    PlayGround,
    RandomPlayer,
)
from gemgrove.compat.splendor_arena.play import main
from gemgrove.deal_sequence import GUESSABLE
from tests.compat.splendor_arena import lookahead, tic_tac_toe
from tests.compat.splendor_arena.tic_tac_toe import LookAhead, PlayerFirst, TicTacToe
from tests.waiting import PATIENCE

MINE = """
class Mine:
    def play(self, state):
        return 32 if sum(state[162:168]) < 8 else 15
"""
WITH_GAME = """
import random

class Mine:
    def __init__(self, game, seed, depth=1):
        self.game, self.depth = game, depth
        self.random = random.Random(seed)

    def play(self, state):
        valid = self.game.getValidMoves(1, state)
        return self.random.choice([action for action in range(len(valid)) if valid[action]])
"""

Write = Callable[[str], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a text to `mine.py` and return its path."""

    def write(text: str) -> str:
        (tmp_path / "mine.py").write_text(text)
        return str(tmp_path / "mine.py")

    return write


def outcome(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """Run the command, which must succeed; return its output lines."""
    code = main(words)
    out, err = capsys.readouterr()
    assert (code, err) == (0, f"{GUESSABLE}\n" if "--seed" in words else "")
    return [*out.splitlines()]


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run the command, which must fail; return its error message."""
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    return str(err)


def test_a_plain_class_with_a_method_play_is_a_player(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = outcome(capsys, "--players", f"{write(MINE)}:Mine", "random", "random", "--seed", "1")
    assert lines[1].split()[:2] == ["Mine", "1"]
    assert "illegal move" in lines[-1], "it was asked, and its simple plan fails in the end"


def test_a_player_is_given_the_game_and_a_seed_if_its_constructor_names_them(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = f"{write(WITH_GAME)}:Mine"
    words = ("--players", mine, f"{mine}:depth=2", "--games", "2", "--seed", "1")
    first = outcome(capsys, *words)
    assert [line.split()[6] for line in first[1:3]] == ["0", "0"], "no forfeits"
    assert outcome(capsys, *words) == first


def test_the_only_player_of_a_file_needs_no_name(write: Write) -> None:
    ground = GameConfig(players=(write(WITH_GAME), "random")).make_playground()
    assert ground.names == ("mine", "random")
    assert type(ground.players[0]).__name__ == "Mine"


def test_a_class_that_chooses_by_views_is_still_a_bot(write: Write) -> None:
    file = write("class Bot:\n    def choose(self, view):\n        return view.greedy_action()\n")
    ground = GameConfig(players=(f"{file}:Bot", "random"), seed=1).make_playground()
    assert [done.forfeits for done in ground.playGames(2)] == [0, 0]


def test_a_player_that_looks_ahead_is_named_at_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = shutil.copy(lookahead.__file__, tmp_path / "ahead.py")
    lines = outcome(capsys, "--players", f"{file}:OneStep", "random", "--games", "2", "--seed", "1")
    assert lines[1].split()[:6] == ["OneStep", "2", "2", "0", "0", "0"]


@pytest.mark.parametrize(
    ("text", "spec", "said"),
    [
        (None, "./nothing.py:Mine", "There is no file './nothing.py'."),
        (MINE, "{}:Yours", "has no class Yours; its classes with a play(state) method: Mine."),
        ("x = 1", "{}", "mine.py has no class with a play(state) method, so no player."),
        (
            "class Mine:\n    def move(self, state):\n        return 0\n",
            "{}:Mine",
            "The class Mine in {} has no play(state) method, so it is not a player.",
        ),
        (
            "class Mine:\n    def __init__(self, model): pass\n    def play(self, state): pass\n",
            "{}:Mine",
            "The player Mine needs the option model: {}:Mine:model=...",
        ),
        (
            "class Mine:\n    def __init__(self): 1 / 0\n    def play(self, state): pass\n",
            "{}:Mine",
            "The player Mine could not be made: ZeroDivisionError: division by zero (mine.py, line",
        ),
        ("class Mine\n", "{}:Mine", "mine.py cannot be loaded: SyntaxError: expected ':'"),
    ],
)
def test_an_invalid_player_class_is_refused_in_a_sentence(
    text: str | None, spec: str, said: str, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(text) if text is not None else ""
    assert said.format(file) in refusal(capsys, "--players", spec.format(file), "random")


@pytest.mark.parametrize("kind", [TicTacToe, PlayerFirst])
def test_a_game_of_ones_own_is_played_at_the_play_ground(kind: Callable[[], BaseGame]) -> None:
    game = kind()
    ground = PlayGround(game, [LookAhead(), RandomPlayer(game, seed=1)], seed=1)
    [ahead, chance] = ground.playGames(20)
    assert ahead.wins > chance.wins
    assert ahead.games == ahead.wins + ahead.draws + ahead.losses
    assert ahead.forfeits == chance.forfeits == 0
    assert all(5 <= result.length <= 9 for result in ground.results)


def test_a_person_sees_what_the_game_displays() -> None:
    said: list[str] = []
    player = HumanPlayer(TicTacToe(), ask=lambda _: "4", say=said.append)
    assert player.play([1, 2, 0, 0, 0, 0, 0, 0, 0]) == 4
    assert said[0] == "XO.\n...\n..."


@pytest.mark.parametrize("kind", ["TicTacToe", "PlayerFirst"])
def test_a_game_of_ones_own_is_named_at_the_command(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tic_tac_toe.__file__
    words = f"--game {file}:{kind} --players {file}:LookAhead random --games 4 --seed 1 --display"
    lines = outcome(capsys, *words.split())
    assert lines[:2] == ["...", "..."]
    assert "LookAhead: action 0" in lines
    [table] = [place for place, line in enumerate(lines) if line.startswith("player ")]
    assert [line.split()[0] for line in lines[table + 1 : table + 3]] == ["LookAhead", "random"]


def test_without_players_a_person_plays_a_game_of_ones_own_against_chance(tmp_path: Path) -> None:
    shutil.copy(tic_tac_toe.__file__, tmp_path / "ttt.py")
    done = subprocess.run(
        [sys.executable, "-m", "gemgrove.compat.splendor_arena", "--game", "./ttt.py:TicTacToe"],
        cwd=tmp_path,
        input="\n".join(str(cell) for cell in [*range(9)] * 5),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("...\n...\n...\nYou are player 1. You can:\n   0  action 0\n")
    assert "human " in done.stdout


MISSES_ONE = Path(tic_tac_toe.__file__).read_text().split("class PlayerFirst")[0]
MISSES_ONE = MISSES_ONE.replace("def getValidMoves", "def getMoves").replace(
    "class TicTacToe", "class Mine"
)
GAME = "from gemgrove.compat.splendor_arena import BaseGame\nclass Mine({}):\n    pass\n"
NEEDS = (
    GAME.format("TicTacToe")
    .replace(
        "import BaseGame",
        "import BaseGame\nfrom tests.compat.splendor_arena.tic_tac_toe import TicTacToe",
    )
    .replace("pass", "def __init__(self, width): pass")
)


@pytest.mark.parametrize(
    ("text", "spec", "said"),
    [
        (None, "./nothing.py:Mine", "There is no file './nothing.py'."),
        (GAME.format(""), "{}:Mine", "has no BaseGame base class, so it is not a game."),
        (
            GAME.format("BaseGame"),
            "{}:Mine",
            "The game Mine lacks canonicalForm(state, player), getActionSize(), getGameEnded(",
        ),
        (MISSES_ONE, "{}", "The game Mine lacks getValidMoves(state, player)."),
        (NEEDS, "{}:Mine", "The game Mine needs the option width: {}:Mine:width=..."),
        ("x = 1", "{}", "mine.py has no class with a BaseGame base class, so no game."),
        (None, "chess", "There is no game 'chess'; the games are splendor and classes in files"),
    ],
)
def test_an_invalid_game_class_is_refused_in_a_sentence(
    text: str | None, spec: str, said: str, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(text) if text is not None else ""
    assert said.format(file) in refusal(
        capsys, "--game", spec.format(file), "--players", "random", "random"
    )


def test_bots_and_numbers_of_players_that_do_not_fit_are_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = ("--game", f"{tic_tac_toe.__file__}:TicTacToe", "--players")
    assert "greedy is a bot for Splendor and cannot play TicTacToe; its players can be" in refusal(
        capsys, *game, "greedy", "random"
    )
    assert "The game is for 2 players, and there are 3." in refusal(
        capsys, *game, "random", "random", "random"
    )


@pytest.mark.parametrize(
    ("method", "answer", "said"),
    [
        ("getGameEnded", 0, r"getGameEnded of Odd has returned 0; it must be a list: \[0\] while"),
        ("getGameEnded", [3], r"getGameEnded of Odd has returned \[3\]"),
        ("getGameEnded", [], r"getGameEnded of Odd has returned \[\]"),
        ("getGameEnded", None, r"getGameEnded of Odd has returned None"),
        (
            "getNextState",
            [0] * 9,
            r"getNextState of Odd has returned \[0, .* the next player, 1 to",
        ),
        ("getNextState", ([0] * 9, 3), r"getNextState of Odd has returned"),
        ("getValidMoves", [0] * 9, r"Player 1 has no valid action, but getGameEnded of Odd"),
    ],
)
def test_what_a_game_of_ones_own_answers_wrongly_is_said(
    method: str, answer: Any, said: str
) -> None:
    odd = type("Odd", (TicTacToe,), {method: lambda *_: answer})
    with pytest.raises(GameError, match=said):
        PlayGround(odd(), [LookAhead(), LookAhead()]).playGame()
