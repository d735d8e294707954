"""Two people at one table, each in a separate browser."""

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import NewPage
from tests.browser.driver import Progress, arboretum, board, controls, waited

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocket

LETTERS = {
    "Jacaranda": "J",
    "Royal poinciana": "R",
    "Cassia": "C",
    "Maple": "M",
    "Oak": "O",
    "Willow": "W",
    "Blue spruce": "B",
    "Dogwood": "D",
    "Tulip poplar": "T",
    "Olive": "L",
}
TURNS = 6
LEAST_HIDDEN = 3
RELOADED = (2, 3)
# Reports every HTTP response to the test, which could not read it after a reload.
_OVERHEAR = """
const ask = window.fetch;
window.fetch = async (...asked) => {
  const answer = await ask(...asked);
  answer.clone().text().then(window.overheard);
  return answer;
};
"""


@dataclass
class Person:
    """A person at a page, with everything the server has sent them."""

    page: "Page"
    told: list[str] = field(default_factory=list)

    def listen(self) -> None:
        """Record everything that arrives from now on."""
        self.page.on("websocket", self._listen_to)
        self.page.expose_binding("overheard", lambda _, text: self.told.append(text))
        self.page.add_init_script(_OVERHEAR)

    def _listen_to(self, socket: "WebSocket") -> None:
        socket.on("framereceived", lambda frame: self.told.append(str(frame)))

    def secrets(self) -> dict[str, str]:
        """The cards in hand that nobody else knows: names by short form."""
        names = [
            name for name, _ in controls(board(self.page).get_by_role("region", name="Your hand"))
        ]
        hidden = [name.split(".")[0] for name in names if "All know this card" not in name]
        return {f"{LETTERS[name[:-2]]}{name[-1]}": name for name in hidden}

    def knowledge_of(self, cards: dict[str, str]) -> list[str]:
        """Places where these cards were sent or are shown; empty if none leaked."""
        named = "|".join(rf'["\s]{card}["\s]|{name}\b' for card, name in cards.items())
        # Drawings are full of letters and digits, such as `M4 7h16`.
        shown = re.sub(r' d="[^"]*"', "", self.page.content())
        places = [(text, re.search(named, text)) for text in (*self.told, shown)]
        return [text[max(0, at.start() - 60) : at.end() + 60] for text, at in places if at]


@pytest.fixture
def two(new_page: NewPage) -> tuple[Person, Person]:
    """Two people at an invite-only table of Arboretum, the second invited by link."""
    first, second = Person(new_page()), Person(new_page())
    for person in (first, second):
        person.listen()
    first.page.goto("/")
    first.page.get_by_role("button", name="Create a game").click()
    dialog = first.page.get_by_role("dialog", name="Create a game")
    dialog.get_by_text("Arboretum", exact=True).click()
    dialog.get_by_text("Invite only", exact=True).click()
    dialog.get_by_role("button", name="Create the game").click()
    link = first.page.get_by_label("Invite others with this link").input_value()
    second.page.goto(link)
    second.page.get_by_role("button", name="Join", exact=True).click()
    for person in (first, second):
        person.page.get_by_role("button", name="I am ready").click()
    return first, second


def test_two_players_see_each_others_moves_but_not_hands_and_can_reload_the_page(
    two: tuple[Person, Person],
) -> None:
    mover, other = two if waited(two[0].page, own=False).own else two[::-1]
    for turn in range(TURNS):
        if turn in RELOADED:
            other.page.reload()
            mover.page.reload()
        progress = turn_of(mover)
        assert waited(other.page, progress.moves - 1).moves == progress.moves
        for one, unknowing in ((mover, other), (other, mover)):
            secrets = one.secrets()
            assert len(secrets) >= LEAST_HIDDEN
            assert unknowing.knowledge_of(secrets) == []
            assert one.knowledge_of(secrets) != []
        mover, other = other, mover
    mover.page.get_by_role("button", name="Resign").click()
    mover.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    assert ended(other.page) == "You won!"
    assert ended(mover.page).startswith("You lost.")


def ended(page: "Page") -> str:
    """Wait for the winner."""
    verdict = page.get_by_role("heading", name=re.compile("won"))
    verdict.wait_for()
    return verdict.inner_text()


def turn_of(mover: Person) -> Progress:
    """Make all decisions of a turn."""
    progress = waited(mover.page)
    while progress.own:
        arboretum(mover.page)
        progress = waited(mover.page, progress.moves, own=False)
    return progress
