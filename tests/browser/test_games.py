"""Whole games against a bot, from the home page to the review, with the mouse."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from gemgrove.agents import LEVELS
from tests.browser.conftest import NewPage
from tests.browser.driver import (
    PLAYERS,
    board,
    controls,
    enabled,
    play_now,
    play_to_the_end,
    press,
    press_token,
    waited,
)

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

VERDICT = re.compile("^You (won!|share the win|lost)")


@pytest.mark.parametrize("title", PLAYERS)
def test_a_whole_game_is_played_to_its_end_and_reviewed(page: "Page", title: str) -> None:
    page.goto("/")
    play_now(page, title)
    over = play_to_the_end(page, PLAYERS[title]())
    assert VERDICT.match(over.verdict), over.verdict
    expect(page.get_by_role("list", name="Final ranking").get_by_role("listitem")).to_have_count(2)

    page.get_by_role("link", name="Review the game").click()
    slider = page.get_by_role("slider", name="Position in the game")

    def stands_at(position: int) -> None:
        told = f"After {position} of {over.moves} moves"
        expect(slider).to_have_attribute("aria-valuetext", told)
        if position:
            page.wait_for_url(lambda url: url.endswith(f"at={position}"))

    stands_at(0)
    page.get_by_role("button", name="Next move").click()
    stands_at(1)
    first = page.locator(".tb-board").aria_snapshot()
    page.get_by_role("button", name="Latest position").click()
    stands_at(over.moves)
    assert page.locator(".tb-board").aria_snapshot() != first
    slider.fill("1")
    stands_at(1)
    assert page.locator(".tb-board").aria_snapshot() == first
    page.reload()
    stands_at(1)


def test_the_levels_can_be_chosen_and_each_tells_what_it_is_like(page: "Page") -> None:
    page.goto("/")
    for title in ("Splendor", "Arboretum"):
        card = page.get_by_role("article", name=title)
        opponent = card.get_by_role("group", name="Opponent")
        expect(opponent.get_by_role("radio")).to_have_count(len(LEVELS))
        for level in LEVELS:
            opponent.get_by_text(level.title, exact=True).click()
            expect(opponent.get_by_role("radio", name=level.title)).to_be_checked()
            expect(card.get_by_text(level.sentence)).to_be_visible()


def test_a_game_with_another_rule_is_created_and_played_against_a_bot(page: "Page") -> None:
    page.goto("/")
    page.get_by_role("button", name="Create a game").click()
    dialog = page.get_by_role("dialog", name="Create a game")
    dialog.get_by_text("Customize rules").click()
    dialog.get_by_label("Points that trigger the last round").fill("3")
    dialog.get_by_role("button", name="Create the game").click()
    page.get_by_role("button", name=re.compile("^Add a bot")).click()
    page.get_by_role("menuitem", name=re.compile("^Beginner")).click()
    expect(page.get_by_text("Points that trigger the last round: 3")).to_be_visible()
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


def test_under_escrow_rules_only_tokens_just_taken_go_back(page: "Page") -> None:
    page.goto("/")
    page.get_by_role("button", name="Create a game").click()
    dialog = page.get_by_role("dialog", name="Create a game")
    dialog.get_by_text("Escrow", exact=True).click()
    expect(dialog.get_by_text("but only tokens just taken can be returned")).to_be_visible()
    dialog.get_by_role("button", name="Create the game").click()
    page.get_by_role("button", name=re.compile("^Add a bot")).click()
    page.get_by_role("menuitem", name=re.compile("^Beginner")).click()
    expect(page.get_by_text("Rules: Escrow")).to_be_visible()
    page.get_by_role("button", name="I am ready").click()
    here, progress = board(page), waited(page)
    taken: list[str] = []
    while not (step := here.get_by_role("region", name=re.compile("^Return"))).count():
        taken = take(here)
        progress = waited(page, progress.moves)

    listed = {name.split(";")[0]: name for name, _ in controls(step) if ";" in name}
    kept = [name for name in listed.values() if "taken this turn" not in name.split(".")[0]]
    assert {name for name in listed if f"{name}; " in " ".join(enabled(step))} == {
        f"Return {color}" for color in taken
    }
    assert kept, "who is above ten tokens held other colors before"
    assert all("You did not take" in name for name in kept)
    expect(step.get_by_text("Only tokens you took this turn can go back")).to_be_visible()
    for color in taken:
        if "Return" not in enabled(step):
            step.get_by_role("button", name=re.compile(f"^Return {color};")).click()
    press(step, "Return")
    assert not waited(page, progress.moves).over
    expect(step).to_have_count(0)


def test_a_game_is_created_by_the_id_of_its_deal(new_page: NewPage) -> None:
    page = new_page(troubled=True)
    page.goto("/")
    page.get_by_role("button", name="Create a game").click()
    dialog = page.get_by_role("dialog", name="Create a game")
    dialog.get_by_text("Specific deal").click()
    dialog.get_by_label("Deal ID").fill("ABCD-EFGH-JKMN-PQRW")
    dialog.get_by_role("button", name="Create the game").click()
    expect(dialog.get_by_text("The id names no deal")).to_be_in_viewport(ratio=1)
    dialog.get_by_label("Deal ID").fill("abcd-efgh-jkmn-pqrv")
    dialog.get_by_role("button", name="Create the game").click()
    expect(page.get_by_text("Open deal ABCD-EFGH-JKMN-PQR:")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Add a bot")).click()
    page.get_by_role("menuitem", name=re.compile("^Beginner")).click()
    page.get_by_role("button", name="I am ready").click()
    waited(page)
    page.get_by_role("button", name="Rules").click()
    rules = page.get_by_role("dialog", name="Splendor rules")
    expect(rules.get_by_text("Open deal ABCD-EFGH-JKMN-PQR:")).to_be_visible()


def take(here: "Locator") -> list[str]:
    """Take three tokens, of the colors that the bank has most of."""
    left = re.findall(r"(\w+): (\d+) left", " ".join(enabled(here)))
    colors = [color for color, _ in sorted(left, key=lambda stock: -int(stock[1]))[:3]]
    for color in colors:
        press_token(here, color)
    press(here, "Take")
    return colors
