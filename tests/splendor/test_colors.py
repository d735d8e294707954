"""The ways to write colors."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemgrove.splendor.colors import COLORS, GOLD, TOKENS, parse_color

BLACK = COLORS.index("black")
NAMES = {name: number for number, name in enumerate(TOKENS)} | {"pink": BLACK, "brown": BLACK}


def test_the_order_of_the_colors_is_the_projects() -> None:
    assert TOKENS == ("white", "blue", "green", "red", "black", "gold")
    assert TOKENS[GOLD] == "gold"


@pytest.mark.parametrize(
    ("text", "color"),
    [
        ("w", "white"),
        ("blu", "blue"),
        ("gr", "green"),
        ("r", "red"),
        ("bla", "black"),
        ("go", "gold"),
        ("p", "black"),
        ("pi", "black"),
        ("br", "black"),
        ("BROWN", "black"),
        (" Red ", "red"),
    ],
)
def test_a_unique_prefix_in_any_case_is_enough(text: str, color: str) -> None:
    assert parse_color(text) == TOKENS.index(color)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("b", "'b' could be blue or black"),
        ("bl", "'bl' could be blue or black"),
        ("G", "'G' could be green or gold"),
    ],
)
def test_an_ambiguous_prefix_is_answered_with_the_candidates(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        parse_color(text)


def test_only_the_candidates_are_looked_at() -> None:
    assert parse_color("g", COLORS) == COLORS.index("green")
    assert parse_color("b", ("red", "black")) == BLACK
    with pytest.raises(ValueError, match="'gold' is not a color here; possible: white, blue, gr"):
        parse_color("gold", COLORS)
    with pytest.raises(ValueError, match="'pink' is not a color here; possible: red and blue"):
        parse_color("pink", ("red", "blue"))


@pytest.mark.parametrize("text", ["purple", "redd", "5", "white blue", "-"])
def test_an_unknown_color_is_answered_with_what_is_possible(text: str) -> None:
    expected = f"'{text}' is not a color here; possible: white, blue, green, red, black and gold"
    with pytest.raises(ValueError, match=f"^{expected}$"):
        parse_color(text)


@pytest.mark.parametrize("text", ["", "  \t"])
def test_no_color_at_all_is_said_to_be_missing(text: str) -> None:
    with pytest.raises(ValueError, match="a color is missing; possible: white, blue, green"):
        parse_color(text)


@given(
    name=st.sampled_from(sorted(NAMES)),
    length=st.integers(1, 5),
    candidates=st.lists(st.sampled_from(TOKENS), min_size=1, unique=True),
)
def test_a_prefix_gives_its_color_or_names_every_candidate(
    name: str, length: int, candidates: list[str]
) -> None:
    prefix = name[:length]
    possible = {
        TOKENS[color]
        for written, color in NAMES.items()
        if written.startswith(prefix) and TOKENS[color] in candidates
    }
    if len(possible) == 1:
        assert {TOKENS[parse_color(prefix, candidates)]} == possible
        return
    with pytest.raises(ValueError, match="could be" if possible else "possible:") as error:
        parse_color(prefix, candidates)
    listed = re.split("could be|possible:", str(error.value))[1]
    assert set(re.findall("[a-z]{3,}", listed)) - {"and"} == (possible or set(candidates))


@given(st.text())
def test_any_text_is_a_color_or_a_value_error(text: str) -> None:
    try:
        color = parse_color(text)
    except ValueError as error:
        sentence = str(error)
        assert "possible:" in sentence or "could be" in sentence
    else:
        names = [name for name, number in NAMES.items() if number == color]
        assert any(name.startswith(text.strip().lower()) for name in names)
