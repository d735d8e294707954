"""Addresses of servers."""

import pytest

from gemgrove.client.address import Address


def test_an_address_leads_to_requests_and_to_web_sockets() -> None:
    address = Address.read(" https://games.example.org/grove/ ")
    assert address.api("/me") == "https://games.example.org/grove/api/me"
    assert address.socket("/live") == "wss://games.example.org/grove/api/live"
    assert Address.read("http://127.0.0.1:8000").socket("/bots") == "ws://127.0.0.1:8000/api/bots"
    assert Address.read("http://[::1]:8000").host == "[::1]:8000"


@pytest.mark.parametrize(
    "text", ["", "games.example.org", "ftp://example.org", "http://", "http://a.org/?x=1"]
)
def test_invalid_addresses_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(
        ValueError, match=r"is not a server's address; use one like http://127\.0\.0\.1"
    ):
        Address.read(text)


def test_an_address_with_a_password_is_refused_and_not_repeated() -> None:
    with pytest.raises(ValueError, match="must not contain a name or a password") as refused:
        Address.read("https://ann:secret@example.org")
    assert "secret" not in str(refused.value)
