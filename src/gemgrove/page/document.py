"""The frame of a page: one file with its style and its script, which asks nobody for anything."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files

from gemgrove.page.markup import Content, Markup, safe, tag

_GENERATOR = tag("meta", name="generator", content="Gemgrove")
_HEAD_BYTES = 500


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page. `anchor` is a word of our own, never a text from elsewhere."""

    anchor: str
    title: str
    body: Content


def document(title: str, lead: Content, sections: Sequence[Section]) -> str:
    """A whole page: the title, what it is about, a list of contents, the sections."""
    contents = tag(
        "ol", [tag("li", tag("a", part.title, href=f"#{part.anchor}")) for part in sections]
    )
    body = tag(
        "body",
        tag("header", tag("h1", title), lead),
        tag("nav", contents, aria_label="Contents"),
        tag("main", [_section(part) for part in sections]),
        tag("footer", tag("p", "Written by Gemgrove. This page is complete in itself.")),
        tag("script", Markup(_file("page.js"))),
    )
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        _GENERATOR,
        tag("meta", http_equiv="Content-Security-Policy", content=_policy()),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        # An empty icon, so that no browser asks for one.
        tag("link", rel="icon", href="data:,"),
        tag("title", title),
        tag("style", Markup(_file("page.css"))),
    )
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def is_page(content: bytes) -> bool:
    """Whether a file's content is a page that `document` made."""
    return _GENERATOR.encode() in content[:_HEAD_BYTES]


def paragraphs(*texts: Content) -> Markup:
    """Each text as a paragraph; None is none."""
    return safe([tag("p", text) for text in texts if text is not None])


def note(*texts: Content) -> Markup:
    """Explanations in small print."""
    return tag("div", paragraphs(*texts), class_="note")


def details(summary: Content, *content: Content, opened: bool = False) -> Markup:
    """What opens on a click, or is open and closes."""
    return tag("details", tag("summary", summary), *content, open=opened)


def facts(pairs: Sequence[tuple[str, Content]]) -> Markup:
    """Terms and what they are, side by side."""
    return tag(
        "dl",
        [tag("div", tag("dt", term), tag("dd", value)) for term, value in pairs],
        class_="facts",
    )


def name(text: str) -> Markup:
    """A name from elsewhere; a text that runs from right to left does not turn what follows."""
    return tag("bdi", text)


def _section(part: Section) -> Markup:
    return tag("section", tag("h2", part.title), part.body, id=part.anchor)


def _policy() -> str:
    """Only this page's own style and script: markup that slipped through would not run."""
    style, script = (f"'sha256-{_digest(_file(file))}'" for file in ("page.css", "page.js"))
    return f"default-src 'none'; img-src data:; style-src {style}; script-src {script}"


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


@cache
def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
