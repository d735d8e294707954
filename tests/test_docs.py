"""The generated pages are up to date, and all links in the pages work."""

import re
from pathlib import Path

import pytest

from docs.generate import pages

TESTS = Path(__file__).parent
ROOT = TESTS.parent
DOCS = ROOT / "docs"
PAGES = [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]


@pytest.mark.parametrize("name", list(pages()))
def test_the_generated_page_is_current(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == pages()[name], "run `make docs`"


@pytest.mark.parametrize("page", sorted(page.name for page in (DOCS / "recipes").iterdir()))
def test_the_recipe_is_run_by_a_test(page: str) -> None:
    running = f'recipes.run("{page}"'
    assert any(running in file.read_text(encoding="utf-8") for file in TESTS.rglob("test_*.py"))


def prose(page: Path) -> str:
    """A page without its code blocks."""
    text = page.read_text(encoding="utf-8")
    return re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """The anchors of a page, derived from its headings as on GitHub."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", ["README.md", "docs/terminal.md"])
def test_the_game_with_pink_gems_is_found_by_its_color_and_its_rules(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert "--rules duel" in text
    assert "pink is shown as black" in text
