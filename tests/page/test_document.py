"""The frame of a page: complete in itself, readable in light and in the dark."""

import re
from base64 import b64encode
from hashlib import sha256
from itertools import product

import pytest

from gemgrove.page.document import Section, details, document, is_page, name, note, paragraphs
from gemgrove.page.matrix import STEPS
from gemgrove.page.plot import COLORS
from tests.page.elements import check_page, elements

_TEXT_CONTRAST = 4.5
_SHAPE_CONTRAST = 3.0


def page() -> str:
    return document("A title", paragraphs("A lead"), [Section("one", "Part one", note("Words"))])


def style() -> str:
    (found,) = elements(page(), "style")
    return found.text


def test_a_page_is_well_formed_and_asks_nobody() -> None:
    check_page(page())


def test_a_page_has_its_title_twice_and_a_link_to_each_section() -> None:
    assert [each.text for each in elements(page(), "title")] == ["A title"]
    assert [each.text for each in elements(page(), "h1")] == ["A title"]
    assert [each.text for each in elements(page(), "a", href="#one")] == ["Part one"]
    assert elements(page(), "section", id="one")


def test_the_policy_allows_this_style_and_script_and_no_other() -> None:
    (meta,) = elements(page(), "meta", http_equiv="Content-Security-Policy")
    policy = meta.attributes["content"] or ""
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    for kind in ("style", "script"):
        (element,) = elements(page(), kind)
        digest = b64encode(sha256(element.text.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy


def test_a_page_fits_a_phone() -> None:
    (viewport,) = elements(page(), "meta", name="viewport")
    assert viewport.attributes["content"] == "width=device-width, initial-scale=1"


def test_a_page_is_known_for_one_and_other_files_are_not() -> None:
    assert is_page(page().encode())
    assert not is_page(b"<!DOCTYPE html><html></html>")
    assert not is_page(b"\x00\xff")


def test_a_name_is_kept_apart_from_what_follows() -> None:
    assert name("<Eve>") == "<bdi>&lt;Eve&gt;</bdi>"


def test_details_have_a_summary_and_may_be_open() -> None:
    assert details("More", "<b>") == "<details><summary>More</summary>&lt;b&gt;</details>"
    assert details("More", opened=True) == "<details open><summary>More</summary></details>"


def colors(scheme: str) -> dict[str, str]:
    """The colors of the style by name."""
    light, dark = re.findall(r":root \{(.*?)\}", style(), re.DOTALL)
    block = light if scheme == "light" else dark
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))


def contrast(one: str, other: str) -> float:
    """How well two colors are told apart, from 1 to 21, as WCAG defines it."""

    def luminance(color: str) -> float:
        parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


_INKS = ["ink", "faint", "accent", "inaccuracy", "mistake", "blunder"]


@pytest.mark.parametrize(("scheme", "ink"), list(product(("light", "dark"), _INKS)))
def test_text_can_be_read_on_the_paper(scheme: str, ink: str) -> None:
    found = colors(scheme)
    for paper in ("paper", "raised"):
        assert contrast(found[ink], found[paper]) >= _TEXT_CONTRAST


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_on_every_cell_of_a_matrix(scheme: str) -> None:
    found = colors(scheme)
    for step in range(STEPS):
        assert contrast(found["ink"], found[f"heat-{step}"]) >= _TEXT_CONTRAST
        assert f".heat-{step} " in style()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_series_stands_out_from_the_paper(scheme: str) -> None:
    found = colors(scheme)
    series = [found[f"series-{number}"] for number in range(1, COLORS + 1)]
    assert min(contrast(color, found["paper"]) for color in series) >= _SHAPE_CONTRAST
    assert len(set(series)) == COLORS
