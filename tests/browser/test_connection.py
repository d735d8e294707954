"""What the page does when the server is gone for a while, or no longer knows who one is."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage, started
from tests.browser.driver import Splendor, play_now, waited
from tests.server.siege import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

IDENTITY = "gemgrove.identity"
LOST = "Connection lost. Trying again…"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own, which may be ended and started again."""
    server = Server(tmp_path)
    started(server)
    yield server
    server.end(kill=False)


def test_a_game_goes_on_by_itself_after_the_server_was_started_again(
    server: Server, new_page: NewPage
) -> None:
    page = new_page(at=server.url, troubled=True)
    player = Splendor()
    page.goto("/")
    standing = play_now(page, "Splendor")
    player(page)
    standing = waited(page, standing.moves)
    server.end(kill=True)
    lost = page.get_by_role("status").filter(has_text=LOST)
    expect(lost).to_be_visible()
    assert waited(page).moves == standing.moves
    started(server)
    expect(lost).to_be_hidden()
    player(page)
    assert waited(page, standing.moves).moves > standing.moves


def test_a_move_made_while_the_server_is_gone_is_made_once_it_is_back(
    server: Server, new_page: NewPage
) -> None:
    page = new_page(at=server.url, troubled=True)
    player = Splendor()
    page.goto("/")
    standing = play_now(page, "Splendor")
    server.end(kill=True)
    expect(page.get_by_role("status").filter(has_text=LOST)).to_be_visible()
    player(page)
    started(server)
    assert waited(page, standing.moves).moves > standing.moves


def test_whom_the_server_no_longer_knows_is_a_new_guest(new_page: NewPage) -> None:
    page = new_page(troubled=True)
    page.goto("/")
    play_now(page, "Splendor")
    before = player_of(page)
    forge(page)
    page.goto("/")
    play_now(page, "Splendor")
    assert player_of(page) != before
    expect(page.locator(".ui-toast")).to_have_count(0)


def test_whose_account_was_deleted_is_a_new_guest(new_page: NewPage) -> None:
    page = new_page(troubled=True)
    page.goto("/")
    play_now(page, "Splendor")
    before = player_of(page)
    deleted = page.evaluate(
        """async () => {
          const {token} = JSON.parse(localStorage.getItem("gemgrove.identity"));
          const headers = {Authorization: `Bearer ${token}`};
          return (await fetch("/api/me", {method: "DELETE", headers})).ok;
        }"""
    )
    assert deleted
    page.goto("/")
    play_now(page, "Splendor")
    assert player_of(page) != before


def player_of(page: "Page") -> str:
    """Who one is, for the server."""
    return str(page.evaluate(f"JSON.parse(localStorage.getItem('{IDENTITY}')).player"))


def forge(page: "Page") -> None:
    """Keep a token that no server has given."""
    page.evaluate(
        f"""() => {{
          const kept = JSON.parse(localStorage.getItem("{IDENTITY}"));
          localStorage.setItem("{IDENTITY}", JSON.stringify({{...kept, token: "forged"}}));
        }}"""
    )
