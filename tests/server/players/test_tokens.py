"""Tokens and recovery codes."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemgrove.server.players import tokens
from gemgrove.server.players.tokens import Scope, Token, new_recovery_code, recovery_hash


@pytest.mark.parametrize(("scope", "beginning"), [(Scope.PLAY, "gg_play_"), (Scope.BOT, "gg_bot_")])
def test_a_token_begins_with_what_it_may_do(scope: Scope, beginning: str) -> None:
    token = Token.new(scope)
    assert token.text.startswith(beginning)
    assert len(token.text) == len(beginning) + 52


@pytest.mark.parametrize("scope", Scope)
def test_a_token_is_read_from_its_text(scope: Scope) -> None:
    token = Token.new(scope)
    assert Token.read(token.text) == token


def test_tokens_differ_in_every_part() -> None:
    made = [Token.new(Scope.PLAY).text.removeprefix("gg_play_") for _ in range(200)]
    # The first symbol carries one bit: 52 symbols hold 260 bits, and a token has 256.
    assert all(len({text[place] for text in made}) > 20 for place in range(1, 52))


def test_what_is_stored_is_the_hash_of_the_whole_text() -> None:
    token = Token.new(Scope.PLAY)
    assert token.hash == hashlib.sha256(token.text.encode()).hexdigest()


def test_a_token_does_not_show_itself() -> None:
    token = Token.new(Scope.PLAY)
    assert token.text not in repr(token)
    assert token.text not in str(token)


def test_the_beginning_of_a_token_shows_six_symbols_of_its_secret() -> None:
    token = Token.new(Scope.BOT)
    assert token.prefix == token.text[: len("gg_bot_") + 6]


def test_a_token_with_another_scope_in_front_is_another_token() -> None:
    token = Token.new(Scope.BOT)
    forged = Token.read(token.text.replace("gg_bot_", "gg_play_"))
    assert forged is not None
    assert forged.hash != token.hash


@pytest.mark.parametrize(
    "text",
    [
        "",
        "gg_play_",
        "0" * 52,
        "gg_play_" + "0" * 51,
        "gg_play_" + "0" * 53,
        "gg_play_" + "u" * 52,
        "gg_play_" + "a" * 52,
        "gg_play_" + "é" * 52,
        "gg_admin_" + "0" * 52,
        "GG_PLAY_" + "0" * 52,
        " gg_play_" + "0" * 52,
    ],
)
def test_other_texts_are_no_tokens(text: str) -> None:
    assert Token.read(text) is None


@pytest.mark.parametrize("header", ["Bearer {}", "bearer {}", "  Bearer   {} "])
def test_a_header_carries_a_token(header: str) -> None:
    token = Token.new(Scope.PLAY)
    assert tokens.bearer(header.format(token.text)) == token


@pytest.mark.parametrize("header", [None, "", "Bearer", "{}", "Basic {}", "Bearer {} {}"])
def test_other_headers_carry_none(header: str | None) -> None:
    text = Token.new(Scope.PLAY).text
    assert tokens.bearer(header and header.format(text, text)) is None


@given(st.text())
def test_any_header_is_a_token_or_none(header: str) -> None:
    assert tokens.bearer(header) is None


def test_a_recovery_code_has_five_groups_of_five() -> None:
    assert [len(group) for group in new_recovery_code().split("-")] == [5] * 5
    assert new_recovery_code() != new_recovery_code()


def test_a_recovery_code_is_read_as_people_write_it() -> None:
    written = "ABCDE-FGHJK-MNPQR-STV01-01234"
    assert recovery_hash(written) == recovery_hash(" abcde fghjk mnpqr stvoi OL234\n")


def test_different_recovery_codes_have_different_hashes() -> None:
    assert recovery_hash("0" * 25) != recovery_hash("0" * 24 + "1")


@given(st.text())
def test_other_texts_are_no_recovery_codes(text: str) -> None:
    assert recovery_hash(text) is None
    assert recovery_hash(text + "U" * 25) is None
