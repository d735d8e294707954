"""The page about this interface: its examples work, and its tables match the code.

`python -m tests.compat.splendor_arena.test_page` rewrites the tables.
"""

import doctest
import importlib
import pkgutil
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove import agents
from gemgrove.compat import splendor_arena
from gemgrove.compat.splendor_arena import Layout, action_text
from gemgrove.compat.splendor_arena.actions import NATIVE
from gemgrove.splendor.moves import MOVES
from tests.waiting import PATIENCE

PAGE = Path(__file__).parents[3] / "docs" / "splendor-arena.md"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
MODULES = [module.name for module in pkgutil.iter_modules(splendor_arena.__path__)]


def layout_rows() -> Iterator[str]:
    """A line for each section, with its place for each number of players."""
    places: dict[str, dict[int, tuple[int, int]]] = {}
    for players in (2, 3, 4):
        for section in Layout(players).sections():
            # The cards of a row or a reserve share one line.
            meaning = re.sub(r"^card \d of", "cards of", section.meaning)
            meaning = re.sub(r"reserved card \d$", "reserved cards", meaning)
            meaning = re.sub(r"^noble \d$", "nobles", meaning)
            first, _ = places.setdefault(meaning, {}).get(players, (section.first, 0))
            places[meaning][players] = first, section.last
    for meaning, found in places.items():
        cells = [found.get(players) for players in (2, 3, 4)]
        texts = [_range(*cell) if cell else "" for cell in cells]
        yield f"| {meaning} | {' | '.join(texts)} |"


def _range(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} - {last}"


def action_rows() -> Iterator[str]:
    """A line for each action."""
    for action, native in enumerate(NATIVE):
        yield f"| {action} | {action_text(action)} | `{MOVES[native].text}` |"


def with_tables(page: str) -> str:
    """The page with its two tables regenerated from the code."""
    for head, rows in (("| numbers |", layout_rows()), ("| number |", action_rows())):
        start = page.index(head)
        body = page.index("|---|\n", start) + len("|---|\n")
        end = page.index("\n\n", start) + 1
        page = page[:body] + "".join(f"{row}\n" for row in rows) + page[max(body, end) :]
    return page


def test_the_tables_of_the_page_are_those_of_the_code() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_tables(page)


def test_the_examples_of_the_page_work() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False, optionflags=FLAGS)
    assert results.attempted > 15
    assert results.failed == 0


def test_the_player_of_the_page_plays_as_it_is_printed(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    [code] = re.findall(r"^```python\n(# mine\.py\n.*?)^```", page, re.DOTALL | re.MULTILINE)
    command = re.findall(r"^python (-m .* \./mine\.py:Mine random .*)$", page, re.MULTILINE)[0]
    (tmp_path / "mine.py").write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, *command.split(), "--seed", "1"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    rows = [line.split() for line in done.stdout.splitlines()[1:4]]
    assert rows[0][:2] == ["Mine", "30"]
    assert int(rows[0][2]) > 20, "it wins nearly always"
    assert [row[-2] for row in rows] == ["0", "0", "0"], "nobody forfeits"


def test_the_example_player_plays_and_is_a_bot(capsys: pytest.CaptureFixture[str]) -> None:
    file = PAGE.parents[1] / "examples" / "splendor_arena_player.py"
    runpy.run_path(str(file), run_name="__main__")
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [
        "Collector",
        "random",
        "greedy",
    ]
    table = [agents.make(f"{file}:Collector"), agents.make("random", seed=1)]
    assert agents.play_out(gg.new("splendor", rules="arena", players=2, seed=1), table).over


@pytest.mark.parametrize("name", ["__init__", *(name for name in MODULES if name != "__main__")])
def test_the_examples_in_the_code_work(name: str) -> None:
    package = splendor_arena.__name__
    module = importlib.import_module(package if name == "__init__" else f"{package}.{name}")
    assert doctest.testmod(module, optionflags=FLAGS).failed == 0


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
