"""The pictures in the README: `python -m docs.pictures [NAME]...`.

A server of its own in a temporary folder, Chromium, and games that are played in the page. The
deals are open ones, so that the games are nearly the same every time.
"""

import re
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.browser.chromium import lacking, launched
from tests.browser.conftest import started
from tests.browser.driver import Player, Splendor, board, enabled, play_to_the_end, played, press
from tests.server.server_process import ServerProcess

FOLDER = Path(__file__).parent / "pictures"
SIZE: ViewportSize = {"width": 1280, "height": 800}
MOST_BYTES = 200_000
SETTINGS = "review_iterations = 400\n"
PATIENCE_MS = 60_000
REVIEW_MS = 600_000


class Somebody:
    """A player with a name, in a browser of their own."""

    def __init__(self, browser: Browser, url: str, name: str) -> None:
        self.context: BrowserContext = browser.new_context(
            base_url=url, viewport=SIZE, reduced_motion="reduce", color_scheme="light"
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.page: Page = self.context.new_page()
        self.page.goto("/")
        who = self._posted("/api/players", {"name": name})
        self._headers = {"Authorization": f"Bearer {who['token']}"}
        keep = "(who) => localStorage.setItem('gemgrove.identity', JSON.stringify(who))"
        self.page.evaluate(keep, who)

    def table(self, bots: tuple[str, ...] = (), **terms: Any) -> str:
        """A new table at which one sits; with bots at all other seats the game begins."""
        table = self._posted("/api/tables", terms)["table"]
        self._posted(f"/api/tables/{table}/join", {})
        for bot in bots:
            self._posted(f"/api/tables/{table}/add_bot", {"bot": bot})
        if bots:
            self._posted(f"/api/tables/{table}/ready", {})
        return f"/table/{table}"

    def _posted(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = getattr(self, "_headers", {})
        answer = self.page.request.post(path, data=body, headers=headers)
        assert answer.ok, answer.text()
        told: dict[str, Any] = answer.json()
        return told


def lobby(browser: Browser, url: str) -> Page:
    """The first page, with games that wait for players."""
    Somebody(browser, url, "Ben").table(game="arboretum", players=3, turn_seconds=120)
    Somebody(browser, url, "Cleo").table(game="splendor", players=4)
    page = Somebody(browser, url, "Ada").page
    page.goto("/")
    page.get_by_role("button", name=re.compile("^Join")).first.wait_for()
    return page


def splendor(browser: Browser, url: str) -> Page:
    """A game in the middle, with a take that is laid apart."""
    ada = Somebody(browser, url, "Ada")
    deal = "CTDQ-2VZK-N8HB-9F1"
    ada.page.goto(ada.table(("greedy",), game="splendor", players=2, deal=deal))
    _play(ada.page, Splendor(), 18)
    bank = board(ada.page).get_by_role("group", name="Bank")
    for token in bank.get_by_role("button", disabled=False).all()[:3]:
        token.click()
    return ada.page


def arboretum(browser: Browser, url: str) -> Page:
    """A game in the middle, with a card that is about to be planted and what that would bring."""
    ada = Somebody(browser, url, "Ada")
    deal = "7T2M-XKQ4-HV9C-3NB"
    ada.page.goto(ada.table(("advanced",), game="arboretum", players=2, deal=deal))
    _play(ada.page, gardener, 28)
    card, place = _best_planting(ada.page)
    press(board(ada.page), card)
    board(ada.page).get_by_role("button", name=place, exact=True).hover()
    return ada.page


def review(browser: Browser, url: str) -> Page:
    """A finished game with its graph, at one of the largest losses."""
    ada = Somebody(browser, url, "Ada")
    deal = "QW3R-8JZT-5PMK-X0D"
    address = ada.table(("greedy",), game="splendor", players=2, deal=deal)
    ada.page.goto(address)
    play_to_the_end(ada.page, Splendor())
    ada.page.goto(address.replace("/table/", "/review/"))
    ada.page.get_by_role("button", name="Review the game").click()
    ada.page.get_by_role("img", name=re.compile("^Chances of winning")).wait_for()
    ada.page.locator(".rv-progress").wait_for(state="detached", timeout=REVIEW_MS)
    ada.page.locator(".rv-losses button").first.click()
    return ada.page


def gardener(page: Page) -> None:
    """Draws from the deck, plants what brings most, and discards the first card."""
    here = board(page)
    task = page.locator(".tb-task").inner_text()
    if "Draw" in task:
        press(here, next(name for name in enabled(here) if name.endswith("Draw from it.")))
    elif "Discard" in task:
        press(here, enabled(here.get_by_role("region", name="Your hand"))[0])
        here.get_by_role("button", name=re.compile("^Discard ")).click()
    else:
        card, place = _best_planting(page)
        press(here, card)
        press(here, place)


def _best_planting(page: Page) -> tuple[str, str]:
    """The names of the card in hand and of the place by which most points come in sight."""
    here = board(page)
    found: list[tuple[int, str, str]] = []
    for card in enabled(here.get_by_role("region", name="Your hand")):
        press(here, card)
        places = [name for name in enabled(here) if "Free space at" in name]
        found += [(_gain(place), card, place) for place in places]
        press(here, card)
    _, card, place = max(found, key=lambda planting: planting[0])
    return card, place


def _gain(place: str) -> int:
    return sum(int(after) - int(before) for before, after in re.findall(r"(\d+) → (\d+)", place))


def _play(page: Page, player: Player, decisions: int) -> None:
    """So many decisions, and on until tokens or a card can be chosen."""
    for number, standing in enumerate(played(page, player), 1):
        assert not standing.over, "the game is over before its picture could be taken"
        if number >= decisions and re.search("Take|plant", standing.task):
            return


def save(page: Page, name: str) -> None:
    """With fewer colors where the file would be too large."""
    page.wait_for_timeout(800)  # until nothing moves any more
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    FOLDER.mkdir(exist_ok=True)
    file = FOLDER / f"{name}.png"
    picture.save(file, optimize=True)
    if file.stat().st_size >= MOST_BYTES:
        few = picture.quantize(256, Image.Quantize.MEDIANCUT, kmeans=3, dither=Image.Dither.NONE)
        few.save(file, optimize=True)
    print(file, file.stat().st_size, "bytes")


PICTURES: dict[str, Callable[[Browser, str], Page]] = {
    picture.__name__: picture for picture in (lobby, splendor, arboretum, review)
}


def main() -> int:
    """Take them all, or those that are named."""
    if what := lacking():
        print(what)
        return 2
    for name in sys.argv[1:] or PICTURES:
        # Each from nothing, so that no game of another is in the lists.
        with TemporaryDirectory() as folder, launched() as browser:
            server = ServerProcess(Path(folder), settings=SETTINGS)
            started(server)
            try:
                save(PICTURES[name](browser, server.url), name)
            finally:
                server.end(kill=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
