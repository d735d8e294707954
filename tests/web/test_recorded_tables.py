"""The recorded tables match the server."""

import json

import pytest

from tests.web.recorded_tables import FOLDER, LIVES, deals, written


@pytest.mark.parametrize("name", LIVES)
def test_a_stored_table_is_what_the_server_tells(name: str) -> None:
    stored = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert stored == written(name), "write it again: python -m tests.web.recorded_tables"


def test_the_stored_deals_are_what_the_engine_makes() -> None:
    assert (FOLDER / "deals.json").read_text(encoding="utf-8") == deals()


def test_no_table_is_stored_that_nothing_writes() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == sorted([*LIVES, "deals"])


def test_the_tables_have_nearly_every_kind_of_event() -> None:
    lives = [json.loads(written(name)) for name in LIVES]
    kinds = {event["kind"] for life in lives for event in life["audiences"][0]["events"]}
    assert kinds >= {
        "created", "joined", "left", "bot_added", "bot_removed", "ready", "started", "played",
        "undo_offered", "undo_declined", "undo_agreed", "undone", "said", "resigned", "timed_out",
        "taken_over", "over", "aborted", "archived", "rematch_wanted", "rematch",
    }  # fmt: skip
