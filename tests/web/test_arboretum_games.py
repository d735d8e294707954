"""The recorded games match the engine."""

import json
from typing import Any

import pytest

from tests.web.arboretum_games import FOLDER, GAMES, SHEETS, written

FILES = [*GAMES, SHEETS]


def stored(name: str) -> str:
    return (FOLDER / f"{name}.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FILES)
def test_a_stored_file_is_what_the_engine_tells(name: str) -> None:
    assert stored(name) == written(name), "write it again: python -m tests.web.arboretum_games"


def test_no_file_is_stored_that_nothing_writes() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == sorted(FILES)


def test_the_sheets_have_every_way_to_have_and_to_lose_the_right_to_score() -> None:
    games: list[Any] = json.loads(stored(SHEETS))["games"]
    rights = [right for game in games for right in game["sheet"]["rights"]]
    holdings = [holding for right in rights for holding in right["holdings"]]
    paths = [path for game in games for seat in game["sheet"]["seats"] for path in seat["paths"]]
    assert any(not right["holdings"] for right in rights), "in nobody's hand"
    assert any(len(right["seats"]) > 1 for right in rights if right["holdings"]), "a tie"
    assert any(holding["outdone_by"] is not None for holding in holdings), "an 8 against a 1"
    assert {path["counts"] for path in paths} == {True, False}
    assert {len(path["lines"]) for path in paths} == {1, 2, 3, 4}
