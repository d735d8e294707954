"""The page about the module: its examples work, and its tables match the code."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import splendor_game as s
from gemgrove.splendor import PRESETS
from splendor_game.errors import _FORMS
from tests.splendor_game.play import positions

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "splendor-game.md"
TEXT = PAGE.read_text(encoding="utf-8")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(language: str) -> list[str]:
    """The page's code blocks in a language; "" for those without one."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    return [code for name, code in found if name == language]


def rows(head: str) -> list[list[str]]:
    """The cells of the table with this heading, without its first two lines."""
    start = TEXT.index(head)
    lines = TEXT[start : TEXT.index("\n\n", start)].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_examples_of_the_page_work() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False, optionflags=FLAGS)
    assert results.attempted > 60
    assert results.failed == 0


def test_every_example_of_the_page_is_one_that_is_tried() -> None:
    assert all(block.startswith(">>> ") for block in blocks("python"))
    assert len(blocks("")) == 2  # the build and the import, tried below


def test_the_table_of_moves_is_that_of_the_module() -> None:
    table = rows("| kind | name |")
    assert [(int(kind), name.strip("`")) for kind, name, *_ in table] == [
        (kind.value, kind.name) for kind in s.ACTIONS
    ]
    for kind, (_, _, forms, _) in zip(s.ACTIONS, table, strict=True):
        assert f"`{_FORMS[kind]}`" in forms


@pytest.mark.parametrize("rules", [*PRESETS, "official:payment=choose"])
def test_the_table_of_moves_says_by_which_rules_each_kind_is_there(rules: str) -> None:
    met = {
        move[0]
        for seed in range(40)
        for game in positions(rules, 2, seed)
        for move in game.legal_moves()
    }
    for kind, (_, _, _, told) in zip(s.ACTIONS, rows("| kind | name |"), strict=True):
        preset, _, option = rules.partition(":")
        listed = told.startswith("all") or f"`{preset}`" in told or (option and "payment" in told)
        assert bool(listed) == (kind in met) or kind == s.PASS


@pytest.mark.parametrize("rules", PRESETS)
def test_the_table_of_moves_says_by_which_rules_fewer_tokens_are_taken(rules: str) -> None:
    fewer = any(
        kind == s.GET_3_FROM_BANK and sum(payload) < 3
        for seed in range(40)
        for game in positions(rules, 2, seed)
        for kind, payload in game.legal_moves()
    )
    told = rows("| kind | name |")[s.GET_3_FROM_BANK][3]
    assert fewer == (f"`{rules}`" in told)


def test_every_method_is_on_the_page() -> None:
    table = " ".join(cells[0] for cells in rows("| method |"))
    for name in vars(s.SplendorGame):
        assert name.startswith("_") or f"{name}(" in table or f"`{name}`" in table


@pytest.mark.slow
def test_the_build_of_the_page_makes_a_module_that_can_be_imported(tmp_path: Path) -> None:
    for name in ("CMakeLists.txt", "native", "src"):
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, tmp_path / name)
    shell, imports = blocks("")
    build = [line for line in shell.splitlines() if line.startswith("cmake")]
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    found = f"-DPython_EXECUTABLE={sys.executable}"
    done = subprocess.run(
        build[0].replace(" -B build", f" -B build {found}"),
        shell=True,
        cwd=tmp_path,
        env=os.environ | {"PATH": tools},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    play = (
        f"{imports}\nprint(splendor_game.SplendorGame(2).legal_moves()[0], splendor_game.__file__)"
    )
    # Without `site`, so that the installed package is not imported instead.
    told = subprocess.run(
        [sys.executable, "-S", "-c", play], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert told.stdout.startswith("(3, [1, 1, 1, 0, 0]) ")
    assert "build" in told.stdout
