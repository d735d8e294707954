"""Browsers that cannot run the engine, and pages that cannot load a part."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage

SENTENCE = (
    "The page needs WebAssembly with SIMD, which this browser lacks. "
    "Use a current version of Chrome, Edge, Firefox or Safari."
)


@pytest.mark.parametrize(
    "lacking",
    ["delete globalThis.WebAssembly", "WebAssembly.validate = () => false"],
    ids=["WebAssembly", "SIMD"],
)
@pytest.mark.parametrize("path", ["/", "/table/t_any"])
def test_a_browser_without_what_the_engine_needs_gets_a_sentence(
    new_page: NewPage, lacking: str, path: str
) -> None:
    page = new_page()
    page.add_init_script(lacking)
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_have_text("This browser cannot show the games")
    expect(page.get_by_text(SENTENCE)).to_be_visible()


def test_a_board_that_cannot_be_loaded_says_so_and_is_there_after_a_reload(
    new_page: NewPage,
) -> None:
    page = new_page(troubled=True)
    page.route("**/assets/splendor-*.js", lambda route: route.abort())
    page.goto("/")
    page.get_by_role("article", name="Splendor").get_by_role("button", name="Play now").click()
    expect(page.get_by_text("reload the page to continue")).to_be_visible()
    page.unroute_all()
    page.reload()
    expect(page.get_by_role("group", name="Splendor board")).to_be_visible()
