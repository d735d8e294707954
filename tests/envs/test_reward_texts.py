"""Rewards as texts: valid and invalid ones."""

import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gemgrove as gg
from gemgrove.envs.rewards import (
    DEFAULT,
    Reward,
    lead_gained,
    margin,
    names,
    outcome,
    points_gained,
    rank,
    read,
)
from gemgrove.splendor.rewards import cards_bought


@pytest.mark.parametrize(
    ("text", "reward"),
    [
        (DEFAULT, rank()),
        ("  outcome ", outcome()),
        ("margin()", margin()),
        ("outcome + 0.1 * points_gained", outcome() + 0.1 * points_gained()),
        ("rank - lead_gained", rank() - lead_gained()),
        ("-cards_bought", -cards_bought()),
        ("2 * (rank * 3)", 6 * rank()),
        ("-(0.5 * rank)", -0.5 * rank()),
        ("rank + (margin + outcome)", rank() + (margin() + outcome())),
        ("2 * (rank + margin)", 2 * (rank() + margin())),
        ("outcome(win=2, loss=-0.5)", outcome(win=2, loss=-0.5)),
    ],
)
def test_a_text_names_a_reward(text: str, reward: Reward) -> None:
    assert read(text) == reward
    assert read(str(reward)) == reward


def test_a_reward_is_read_as_it_is() -> None:
    reward = margin() + rank()
    assert read(reward) is reward


@pytest.mark.parametrize(
    "text",
    [
        "",
        "luck",
        "rank +",
        "rank margin",
        "1",
        "2 * 3 * rank",
        "rank * rank",
        "rank + 1",
        "rank / 2",
        "rank ** 2",
        "True * rank",
        "'a' * rank",
        "1j * rank",
        "outcome(1)",
        "outcome(win=rank)",
        "outcome(luck=1)",
        "outcome(**5)",
        "outcome(win=1, win=2)",
        "rank(win=1)",
        "outcome()()",
        "rank.terms",
        "rank if rank else rank",
        "__import__('os')",
        "rank\0",
        "(" * 300 + "rank" + ")" * 300,
    ],
)
def test_a_text_that_names_no_reward_is_an_error_that_says_what_does(text: str) -> None:
    with pytest.raises(
        ValueError, match=r" is not a reward; rewards are outcome, rank, margin, poi"
    ):
        read(text)


def test_a_text_too_deep_for_the_stack_is_an_error_too() -> None:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)  # a library may have raised it
    try:
        with pytest.raises(ValueError, match=r" is not a reward; "):
            read("-" * 990 + "rank")
    finally:
        sys.setrecursionlimit(limit)


@pytest.mark.parametrize("number", ["1e999", "1" + "0" * 400])
def test_a_number_in_a_text_is_finite(number: str) -> None:
    with pytest.raises(ValueError, match=r"^Rewards are made with finite numbers, not with "):
        read(f"{number} * rank")


def test_a_product_in_a_text_is_finite() -> None:
    with pytest.raises(ValueError, match=r"^Rewards are made with finite numbers, not with inf"):
        read("1e200 * (1e200 * rank)")


def test_the_longest_texts_can_be_computed() -> None:
    before = gg.new("splendor", seed=1)
    after = before.copy()
    after.play("p3 red white blue")
    for text in ("rank" + " + rank" * 140, "rank" + "*1" * 490, "-" * 400 + "rank"):
        assert read(text)(before, after, 0) == 0


def test_a_text_of_a_reward_is_not_endless() -> None:
    with pytest.raises(ValueError, match=r"^A reward's text has at most 1000 characters, not 1404"):
        read("rank" + " + rank" * 200)


@pytest.mark.parametrize("thing", [None, 1, ["rank"], rank])
def test_what_is_neither_a_text_nor_a_reward_is_refused(thing: Any) -> None:
    with pytest.raises(TypeError, match=r"^A reward is a Reward or a text that names one, not "):
        read(thing)


numbers = st.integers(-(10**6), 10**6) | st.floats(allow_nan=False, allow_infinity=False)
named = st.sampled_from([make() for make in names().values()]) | st.builds(
    outcome, win=numbers, draw=numbers, loss=numbers
)
small = st.floats(-100, 100)
rewards = st.recursive(
    named,
    lambda inner: (
        st.builds(lambda one, other: one + other, inner, inner)
        | st.builds(lambda one, other: one - other, inner, inner)
        | st.builds(lambda one, factor: one * factor, inner, small | st.integers(-9, 9))
    ),
    max_leaves=8,
)


@given(rewards)
def test_what_a_reward_is_called_reads_back_as_it(reward: Reward) -> None:
    assert read(str(reward)) == reward


PARTS = [*names(), "outcome(win=", "2", "-1e300", "0.5", "1e999", "9" * 310, "True"]
PARTS += [*"+-*/()=,.:'# \n", "**", "lambda", " if ", "rank", "* rank"]


@given(st.lists(st.sampled_from(PARTS), max_size=12).map("".join) | st.text(max_size=20))
def test_any_text_is_a_reward_or_a_value_error(text: str) -> None:
    try:
        reward = read(text)
    except ValueError as error:
        told = str(error)
    else:
        told = str(reward) + "."
        assert read(str(reward)) == reward
    assert told.endswith(".")
