"""Texts from elsewhere cannot become markup."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemgrove.page.markup import Markup, safe, tag
from tests.page.elements import elements


def test_text_is_escaped_and_markup_is_not() -> None:
    assert tag("p", "<b>", Markup("<i>x</i>")) == "<p>&lt;b&gt;<i>x</i></p>"


def test_content_may_be_nested_numbers_and_nothing() -> None:
    assert safe([1, None, ["a", [2.5]]]) == "1a2.5"


def test_an_attribute_cannot_be_left_by_a_quote() -> None:
    assert tag("a", title='" onclick="x') == '<a title="&quot; onclick=&quot;x"></a>'


def test_attributes_are_named_as_html_names_them() -> None:
    assert tag("td", class_="x", data_label="y", id=None, hidden=True) == (
        '<td class="x" data-label="y" hidden></td>'
    )


def test_an_attribute_may_be_called_name() -> None:
    assert tag("meta", name="viewport") == '<meta name="viewport">'


@pytest.mark.parametrize("letter", ["\x00", "\x1b", "\u202e", "\ud800", "\x7f"])
def test_what_cannot_be_printed_is_replaced(letter: str) -> None:
    assert safe(f"a{letter}b") == "a\N{REPLACEMENT CHARACTER}b"
    assert tag("p", title=letter) == '<p title="\N{REPLACEMENT CHARACTER}"></p>'


def test_lines_and_tabs_are_kept() -> None:
    assert safe("a\n\tb") == "a\n\tb"


@given(st.text())
def test_any_text_is_read_back_as_one_element(text: str) -> None:
    found = elements(tag("p", text, title=text))
    assert [element.name for element in found] == ["p"]
    assert found[0].attributes["title"] == found[0].text
    assert len(found[0].text) == len(text)
