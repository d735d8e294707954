"""The main screens, each opened from nothing."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.browser.driver import board, play_now, waited

if TYPE_CHECKING:
    from playwright.sync_api import Page


def home(page: "Page") -> None:
    """The first page, as a newcomer sees it."""
    page.goto("/")
    page.get_by_text("Novice").first.wait_for()


def create(page: "Page") -> None:
    """The dialog for a new table, with all its options."""
    home(page)
    page.get_by_role("button", name="Create a game").click()
    page.get_by_text("Change single rules").click()


def gathering(page: "Page") -> None:
    """A table that waits for players."""
    create(page)
    page.get_by_role("button", name="Create the game").click()
    page.get_by_role("button", name="I am ready").wait_for()


def splendor(page: "Page") -> None:
    """The table of Splendor in the middle of a game, with tokens laid apart."""
    page.goto(Guest(page).game("splendor", decisions=24))
    waited(page)
    tokens = board(page).get_by_role("group", name="Bank").get_by_role("button", disabled=False)
    tokens.first.click()


def arboretum(page: "Page") -> None:
    """The table of Arboretum in the middle of a game, with a card to be planted."""
    page.goto(Guest(page).game("arboretum", decisions=27))
    waited(page)
    page.get_by_role("region", name="Your hand").get_by_role("button").first.click()


def splendor_over(page: "Page") -> None:
    """A game that has been given up."""
    page.goto(Guest(page).game("splendor", decisions=24))
    waited(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("link", name="Review the game").wait_for()


def arboretum_over(page: "Page") -> None:
    """A game that was played to its end, with its score sheet."""
    page.goto(Guest(page).game("arboretum"))
    page.get_by_role("link", name="Review the game").wait_for()


def review(page: "Page") -> None:
    """A finished game, gone through, while a search looks at it."""
    address = Guest(page).game("arboretum").replace("/table/", "/review/")
    page.goto(f"{address}&at=60")
    page.get_by_role("button", name="Review the game").click()
    page.get_by_role("img", name=re.compile("^Chances of winning")).wait_for()


def rules(page: "Page") -> None:
    """The rules of a game."""
    page.goto("/games/arboretum")
    page.get_by_role("heading", level=2).first.wait_for()


def leaders(page: "Page") -> None:
    """The best players."""
    page.goto("/leaders")
    page.get_by_role("heading", level=1).wait_for()


def finished(page: "Page") -> None:
    """The games that are over."""
    page.goto("/finished")
    page.get_by_role("heading", level=1).wait_for()


def mine(page: "Page") -> None:
    """One's own games."""
    home(page)
    play_now(page, "Splendor")
    page.goto("/mine")
    page.get_by_role("link", name=re.compile("^Continue")).first.wait_for()


SCREENS: dict[str, Callable[["Page"], None]] = {
    screen.__name__: screen
    for screen in (
        home,
        create,
        gathering,
        splendor,
        arboretum,
        splendor_over,
        arboretum_over,
        review,
        rules,
        leaders,
        finished,
        mine,
    )
}


class Guest:
    """Somebody who plays without looking, to get to a position soon."""

    def __init__(self, page: "Page") -> None:
        page.goto("/")
        self._page = page
        self._api = page.request
        who = self._api.post("/api/players", data={}).json()
        self._headers = {"Authorization": f"Bearer {who['token']}"}
        keep = "(who) => localStorage.setItem('gemgrove.identity', JSON.stringify(who))"
        page.evaluate(keep, who)

    def game(self, game: str, *, decisions: int = 10**9) -> str:
        """The address of a game against a bot in which the guest has decided so often."""
        made = self._ask("", {"game": game, "public": False, "practice": True})
        table, self._headers["Gemgrove-Invite"] = made["table"], made["invite"]
        self._ask(f"/{table}/join", {})
        self._ask(f"/{table}/bots", {"bot": "novice"})
        self._ask(f"/{table}/ready", {})
        while decisions > 0:
            seen = self._api.get(f"/api/tables/{table}", headers=self._headers).json()
            if seen["phase"] != "playing":
                break
            if seen["legal"]:
                moves = [max(seen["legal"], key=_worth)["action"]]
                self._ask(f"/{table}/play", {"moves": moves, "position": seen["position"]})
                decisions -= 1
        return f"/table/{table}#invite={made['invite']}"

    def _ask(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self._api.post(f"/api/tables{path}", data=body, headers=self._headers)
        assert answer.ok, answer.text()
        told: dict[str, Any] = answer.json()
        return told


def _worth(legal: dict[str, Any]) -> bool:
    """Whatever is bought, rather than anything else."""
    return str(legal["move"]).startswith("b")
