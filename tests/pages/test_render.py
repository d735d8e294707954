"""The frame of a page: self-contained, readable in light and dark, and saved safely."""

import re
from base64 import b64encode
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemgrove.pages.charts import COLORS, HEAT_STEPS
from gemgrove.pages.render import check_target, environment, is_page, printable, render, save_page
from tests.pages.elements import check_page, elements

_TEXT_CONTRAST = 4.5
_SHAPE_CONTRAST = 3.0


def page(title: str = "A title") -> str:
    return render("base.html", title=title, sections={"one": "Part one"}).replace(
        "</main>", '<section id="one"></section></main>'
    )


def filled(template: str, **values: object) -> str:
    """A template filled in as by `render`."""
    return printable(environment().from_string(template).render(**values))


def style() -> str:
    (found,) = elements(page(), "style")
    return found.text


def test_a_page_is_well_formed_and_loads_nothing() -> None:
    check_page(page())


def test_a_page_has_its_title_twice_and_a_link_to_each_section() -> None:
    assert [each.text for each in elements(page(), "title")] == ["A title"]
    assert [each.text for each in elements(page(), "h1")] == ["A title"]
    assert [each.text for each in elements(page(), "a", href="#one")] == ["Part one"]


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


def test_a_page_is_recognized_and_other_files_are_not() -> None:
    assert is_page(page().encode())
    assert not is_page(b"<!DOCTYPE html><html></html>")
    assert not is_page(b"\x00\xff")


def test_an_attribute_cannot_be_left_by_a_quote() -> None:
    found = filled('<a title="{{ text }}"></a>', text='" onclick="x')
    assert [each.attributes for each in elements(found)] == [{"title": '" onclick="x'}]


@pytest.mark.parametrize("letter", ["\x00", "\x1b", "\u202e", "\ud800", "\x7f"])
def test_a_letter_that_cannot_be_printed_is_replaced(letter: str) -> None:
    assert "<h1>a\N{REPLACEMENT CHARACTER}b</h1>" in page(f"a{letter}b")


def test_lines_and_tabs_are_kept() -> None:
    assert filled("{{ text }}", text="a\n\tb") == "a\n\tb"


@given(st.text())
def test_any_text_is_read_back_as_one_element(text: str) -> None:
    found = elements(filled('<p title="{{ text }}">{{ text }}</p>', text=text))
    assert [element.name for element in found] == ["p"]
    assert found[0].attributes["title"] == found[0].text
    assert len(found[0].text) == len(text)


def test_a_page_is_written_and_may_be_written_again(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    save_page(page("First"), file)
    save_page(page("Second ✓"), file)
    assert file.read_text(encoding="utf-8") == page("Second ✓")
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_is_no_page_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "letter.html"
    file.write_text("Dear Ada")
    with pytest.raises(ValueError, match="is not a Gemgrove page; it was not replaced"):
        save_page(page(), file)
    assert file.read_text() == "Dear Ada"


def test_a_folder_is_no_place_for_a_page(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is a folder"):
        check_target(tmp_path)


def test_a_page_needs_its_folder(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="There is no folder"):
        check_target(tmp_path / "missing" / "page.html")


def colors(scheme: str) -> dict[str, str]:
    """The colors of the style by name."""
    light, dark = re.findall(r":root \{(.*?)\}", style(), re.DOTALL)
    block = light if scheme == "light" else dark
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))


def contrast(one: str, other: str) -> float:
    """The contrast of two colors, from 1 to 21, as WCAG defines it."""

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
    for step in range(HEAT_STEPS):
        assert contrast(found["ink"], found[f"heat-{step}"]) >= _TEXT_CONTRAST
        assert f".heat-{step} " in style()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_series_stands_out_from_the_paper(scheme: str) -> None:
    found = colors(scheme)
    series = [found[f"series-{number}"] for number in range(1, COLORS + 1)]
    assert min(contrast(color, found["paper"]) for color in series) >= _SHAPE_CONTRAST
    assert len(set(series)) == COLORS
