"""Ids of tables, players and requests, and invite codes."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemgrove.server import ids

SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def test_a_table_and_a_player_have_ids_of_their_kind() -> None:
    assert re.fullmatch(f"t_[{SYMBOLS}]{{16}}", ids.new_table())
    assert re.fullmatch(f"p_[{SYMBOLS}]{{16}}", ids.new_player())


def test_an_id_is_known_by_its_kind() -> None:
    table, player = ids.new_table(), ids.new_player()
    assert ids.is_table(table)
    assert ids.is_player(player)
    assert not ids.is_table(player)
    assert not ids.is_player(table)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "t_",
        "0" * 16,
        "t_" + "0" * 15,
        "t_" + "0" * 17,
        "t_" + "U" * 16,
        "t_" + "a" * 16,
        "T_" + "0" * 16,
        "t_" + "0" * 16 + "\n",
        "t_t_" + "0" * 14,
        "t_" + "٣" * 16,
    ],
)
def test_other_texts_are_no_ids(text: str) -> None:
    assert not ids.is_table(text)


def test_ids_do_not_come_twice() -> None:
    assert len({ids.new_table() for _ in range(1000)}) == 1000


def test_every_symbol_of_an_id_is_random() -> None:
    made = [ids.new_table() for _ in range(3000)]  # among 300, a symbol would sometimes be missing
    assert all(len({text[place] for text in made}) == 32 for place in range(2, 18))


@pytest.mark.parametrize(
    "given_id", ["a", "0af7651916cd43dd8448eb211c80319c", "x-1_2.3:4", "z" * 64]
)
def test_a_request_keeps_a_plain_id_that_it_came_with(given_id: str) -> None:
    assert ids.request(given_id) == given_id


@pytest.mark.parametrize(
    "given_id", [None, "", "z" * 65, "a b", "a\n", 'a"b', "é", "٣", "a\x1b[0m"]
)
def test_a_request_with_any_other_id_gets_a_new_one(given_id: str | None) -> None:
    assert re.fullmatch(f"r_[{SYMBOLS}]{{16}}", ids.request(given_id))


def test_an_invite_code_has_26_symbols_and_is_kept_as_a_hash() -> None:
    code = ids.new_invite()
    assert re.fullmatch(f"[{SYMBOLS}]{{26}}", code)
    assert re.fullmatch("[0-9a-f]{64}", ids.invite_hash(code) or "")


def test_an_invite_code_is_read_as_people_write_it() -> None:
    written = "ABCDE01234FGHJK01234MNPQR0"
    assert ids.invite_hash(written) == ids.invite_hash(" abcdeoi234-fghjkOL234-mnpqro ")


def test_another_invite_code_has_another_hash() -> None:
    assert ids.invite_hash("0" * 26) != ids.invite_hash("0" * 25 + "1")


@given(st.text())
def test_other_texts_are_no_invite_codes(text: str) -> None:
    assert ids.invite_hash(text + "!") is None
