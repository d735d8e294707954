"""The generated pages are those of this code."""

from pathlib import Path

import pytest

from docs.generate import pages

TESTS = Path(__file__).parent
DOCS = TESTS.parent / "docs"


@pytest.mark.parametrize("name", list(pages()))
def test_the_generated_page_is_current(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == pages()[name], "run `make docs`"


@pytest.mark.parametrize("page", sorted(page.name for page in (DOCS / "recipes").iterdir()))
def test_the_recipe_is_run_by_a_test(page: str) -> None:
    running = f'recipes.run("{page}"'
    assert any(running in file.read_text(encoding="utf-8") for file in TESTS.rglob("test_*.py"))
