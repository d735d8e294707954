"""Parses a page: its elements, and whether they are properly nested."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = {"br", "link", "meta", "wbr"}


@dataclass
class Element:
    """An element with its attributes and all the text in it."""

    name: str
    attributes: dict[str, str | None]
    text: str = ""
    inside: list[str] = field(default_factory=list)
    """The names of the enclosing elements, outermost first."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.open: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"<{tag}> has an attribute twice"
        element = Element(tag, dict(attrs), inside=[outer.name for outer in self.open])
        self.elements.append(element)
        if tag not in _VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open[-1].name == tag, f"</{tag}> closes <{self.open[-1].name}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data


def elements(page: str, name: str | None = None, /, **attributes: str) -> list[Element]:
    """The elements of a page, or those with this name and these attributes."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert not reader.open, f"<{reader.open[-1].name}> is not closed"
    wanted = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
    return [
        element
        for element in reader.elements
        if name in (None, element.name)
        and all(element.attributes.get(key) == value for key, value in wanted.items())
    ]


def check_page(page: str) -> None:
    """Check that a page is well formed, loads nothing from elsewhere, and has no dead links."""
    found = elements(page)
    anchors = [value for each in found if (value := each.attributes.get("id")) is not None]
    assert len(set(anchors)) == len(anchors)
    for element in found:
        assert element.name not in {"img", "iframe", "object", "embed", "base", "form"}
        for key in ("href", "src", "data-href", "xlink:href", "srcset", "action"):
            target = element.attributes.get(key)
            if target == "data:,":
                continue
            assert target is None or (target[0] == "#" and target[1:] in anchors), target
        assert not any(key.startswith("on") or key == "style" for key in element.attributes)
    assert [element.inside for element in found if element.name == "script"] == [["html", "body"]]
    (style,) = (element.text for element in found if element.name == "style")
    assert not re.search(r"url\(|@import|https?:", style)
    assert all(
        element.attributes.get("aria-label") for element in found if "role" in element.attributes
    )
