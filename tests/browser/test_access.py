"""Accessibility of every screen, checked by axe: light and dark, desktop and phone."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

from tests.browser.chromium import DESKTOP, PHONE
from tests.browser.screens import SCREENS
from tests.missing import missing

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
GRAVE = ("serious", "critical")
# Transitions are skipped, since colors in between are not the page's.
_LOOK = """(scheme) => {
  for (const moving of document.getAnimations()) {
    if (isFinite(moving.effect.getComputedTiming().endTime)) moving.finish();
  }
  // The dark scheme differs from the light one only in its colors.
  const some = scheme === "dark" ? {runOnly: ["color-contrast"]} : {};
  return axe.run({resultTypes: ["violations"], ...some});
}"""


@pytest.fixture(scope="session")
def axe() -> str:
    """The source code of axe."""
    if not AXE.exists():
        missing("There is no axe; `make web` installs it")
    return AXE.read_text()


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing_serious(page: "Page", axe: str, screen: str) -> None:
    SCREENS[screen](page)
    page.evaluate(axe)
    found: list[str] = []
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            faults = page.evaluate(_LOOK, scheme)["violations"]
            found += [f"{size['width']} {scheme}: {told(fault)}" for fault in faults]
    print("\n".join(found))
    assert [line for line in found if any(f" {word}:" in line for word in GRAVE)] == []


def told(fault: dict[str, Any]) -> str:
    """A finding on one line."""
    where = "; ".join(" ".join(node["target"]) for node in fault["nodes"][:4])
    return f"{fault['id']} {fault['impact']}: {fault['help']} ({len(fault['nodes'])}): {where}"
