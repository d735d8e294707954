"""Rule options: presets, specs that round-trip, and errors."""

import json
import pickle
import re
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gemgrove as gg
from gemgrove import splendor
from gemgrove.arboretum import PRESETS, Rules

OFFICIAL: dict[str, Any] = {"players": 2, "seed_discards": False, "first_player": 0}


def test_the_presets_are_these() -> None:
    assert PRESETS == ("official", "seeded")
    assert Rules.preset("official").to_dict() == OFFICIAL
    assert Rules.preset("seeded").to_dict() == OFFICIAL | {"seed_discards": True}


def test_rules_without_options_are_the_official_ones() -> None:
    assert Rules() == Rules.preset("official") == Rules.from_dict({})


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"players": 1}, "players is 1; it must be a number, 2 to 4."),
        ({"players": 5}, "players is 5; it must be a number, 2 to 4."),
        ({"players": True}, "players is True; it must be a number, 2 to 4."),
        ({"players": "two"}, "players is 'two'; it must be a number, 2 to 4."),
        ({"seed_discards": 1}, "seed_discards is 1; it must be True or False."),
        (
            {"first_player": 2},
            "first_player is 2; it can be a seat, 0 to 1, or 'random'.",
        ),
        (
            {"players": 4, "first_player": -1},
            "first_player is -1; it can be a seat, 0 to 3, or 'random'.",
        ),
        (
            {"payment": "auto"},
            "The rules have no option 'payment'; they have players, seed_discards, first_player.",
        ),
    ],
)
def test_an_invalid_value_is_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        Rules.from_dict(options)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("core", "There are no rules 'core'; the presets are official, seeded."),
        (
            "official:players",
            (
                "Rules 'official:players': 'players' must be an option and its value, as in "
                "official:players=3."
            ),
        ),
        (
            "official:players=3,players=3",
            "Rules 'official:players=3,players=3': the option 'players' appears twice.",
        ),
    ],
)
def test_a_spec_that_cannot_be_read_says_why(spec: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        gg.new("arboretum", rules=spec)


@pytest.mark.parametrize("rules", [7, None, splendor.Rules()])
def test_other_things_are_no_rules(rules: Any) -> None:
    with pytest.raises(TypeError, match=r"a preset's name, a spec or an arboretum\.Rules\.$"):
        gg.new("arboretum", rules=rules)


@given(
    players=st.integers(2, 4),
    seed_discards=st.booleans(),
    first=st.integers(0, 3) | st.just("random"),
)
def test_rules_survive_spec_json_and_pickle(players: int, seed_discards: bool, first: Any) -> None:
    if first != "random":
        first %= players
    rules = Rules(players=players, seed_discards=seed_discards, first_player=first)
    assert Rules.parse(rules.spec) == rules
    assert Rules.parse(str(rules)) == rules
    assert Rules.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert eval(repr(rules), {"Rules": Rules}) == rules


def test_the_nearest_preset_is_named() -> None:
    assert Rules(players=3).spec == "official:players=3"
    assert Rules(seed_discards=True).spec == "seeded:players=2"
    assert Rules(first_player="random").spec == "official:players=2,first_player=random"


def test_rules_are_values() -> None:
    assert hash(Rules(players=3)) == hash(Rules.parse("official:players=3"))
    with pytest.raises(FrozenInstanceError):
        Rules().players = 3  # type: ignore[misc]


def test_rules_of_two_games_are_never_equal() -> None:
    other: object = splendor.Rules()
    assert Rules() != other


def test_options_reach_the_game() -> None:
    game = gg.new("arboretum", players=3, seed_discards=True, first_player=1, seed=1)
    assert game.rules == Rules(players=3, seed_discards=True, first_player=1)
    assert game.to_move == 1
    assert [len(player.pile) for player in game.board.players] == [1, 0, 1]


def test_without_the_option_all_piles_begin_empty() -> None:
    assert all(not player.pile for player in gg.new("arboretum", seed=1).board.players)


@pytest.mark.parametrize(("players", "deck"), [(2, 34), (3, 43), (4, 52)])
def test_hands_of_seven_leave_this_deck(players: int, deck: int) -> None:
    board = gg.new("arboretum", players=players, seed=1).board
    assert len(board.deck) == deck
    assert [len(player.hand) for player in board.players] == [7] * players


def test_the_starting_player_can_be_left_to_the_deal() -> None:
    games = [gg.new("arboretum", players=4, first_player="random", seed=seed) for seed in range(60)]
    assert {game.to_move for game in games} == {0, 1, 2, 3}
