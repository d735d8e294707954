"""docs/arboretum-engine.md: its examples work as printed."""

import doctest
import json
import re
import shlex
import sys
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove import agents
from gemgrove.agents import GreedyAgent
from gemgrove.cli import _parser
from gemgrove.compat import arboretum_engine
from gemgrove.compat.arboretum_engine.engine_bot import reply_to
from gemgrove.compat.arboretum_engine.timed_bot import decide

PAGE = Path(__file__).parents[3] / "docs" / "arboretum-engine.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)


def blocks(language: str, beginning: str) -> list[str]:
    """The code blocks in a language that start with this text."""
    return [code for kind, code in BLOCKS if kind == language and code.startswith(beginning)]


def test_the_examples_work_as_they_are_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code = "\n".join(blocks("python", ">>>"))
    test = doctest.DocTestParser().get_doctest(code, {}, PAGE.name, str(PAGE), 0)
    result = doctest.DocTestRunner().run(test)
    assert result.attempted > 20
    assert result.failed == 0


def test_the_bot_replies_as_in_the_exchange() -> None:
    (exchange,) = blocks("", "engine {")
    lines = [line.split(maxsplit=1) for line in exchange.splitlines()]
    assert [who for who, _ in lines] == ["engine", "bot"] * (len(lines) // 2)
    for (_, message), (_, reply) in zip(lines[::2], lines[1::2], strict=True):
        found = reply_to(message.encode(), lambda view, _: decide(GreedyAgent(), view), pytest.fail)
        assert found is not None
        assert json.loads(found) == json.loads(reply)


def test_the_commands_are_ones_that_the_program_takes() -> None:
    (commands,) = blocks("", "gemgrove ")
    lines = commands.splitlines()
    assert len(lines) > 3
    for line in lines:
        _parser().parse_args(shlex.split(line, comments=True)[1:])


def test_the_bot_on_the_page_plays_a_whole_game(tmp_path: Path) -> None:
    (code,) = blocks("python", "# their_bot.py")
    file = tmp_path / "their_bot.py"
    file.write_text(code)
    bot = agents.make(f"engine:{sys.executable} -S -E {file}")
    try:
        game = agents.play_out(gg.new("arboretum", seed=1), [bot, agents.make("random", seed=1)])
    finally:
        agents.close(bot)
    assert game.over


def test_every_block_of_the_page_is_tested() -> None:
    tested = [
        *blocks("python", ">>>"),
        *blocks("python", "# their_bot.py"),
        *blocks("", "engine {"),
        *blocks("", "gemgrove "),
    ]
    assert sorted(tested) == sorted(code for _, code in BLOCKS)


def test_the_page_names_every_reader_and_writer() -> None:
    for name in arboretum_engine.__all__:
        if name.startswith(("read_", "write_")):
            assert f"`{name}`" in TEXT or f"{name}(" in TEXT, name
