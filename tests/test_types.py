"""Type checking of programs that use the API: the README's, the examples and others."""

import doctest
import re
from pathlib import Path
from textwrap import dedent, indent

import pytest

mypy = pytest.importorskip("mypy.api")

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


def findings(*files: Path) -> list[str]:
    """The errors and notes of `mypy --strict`, without file names."""
    options = ["--strict", "--config-file", str(ROOT / "pyproject.toml"), "--no-error-summary"]
    out, err, _ = mypy.run([*options, *map(str, files)])
    assert not err, err
    return [line.partition(":")[2] for line in out.splitlines()]


def of_program(folder: Path, text: str) -> list[str]:
    program = folder / "program.py"
    program.write_text("import gemgrove as gg\nfrom gemgrove import splendor\n" + dedent(text))
    return findings(program)


def sections() -> dict[str, str]:
    """The README's examples as programs, one for each section."""
    programs = {}
    for section in README.split("\n## "):
        title = section.splitlines()[0]
        code = []
        for block in BLOCK.findall(section):
            examples = doctest.DocTestParser().get_examples(block)
            code += [example.source for example in examples if example.exc_msg is None]
            code += [] if examples else [block]
        if code:
            programs[title] = "".join(code)
    return programs


def test_the_readme_is_well_typed(tmp_path: Path) -> None:
    programs = sections()
    assert len(programs) >= 6
    text = "import gemgrove as gg\n"
    for number, (title, code) in enumerate(programs.items()):
        text += f"\n\ndef section_{number}() -> None:\n    # {title}\n{indent(code, '    ')}"
    program = tmp_path / "readme.py"
    program.write_text(text, encoding="utf-8")
    assert findings(program) == []


def test_the_examples_are_well_typed() -> None:
    assert findings(*sorted((ROOT / "examples").rglob("*.py"))) == []


def test_a_type_checker_knows_what_is_on_the_table_of_each_game(tmp_path: Path) -> None:
    assert not of_program(
        tmp_path,
        """
        from typing import assert_type
        from gemgrove import arboretum
        game = gg.new("splendor", seed=1)
        assert_type(game.board.market, tuple[tuple[splendor.Card | None, ...], ...])
        assert_type(game.rules, splendor.Rules)
        assert_type(game.deal, gg.Deal | None)
        assert_type(game.variant.cards, splendor.CardSet)
        assert_type(game.statistics(), splendor.Statistics)
        assert_type(game.legal_moves(), list[splendor.Move])
        assert_type(game.view(0).sample(1).undo(), splendor.Move)
        assert_type(gg.from_board(game.board).rules, splendor.Rules)
        assert_type(gg.new("arboretum").view(None).board.player, arboretum.Player)
        """,
    )


MISTAKES = (
    "gg.new('splendor').play(1.5)",
    "gg.new('splendor').play(None)",
    "gg.new('chess')",
    "gg.new('splendor').board.arboretum",
    "gg.new('arboretum').board.market",
    "gg.new('arboretum').legal_moves()[0].tier",
    "gg.new('splendor').rules.seed_discards",
    "gg.agents.play_out(gg.new('arboretum'), [Taker(), Taker()])",
)


def test_a_type_checker_finds_every_mistake_and_no_other(tmp_path: Path) -> None:
    right = """
        class Taker:
            def choose(self, view: splendor.View) -> splendor.Move:
                return view.legal_moves()[0]
        gg.agents.play_out(gg.new("splendor"), [Taker(), gg.agents.make("greedy")])
    """
    text = dedent(right) + "".join(f"{mistake}\n" for mistake in MISTAKES)
    lines = [line.split(":", 1)[0] for line in of_program(tmp_path, text) if " error: " in line]
    program = (tmp_path / "program.py").read_text(encoding="utf-8").splitlines()
    assert [program[int(line) - 1] for line in lines] == [*MISTAKES]
