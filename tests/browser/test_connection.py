"""The page while the server is down, or no longer knows the player."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage, started
from tests.browser.driver import Splendor, play_now, waited
from tests.server.server_process import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page

IDENTITY = "gemgrove.identity"
LOST = "Connection lost. Reconnecting…"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that the test may stop and restart."""
    server = ServerProcess(tmp_path)
    started(server)
    yield server
    server.end(kill=False)


def test_a_game_continues_by_itself_after_the_server_restarts(
    server: ServerProcess, new_page: NewPage
) -> None:
    page = new_page(at=server.url, troubled=True)
    player = Splendor()
    page.goto("/")
    progress = play_now(page, "Splendor")
    player(page)
    progress = waited(page, progress.moves)
    server.end(kill=True)
    lost = page.get_by_role("status").filter(has_text=LOST)
    expect(lost).to_be_visible()
    assert waited(page).moves == progress.moves
    started(server)
    expect(lost).to_be_hidden()
    player(page)
    assert waited(page, progress.moves).moves > progress.moves


def test_a_move_made_while_the_server_is_down_is_played_once_it_is_back(
    server: ServerProcess, new_page: NewPage
) -> None:
    page = new_page(at=server.url, troubled=True)
    player = Splendor()
    page.goto("/")
    progress = play_now(page, "Splendor")
    server.end(kill=True)
    expect(page.get_by_role("status").filter(has_text=LOST)).to_be_visible()
    player(page)
    started(server)
    assert waited(page, progress.moves).moves > progress.moves


def test_a_player_the_server_no_longer_knows_becomes_a_new_guest(new_page: NewPage) -> None:
    page = new_page(troubled=True)
    page.goto("/")
    play_now(page, "Splendor")
    before = player_of(page)
    forge(page)
    page.goto("/")
    play_now(page, "Splendor")
    assert player_of(page) != before
    expect(page.locator(".ui-toast")).to_have_count(0)


def test_a_player_whose_account_was_deleted_becomes_a_new_guest(new_page: NewPage) -> None:
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
    """The player's id."""
    return str(page.evaluate(f"JSON.parse(localStorage.getItem('{IDENTITY}')).player"))


def forge(page: "Page") -> None:
    """Store a forged token."""
    page.evaluate(
        f"""() => {{
          const kept = JSON.parse(localStorage.getItem("{IDENTITY}"));
          localStorage.setItem("{IDENTITY}", JSON.stringify({{...kept, token: "forged"}}));
        }}"""
    )
