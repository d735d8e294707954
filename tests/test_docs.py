"""The generated pages are those of this code."""

from pathlib import Path

import pytest

from docs.generate import pages

DOCS = Path(__file__).parents[1] / "docs"


@pytest.mark.parametrize("name", list(pages()))
def test_the_generated_page_is_current(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == pages()[name], "run `make docs`"
