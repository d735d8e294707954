"""The recorded games match the engine."""

import pytest

from tests.web.splendor_games import FOLDER, GAMES, recorded_game, written


@pytest.mark.parametrize("name", GAMES)
def test_a_stored_game_is_what_the_engine_tells(name: str) -> None:
    stored = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert stored == written(name), "write it again: python -m tests.web.splendor_games"


def test_no_game_is_stored_that_nothing_writes() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == sorted(GAMES)


def test_the_games_have_every_value_of_every_option_and_every_number_of_players() -> None:
    games = list(map(recorded_game, GAMES))
    rules = [game["rules"] for game in games]
    chosen = {
        "deck_reserve": {True, False}, "over_limit": {"return", "return_drawn", "forbid"},
        "return_gold": {True, False}, "nobles": {"choose", "first", "all"},
        "take_fewer": {"forced", "free", "never"}, "payment": {"auto", "choose"},
    }  # fmt: skip
    assert {option: {each[option] for each in rules} for option in chosen} == chosen
    assert {len(game["start"]["players"]) for game in games} == {2, 3, 4}
    assert {game["seat"] for game in games} == {None, 0, 1, 2, 3}
    assert {told["now"].get("ending") for game in games for told in game["told"]} >= {
        "finished", "turn limit",
    }  # fmt: skip
    visits = [told.get("nobles", []) for game in games for told in game["told"]]
    assert max(map(len, visits)) > 1, "two nobles at once"


def test_the_games_have_every_kind_of_decision_and_every_thing_that_is_told() -> None:
    games = list(map(recorded_game, GAMES))
    decisions = [told for game in games for told in game["told"]]
    assert {told["move"].split()[0] for told in decisions} >= {
        "p3", "p2", "p1", "r", "b", "br", "return", "pay", "noble",
    }  # fmt: skip
    assert {key for told in decisions for key in told} >= {
        "tokens", "bought", "reserved", "refilled", "nobles",
    }  # fmt: skip
