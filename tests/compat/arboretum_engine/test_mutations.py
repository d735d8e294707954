"""Reading any input gives a valid result or a `FormatError` with a sentence, nothing else."""

import copy
import json
import warnings
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gemgrove as gg
from gemgrove import agents
from gemgrove.compat import arboretum_engine as compat
from gemgrove.compat.arboretum_engine import FormatError
from gemgrove.compat.arboretum_engine.move_evaluator import evaluate_moves, find_best_move
from tests.compat.arboretum_engine.samples import corrected_state, state
from tests.compat.arboretum_engine.test_document import scenario


def saved_game() -> dict[str, Any]:
    game = agents.play_out(gg.new("arboretum", seed=3), [agents.make("random", seed=3)] * 2)
    return compat.write_saved_game(game)


def view_message() -> dict[str, Any]:
    game = compat.read_state(corrected_state()).game
    game.play("draw 2")
    return dict(compat.write_view(game.view(0)))


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 60),
    st.sampled_from(
        [10**30, -1, 1.5, 1e400, "", "0", "-1", "W2", "W9", "é", [], {}, [[]], {"0": 1}]
    ),
    st.text(max_size=3),
    st.tuples(st.sampled_from([*"JRCMOWBx"]), st.integers(0, 9)).map(list),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all parts of a JSON value."""
    if isinstance(value, dict):
        parts = list(value.items())
    elif isinstance(value, list):
        parts = list(enumerate(value))
    else:
        return []
    return [found for key, part in parts for found in ((*path, key), *places(part, (*path, key)))]


def mutate(data: st.DataObject, original: Any) -> Any:
    draw = data.draw
    value = copy.deepcopy(original)
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(places(value)))
        holder = value
        for key in path[:-1]:
            holder = holder[key]
        kind = draw(st.sampled_from(["replace", "remove", "rename", "swap"]))
        if kind == "remove":
            del holder[path[-1]]
        elif kind == "rename" and isinstance(holder, dict):
            holder[draw(st.sampled_from(["0", "1", "-2", "x", "99", ""]))] = holder.pop(path[-1])
        elif kind == "swap" and isinstance(holder, list) and len(holder) > 1:
            other = draw(st.integers(0, len(holder) - 1))
            holder[path[-1]], holder[other] = holder[other], holder[path[-1]]
        else:
            holder[path[-1]] = copy.deepcopy(draw(JUNK))
        if not value:
            break
    return value


def survives(read: Callable[[Any], Any], value: Any) -> Any:
    """The result of reading, or None if it was refused with a sentence."""
    try:
        return read(value)
    except FormatError as error:
        text = str(error)
        assert text.endswith(".")
        assert len(text) < 5000
        return None


MOVE = {"play_card": ["M", 5], "placement": [0, 1], "discard_card": ["J", 2]}
SAVED, STATE, MENDED, VIEW = saved_game(), state(), corrected_state(), view_message()
HIDDEN = MENDED | {"handB": [["R", 1], *[None] * 6], "deck": 28}


@settings(max_examples=300)
@given(data=st.data(), strict=st.booleans(), as_text=st.booleans())
def test_a_mutated_state_is_read_or_refused(
    data: st.DataObject, strict: bool, as_text: bool
) -> None:
    value = mutate(data, data.draw(st.sampled_from([STATE, MENDED, HIDDEN])))
    source = json.dumps(value) if as_text else value
    imported = survives(lambda given: compat.read_state(given, strict=strict), source)
    if imported is not None:
        assert fields(compat.read_state(compat.write_state(imported.game)).game) == fields(
            imported.game
        )
        assert all(warning.endswith(".") for warning in imported.warnings)


@settings(max_examples=300)
@given(data=st.data(), seat=st.integers(0, 1), strict=st.booleans())
def test_a_mutated_view_is_read_or_refused(data: st.DataObject, seat: int, strict: bool) -> None:
    imported = survives(
        lambda given: compat.read_view(given, seat=seat, strict=strict), mutate(data, VIEW)
    )
    if imported is not None:
        sample = imported.view.sample(0)
        assert fields(sample.view(seat)) == fields(imported.view)


@settings(max_examples=200)
@given(data=st.data(), strict=st.booleans())
def test_a_mutated_saved_game_is_read_or_refused(data: st.DataObject, strict: bool) -> None:
    value = mutate(data, SAVED)
    imported = survives(lambda given: compat.read_saved_game(given, strict=strict), value)
    if imported is not None:
        assert compat.read_saved_game(compat.write_saved_game(imported.game)).warnings == ()


@settings(max_examples=300)
@given(data=st.data())
def test_mutated_small_values_are_read_or_refused(data: st.DataObject) -> None:
    tableau = compat.tableau_to_json(scenario()["sample_tableau"])
    for read, value in (
        (compat.json_to_tableau, tableau),
        (compat.get_valid_placements, tableau),
        (compat.json_to_card, ["M", 5]),
        (
            compat.json_to_move,
            {"play_card": ["M", 5], "placement": [0, 1], "discard_card": ["J", 2]},
        ),
    ):
        survives(read, mutate(data, value))
        survives(read, data.draw(JUNK))


@settings(max_examples=300)
@given(data=st.data(), strict=st.booleans())
def test_mutated_questions_to_the_evaluator_are_answered_or_refused(
    data: st.DataObject, strict: bool
) -> None:
    names = scenario()
    value = mutate(
        data,
        {
            "hand": [list(card) for card in names["sample_hand"]],
            "tableau": compat.tableau_to_json(names["sample_tableau"]),
            "opponent_tableau": compat.tableau_to_json(names["sample_opponent_tableau"]),
            "discards": [["M", 1], ["M", 8]],
            "opponent_discards": [["C", 1]],
            "opponent_hand": [None, ["W", 1], None],
            "deck": 12,
        },
    )
    given_names = {"hand": [], "tableau": {}} | {
        name: part for name, part in value.items() if name in QUESTION
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        best = survives(lambda question: find_best_move(**question, strict=strict), given_names)
        if best is not None:
            moves = evaluate_moves(**given_names, strict=strict)
            assert moves[0].move == best
            assert best.placement in compat.get_valid_placements(given_names["tableau"])


QUESTION = (
    "hand",
    "tableau",
    "opponent_tableau",
    "discards",
    "opponent_discards",
    "opponent_hand",
    "deck",
)


def test_a_truncated_state_is_refused() -> None:
    text = json.dumps(MENDED)
    for cut in range(0, 700, 7):
        with pytest.raises(FormatError, match="not JSON"):
            compat.read_state(text[:cut])


def fields(position: Any) -> Any:
    return position.variant.fields(position)
