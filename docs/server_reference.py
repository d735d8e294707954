"""The reference of the server, from its code."""

import ast
import inspect
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, get_args

import msgspec

from gemgrove.server.app import api_document
from gemgrove.server.domain.commands import TableCommand
from gemgrove.server.domain.payloads import EVENT_PAYLOADS
from gemgrove.server.live import connection, messages
from gemgrove.server.rest.openapi import STATUS
from gemgrove.server.settings import Settings


def server_page(note: str) -> Iterator[str]:
    """The lines of the page; `note` says where it comes from."""
    yield "# The server's requests, messages and settings"
    yield ""
    yield note
    yield ""
    yield "[server.md](server.md) tells how they are used. The same as OpenAPI, with schemas and"
    yield "examples, is at `/api/schema` of a running server."
    yield from _requests()
    yield from _codes()
    yield from _live()
    yield from _events()
    yield from _settings()


def _requests() -> Iterator[str]:
    yield from _heading("Over HTTP")
    yield "A token goes in `Authorization: Bearer`, an idempotency key in `Idempotency-Key` and an"
    yield "invite code in `Gemgrove-Invite`. Bodies are JSON."
    yield ""
    yield "| request | |"
    yield "|---|---|"
    for path, operations in api_document()["paths"].items():
        for method, operation in operations.items():
            yield f"| `{method.upper()} {path}` | {_lower(operation['summary'])} |"


def _codes() -> Iterator[str]:
    yield from _heading("Problems")
    yield "A refusal is problem details with a `code` that keeps its meaning and a sentence in"
    yield "`detail`. Nothing has changed then. Over the WebSocket there is `too_many_watched`, too."
    yield ""
    yield "| status | codes |"
    yield "|---|---|"
    by_status: dict[int, list[str]] = {}
    for code, status in STATUS.items():
        by_status.setdefault(status, []).append(code)
    for status, names in sorted(by_status.items()):
        listed = ", ".join(f"`{name}`" for name in sorted(names))
        yield f"| {status} | {listed} |"


def _live() -> Iterator[str]:
    yield from _heading("Over the WebSocket `/api/live`")
    yield "| a client says | members | |"
    yield "|---|---|---|"
    yield from _structs(get_args(messages.ClientMessage), "do")
    yield ""
    yield "The commands (`request` of `ask`); over HTTP each is `POST /api/tables/{table}/{do}`:"
    yield ""
    yield "| command | members | |"
    yield "|---|---|---|"
    yield from _structs(get_args(TableCommand), "do")
    yield ""
    yield "| the server says | members | |"
    yield "|---|---|---|"
    yield from _structs(get_args(messages.ServerMessage), "is")
    yield ""
    yield "| code | why the server ends a connection |"
    yield "|---|---|"
    for close, reason in connection.REASONS.items():
        yield f"| {int(close)} | {reason} |"


def _events() -> Iterator[str]:
    yield from _heading("What can happen at a table")
    yield "What `played`, `started` and `undone` say of the cards depends on the audience."
    yield ""
    yield "| kind | members | |"
    yield "|---|---|---|"
    yield from _structs([*EVENT_PAYLOADS.values()], "kind")


def _settings() -> Iterator[str]:
    yield from _heading("Settings")
    yield "Of `gemgrove serve --settings FILE`, as TOML. All have defaults."
    yield ""
    yield "| setting | default | |"
    yield "|---|---|---|"
    about = _attribute_docs(Settings)
    for field in msgspec.structs.fields(Settings):
        yield f"| `{field.name}` | {_default(field.default)} | {about.get(field.name, '')} |"


def _structs(kinds: Sequence[type[msgspec.Struct]], tag: str) -> Iterator[str]:
    for kind in kinds:
        members = [f"`{field.encode_name}`" for field in msgspec.structs.fields(kind)]
        about = _lower((inspect.getdoc(kind) or "").split("\n\n")[0].replace("\n", " "))
        name = kind.__struct_config__.tag
        yield f'| `{{"{tag}": "{name}"}}` | {", ".join(members)} | {about} |'


def _attribute_docs(kind: type) -> dict[str, str]:
    """The texts that stand under a class's attributes."""
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(body, ast.ClassDef)
    found = {}
    for part, following in zip(body.body, body.body[1:], strict=False):
        if (
            isinstance(part, ast.AnnAssign)
            and isinstance(part.target, ast.Name)
            and isinstance(following, ast.Expr)
            and isinstance(following.value, ast.Constant)
        ):
            found[part.target.id] = " ".join(str(following.value.value).split())
    return found


def _default(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, tuple):
        return "<br>".join(f"`{part}`" for part in value) or "none"
    return f"`{value}`"


def _lower(sentence: str) -> str:
    """A sentence as an entry of a table."""
    text = sentence.strip().removesuffix(".")
    return text[:1].lower() + text[1:]


def _heading(text: str) -> Iterator[str]:
    yield ""
    yield f"## {text}"
    yield ""
