"""Elements of HTML and SVG. Whatever is not markup already is escaped."""

from html import escape
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

_VOID = frozenset({"br", "link", "meta", "wbr"})
_KEPT = frozenset("\n\t\u00a0\u2009\u202f")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Content: TypeAlias = "str | int | float | Iterable[Content] | None"
"""What an element may hold: markup, text to be escaped, numbers, nothing, or several of these."""


def safe(content: Content) -> Markup:
    """The content as markup: texts escaped, what cannot be printed replaced.

    >>> safe("<b>")
    '&lt;b&gt;'
    """
    if content is None:
        return Markup()
    if isinstance(content, Markup):
        return content
    if isinstance(content, str):
        return Markup(escape(_visible(content)))
    if isinstance(content, int | float):
        return Markup(escape(str(content)))
    return Markup("".join(map(safe, content)))


def tag(name: str, /, *content: Content, **attributes: str | float | bool | None) -> Markup:
    """An element. `class_` is the attribute class, `data_x` is data-x; None leaves one out.

    >>> tag("a", "x < y", href="#top", class_="far")
    '<a href="#top" class="far">x &lt; y</a>'
    """
    start = f"<{name}{''.join(_attribute(key, value) for key, value in attributes.items())}>"
    if name in _VOID:
        return Markup(start)
    return Markup(f"{start}{safe(content)}</{name}>")


def _attribute(key: str, value: str | float | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(_visible(str(value)))}"'


def _visible(text: str) -> str:
    """The text without control characters, which a page may not hold or a reader may not see."""
    return "".join(
        letter if letter.isprintable() or letter in _KEPT else _REPLACEMENT for letter in text
    )
