"""Debian's Chromium, driven by Playwright."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gemgrove.server.site.files import BUILT, INDEX

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize

PAGE = BUILT / INDEX
DESKTOP: "ViewportSize" = {"width": 1280, "height": 900}
PHONE: "ViewportSize" = {"width": 390, "height": 844}


def lacking() -> str | None:
    """A message about what browser tests lack and how to install it; None if nothing is missing."""
    if not PAGE.exists():
        return "The page is not built; `make web` builds it"
    if shutil.which("chromium") is None:
        return "There is no chromium; on Debian: apt-get install chromium"
    return None


@contextmanager
def launched() -> Iterator["Browser"]:
    """Launch a headless browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()
