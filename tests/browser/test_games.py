"""Whole games against a bot, from the first page to the review, by clicking."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.driver import PLAYERS, play_now, play_to_the_end, waited

if TYPE_CHECKING:
    from playwright.sync_api import Page

VERDICT = re.compile("^You (won!|share the win|lost)")


@pytest.mark.parametrize("title", PLAYERS)
def test_a_whole_game_is_played_to_its_end_and_gone_through_again(page: "Page", title: str) -> None:
    page.goto("/")
    play_now(page, title)
    over = play_to_the_end(page, PLAYERS[title]())
    assert VERDICT.match(over.verdict), over.verdict
    expect(page.get_by_role("list", name="Places").get_by_role("listitem")).to_have_count(2)

    page.get_by_role("link", name="Review the game").click()
    slider = page.get_by_role("slider", name="Position in the game")

    def stands_at(position: int) -> None:
        told = f"After {position} of {over.moves} moves"
        expect(slider).to_have_attribute("aria-valuetext", told)
        if position:
            page.wait_for_url(lambda url: url.endswith(f"at={position}"))

    stands_at(0)
    page.get_by_role("button", name="One move forward").click()
    stands_at(1)
    first = page.locator(".tb-board").aria_snapshot()
    page.get_by_role("button", name="To the newest position").click()
    stands_at(over.moves)
    assert page.locator(".tb-board").aria_snapshot() != first
    slider.fill("1")
    stands_at(1)
    assert page.locator(".tb-board").aria_snapshot() == first
    page.reload()
    stands_at(1)


def test_a_game_with_another_rule_is_created_and_played_against_a_bot(page: "Page") -> None:
    page.goto("/")
    page.get_by_role("button", name="Create a game").click()
    dialog = page.get_by_role("dialog", name="Create a game")
    dialog.get_by_text("Change single rules").click()
    dialog.get_by_label("Points that bring the last round").fill("3")
    dialog.get_by_role("button", name="Create the game").click()
    page.get_by_role("button", name=re.compile("^Add a bot")).click()
    page.get_by_role("menuitem", name=re.compile("^Novice")).click()
    expect(page.get_by_text("Points that bring the last round: 3")).to_be_visible()
    page.get_by_role("button", name="I am ready").click()
    over = play_to_the_end(page, PLAYERS["Splendor"]())
    assert VERDICT.match(over.verdict), over.verdict
    points = [int(text) for text in page.locator(".tb-points b").all_inner_texts()]
    assert 3 <= max(points) < 15
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("link", name="Review the game")).to_have_count(0)
    again = waited(page)
    assert not again.over
    assert again.moves < over.moves
