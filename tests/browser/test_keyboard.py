"""A complete turn using only the keyboard, with the focus always visible."""

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.driver import Progress, waited

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST_TABS = 120
_FOCUSED = """() => {
  const element = document.activeElement;
  // A radio button is drawn by its label, whatever else by itself.
  const drawn = [element, element.closest("label"), element.nextElementSibling].filter(Boolean);
  const visible = drawn.some((one) => {
    const {outlineStyle, outlineWidth} = getComputedStyle(one);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 1;
  });
  const box = element.getBoundingClientRect();
  return {
    name: (element.ariaLabel ?? element.textContent).replace(/\\s+/g, " ").trim(),
    tag: element.localName,
    disabled: element.ariaDisabled === "true",
    visible,
  };
}"""


def test_a_turn_of_splendor_is_made_by_keyboard(page: "Page") -> None:
    page.goto("/")
    tab_to(page, r"^Play now ?: Splendor")
    page.keyboard.press("Enter")
    progress = waited(page)
    assert focused(page) != "body"
    for color in ("white", "blue", "green"):
        tab_to(page, f"^{color}: ")
        page.keyboard.press("Enter")
        assert focused(page) != "body"
    tab_to(page, "^Take$")
    page.keyboard.press("Enter")
    turn_is_over(page, progress)
    tab_to(page, "^Mines 1: ")
    page.keyboard.press("ArrowRight")
    assert name_of_focus(page).startswith("Mines 2: ")
    page.keyboard.press("Enter")
    assert in_sight(page)
    page.keyboard.press("Escape")
    assert name_of_focus(page).startswith("Mines 2: ")
    page.keyboard.press("Enter")
    while not name_of_focus(page).startswith("Reserve"):
        page.keyboard.press("ArrowDown")
    progress = waited(page)
    page.keyboard.press("Enter")
    turn_is_over(page, progress)


def test_a_turn_of_arboretum_is_made_by_keyboard(page: "Page") -> None:
    page.goto("/")
    tab_to(page, r"^Play now ?: Arboretum")
    page.keyboard.press("Enter")
    progress = waited(page)
    tab_to(page, "^Deck, ")
    for _ in range(2):
        page.keyboard.press("Enter")
        progress = waited(page, progress.moves)
        assert focused(page) != "body"
    tab_to(page, r"^[A-Z][a-z ]+ \d\.")
    first = name_of_focus(page)
    page.keyboard.press("ArrowRight")
    assert in_sight(page)
    assert name_of_focus(page) != first
    page.keyboard.press("Enter")
    assert name_of_focus(page).startswith("Plant ")
    assert in_sight(page)
    page.keyboard.press("Enter")
    progress = waited(page, progress.moves)
    assert focused(page) != "body"
    assert "Discard" in progress.task
    tab_to(page, r"^[A-Z][a-z ]+ \d\.")
    page.keyboard.press("Enter")
    tab_to(page, "^Discard ", backward=True)
    page.keyboard.press("Enter")
    turn_is_over(page, progress)
    assert name_of_focus(page).startswith("Deck, "), "where the next turn begins"


@pytest.mark.parametrize(
    "path", ["/", "/mine", "/finished", "/leaders", "/about", "/games/splendor"]
)
def test_the_focused_element_is_always_visible(page: "Page", path: str) -> None:
    page.goto(path)
    page.get_by_role("heading", level=1).wait_for()
    names: list[str] = []
    page.keyboard.press("Tab")
    while focused(page) != "body" and len(names) < MOST_TABS:
        names.append(name_of_focus(page))
        assert in_sight(page), names[-1]
        page.keyboard.press("Tab")
    assert 5 < len(names) < MOST_TABS


def turn_is_over(page: "Page", progress: Progress) -> None:
    """Wait for the next turn; the focus must not be lost, now or then."""
    waited(page, progress.moves, own=False)
    assert focused(page) != "body"
    waited(page, progress.moves)
    assert focused(page) != "body"


def tab_to(page: "Page", name: str, *, backward: bool = False) -> None:
    """Press Tab until the element with that name has the focus, which must always be visible."""
    seen = []
    for _ in range(MOST_TABS):
        if re.search(name, name_of_focus(page)) and focused(page) != "body":
            return
        page.keyboard.press("Shift+Tab" if backward else "Tab")
        seen.append(name_of_focus(page))
        assert focused(page) == "body" or in_sight(page), seen[-1]
    raise AssertionError(f"Nothing of the name {name} was on the way: {seen}")


def name_of_focus(page: "Page") -> str:
    return str(page.evaluate(_FOCUSED)["name"])


def focused(page: "Page") -> str:
    return str(page.evaluate(_FOCUSED)["tag"])


def in_sight(page: "Page") -> bool:
    return bool(page.evaluate(_FOCUSED)["visible"])
