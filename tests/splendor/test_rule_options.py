"""Rule options: the presets of the table, specs that round-trip, and errors."""

import json
import pickle
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gemgrove as gg
from gemgrove.splendor import PRESETS, Rules

OFFICIAL: dict[str, Any] = {
    "players": 2,
    "deck_reserve": True,
    "over_limit": "return",
    "return_gold": True,
    "nobles": "choose",
    "take_fewer": "forced",
    "payment": "auto",
    "target_points": 15,
    "first_player": 0,
    "turn_limit": 200,
}


# Presets


def test_the_presets_are_these() -> None:
    assert PRESETS == ("official", "core", "arena", "duel", "escrow")


@pytest.mark.parametrize(
    ("name", "differences"),
    [
        ("official", {}),
        (
            "core",
            {
                "deck_reserve": False,
                "over_limit": "forbid",
                "nobles": "first",
                "take_fewer": "never",
            },
        ),
        (
            "arena",
            {
                "players": 3,
                "deck_reserve": False,
                "return_gold": False,
                "nobles": "all",
                "take_fewer": "never",
            },
        ),
        ("duel", {"deck_reserve": False}),
        ("escrow", {"over_limit": "return_drawn", "first_player": "random"}),
    ],
)
def test_a_preset_differs_from_the_official_rules_exactly_so(
    name: str, differences: dict[str, Any]
) -> None:
    assert Rules.preset(name).to_dict() == OFFICIAL | differences


def test_rules_without_options_are_the_official_ones() -> None:
    assert Rules() == Rules.preset("official") == Rules.from_dict({})


@pytest.mark.parametrize("name", PRESETS)
def test_every_field_of_a_preset_can_be_replaced(name: str) -> None:
    options: dict[str, Any] = {
        "players": 4,
        "deck_reserve": True,
        "over_limit": "forbid",
        "return_gold": False,
        "nobles": "first",
        "take_fewer": "free",
        "payment": "choose",
        "target_points": 21,
        "first_player": "random",
        "turn_limit": 7,
    }
    assert Rules.preset(name, **options).to_dict() == options


def test_rules_are_values_that_do_not_change() -> None:
    assert hash(Rules(players=3)) == hash(Rules(players=3))
    assert pickle.loads(pickle.dumps(Rules(players=3))) == Rules(players=3)
    with pytest.raises(FrozenInstanceError):
        Rules().players = 3  # type: ignore[misc]


# Specs


@pytest.mark.parametrize(
    ("spec", "options"),
    [
        ("official", {}),
        ("official:players=3", {"players": 3}),
        ("official:payment=choose,turn_limit=9", {"payment": "choose", "turn_limit": 9}),
        ("official:deck_reserve=no", {"deck_reserve": False}),
        ("official:deck_reserve=False", {"deck_reserve": False}),
        ("official:return_gold=yes", {}),
        ("official:first_player=random", {"first_player": "random"}),
        ("official:first_player=1", {"first_player": 1}),
        (" official : players = 3 , nobles = all ", {"players": 3, "nobles": "all"}),
        ("official:", {}),
    ],
)
def test_a_spec_is_a_preset_and_its_options(spec: str, options: dict[str, Any]) -> None:
    assert Rules.parse(spec) == Rules(**options)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_preset_names_itself_and_its_players(name: str, players: int) -> None:
    rules = Rules.preset(name, players=players)
    assert str(rules) == rules.spec == f"{name}:players={players}"


def test_a_spec_holds_only_what_differs_from_the_nearest_preset() -> None:
    rules = Rules.preset("arena", payment="choose", players=2)
    assert rules.spec == "arena:players=2,payment=choose"


def test_the_first_player_does_not_make_a_preset_nearer() -> None:
    rules = Rules(over_limit="forbid", first_player="random")
    assert rules.spec == "official:players=2,over_limit=forbid,first_player=random"


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    players = draw(st.integers(2, 4))
    first: Any = draw(st.sampled_from(["random", *range(players)]))
    over_limit: Any = draw(st.sampled_from(["return", "return_drawn", "forbid"]))
    return Rules(
        players=players,
        deck_reserve=draw(st.booleans()),
        over_limit=over_limit,
        return_gold=over_limit == "return_drawn" or draw(st.booleans()),
        nobles=draw(st.sampled_from(["choose", "first", "all"])),
        take_fewer=draw(st.sampled_from(["forced", "free", "never"])),
        payment=draw(st.sampled_from(["auto", "choose"])),
        target_points=draw(st.integers(1, 100)),
        first_player=first,
        turn_limit=draw(st.integers(1, 10_000)),
    )


@given(any_rules())
def test_any_rules_survive_their_spec(rules: Rules) -> None:
    assert Rules.parse(rules.spec) == rules
    assert not set(rules.spec) & set(" \n\t")


@given(any_rules())
def test_any_rules_survive_json(rules: Rules) -> None:
    assert Rules.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules


@given(any_rules())
def test_any_rules_can_be_played_by(rules: Rules) -> None:
    game = gg.new("splendor", rules=rules, seed=1)
    assert game.rules == rules
    game.play(game.legal_actions()[0])


# Errors


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"players": 1}, "players is 1; it must be a number, 2 to 4."),
        ({"players": 5}, "players is 5; it must be a number, 2 to 4."),
        ({"players": True}, "players is True; it must be a number, 2 to 4."),
        ({"players": "3"}, "players is '3'; it must be a number, 2 to 4."),
        ({"players": 3.0}, "players is 3.0; it must be a number, 2 to 4."),
        ({"players": None}, "players is None; it must be a number, 2 to 4."),
        (
            {"players": 10**5000},
            "players is a number of thousands of digits; it must be a number, 2 to 4.",
        ),
        ({"target_points": 0}, "target_points is 0; it must be a number, 1 to 100."),
        ({"target_points": 101}, "target_points is 101; it must be a number, 1 to 100."),
        ({"turn_limit": 0}, "turn_limit is 0; it must be a number, 1 to 10000."),
        ({"turn_limit": 10_001}, "turn_limit is 10001; it must be a number, 1 to 10000."),
        ({"over_limit": "drop"}, "over_limit is 'drop'; it can be return, return_drawn, forbid."),
        ({"nobles": "none"}, "nobles is 'none'; it can be choose, first, all."),
        ({"nobles": ["all"]}, "nobles is ['all']; it can be choose, first, all."),
        ({"take_fewer": None}, "take_fewer is None; it can be forced, free, never."),
        ({"payment": True}, "payment is True; it can be auto, choose."),
        ({"deck_reserve": 1}, "deck_reserve is 1; it must be True or False."),
        ({"return_gold": "no"}, "return_gold is 'no'; it must be True or False."),
        ({"first_player": 2}, "first_player is 2; it can be a seat, 0 to 1, or 'random'."),
        ({"first_player": -1}, "first_player is -1; it can be a seat, 0 to 1, or 'random'."),
        ({"first_player": True}, "first_player is True; it can be a seat, 0 to 1, or 'random'."),
        ({"first_player": "any"}, "first_player is 'any'; it can be a seat, 0 to 1, or 'random'."),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_a_value_that_an_option_cannot_have_is_refused(
    options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=r"\.$") as caught:
        Rules(**options)
    assert str(caught.value) == sentence


GOLD_BOUND = (
    "over_limit is 'return_drawn', so return_gold must be True: the gold of a card reserved at 10 "
    "tokens is all that could go back."
)


def test_drawn_tokens_alone_go_back_only_where_gold_may() -> None:
    for spec in ("escrow:return_gold=no", "arena:over_limit=return_drawn"):
        with pytest.raises(ValueError, match="return_drawn") as caught:
            gg.new("splendor", rules=spec)
        assert str(caught.value) == GOLD_BOUND
    with pytest.raises(ValueError, match="return_drawn") as caught:
        Rules(over_limit="return_drawn", return_gold=False)
    assert str(caught.value) == GOLD_BOUND
    assert Rules.preset("escrow", return_gold=False, over_limit="return").return_gold is False


OPTIONS = ", ".join(OFFICIAL)
NAMES = "official, core, arena, duel, escrow"


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("", f"There are no rules ''; the presets are {NAMES}."),
        (
            "house",
            f"There are no rules 'house'; the presets are {NAMES}.",
        ),
        (
            "Official",
            f"There are no rules 'Official'; the presets are {NAMES}.",
        ),
        ("official:color=red", f"The rules have no option 'color'; they have {OPTIONS}."),
        ("official:name=x", f"The rules have no option 'name'; they have {OPTIONS}."),
        ("official:cls=x", f"The rules have no option 'cls'; they have {OPTIONS}."),
        (
            "official:players",
            (
                "Rules 'official:players': 'players' must be an option and its value, as in "
                "official:players=3."
            ),
        ),
        (
            "official:players=2,players=3",
            "Rules 'official:players=2,players=3': the option 'players' appears twice.",
        ),
        ("official:players=x", "players is 'x'; it must be a number, 2 to 4."),
        (
            "official:players=" + "9" * 5000,
            "players is '999999999999...9999999999999'; it must be a number, 2 to 4.",
        ),
        ("official:deck_reserve=1", "deck_reserve is 1; it must be True or False."),
    ],
    ids=lambda text: text[:30],
)
def test_a_spec_that_names_no_rules_is_refused(spec: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=r"\.$") as caught:
        Rules.parse(spec)
    assert str(caught.value) == sentence


def rules_or_sentence(spec: str) -> Rules | str:
    try:
        return Rules.parse(spec)
    except ValueError as error:
        return str(error)


@given(st.text() | st.text(max_size=20).map("official:{}".format))
def test_any_text_is_rules_or_a_value_error_in_a_sentence(spec: str) -> None:
    result = rules_or_sentence(spec)
    if isinstance(result, Rules):
        assert Rules.parse(result.spec) == result
    else:
        assert result.endswith(".")


def test_what_was_played_before_does_not_decide_what_is_refused() -> None:
    gg.new("splendor", seed=1, target_points=15, deck_reserve=True)
    for option in ({"target_points": 15.0}, {"deck_reserve": 1}):
        with pytest.raises(ValueError, match="it must be"):
            gg.new("splendor", seed=1, **option)
