"""Players' names: those allowed, and those that count as equal."""

import unicodedata
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemgrove.server.players import names
from gemgrove.server.problems import Problem


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Zoë",
        "O-Ren_2.0",
        "Пётр Великий",
        "Νίκη",
        "Հայկ",
        "محمد",
        "علی۱۲۳",
        "דוד",
        "नमस्ते",
        "ไทยแลนด์",
        "မြန်မာ",
        "田中さん",
        "スーパー",
        "김철수",
        "Taro 田中",
        "x" * 24,
        "ab",
    ],
)
def test_names_in_many_scripts_are_kept_as_they_are(name: str) -> None:
    assert names.read(name).shown == unicodedata.normalize("NFKC", name)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  Ann ", "Ann"),
        ("\tAnn\n", "Ann"),
        ("Ann    Bee", "Ann Bee"),
        ("Ann\u00a0Bee", "Ann Bee"),
        ("Ａｎｎ", "Ann"),
        ("𝓐𝓷𝓷", "Ann"),
        ("Zoe\u0308", "Zoë"),
    ],
)
def test_a_name_is_trimmed_and_brought_to_one_form(text: str, shown: str) -> None:
    assert names.read(text).shown == shown


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "too short"),
        (" a ", "too short"),
        ("x" * 25, "too long"),
        ("x" * 1_000_000, "too long"),
        ("ﷺ" * 24, "too long"),  # one character that becomes eighteen
        ("a\tb", r"character 2, U\+0009, is not allowed"),
        ("a\x00b", r"character 2, U\+0000, is not allowed"),
        ("a\x1b[31m", r"character 2, U\+001B, is not allowed"),
        ("a\u200bb", "ZERO WIDTH SPACE, is not allowed"),
        ("a\u200db", "ZERO WIDTH JOINER, is not allowed"),
        ("a\u202eb", "RIGHT-TO-LEFT OVERRIDE, is not allowed"),
        ("a\ufeffb", "ZERO WIDTH NO-BREAK SPACE, is not allowed"),
        ("a\u115fb", "HANGUL CHOSEONG FILLER, is not allowed"),
        ("ㅤㅤ", "HANGUL JUNGSEONG FILLER, is not allowed"),
        ("a\ufe0fb", "VARIATION SELECTOR-16, is not allowed"),
        ("a\U000e0101b", "VARIATION SELECTOR-18, is not allowed"),
        ("a\u034fb", "COMBINING GRAPHEME JOINER, is not allowed"),
        ("a\ud800b", r"U\+D800, is not allowed"),
        ("a<b>", "LESS-THAN SIGN, is not allowed"),
        ("a@b", "COMMERCIAL AT, is not allowed"),
        ("a/b", "SOLIDUS, is not allowed"),
        ("ab💎", "GEM STONE, is not allowed"),
        ("x\u0316\u0317\u0318", "COMBINING LEFT TACK BELOW, is one mark too many"),
        ("\u0301ab", "COMBINING ACUTE ACCENT, is one mark too many"),
        ("a 1\u0301", "COMBINING ACUTE ACCENT, is one mark too many"),
        ("1234", "no letter"),
        ("-._", "no letter"),
        ("Petеr", "mixes letters of different scripts, Cyrillic and Latin"),
        ("Αnn", "mixes letters of different scripts, Greek and Latin"),
        ("ab٣", "mixes letters of different scripts, Arabic and Latin"),
        ("Петр田", "mixes letters of different scripts, Cjk and Cyrillic"),
        ("ᎪᎠᎷ", "written in Cherokee"),
        ("ꓐꓳꓐ", "written in Lisu"),
        ("𐐀𐐁", "written in Deseret"),
    ],
)
def test_other_names_are_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(Problem, match=why) as caught:
        names.read(text)
    assert (caught.value.code, caught.value.status) == ("bad_name", 422)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "aNN"),
        ("Ann Bee", "Ann_Bee"),
        ("Ann Bee", "annbee"),
        ("Straße", "STRASSE"),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
        ("Boss", "B0SS"),
        ("Alla", "A1LA"),
        ("ape", "аре"),  # Cyrillic
        ("BOX", "ВОХ"),  # Cyrillic
        ("NIKH", "ΝΙΚΗ"),  # Greek
        ("istanbul", "İstanbul"),
        ("Ann", "Ａｎｎ"),
    ],
)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert names.read(one).key == names.read(other).key


@pytest.mark.parametrize(("one", "other"), [("Jose", "José"), ("Ann", "Anna"), ("Neil", "Nell")])
def test_names_that_do_not_look_alike_are_not_the_same(one: str, other: str) -> None:
    assert names.read(one).key != names.read(other).key


@pytest.mark.parametrize(
    "text",
    ["admin", "Server", "S-e-r-v-e-r", "greedy", "MCTS", "deleted player", "b0t", "me", "ｍｅ"],
)
def test_some_names_are_never_given(text: str) -> None:
    with pytest.raises(Problem, match="is not given to players") as caught:
        names.read(text)
    assert (caught.value.code, caught.value.status) == ("name_reserved", 409)


def test_a_host_may_reserve_names_of_its_own() -> None:
    with pytest.raises(Problem, match="'Old Oak' is not given to players"):
        names.read("Old Oak", reserved=["oldoak"])


@given(st.text(max_size=60))
def test_any_text_is_a_name_or_a_problem(text: str) -> None:
    try:
        name = names.read(text)
    except Problem as problem:
        said = problem.detail
    else:
        said = name.shown
        assert names.SHORTEST <= len(name.shown) <= names.LONGEST
        assert name.key
    assert said.isprintable()


@given(st.text(st.characters(categories=["L", "M", "Nd"], include_characters=" _-."), max_size=24))
def test_a_name_that_was_read_is_read_as_it_is(text: str) -> None:
    try:
        name = names.read(text)
    except Problem:
        return
    assert names.read(name.shown) == name


def test_every_name_of_a_guest_is_a_name() -> None:
    for adjective, noun in product(names.ADJECTIVES.split(), names.NOUNS.split()):
        names.read(f"{adjective} {noun} 99999")


def test_guests_rarely_get_the_same_name() -> None:
    assert len({names.guest_name(100_000).key for _ in range(50)}) > 45
