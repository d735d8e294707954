"""A real server, a real Chromium, and pages in it."""

import asyncio
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from tests.browser.chromium import DESKTOP, PHONE, lacking, launched
from tests.missing import missing
from tests.server.server_process import ServerProcess
from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

PATIENCE_MS = 1000 * PATIENCE
NETWORK = re.compile("Failed to load resource:|WebSocket connection to ")
"""The browser's own console errors when a server refuses or does not answer."""

NewPage = Callable[..., "Page"]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a server with the page."""
    server = ServerProcess(tmp_path_factory.mktemp("browser"))
    started(server)
    yield server.url
    server.end(kill=False)


def started(server: ServerProcess) -> None:
    """Start a server, even while Playwright's event loop runs in this thread."""
    with ThreadPoolExecutor(1) as other:
        other.submit(lambda: asyncio.run(server.start())).result()


# Not per session: while Playwright runs, no other event loop can run in this thread.
@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """Debian's Chromium, headless."""
    if what := lacking():
        missing(what)
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE_MS)
    with launched() as chromium:
        yield chromium


@pytest.fixture
def new_page(browser: "Browser", address: str) -> Iterator[NewPage]:
    """Open pages, each as a different person; any error in one fails the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def make(
        *,
        phone: bool = False,
        motion: bool = False,
        dark: bool = False,
        at: str = address,
        troubled: bool = False,
    ) -> "Page":
        """With `troubled`, the browser may report failed requests."""
        context = browser.new_context(
            base_url=at,
            viewport=PHONE if phone else DESKTOP,
            has_touch=phone,
            reduced_motion="no-preference" if motion else "reduce",
            color_scheme="dark" if dark else "light",
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        context.on("weberror", lambda fault: faults.append(str(fault.error)))
        context.on("console", lambda message: hear(message, troubled))
        return context.new_page()

    def hear(message: "ConsoleMessage", troubled: bool) -> None:
        if message.type == "error" and not (troubled and NETWORK.match(message.text)):
            faults.append(message.text)

    yield make
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


@pytest.fixture
def page(new_page: NewPage) -> "Page":
    """A desktop page."""
    return new_page()
