"""The page's figures: a real server, and Debian's Chromium on the same machine.

Short times are measured inside the page, so driving the browser costs nothing.
"""

import gzip
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import gemgrove as gg
from benchmarks.figures import Figure, percentile
from gemgrove.agents.champion import network_files
from gemgrove.server.site.files import BUILT
from tests.browser.chromium import DESKTOP, lacking, launched
from tests.browser.conftest import started
from tests.browser.driver import PLAYERS, play_now, played, waited
from tests.browser.screens import Guest
from tests.server.server_process import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

REVIEW_MS = 300_000
"""The longest time that a review or an analysis may take."""
ANALYSIS = 30_000
"""The iterations of the page's analysis of a position."""
MOVES = 100
VISITS = 15

# From the click until the board shows one more move, and until the next frame.
_CLOCK = """
globalThis.updates = [];
const count = () => document.querySelector(".tb-position .hidden-text")?.textContent ?? "";
let clicked = null;
addEventListener("click", (event) => (clicked = {at: event.timeStamp, count: count()}), true);
new MutationObserver(() => {
  if (!clicked || !clicked.count || count() === clicked.count) return;
  const {at} = clicked;
  clicked = null;
  const changed = performance.now() - at;
  requestAnimationFrame(() => updates.push([changed, performance.now() - at]));
}).observe(document, {subtree: true, childList: true, characterData: true});
"""
# From the start of the navigation until a button that starts a game is enabled.
_USABLE = """
globalThis.usable = new Promise((tell) => {
  const look = () => {
    const button = [...document.querySelectorAll("button")].find(
      (one) => one.textContent.includes("Play now") && one.ariaDisabled !== "true" && !one.disabled,
    );
    if (button) requestAnimationFrame(() => tell(performance.now()));
    return button;
  };
  new MutationObserver((_, observer) => look() && observer.disconnect())
    .observe(document, {subtree: true, childList: true, attributes: true});
});
"""


def figures() -> Iterator[Figure]:
    """Measure the size of the page's scripts, and the waiting times."""
    if what := lacking():
        print(what)
        return
    yield from _sizes()
    with _server() as server, launched() as browser:
        usable = sorted(_first_visit(browser, server.url) for _ in range(VISITS))
        what = "first page usable, empty cache"
        yield Figure(f"{what}, p95", percentile(usable, 95), "ms", 1_000, at_most=True)
        yield Figure("the same, median", percentile(usable, 50), "ms")
        for title in PLAYERS:
            changed, shown = zip(*_moves(browser, server.url, title), strict=True)
            what = f"from click to own board, {title}"
            yield Figure(
                f"{what}: the next frame, p95", percentile(shown, 95), "ms", 50, at_most=True
            )
            yield Figure("the same, median", percentile(shown, 50), "ms")
            yield Figure("until the board has changed, p95", percentile(changed, 95), "ms")
        yield from _thinking(browser, server.url)


def _sizes() -> Iterator[Figure]:
    """Measure the scripts and networks, compressed as they are sent."""
    sizes = {file.name: len(gzip.compress(file.read_bytes(), 9)) for file in BUILT.rglob("*.js")}
    everything = sum(sizes.values())
    games = [sum(sizes[file] for file in sizes if file.startswith(f"{name}-")) for name in gg.GAMES]
    size = everything - sum(games) + max(games)
    what = "JavaScript to find, play and review a game, gzipped"
    yield Figure(what, size / 1e3, "KB", 80, at_most=True)
    yield Figure("the same with every game", everything / 1e3, "KB")
    network = max(len(gzip.compress(file.read_bytes(), 9)) for file in network_files())
    yield Figure("the largest network, gzipped", network / 1e3, "KB", 500, at_most=True)


def _thinking(browser: "Browser", url: str) -> Iterator[Figure]:
    """Measure a hint, the review of a game of Splendor, and the search of one of its positions."""
    context = browser.new_context(base_url=url, viewport=DESKTOP, reduced_motion="reduce")
    page = context.new_page()
    guest = Guest(page)
    page.goto(guest.game("splendor", decisions=4))
    waited(page)
    began = time.perf_counter()
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".tb-hint")
    spent = time.perf_counter() - began
    yield Figure("from click to hint, the first one", spent, "s", 1, at_most=True)

    address = guest.game("splendor").replace("/table/", "/review/")
    began = time.perf_counter()
    page.goto(address)
    page.wait_for_selector(".rv-curve[points*=',']", state="attached")
    spent = time.perf_counter() - began
    yield Figure("review of Splendor, first verdict", spent, "s", 1, at_most=True)
    page.wait_for_selector("text=Judged by the bot", timeout=REVIEW_MS)
    spent = time.perf_counter() - began
    yield Figure("the same, whole game", spent, "s", 20, at_most=True)

    began = time.perf_counter()
    page.get_by_role("button", name="Analyze this position").click()
    page.wait_for_selector(f"text=Looked ahead {ANALYSIS:,} times", timeout=REVIEW_MS)
    rate = ANALYSIS / (time.perf_counter() - began)
    yield Figure("search in one worker, with the network", rate, "iterations/s", 20e3)
    context.close()


@contextmanager
def _server() -> Iterator[ServerProcess]:
    with TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder))
        started(server)
        try:
            yield server
        finally:
            server.end(kill=False)


def _first_visit(browser: "Browser", url: str) -> float:
    """Measure the milliseconds until a first-time visitor can begin."""
    context = browser.new_context(base_url=url, viewport=DESKTOP)
    page = context.new_page()
    page.add_init_script(_USABLE)
    page.goto("/")
    spent = float(page.evaluate("usable"))
    context.close()
    return spent


def _moves(browser: "Browser", url: str, title: str) -> list[list[float]]:
    """Measure the milliseconds that each move took to change the board, and to show it."""
    context = browser.new_context(
        base_url=url,
        viewport=DESKTOP,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.add_init_script(_CLOCK)
    spent: list[list[float]] = []
    while len(spent) < MOVES:
        spent += _game(page, title)
    context.close()
    return spent


def _game(page: "Page", title: str) -> list[list[float]]:
    page.goto("/")
    play_now(page, title)
    for _ in played(page, PLAYERS[title]()):
        pass
    spent: list[list[float]] = page.evaluate("updates")
    return spent
