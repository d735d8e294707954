"""Card sets: the built-in data, and custom files, valid and invalid."""

import io
import pickle
from collections import Counter
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gemgrove.splendor.cards as cards_module
from gemgrove.splendor.cards import (
    MAX_CARDS,
    MAX_NOBLES,
    Card,
    CardSet,
    CardSetError,
    Noble,
    Problem,
)
from gemgrove.splendor.colors import COLORS, Color

DATA = Path(cards_module.__file__).with_name("data")
CARDS_HEADER = "Tier,Color,Prestige,White,Blue,Green,Red,Black\n"
NOBLES_HEADER = "Name, Prestige, White, Blue, Green, Red, Black\n"
SMALL = "".join(f"{tier},white,,,1,,,\n" for tier in (1, 2, 3) for _ in range(4))
FIVE_NOBLES = "".join(f"Noble {n}, 3, 0, 0, 4, 4, 0\n" for n in range(5))


def load_lines(lines: str, on_error: Literal["raise", "skip"] = "raise") -> CardSet:
    """Load these card lines, which start in line 2, followed by the smallest playable set."""
    return CardSet.load(io.StringIO(CARDS_HEADER + lines + SMALL), on_error=on_error)


# The built-in set


def test_the_decks_have_40_30_and_20_cards_and_8_6_and_4_of_each_color() -> None:
    cards = CardSet.builtin().cards
    assert len(cards) == 90
    assert Counter(card.tier for card in cards) == {1: 40, 2: 30, 3: 20}
    per_color = {1: 8, 2: 6, 3: 4}
    assert Counter((card.tier, card.color) for card in cards) == {
        (tier, color): count for tier, count in per_color.items() for color in range(5)
    }


def test_every_noble_is_worth_3_and_needs_4_and_4_or_3_and_3_and_3() -> None:
    nobles = CardSet.builtin().nobles
    assert [noble.points for noble in nobles] == [3] * 10
    needs = Counter(tuple(sorted(filter(None, noble.requirement))) for noble in nobles)
    assert needs == {(4, 4): 5, (3, 3, 3): 5}
    assert len({noble.requirement for noble in nobles}) == 10


def test_points_and_costs_of_the_built_in_cards_are_in_the_printed_range() -> None:
    cards = CardSet.builtin().cards
    points = {tier: {card.points for card in cards if card.tier == tier} for tier in (1, 2, 3)}
    assert points == {1: {0, 1}, 2: {1, 2, 3}, 3: {3, 4, 5}}
    assert max(max(card.cost) for card in cards) == 7


def test_ids_are_places_in_the_file() -> None:
    built_in = CardSet.builtin()
    assert [card.id for card in built_in.cards] == list(range(90))
    assert [noble.id for noble in built_in.nobles] == list(range(10))
    assert built_in.cards[7] == Card(7, 1, 0, 1, (0, 0, 4, 0, 0))


def test_the_built_in_set_is_read_once_and_has_no_problems() -> None:
    assert CardSet.builtin() is CardSet.builtin()
    assert CardSet.builtin().name == "builtin"
    assert CardSet.builtin().problems == ()


def test_the_fingerprint_of_the_built_in_set_never_changes() -> None:
    assert CardSet.builtin().fingerprint == "45423a5e99ccb854"


def test_the_built_in_files_are_in_canonical_form() -> None:
    texts = CardSet.builtin().to_csv()
    assert texts.cards == (DATA / "cards.csv").read_text()
    assert texts.nobles == (DATA / "nobles.csv").read_text()


def test_cards_and_nobles_read_well() -> None:
    built_in = CardSet.builtin()
    assert str(built_in.cards[7]) == "white 1pt: 4 green"
    assert str(built_in.cards[0]) == "white: 1 blue, 1 green, 1 red, 1 black"
    assert str(Card(0, 1, 3, 0, (0, 0, 0, 0, 0))) == "red: free"
    assert str(built_in.nobles[0]) == "Mary Stuart 3pt: 4 green, 4 red"
    assert str(Noble(0, "", 3, (1, 0, 0, 0, 0))) == "noble 3pt: 1 white"
    assert repr(built_in).startswith("CardSet('builtin', 90 cards, 10 nobles, fingerprint=")


# Custom sets


def test_the_documents_own_lines_are_read() -> None:
    loaded = CardSet.load(
        io.StringIO(CARDS_HEADER + "1,black,,1,1,1,1,\n1,white,1,,,4,,\n" + SMALL),
        io.StringIO(NOBLES_HEADER + "Mary Stuart, 3, 0, 0, 4, 4, 0\n" + FIVE_NOBLES),
    )
    assert loaded.cards[0] == Card(0, 1, 4, 0, (1, 1, 1, 1, 0))
    assert loaded.cards[1] == Card(1, 1, 0, 1, (0, 0, 4, 0, 0))
    assert loaded.nobles[0] == Noble(0, "Mary Stuart", 3, (0, 0, 4, 4, 0))


def test_without_a_nobles_file_the_built_in_nobles_play() -> None:
    assert load_lines("").nobles == CardSet.builtin().nobles


def test_paths_files_and_lines_give_the_same_set(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(CARDS_HEADER + SMALL)
    with path.open() as file:
        sets = [
            CardSet.load(path),
            CardSet.load(str(path)),
            CardSet.load(file),
            CardSet.load(path.read_text().splitlines()),
        ]
    assert len(set(sets)) == 1
    assert [loaded.name for loaded in sets] == ["mine", "mine", "mine", "custom"]
    assert CardSet.load(path, name="my cards").name == "my cards"


def test_a_byte_order_mark_and_windows_line_ends_are_fine(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_bytes(b"\xef\xbb\xbf" + (CARDS_HEADER + SMALL).replace("\n", "\r\n").encode())
    assert CardSet.load(path) == load_lines("")


def test_columns_may_stand_in_any_order_and_case_with_others_between() -> None:
    header = "BLACK, red ,note,green,Blue,white,prestige,COLOR,tier\n"
    line = "0,1,a fine card,2,3,4,5,Pink,2\n"
    others = "".join(f",,,,1,,,red,{tier}\n" * 4 for tier in (1, 2, 3))
    loaded = CardSet.load(io.StringIO(header + line + others))
    assert loaded.cards[0] == Card(0, 2, 4, 5, (4, 3, 2, 1, 0))


def test_blank_lines_are_no_cards_but_count_as_lines() -> None:
    assert load_lines("\n   \n,,,,,,,\n") == load_lines("")
    with pytest.raises(CardSetError, match="line 5, Tier"):
        load_lines("\n   \n,,,,,,,\n4,red,,1,,,,\n")


def test_a_color_may_be_a_prefix_and_equal_cards_may_come_twice() -> None:
    loaded = load_lines("1,r,,1,,,,\n1,r,,1,,,,\n")
    assert [card.color for card in loaded.cards[:2]] == [COLORS.index("red")] * 2


def test_a_free_card_is_playable() -> None:
    assert load_lines("1,red,,,,,,\n").cards[0].cost == (0, 0, 0, 0, 0)


# Bad lines

TIER = "expected a whole number from 1 to 3"
POINTS = "expected a whole number from 0 to 20"
COST = "expected a whole number from 0 to 15"
FIVE_COLORS = "possible: white, blue, green, red and black"
OPEN_QUOTE = '1,"red,,1,,,,'
BAD_LINES = [
    ("4,red,,1,,,,", "Tier", f"found 4, {TIER}"),
    (",red,,1,,,,", "Tier", f"found nothing, {TIER}"),
    ("one,red,,1,,,,", "Tier", f"found 'one', {TIER}"),
    ("1,,,1,,,,", "Color", f"a color is missing; {FIVE_COLORS}"),
    ("1,b,,1,,,,", "Color", "'b' could be blue or black"),
    ("1,gold,,1,,,,", "Color", f"'gold' is not a color here; {FIVE_COLORS}"),
    ("1,red,21,1,,,,", "Prestige", f"found 21, {POINTS}"),
    ("1,red,-1,1,,,,", "Prestige", f"found '-1', {POINTS}"),
    ("1,red,,16,,,,", "White", f"found 16, {COST}"),
    ("1,red,,,1.5,,,", "Blue", f"found '1.5', {COST}"),
    ("1,red,,,,٣,,", "Green", f"found '٣', {COST}"),
    ("1,red,,,,,1_0,", "Red", f"found '1_0', {COST}"),
    ("1,red,,,,,,99999999999", "Black", f"found '99999999999', {COST}"),
    ("1,red,,1,,,", None, "7 values for the header's 8 columns; every comma counts"),
    (
        OPEN_QUOTE,
        None,
        f"'{OPEN_QUOTE}' is not a line of comma-separated values: unexpected end of data",
    ),
]


@pytest.mark.parametrize(("line", "field", "message"), BAD_LINES)
def test_a_bad_line_is_an_error_that_says_where_and_what_would_be_right(
    line: str, field: str | None, message: str
) -> None:
    with pytest.raises(CardSetError) as error:
        load_lines(f"1,red,,1,,,,\n{line}\n")
    assert error.value.problem == Problem("<cards>", 3, field, message)
    place = f"<cards>, line 3, {field}" if field else "<cards>, line 3"
    assert str(error.value) == f"{place}: {message}"


@pytest.mark.parametrize(("line", "field", "message"), BAD_LINES)
def test_a_bad_line_can_be_skipped_and_is_reported(
    line: str, field: str | None, message: str
) -> None:
    loaded = load_lines(f"1,red,,1,,,,\n{line}\n", on_error="skip")
    assert loaded == load_lines("1,red,,1,,,,\n")
    assert loaded.problems == (Problem("<cards>", 3, field, message),)


def test_an_error_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "broken.csv"
    path.write_text(CARDS_HEADER + "9,red,,1,,,,\n")
    with pytest.raises(CardSetError) as error:
        CardSet.load(path)
    assert str(error.value).startswith(f"{path}, line 2, Tier: found 9")


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("Nobody, 3, 0, 0, 0, 0, 0", "White to Black"),
        ("Nobody, 30, 1, 0, 0, 0, 0", "Prestige"),
        ("Nobody, 3, 0, 0, 0, 0, x", "Black"),
        ("No\x1b[31mbody, 3, 1, 0, 0, 0, 0", "Name"),
        ("N" * 81 + ", 3, 1, 0, 0, 0, 0", "Name"),
    ],
)
def test_a_bad_noble_is_an_error_naming_the_field(line: str, field: str) -> None:
    cards, nobles = CARDS_HEADER + SMALL, NOBLES_HEADER + FIVE_NOBLES + line
    with pytest.raises(CardSetError) as error:
        CardSet.load(io.StringIO(cards), io.StringIO(nobles))
    assert (error.value.problem.line, error.value.problem.field) == (7, field)
    loaded = CardSet.load(io.StringIO(cards), io.StringIO(nobles), on_error="skip")
    assert len(loaded.nobles) == 5
    assert [problem.file for problem in loaded.problems] == ["<nobles>"]


def test_a_byte_that_is_not_utf8_spoils_its_line_only(tmp_path: Path) -> None:
    cards, nobles = tmp_path / "cards.csv", tmp_path / "nobles.csv"
    cards.write_text(CARDS_HEADER + SMALL)
    nobles.write_bytes((NOBLES_HEADER + FIVE_NOBLES + "René, 3,1,1,1,1,1").encode("latin-1"))
    with pytest.raises(CardSetError, match=r"line 7, Name: found 'Ren.*UTF-8"):
        CardSet.load(cards, nobles)
    assert len(CardSet.load(cards, nobles, on_error="skip").nobles) == 5
    with nobles.open(encoding="utf-8") as file, pytest.raises(CardSetError, match="not utf-8 text"):
        CardSet.load(cards, file)


def test_a_file_opened_in_binary_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text(CARDS_HEADER + SMALL)
    with path.open("rb") as file, pytest.raises(CardSetError, match="must be opened as text"):
        CardSet.load(file)  # type: ignore[arg-type]


# Files and sets that are refused in either error mode

NO_TIER = CARDS_HEADER.replace("Tier", "Level")
TWO_REDS = CARDS_HEADER.replace("Blue", "Red")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "<cards>: the file is empty; its first line must be Tier,Color,Prestige,White,"),
        (NO_TIER + SMALL, "<cards>, line 1, Tier: the column is missing; the header is 'Level,"),
        (SMALL, "<cards>, line 1, Tier: the column is missing; the header is '1,white"),
        ("\n" + TWO_REDS, "<cards>, line 2, Blue: the column is missing"),
        (
            CARDS_HEADER.replace("\n", ",Red\n") + SMALL,
            "<cards>, line 1, Red: the column is there 2 times",
        ),
        ('"Tier,' + CARDS_HEADER + SMALL, "<cards>, line 1: '\"Tier,Tier,"),
        (
            CARDS_HEADER + SMALL[: -len("3,white,,,1,,,\n")],
            "card set 'custom': cards of tier 3: 3, at least 4 are needed to fill the market",
        ),
        (
            CARDS_HEADER + SMALL + "1,red,,1,,,,\n" * (MAX_CARDS - 11),
            "card set 'custom': cards: 97, at most 96 are possible",
        ),
    ],
)
@pytest.mark.parametrize("on_error", ["raise", "skip"])
def test_a_file_that_cannot_be_dealt_from_is_refused(
    text: str, message: str, on_error: Literal["raise", "skip"]
) -> None:
    with pytest.raises(CardSetError) as error:
        CardSet.load(io.StringIO(text), on_error=on_error)
    assert str(error.value).startswith(message)


def test_a_set_too_small_says_which_lines_were_skipped() -> None:
    with pytest.raises(CardSetError) as error:
        CardSet.load(io.StringIO(CARDS_HEADER + "9,red,,1,,,,\n"), on_error="skip")
    assert str(error.value) == (
        "card set 'custom': cards of tier 1: 0, at least 4 are needed to fill the market; "
        "lines skipped: 1, the first: <cards>, line 2, Tier: found 9, expected a whole number "
        "from 1 to 3"
    )


@pytest.mark.parametrize(
    ("count", "message"), [(4, "nobles: 4, at least 5"), (MAX_NOBLES + 1, "nobles: 17, at most 16")]
)
def test_too_few_or_too_many_nobles_are_refused(count: int, message: str) -> None:
    nobles = NOBLES_HEADER + "N, 3, 1, 0, 0, 0, 0\n" * count
    with pytest.raises(CardSetError, match=message):
        CardSet.load(io.StringIO(CARDS_HEADER + SMALL), io.StringIO(nobles))


def test_the_largest_set_is_accepted() -> None:
    loaded = CardSet.load(
        io.StringIO(CARDS_HEADER + SMALL + "1,red,,1,,,,\n" * (MAX_CARDS - 12)),
        io.StringIO(NOBLES_HEADER + "N, 3, 1, 0, 0, 0, 0\n" * MAX_NOBLES),
    )
    assert (len(loaded.cards), len(loaded.nobles)) == (MAX_CARDS, MAX_NOBLES)


def test_an_unknown_way_to_treat_errors_is_refused() -> None:
    with pytest.raises(ValueError, match="on_error is 'raise' or 'skip', not 'ignore'"):
        CardSet.load(io.StringIO(CARDS_HEADER + SMALL), on_error="ignore")  # type: ignore[arg-type]


def test_a_file_that_is_not_there_is_the_systems_own_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        CardSet.load(tmp_path / "none.csv")


# Cards and sets made in code


def test_a_card_made_in_code_is_checked_too() -> None:
    with pytest.raises(CardSetError, match="card 3, Color: found 5, expected white, blue"):
        Card(3, 1, 5, 0, (1, 0, 0, 0, 0))
    with pytest.raises(
        CardSetError, match="found True, expected white, blue, green, red, black or"
    ):
        Card(3, 1, True, 0, (1, 0, 0, 0, 0))
    with pytest.raises(CardSetError, match="found 'gold', expected white, blue, green, red, black"):
        Card(3, 1, "gold", 0, (1, 0, 0, 0, 0))
    with pytest.raises(CardSetError, match="card 3, Red: found 16, expected a whole number"):
        Card(3, 1, Color.WHITE, 0, (0, 0, 0, 16, 0))
    with pytest.raises(CardSetError, match=r"White to Black: found \(1,\), expected a tuple of 5"):
        Card(3, 1, Color.WHITE, 0, (1,))  # type: ignore[arg-type]


@pytest.mark.parametrize("color", [3, "red", "Red", Color.RED])
def test_a_card_has_a_color_however_it_was_named(color: Any) -> None:
    card = Card(3, 1, color, 0, (1, 0, 0, 0, 0))
    assert card.color is Color.RED
    assert str(card) == "red: 1 white"


def test_ids_must_be_places() -> None:
    built_in = CardSet.builtin()
    with pytest.raises(CardSetError, match=r"id: Card\(id=1, .* is at place 0; an id must be"):
        CardSet(built_in.cards[1:], built_in.nobles)


def test_sets_are_equal_by_their_cards_and_nobles() -> None:
    built_in = CardSet.builtin()
    same = CardSet(built_in.cards, built_in.nobles, "another name")
    assert same == built_in
    assert hash(same) == hash(built_in)
    assert same.fingerprint == built_in.fingerprint
    assert load_lines("") != built_in
    assert load_lines("").fingerprint != built_in.fingerprint


def test_sets_and_errors_survive_pickling() -> None:
    loaded = load_lines("9,red,,1,,,,\n", on_error="skip")
    again = pickle.loads(pickle.dumps(loaded))
    assert again == loaded
    assert again.problems == loaded.problems
    assert again.fingerprint == loaded.fingerprint
    error = CardSetError(loaded.problems[0])
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


# Arbitrary text


def load_or_sentence(
    cards: str, nobles: str | None, on_error: Literal["raise", "skip"] = "raise"
) -> CardSet | str:
    nobles_file = None if nobles is None else io.StringIO(nobles)
    try:
        return CardSet.load(io.StringIO(cards), nobles_file, on_error=on_error)
    except CardSetError as error:
        sentence = str(error)
    assert sentence.encode()
    return sentence


def load_safely(cards: str, nobles: str | None) -> None:
    """Check that loading gives a set that round-trips or a CardSetError; both modes must agree."""
    lenient, strict = load_or_sentence(cards, nobles, "skip"), load_or_sentence(cards, nobles)
    if isinstance(strict, CardSet):
        assert lenient == strict
        assert not strict.problems
    if isinstance(lenient, CardSet):
        assert isinstance(strict, CardSet) == (not lenient.problems)
        texts = lenient.to_csv()
        assert load_or_sentence(*texts) == lenient


@given(st.text(), st.none() | st.text())
def test_any_text_is_a_set_or_a_card_set_error(cards: str, nobles: str | None) -> None:
    load_safely(cards, nobles)


@given(st.binary(max_size=200))
def test_any_bytes_in_a_file_are_a_set_or_a_card_set_error(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.csv"
    path.write_bytes(CARDS_HEADER.encode() + content)
    with pytest.raises(CardSetError) as error:
        CardSet.load(path, on_error="skip")
    assert str(error.value).encode()


PIECES = st.one_of(
    st.sampled_from(
        ["", ",", '"', "\n", "\r", "\r\n", "\0", "\ufeff", "-1", "16", " ", "b", "\x85"]
    ),
    st.text(max_size=4),
)


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """The text with a few pieces replaced by others."""
    for _ in range(draw(st.integers(0, 5))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 8)))
        text = text[:start] + draw(PIECES) + text[end:]
    return text


@given(damaged(CardSet.builtin().to_csv().cards), damaged(CardSet.builtin().to_csv().nobles))
def test_damaged_files_are_a_set_or_a_card_set_error(cards: str, nobles: str) -> None:
    load_safely(cards, nobles)


GEMS = st.tuples(*[st.integers(0, 15)] * 5)
NAMES = st.text(max_size=20).map(
    lambda text: "".join(letter for letter in text if letter.isprintable()).strip()
)


@st.composite
def card_sets(draw: st.DrawFn) -> CardSet:
    tiers = draw(st.permutations([1, 2, 3] * 4 + draw(st.lists(st.integers(1, 3), max_size=20))))
    cards = tuple(
        Card(place, tier, draw(st.integers(0, 4)), draw(st.integers(0, 20)), draw(GEMS))
        for place, tier in enumerate(tiers)
    )
    nobles = tuple(
        Noble(place, draw(NAMES), draw(st.integers(0, 20)), draw(GEMS.filter(any)))
        for place in range(draw(st.integers(5, MAX_NOBLES)))
    )
    return CardSet(cards, nobles)


@given(card_sets())
def test_a_set_written_and_read_again_is_the_same(card_set: CardSet) -> None:
    texts = card_set.to_csv()
    again = CardSet.load(io.StringIO(texts.cards), io.StringIO(texts.nobles))
    assert again == card_set
    assert again.fingerprint == card_set.fingerprint
