"""The main screens, each opened in a fresh browser."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.browser.driver import board, play_now, waited

if TYPE_CHECKING:
    from playwright.sync_api import Page


def home(page: "Page") -> None:
    """The home page, as a newcomer sees it."""
    page.goto("/")
    page.get_by_text("Beginner").first.wait_for()


def create(page: "Page") -> None:
    """The dialog for a new table, with all its options."""
    home(page)
    page.get_by_role("button", name="Create a game").click()
    page.get_by_text("Customize rules").click()


def waiting_room(page: "Page") -> None:
    """A table that is waiting for players."""
    create(page)
    page.get_by_role("button", name="Create the game").click()
    page.get_by_role("button", name="I am ready").wait_for()


def splendor(page: "Page") -> None:
    """A Splendor game in progress, with tokens selected."""
    page.goto(Guest(page).game("splendor", decisions=12, offered="p3"))
    waited(page)
    tokens = board(page).get_by_role("group", name="Bank").get_by_role("button", disabled=False)
    tokens.first.click()


def arboretum(page: "Page") -> None:
    """An Arboretum game in progress, with a card to be planted."""
    page.goto(Guest(page).game("arboretum", decisions=27))
    waited(page)
    page.get_by_role("region", name="Your hand").get_by_role("button").first.click()


def splendor_over(page: "Page") -> None:
    """A resigned game."""
    page.goto(Guest(page).game("splendor", decisions=12))
    waited(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("link", name="Review the game").wait_for()


def arboretum_over(page: "Page") -> None:
    """A game played to its end, with its score sheet."""
    page.goto(Guest(page).game("arboretum"))
    page.get_by_role("link", name="Review the game").wait_for()


def review(page: "Page") -> None:
    """A finished game during its review."""
    address = Guest(page).game("arboretum").replace("/table/", "/review/")
    page.goto(f"{address}&at=60")
    page.get_by_role("img", name=re.compile("^Chances of winning")).wait_for()


def rules(page: "Page") -> None:
    """The rules of a game."""
    page.goto("/games/arboretum")
    page.get_by_role("heading", level=2).first.wait_for()


def leaders(page: "Page") -> None:
    """The leaderboard."""
    page.goto("/leaders")
    page.get_by_role("heading", level=1).wait_for()


def finished(page: "Page") -> None:
    """The finished games."""
    page.goto("/finished")
    page.get_by_role("heading", level=1).wait_for()


def mine(page: "Page") -> None:
    """The player's own games."""
    home(page)
    play_now(page, "Splendor")
    page.goto("/mine")
    page.get_by_role("link", name=re.compile("^Continue")).first.wait_for()


SCREENS: dict[str, Callable[["Page"], None]] = {
    screen.__name__: screen
    for screen in (
        home,
        create,
        waiting_room,
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
    """A guest that plays over HTTP, to reach a position quickly."""

    def __init__(self, page: "Page") -> None:
        page.goto("/")
        self._page = page
        self._api = page.request
        who = self._api.post("/api/players", data={}).json()
        self._headers = {"Authorization": f"Bearer {who['token']}"}
        keep = "(who) => localStorage.setItem('gemgrove.identity', JSON.stringify(who))"
        page.evaluate(keep, who)

    def game(self, game: str, *, decisions: int = 10**9, offered: str = "") -> str:
        """Play against a bot and return the address of the game after that many decisions.

        The game continues from there until a move that starts with `offered` is legal.
        """
        made = self._ask("", {"game": game, "public": False, "practice": True})
        table, self._headers["Gemgrove-Invite"] = made["table"], made["invite"]
        self._ask(f"/{table}/join", {})
        self._ask(f"/{table}/add_bot", {"bot": "random"})
        self._ask(f"/{table}/ready", {})
        while True:
            seen = self._api.get(f"/api/tables/{table}", headers=self._headers).json()
            if seen["phase"] != "playing":
                break
            if legal := seen["legal"]:
                if decisions <= 0 and any(move["move"].startswith(offered) for move in legal):
                    break
                moves = [max(legal, key=_worth)["action"]]
                self._ask(f"/{table}/play", {"moves": moves, "position": seen["position"]})
                decisions -= 1
        return f"/table/{table}#invite={made['invite']}"

    def _ask(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self._api.post(f"/api/tables{path}", data=body, headers=self._headers)
        assert answer.ok, answer.text()
        told: dict[str, Any] = answer.json()
        return told


def _worth(legal: dict[str, Any]) -> bool:
    """A sort key that prefers buying."""
    return str(legal["move"]).startswith("b")
