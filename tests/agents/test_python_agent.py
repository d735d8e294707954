"""Bots from Python files, in this process and in a separate one."""

from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

import gemgrove as gg
from gemgrove import agents
from gemgrove.agents import Forfeit, Limits, SpecError, TimeControl
from gemgrove.agents.python_agent import FileAgent
from tests.agents.scripts import LONG

LITTLE = Limits(memory_mb=400)
MINE = """
class Mine:
    def __init__(self, depth: int = 1, speed: float | None = None, bold: bool = False, name="x",
                 *, seed=None):
        self.got = (depth, speed, bold, name, seed)
        self.heard = []

    def begin(self, view):
        self.heard.append(("begin", view.seat))

    def choose(self, view):
        self.heard.append("choose")
        return view.legal_moves()[0]

    def end(self, view):
        self.heard.append(("end", view.over))

    def close(self):
        self.heard.append("close")
"""


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def write(text: str, name: str = "bot.py") -> str:
        (tmp_path / name).write_text(dedent(text))
        return str(tmp_path / name)

    return write


def made(spec: str, **options: Any) -> Any:
    agent = agents.make(spec, **options)
    assert isinstance(agent, FileAgent)
    return agent.bot


def test_a_class_is_taken_from_a_file_by_its_name(write: Any) -> None:
    path = write(MINE)
    agent = agents.make(f"{path}:Mine")
    assert agent.spec == f"{path}:Mine"
    view = gg.new("splendor", seed=1).view(0)
    assert agent.choose(view) == view.legal_moves()[0]


def test_the_only_class_that_chooses_need_not_be_named(write: Any) -> None:
    path = write(MINE + "\nfrom gemgrove.agents import RandomAgent\nclass Helper: pass\n")
    assert type(made(path)).__name__ == "Mine"


@pytest.mark.parametrize(
    ("options", "got"),
    [
        ("", (1, None, False, "x", None)),
        ("depth=3", (3, None, False, "x", None)),
        ("speed=0.5,bold=yes", (1, 0.5, True, "x", None)),
        ("bold=False,name=007", (1, None, False, "007", None)),
    ],
)
def test_options_are_what_the_constructor_says(
    write: Any, options: str, got: tuple[object, ...]
) -> None:
    path = write(MINE)
    assert made(f"{path}:Mine:{options}").got == got
    assert made(f"{path}:{options}").got == got


def test_annotations_may_be_texts(write: Any) -> None:
    path = write("from __future__ import annotations\n" + MINE)
    assert made(f"{path}:depth=3,speed=2").got[:2] == (3, 2.0)


def test_a_seed_is_given_to_a_bot_that_takes_one(write: Any) -> None:
    assert made(write(MINE), seed=5).got[-1] == 5
    without = write("class A:\n    def choose(self, view): return 0", "other.py")
    assert made(without, seed=5) is not None


def test_a_bot_may_hear_of_the_beginning_and_the_end(write: Any) -> None:
    agent = agents.make(write(MINE))
    agents.play_out(gg.new("splendor", seed=1, turn_limit=1), [agent, agents.make("random")])
    agents.close(agent)
    assert agent.bot.heard == [("begin", 0), "choose", ("end", True), "close"]  # type: ignore[attr-defined]


def test_a_file_may_import_what_lies_beside_it(write: Any) -> None:
    write("FIRST = 0", "beside_the_bot.py")
    path = write(
        """
        from beside_the_bot import FIRST
        class A:
            def choose(self, view): return view.legal_actions()[FIRST]
        """
    )
    view = gg.new("splendor", seed=1).view(0)
    assert agents.make(path).choose(view) == view.legal_actions()[0]


@pytest.mark.parametrize("isolated", [False, True])
@pytest.mark.parametrize(
    ("text", "name", "sentence"),
    [
        ("class A: pass\nx = = 1", "", "cannot be loaded: SyntaxError"),
        (MINE, ":Yours", "has no class Yours"),
    ],
)
def test_a_file_that_is_surely_wrong_is_refused_at_once(
    write: Any, text: str, name: str, sentence: str, isolated: bool
) -> None:
    with pytest.raises(SpecError, match=sentence):
        agents.make(write(text) + name, isolated=isolated)


@pytest.mark.parametrize(
    ("text", "rest", "sentence"),
    [
        ("import nothing_there", "", r"cannot be loaded: ModuleNotFoundError: .*bot.py, line 1"),
        ("raise SystemExit(3)", "", "cannot be loaded: SystemExit: 3"),
        ("x = 1", "", r"has no class with a choose\(view\) method, so no bot\."),
        (
            MINE + MINE.replace("Mine", "Other"),
            "",
            r"have a choose\(view\) method: Mine, Other\. Name one, as",
        ),
        (
            "class A: pass",
            ":A",
            r"The class A in .* has no choose\(view\) method, so it is not a bot",
        ),
        (MINE, ":Mine:deep=3", r"The bot Mine has no option 'deep'; its options: depth, speed, "),
        (MINE, ":depth=x", "Mine: depth is 'x'; it must be a whole number."),
        (MINE, ":bold=maybe", "Mine: bold is 'maybe'; it must be yes or no."),
        (MINE, ":speed=fast", "Mine: speed is 'fast'; it must be a number."),
        (
            "class A:\n def __init__(self, model): pass\n def choose(self, view): pass",
            "",
            r"The bot A needs the option model: .*bot.py:model=\.\.\.",
        ),
        (
            "class A:\n def __init__(self): 1 / 0\n def choose(self, view): pass",
            "",
            r"The bot A could not be made: ZeroDivisionError: .* \(bot.py, line 2\)",
        ),
    ],
)
def test_what_is_wrong_with_a_bot_is_said(write: Any, text: str, rest: str, sentence: str) -> None:
    with pytest.raises(SpecError, match=sentence):
        agents.make(write(text) + rest)


@pytest.mark.parametrize("isolated", [False, True])
def test_a_file_that_is_not_there_is_named(isolated: bool) -> None:
    with pytest.raises(SpecError, match=r"^There is no file './nothing.py'\.$"):
        agents.make("./nothing.py:Mine", isolated=isolated)


# In a separate process


@pytest.fixture
def isolated(write: Any) -> Iterator[Any]:
    started = []

    def isolated(text: str, rest: str = "", time: TimeControl = LONG) -> Any:
        agent = agents.make(write(text) + rest, isolated=True, time=time, seed=7, limits=LITTLE)
        started.append(agent)
        return agent

    yield isolated
    for agent in started:
        agents.close(agent)


def test_an_isolated_bot_plays_as_it_does_here(isolated: Any, write: Any) -> None:
    text = """
    import random
    class A:
        def __init__(self, seed): self.random = random.Random(seed)
        def choose(self, view):
            print("I write where the messages go,")
            return self.random.choice(view.legal_moves())
    """
    games = []
    for agent in (isolated(text), agents.make(write(text), seed=7)):
        game = gg.new("arboretum", seed=1)
        agents.play_out(game, [agent, agents.make("greedy")])
        games.append(game)
    assert games[0] == games[1]


def test_an_isolated_bot_may_name_two_moves_at_once(isolated: Any) -> None:
    agent = isolated("""
    class A:
        def choose(self, view):
            moves = [move.text for move in view.legal_moves()]
            return moves[0].replace("pick", "plant") + " 0 0" if "pick" in moves[0] else moves[0]
    """)
    game = gg.new("arboretum", seed=1)
    for _ in range(5):
        game.play(agent.choose(game.view(0)))
    assert len(game.board.players[0].arboretum) == 1


@pytest.mark.parametrize(
    ("body", "reason", "detail"),
    [
        ("raise RuntimeError('no idea')", "crash", "RuntimeError: no idea"),
        ("import os; os._exit(5)", "crash", "exit code 5"),
        ("return None", "crash", "The bot chose None; a Move, its text or its action number is"),
        ("return 'castle'", "illegal move", "there is no command 'castle'"),
        ("return 71", "illegal move", "pass is not legal"),
        ("return [bytearray(1 << 26) for _ in range(99)]", "memory", "MemoryError"),
    ],
)
def test_an_isolated_bot_that_fails_forfeits(
    isolated: Any, body: str, reason: str, detail: str
) -> None:
    agent = isolated(f"class A:\n    def choose(self, view):\n        {body}")
    with pytest.raises(Forfeit) as caught:
        agent.choose(gg.new("splendor", seed=1).view(0))
    assert caught.value.reason == reason
    assert detail in caught.value.detail


def test_an_isolated_bot_that_cannot_be_made_says_why(isolated: Any) -> None:
    agent = isolated(MINE, ":Mine:depth=x")
    with pytest.raises(Forfeit, match="depth is 'x'; it must be a whole number"):
        agent.choose(gg.new("splendor", seed=1).view(0))


def test_an_isolated_bot_in_an_endless_loop_forfeits(isolated: Any) -> None:
    text = "class A:\n    def choose(self, view):\n        while True: pass"
    agent = isolated(text, time=TimeControl(0.5))
    with pytest.raises(Forfeit, match="timeout: No answer came within"):
        agent.choose(gg.new("splendor", seed=1).view(0))
