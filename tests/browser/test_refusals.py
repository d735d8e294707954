"""Illegal moves say why and send nothing; refused ones change nothing."""

import json
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Splendor, board, controls, play_now, press, press_token, waited

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, WebSocket, WebSocketRoute


@pytest.fixture
def sent(page: "Page") -> list[str]:
    """Record the commands that the page sends to tables."""
    asked: list[str] = []

    def listen(socket: "WebSocket") -> None:
        socket.on(
            "framesent", lambda frame: asked.append(str(frame)) if '"ask"' in str(frame) else None
        )

    page.on("websocket", listen)
    return asked


def test_a_token_that_cannot_be_taken_says_why_and_does_nothing(
    page: "Page", sent: list[str]
) -> None:
    page.goto("/")
    before = play_now(page, "Splendor")
    asked = len(sent)
    why = "You get gold by reserving a card."
    gold = board(page).get_by_role("button", name=re.compile("^gold:"))
    refuses(page, gold, why)
    note = page.get_by_text(why, exact=True).filter(visible=True)
    page.mouse.move(0, 0)
    expect(note).to_have_count(0)
    gold.hover(force=True)
    expect(note.first).to_be_visible()
    page.mouse.move(0, 0)
    board(page).get_by_role("button", name=re.compile("^black:")).focus()
    page.keyboard.press("Tab")
    expect(gold).to_be_focused()
    expect(note.first).to_be_visible()
    page.keyboard.press("Enter")
    assert len(sent) == asked
    assert waited(page).moves == before.moves


def test_a_card_that_cannot_be_paid_for_says_what_is_missing(page: "Page", sent: list[str]) -> None:
    page.goto("/")
    play_now(page, "Splendor")
    asked = len(sent)
    here = board(page)
    dear = next(name for name, _ in controls(here) if name.startswith("Vendors 1:"))
    lack = re.search(r"You lack [^.]*\.", dear)
    assert lack is not None
    press(here, dear)
    buy = here.get_by_role("menuitem", name=re.compile("^Buy"))
    refuses(page, buy, lack[0])
    expect(buy.get_by_text(lack[0], exact=True)).to_be_visible()
    assert len(sent) == asked


def test_a_fourth_token_says_why_it_cannot_be_taken(page: "Page", sent: list[str]) -> None:
    page.goto("/")
    play_now(page, "Splendor")
    asked = len(sent)
    here = board(page)
    for color in ("white", "blue", "green"):
        press_token(here, color)
    red = here.get_by_role("button", name=re.compile("^red:"))
    refuses(page, red, "Three tokens are all you can take.")
    assert len(sent) == asked


def test_a_hand_that_cannot_be_used_yet_says_why(page: "Page", sent: list[str]) -> None:
    page.goto("/")
    before = play_now(page, "Arboretum")
    asked = len(sent)
    here = board(page)
    why = "Not now. Draw the first of two cards."
    card = here.get_by_role("region", name="Your hand").get_by_role("button").first
    refuses(page, card, why)
    page.mouse.move(0, 0)
    card.hover(force=True)
    expect(page.get_by_text(why, exact=True).filter(visible=True).first).to_be_visible()
    here.get_by_role("button", name=re.compile("^Deck, ")).focus()
    page.keyboard.press("Tab")
    while "Not now." not in page.evaluate("document.activeElement.textContent"):
        page.keyboard.press("Tab")
    expect(page.get_by_text(why, exact=True).filter(visible=True).first).to_be_visible()
    page.keyboard.press("Enter")
    assert len(sent) == asked
    assert waited(page).moves == before.moves


def test_a_move_in_an_outdated_position_is_refused_with_a_sentence(page: "Page") -> None:
    page.goto("/")
    before = play_now(page, "Splendor")
    tab = page.context.new_page()
    blocker = EventBlocker()
    tab.route_web_socket(re.compile("/api/live$"), blocker.route)
    tab.goto(page.url)
    assert waited(tab).moves == before.moves
    blocker.now = True
    Splendor()(page)
    after = waited(page, before.moves)
    here = board(tab)
    for color in ("white", "blue", "green"):
        press_token(here, color)
    press(here, "Take")
    problem = tab.locator(".ui-toast.problem")
    expect(problem).to_contain_text(re.compile(r"\w+ \w+ \w+.*\."))
    assert waited(tab).moves == before.moves
    assert waited(page).moves == after.moves
    tab.reload()
    assert waited(tab).moves == after.moves


class EventBlocker:
    """A proxy between a page and the server that blocks events once told to."""

    def __init__(self) -> None:
        self.now = False

    def route(self, socket: "WebSocketRoute") -> None:
        """Forward everything else."""
        server = socket.connect_to_server()
        socket.on_message(server.send)

        def to_page(message: str | bytes) -> None:
            if not (self.now and json.loads(message)["is"] == "event"):
                socket.send(message)

        server.on_message(to_page)


def refuses(page: "Page", control: "Locator", why: str) -> None:
    """Check that a control is disabled, describes why, and does nothing when clicked."""
    expect(control).to_have_attribute("aria-disabled", "true")
    assert why in control.aria_snapshot()
    before = waited(page).moves
    control.click(force=True)
    assert waited(page).moves == before
