"""What the engine says in the page: hints, analysis and reviews."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.driver import PLAYERS, board, play_now, waited
from tests.browser.screens import Guest

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAMES = ["splendor", "arboretum"]
BEST = ".sp-best, .ar-best"
"""The marks of the best move."""


@pytest.mark.parametrize("title", PLAYERS)
def test_a_hint_is_marked_on_the_board_and_said_in_words(page: "Page", title: str) -> None:
    page.goto("/")
    progress = play_now(page, title)
    page.get_by_role("button", name="Hint").click()
    hint = page.locator(".tb-hint")
    expect(hint).to_have_text(re.compile(r"^\s*Hint: \w.*\.$"))
    expect(board(page).locator(BEST).first).to_be_attached()
    PLAYERS[title]()(page)
    waited(page, progress.moves)
    expect(hint).to_have_count(0)


def test_own_decisions_are_analyzed_during_a_game_against_bots(page: "Page") -> None:
    page.goto(Guest(page).game("arboretum", decisions=5))
    waited(page)
    page.get_by_role("button", name="Analyze this position").click()
    line = page.get_by_role("list", name="Best line").get_by_role("listitem")
    expect(line.first).to_be_visible()
    expect(board(page).locator(BEST).first).to_be_attached()
    page.get_by_role("button", name="Previous move").click()
    expect(page.get_by_text("only your own decisions can be")).to_be_visible()
    page.get_by_role("button", name="Next move").click()
    expect(line.first).to_be_visible()


def test_a_spectator_gets_no_hints(page: "Page", new_page: NewPage) -> None:
    address = Guest(page).game("splendor", decisions=2)
    page.goto(address)
    waited(page)
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
    other = new_page()
    other.goto(address)
    waited(other, own=False)
    expect(other.get_by_role("button", name=re.compile("Hint|Analyze"))).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_reviewed_in_the_page(page: "Page", game: str) -> None:
    page.goto(Guest(page).game(game).replace("/table/", "/review/"))
    expect(page.get_by_text(re.compile("^Judged by the bot"))).to_be_visible()
    expect(page.get_by_role("heading", name="Costliest moves")).to_be_visible()
    page.locator(".rv-losses button").first.click()
    expect(page.locator(".rv-decision")).to_contain_text("This lowered the chances of winning by")
    expect(page.locator(".rv-decision")).to_contain_text("Better:")


def test_a_review_is_the_servers_once_it_is_to_be_kept(page: "Page") -> None:
    page.goto(Guest(page).game("arboretum").replace("/table/", "/review/"))
    page.get_by_role("button", name="Keep this review").click()
    expect(page.get_by_text("The server is making a review to keep")).to_be_visible()


def test_a_review_shows_the_cards_of_whoever_one_looks_as(page: "Page") -> None:
    page.goto(Guest(page).game("arboretum", decisions=12))
    waited(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("link", name="Review the game").click()
    own = page.get_by_role("region", name="Your hand").get_by_role("button")
    expect(own).to_have_count(7)
    mine = own.all_inner_texts()
    page.get_by_label("View as").select_option("1")
    other = page.get_by_role("region", name="hand").get_by_role("button")
    expect(other).to_have_count(7)
    assert not {*mine} & {*other.all_inner_texts()}


def test_a_game_that_began_with_a_position_is_reviewed_and_analyzed(page: "Page") -> None:
    page.goto(f"{Guest(page).game('splendor').replace('/table/', '/review/')}&at=9")
    page.get_by_role("button", name="Play from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Start").click()
    waited(page)
    page.get_by_role("button", name=re.compile("Leave|Resign")).click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Leave|Resign")).click()
    page.get_by_role("link", name="Review the game").click()
    expect(page.get_by_text(re.compile("^Judged by the bot"))).to_be_visible()
    page.get_by_role("button", name="Analyze this position").click()
    line = page.get_by_role("list", name="Best line").get_by_role("listitem")
    expect(line.first).to_be_visible()


@pytest.mark.parametrize("where", ["table", "review"])
@pytest.mark.parametrize("game", GAMES)
def test_any_position_of_a_finished_game_is_analyzed(page: "Page", game: str, where: str) -> None:
    page.goto(Guest(page).game(game).replace("/table/", f"/{where}/"))
    if where == "table":
        page.get_by_role("button", name="First position").click()
    page.get_by_role("button", name="Analyze this position").click()
    chances = page.get_by_role("list", name="Chances of winning").get_by_role("listitem")
    expect(chances).to_have_count(2)
    expect(chances.first).to_have_text(re.compile(r"\d+%$"))
    line = page.get_by_role("list", name="Best line").get_by_role("listitem")
    expect(line.first).to_be_visible()
    expect(board(page).locator(BEST).first).to_be_attached()
    page.get_by_role("button", name="Next move").click()
    expect(chances).to_have_count(2)
