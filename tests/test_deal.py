"""Deals: ids, seeds, sealed deals, and the streams that shuffle."""

import json
import pickle
from collections import Counter
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gemgrove as gg
from gemgrove.crockford import SYMBOLS
from gemgrove.deal import (
    KEY_BYTES,
    PARTS,
    Deal,
    SealedDeal,
    SealedPosition,
    verify_position,
    verify_sealed,
)
from tests import chacha
from tests.deal_reference import (
    GOLDEN,
    deck_orders,
    golden_deal,
    golden_sealed,
    part_words,
    shuffled,
    starting_seat,
    uniform,
)

ZERO = Deal.parse("0000-0000-0000-000")
SECRET = bytes(range(32))
POSITION_COMMITMENT = "570eccd25063b62f343b609d0fc12a99601d9b3f07eb383c776eec3ca44878fc"
RECORDED: dict[str, list[dict[str, Any]]] = json.loads(GOLDEN.read_text())

open_deals = st.integers(0, 2**75 - 1).map(lambda value: Deal("open", value))
sealed_deals = st.integers(0, 2**256 - 1).map(lambda value: Deal("sealed", value))

# RFC 8439: section 2.3.2, then the five vectors of appendix A.1. Key, counter, nonce, block.
CHACHA_BLOCKS = [
    (
        bytes(range(32)).hex(),
        1,
        "000000090000004a00000000",
        (
            "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
            "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
        ),
    ),
    (
        "00" * 32,
        0,
        "00" * 12,
        (
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
        ),
    ),
    (
        "00" * 32,
        1,
        "00" * 12,
        (
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
        ),
    ),
    (
        "00" * 31 + "01",
        1,
        "00" * 12,
        (
            "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
            "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"
        ),
    ),
    (
        "00ff" + "00" * 30,
        2,
        "00" * 12,
        (
            "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
            "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"
        ),
    ),
    (
        "00" * 32,
        0,
        "00" * 11 + "02",
        (
            "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
            "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d"
        ),
    ),
]


# The stream


@pytest.mark.parametrize(("key", "counter", "nonce", "expected"), CHACHA_BLOCKS)
def test_chacha_gives_the_published_blocks(
    key: str, counter: int, nonce: str, expected: str
) -> None:
    assert chacha.block(bytes.fromhex(key), counter, bytes.fromhex(nonce)).hex() == expected


def test_the_words_are_the_blocks_in_order_as_little_endian_numbers() -> None:
    stream = chacha.block(SECRET, 0, bytes(12)) + chacha.block(SECRET, 1, bytes(12))
    expected = [int.from_bytes(stream[i : i + 4], "little") for i in range(0, 128, 4)]
    assert list(islice(chacha.words(SECRET, bytes(12)), 32)) == expected


# Golden vectors: what a deal means never changes


@pytest.mark.parametrize("case", RECORDED["deals"], ids=lambda case: case["deal"][:18])
def test_a_deal_gives_the_recorded_decks(case: dict[str, Any]) -> None:
    assert golden_deal(Deal.parse(case["deal"])) == case


@pytest.mark.parametrize("case", RECORDED["seeds"], ids=lambda case: str(case["seed"]))
def test_a_seed_names_the_recorded_deal(case: dict[str, Any]) -> None:
    assert Deal.from_seed(case["seed"]).id == case["deal"]


@pytest.mark.parametrize("case", RECORDED["sealed"])
def test_a_sealed_deal_gives_the_recorded_commitment_and_deal(case: dict[str, Any]) -> None:
    nonces = [bytes.fromhex(nonce) for nonce in case["nonces"]]
    assert golden_sealed(case["game_id"], bytes.fromhex(case["secret"]), nonces) == case


# Open ids


def test_an_id_is_read_in_any_case_without_hyphens_and_with_lookalikes() -> None:
    assert Deal.parse(" abcdefghjkmnpqr\n") == Deal.parse("ABCD-EFGH-JKMN-PQR")
    assert Deal.parse("OoIi-Ll00-0000-000").id == "0011-1100-0000-000"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ABCU-0000-0000-000", "'U' at position 4 is not one of its symbols; those are the digits"),
        ("ABCD-0_00-0000-000", "'_' at position 7 is not one of its symbols"),
        ("ABCD-0000-0000-00é", "'é' at position 18 is not one"),
        ("ABCD-0000-0000-00", "has 14 symbols; it must have 15, as in XXXX-XXXX-XXXX-XXX"),
        ("ABCD-0000-0000-0000", "comes '0', and their check symbol is '9'; one of them is wrong"),
        ("ABCD-0000-0000-000é", "comes 'é', and their check symbol is '9'"),
        ("ABCD-0000-0000-00000", "has 17 symbols; it must have 15"),
        ("ABCU-0000-0000-0009", "'U' at position 4 is not one of its symbols"),
        ("", "deal id '' has 0 symbols"),
    ],
)
def test_a_wrong_id_is_an_error_that_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Deal.parse(text)


@given(open_deals)
def test_an_id_may_have_its_check_symbol_after_it(deal: Deal) -> None:
    assert deal.checked_id[:-1] == deal.id
    assert Deal.parse(deal.checked_id) == Deal.parse(deal.checked_id.lower()) == deal


def test_every_check_symbol_is_read_again() -> None:
    written = {Deal("open", value).checked_id[-1] for value in range(37)}
    assert written == set("0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U")
    for value in range(37):
        assert Deal.parse(Deal("open", value).checked_id).value == value


@given(open_deals, st.integers(0, 14), st.integers(0, 14), st.integers(1, 31))
def test_a_checked_id_with_a_wrong_or_exchanged_symbol_is_refused(
    deal: Deal, one: int, other: int, by: int
) -> None:
    check = deal.checked_id[-1]
    symbols = list(deal.id.replace("-", ""))
    wrong, exchanged = symbols.copy(), symbols.copy()
    wrong[one] = SYMBOLS[(SYMBOLS.index(symbols[one]) + by) % 32]
    exchanged[one], exchanged[other] = symbols[other], symbols[one]
    for changed in (wrong, exchanged):
        if changed != symbols:
            with pytest.raises(ValueError, match="and their check symbol is"):
                Deal.parse("".join(changed) + check)


def test_a_sealed_deal_has_no_check_symbol() -> None:
    deal = Deal("sealed", 5)
    assert deal.checked_id == deal.id


def test_the_decks_of_an_open_deal_are_found_from_the_cards_on_the_table() -> None:
    """A group can be tried separately. Here it is one of the first, to keep the test short."""
    game = gg.new("splendor", deal=Deal("open", 437 << 55 | 2**54))
    shown = game.view(0).board.market[0]
    found = [
        group
        for group in range(1000)
        if gg.new("splendor", deal=Deal("open", group << 55)).board.market[0] == shown
    ]
    assert found == [437]


def test_the_groups_key_their_own_parts_and_the_whole_keys_the_seat() -> None:
    keys = Deal.parse("0001-0010-0100-011").keys()
    assert len(keys) == PARTS * KEY_BYTES
    domain = b"gemgrove open deal 1"
    for part, group in enumerate((1, 32, 1024, 33)):
        key = keys[part * KEY_BYTES : (part + 1) * KEY_BYTES]
        assert key == domain + bytes(4) + group.to_bytes(8, "little")
    whole = (1 << 55) + (32 << 35) + (1024 << 15) + 33
    assert keys[4 * KEY_BYTES :] == domain + whole.to_bytes(12, "little")


def test_for_a_single_deck_the_whole_id_keys_every_part() -> None:
    deal = Deal.parse("ABCD-EFGH-JKMN-PQR")
    assert deal.keys(whole=True) == deal.keys()[4 * KEY_BYTES :] * PARTS


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("1000-0000-0000-000", {"low"}),
        ("0000-1000-0000-000", {"middle"}),
        ("0000-0000-1000-000", {"high"}),
        ("0000-0000-0000-100", {"nobles"}),
    ],
)
def test_a_group_changes_its_own_part_only(text: str, changed: set[str]) -> None:
    one, other = golden_deal(ZERO), golden_deal(Deal.parse(text))
    parts = ("low", "middle", "high", "nobles")
    assert {part for part in parts if one[part] != other[part]} == changed


def test_new_deals_are_open_and_differ() -> None:
    deals = {Deal.new() for _ in range(50)}
    assert len(deals) == 50
    assert {deal.kind for deal in deals} == {"open"}


def test_an_open_deal_shows_its_id() -> None:
    deal = Deal.parse("ABCD-EFGH-JKMN-PQR")
    assert str(deal) == deal.id == "ABCD-EFGH-JKMN-PQR"
    assert repr(deal) == "Deal.parse('ABCD-EFGH-JKMN-PQR')"


# Seeds


@pytest.mark.parametrize(("seed", "fault"), [(-1, "negative"), (2**64, "too large")])
def test_a_seed_out_of_range_is_an_error(seed: int, fault: str) -> None:
    with pytest.raises(ValueError, match=f"the seed is {fault}; it must be a number from 0 to"):
        Deal.from_seed(seed)


def test_a_seed_must_be_a_whole_number() -> None:
    with pytest.raises(TypeError):
        Deal.from_seed(1.5)  # type: ignore[arg-type]


def test_seeds_name_different_deals() -> None:
    assert len({Deal.from_seed(seed) for seed in range(300)}) == 300


# Sealed deals


def test_a_commitment_is_verified_by_its_own_secret_and_game_only() -> None:
    sealed = SealedDeal("game-1", SECRET)
    assert verify_sealed(sealed.commitment, SECRET, "game-1")
    assert verify_sealed(sealed.commitment.upper(), SECRET, "game-1")
    assert not verify_sealed(sealed.commitment, SECRET, "game-2")
    assert not verify_sealed(sealed.commitment, bytes(32), "game-1")
    assert not verify_sealed(sealed.commitment, SECRET[:-1], "game-1")
    assert not verify_sealed("", SECRET, "game-1")
    assert not verify_sealed("é\ud800", SECRET, "game-1")


def test_every_nonce_and_its_seat_matter_to_the_deal() -> None:
    sealed = SealedDeal("game-1", SECRET)
    nonces = [(), (b"",), (b"", b""), (b"a", b""), (b"", b"a"), (b"ab", b"c"), (b"a", b"bc")]
    assert len({sealed.deal(given_nonces) for given_nonces in nonces}) == len(nonces)
    assert sealed.deal((b"a", b"b")) == sealed.deal([b"a", b"b"])
    assert sealed.deal() != SealedDeal("game-2", SECRET).deal()


def test_the_commitment_is_not_the_deal() -> None:
    sealed = SealedDeal("game-1", SECRET)
    assert sealed.commitment not in sealed.deal().id


def test_new_sealed_deals_have_different_secrets() -> None:
    assert len({SealedDeal.new("game-1").secret for _ in range(50)}) == 50


def test_neither_the_secret_nor_the_key_is_shown_by_repr() -> None:
    sealed = SealedDeal("game-1", SECRET)
    assert repr(sealed) == "SealedDeal(game_id='game-1')"
    deal = sealed.deal()
    assert repr(deal) == "Deal(sealed)"
    assert deal.kind == "sealed"
    assert str(deal) == deal.id
    assert deal.id.startswith("sealed:")
    assert deal.keys() == deal.keys(whole=True) == bytes.fromhex(deal.id[7:]) * PARTS


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sealed:" + "0" * 63, "its key has 63 hexadecimal digits; it must have 64"),
        ("SEALED:" + "0" * 65, "its key has 65 hexadecimal digits; it must have 64"),
        ("sealed:abxy", "'x', digit 3 of its key, is not a hexadecimal digit"),
        ("sealed:" + "_".join("0" * 32), "'_', digit 2 of its key"),
    ],
)
def test_a_wrong_sealed_deal_is_an_error_that_does_not_repeat_its_key(
    text: str, message: str
) -> None:
    with pytest.raises(ValueError, match=message) as error:
        Deal.parse(text)
    assert text[7:] not in str(error.value)


def test_a_sealed_deal_needs_a_game_and_a_secret_of_32_bytes() -> None:
    with pytest.raises(ValueError, match="the game's id is empty"):
        SealedDeal("", SECRET)
    with pytest.raises(
        ValueError, match="a sealed deal's secret is 32 bytes; this one has 31 bytes"
    ):
        SealedDeal("game-1", SECRET[1:])


def test_nonces_must_be_bytes_one_for_each_seat() -> None:
    with pytest.raises(TypeError, match="nonces must be a sequence of bytes objects"):
        SealedDeal("game-1", SECRET).deal(b"abc")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="nonces must be a sequence of bytes objects"):
        SealedDeal("game-1", SECRET).deal(["abc"])  # type: ignore[list-item]


# Values


def test_a_deal_out_of_range_or_of_no_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="a deal that is open is 0 to 2\\*\\*75 - 1"):
        Deal("open", 2**75)
    with pytest.raises(ValueError, match="a deal that is sealed is 0 to 2\\*\\*256 - 1"):
        Deal("sealed", -1)
    with pytest.raises(ValueError, match="a deal is 'open' or 'sealed', not 'shut'"):
        Deal("shut", 0)  # type: ignore[arg-type]


def test_equal_deals_are_equal_and_survive_pickling() -> None:
    deal = Deal.parse("ABCD-EFGH-JKMN-PQR")
    again = pickle.loads(pickle.dumps(deal))
    assert again == deal
    assert hash(again) == hash(deal)
    assert Deal("open", 5) != Deal("sealed", 5)


@given(open_deals | sealed_deals)
def test_a_deal_written_and_read_again_is_the_same(deal: Deal) -> None:
    assert Deal.parse(str(deal)) == deal
    assert Deal.parse(deal.id.lower()) == deal
    assert len(deal.keys()) == len(deal.keys(whole=True)) == PARTS * KEY_BYTES


@given(
    st.text()
    | st.text("0123456789abcdefGHIJKLMNO-u", max_size=20)
    | st.text().map("sealed:{}".format)
)
def test_any_text_is_a_deal_or_a_value_error_with_a_sentence(text: str) -> None:
    try:
        deal = Deal.parse(text)
    except ValueError as error:
        sentence = str(error)
        assert sentence.startswith(("deal id ", "sealed deal: "))
        assert sentence.encode()
    else:
        assert Deal.parse(deal.id) == deal


@given(st.integers(0, 2**64 - 1))
def test_any_seed_names_an_open_deal(seed: int) -> None:
    deal = Deal.from_seed(seed)
    assert deal.kind == "open"
    assert Deal.from_seed(seed) == deal == Deal.parse(deal.id)


# The reference's own choices


def test_uniform_rejects_what_would_favor_small_numbers() -> None:
    limit = 2**32 // 3 * 3
    assert uniform(iter([limit, 2**32 - 1, limit - 1]), 3) == 2
    assert uniform(iter([2**32 - 1]), 2) == 1


def test_one_choice_takes_no_word() -> None:
    assert uniform(iter([]), 1) == 0
    assert shuffled(iter([]), 1) == [0]


def test_a_shuffle_swaps_from_the_end() -> None:
    assert shuffled(iter([0, 0, 0]), 4) == [1, 2, 3, 0]
    assert shuffled(iter([3, 2, 1]), 4) == [0, 1, 2, 3]


@given(open_deals, st.tuples(*[st.integers(4, 40)] * 3), st.integers(5, 16))
def test_every_deck_is_a_permutation(deal: Deal, sizes: tuple[int, ...], nobles: int) -> None:
    decks, noble_order = deck_orders(deal, sizes, nobles)
    assert [sorted(deck) for deck in decks] == [list(range(size)) for size in sizes]
    assert sorted(noble_order) == list(range(nobles))
    assert all(starting_seat(deal, players) < players for players in (2, 3, 4))


def test_every_order_and_every_starting_seat_is_about_as_likely() -> None:
    deals = [Deal.from_seed(seed) for seed in range(1200)]
    orders = Counter(tuple(shuffled(part_words(deal, 0), 4)) for deal in deals)
    assert len(orders) == 24
    assert 25 < min(orders.values()) <= max(orders.values()) < 80  # 50 expected
    seats = Counter(starting_seat(deal, 3) for deal in deals)
    assert all(340 < seats[seat] < 460 for seat in range(3))  # 400 expected


def test_a_sealed_position_gives_the_recorded_commitment() -> None:
    sealed = SealedPosition("game-1", SECRET + b"a position")
    assert sealed.position == "a position"
    assert sealed.commitment == POSITION_COMMITMENT


def test_the_commitment_of_a_position_is_checked_against_its_secret_and_game() -> None:
    sealed = SealedPosition.new("game-1", "a position")
    assert verify_position(sealed.commitment, sealed.secret, "game-1")
    assert verify_position(sealed.commitment.upper(), sealed.secret, "game-1")
    assert not verify_position(sealed.commitment, sealed.secret, "game-2")
    assert not verify_position(sealed.commitment, sealed.secret + b"s", "game-1")
    assert not verify_position(sealed.commitment, sealed.secret[:KEY_BYTES], "game-1")
    assert not verify_position(sealed.commitment, b"", "game-1")
    assert not verify_position(sealed.commitment, sealed.secret, "")
    assert not verify_position("", sealed.secret, "game-1")


def test_a_position_cannot_be_guessed_from_its_commitment() -> None:
    """There may be few candidates, but a position gets another commitment each time."""
    made = [SealedPosition.new("game-1", "a position") for _ in range(3)]
    assert len({sealed.commitment for sealed in made}) == 3
    assert "position" not in repr(made[0]).replace("SealedPosition", "")


def test_an_invalid_secret_of_a_position_is_refused() -> None:
    with pytest.raises(ValueError, match="the game's id is empty"):
        SealedPosition("", SECRET + b"a")
    with pytest.raises(ValueError, match="32 bytes and the position; this one has 32 bytes"):
        SealedPosition("game-1", SECRET)
    with pytest.raises(ValueError, match="must end with a text") as caught:
        _ = SealedPosition("game-1", SECRET + b"\xff").position
    assert caught.value.__cause__ is None
