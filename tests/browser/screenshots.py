"""Takes screenshots of the main screens: `python -m tests.browser.screenshots [SCREEN]...`.

They go to `build/screenshots`, which git ignores.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from playwright.sync_api import ViewportSize

from tests.browser.chromium import DESKTOP, PHONE, lacking, launched
from tests.browser.conftest import PATIENCE_MS, started
from tests.browser.screens import SCREENS
from tests.server.server_process import ServerProcess

FOLDER = Path(__file__).parents[2] / "build" / "screenshots"
WIDE: ViewportSize = {"width": 1920, "height": 1080}
SMALL: ViewportSize = {"width": 360, "height": 640}
LOOKS: tuple[tuple[str, ViewportSize, Literal["light", "dark"]], ...] = (
    ("desktop", DESKTOP, "light"),
    ("desktop-dark", DESKTOP, "dark"),
    ("phone", PHONE, "light"),
    ("phone-whole", PHONE, "light"),
    ("phone-dark", PHONE, "dark"),
    ("wide", WIDE, "light"),
    ("small", SMALL, "light"),
)


def main() -> int:
    """Take all screenshots, or those of the named screens."""
    if what := lacking():
        print(what)
        return 2
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder))
        started(server)
        try:
            with launched() as browser:
                for screen in sys.argv[1:] or SCREENS:
                    context = browser.new_context(base_url=server.url, viewport=DESKTOP)
                    context.set_default_timeout(PATIENCE_MS)
                    page = context.new_page()
                    SCREENS[screen](page)
                    for look, size, scheme in LOOKS:
                        page.set_viewport_size(size)
                        page.emulate_media(color_scheme=scheme)
                        page.wait_for_timeout(600)  # until animations have ended
                        file = FOLDER / f"{screen}-{look}.png"
                        page.screenshot(path=file, full_page="whole" in look)
                        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                        print(file, f"is {over} px too wide" if over > 0 else "")
                    context.close()
        finally:
            server.end(kill=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
