"""Render pages from templates, and save them."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from gemgrove.atomic_write import write_atomically
from gemgrove.english import counted
from gemgrove.pages import formats

_TEMPLATES = Path(__file__).with_name("templates")
_GENERATOR = b'<meta name="generator" content="Gemgrove">'
_HEAD_BYTES = 500
_PRINTED_AS_IS = frozenset("\n\t\u00a0\u2009\u202f")


def render(template: str, **values: Any) -> str:
    """Return a page: a template filled with these values."""
    style, script = _text("page.css"), _text("page.js")
    page = environment().get_template(template)
    return printable(page.render(style=style, script=script, policy=_policy(), **values))


@cache
def environment() -> Environment:
    """Return the templates with their filters. Anything that is not markup is escaped."""
    made = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.filters |= {
        "coordinate": formats.coordinate,
        "counted": counted,
        "duration": formats.duration,
        "elo": formats.elo,
        "percent": formats.percent,
        "precise_percent": formats.precise_percent,
    }
    return made


def printable(page: str) -> str:
    """Replace control characters, which HTML may not contain or a reader cannot see."""
    for letter in set(page):
        if not letter.isprintable() and letter not in _PRINTED_AS_IS:
            page = page.replace(letter, "\N{REPLACEMENT CHARACTER}")
    return page


def check_target(path: Path) -> None:
    """Raise `ValueError` if a page cannot be written there, or would replace something else."""
    if path.is_dir():
        raise ValueError(f"{path} is a folder; a page needs a file.")
    if not path.parent.is_dir():
        raise ValueError(f"There is no folder {path.parent}.")
    if path.exists() and not is_page(path.read_bytes()):
        raise ValueError(f"{path} exists and is not a Gemgrove page; it was not replaced.")


def is_page(content: bytes) -> bool:
    """Return True if a file's content is a page made by `render`."""
    return _GENERATOR in content[:_HEAD_BYTES]


def save_page(text: str, path: Path) -> None:
    """Write a page; an existing page is replaced atomically."""
    check_target(path)
    write_atomically(path, text.encode())


@cache
def _policy() -> str:
    """Return a policy that allows only the page's own style and script.

    Markup that slipped through would not run.
    """
    digests = (sha256(_text(file).encode()).digest() for file in ("page.css", "page.js"))
    style, script = (b64encode(digest).decode() for digest in digests)
    return (
        "default-src 'none'; img-src data:; "
        f"style-src 'sha256-{style}'; script-src 'sha256-{script}'"
    )


@cache
def _text(file: str) -> Markup:
    return Markup((_TEMPLATES / file).read_text(encoding="utf-8"))
