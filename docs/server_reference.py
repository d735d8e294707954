"""The reference of the server, from its code."""

import ast
import inspect
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, get_args

import msgspec
from litestar import Litestar

from gemgrove.server import requests
from gemgrove.server.app import CONTROLLERS
from gemgrove.server.domain import events
from gemgrove.server.live import connection, messages
from gemgrove.server.rest import codes
from gemgrove.server.rest.asking import Asking
from gemgrove.server.rest.describing import document
from gemgrove.server.settings import Settings

_SENT = {
    "welcome": "the answer to `hello`: who one is, and how often the server asks for a heartbeat",
    "snapshot": "the table as it stands, as `GET /api/tables/{table}` has it",
    "resumed": "the events after the one that was named follow; `clock` as it is now",
    "event": "something happened, as `GET /api/tables/{table}/events` has it",
    "answer": "a request was done: `body` is what the request over HTTP answers, `again` whether "
    "it had been done before",
    "problem": "a message was refused; `id` and `table` say which one",
    "lobby": "the public tables that are open or played at",
    "lobby_change": "tables that are new or stand otherwise, and those that are gone",
    "presence": "which seats are connected, and how many look on",
    "pong": "the answer to `ping`",
}


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
    app = Litestar([*CONTROLLERS], request_class=Asking, openapi_config=None)
    told = document(app, version="")
    for path, operations in told["paths"].items():
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
    for code, status in codes.STATUS.items():
        by_status.setdefault(status, []).append(code)
    for status, names in sorted(by_status.items()):
        listed = ", ".join(f"`{name}`" for name in sorted(names))
        yield f"| {status} | {listed} |"


def _live() -> Iterator[str]:
    yield from _heading("Over the WebSocket `/api/live`")
    yield "| a client says | members | |"
    yield "|---|---|---|"
    yield from _structs(get_args(messages.Message), "do")
    yield ""
    yield "What `request` of `ask` can be:"
    yield ""
    yield "| request | members | |"
    yield "|---|---|---|"
    yield from _structs(get_args(requests.TableRequest), "do")
    yield ""
    yield "| the server says | |"
    yield "|---|---|"
    for name, about in _SENT.items():
        yield f'| `{{"is": "{name}"}}` | {about} |'
    yield ""
    yield "| code | why the server ends a connection |"
    yield "|---|---|"
    for close, reason in connection.REASONS.items():
        yield f"| {int(close)} | {reason} |"


def _events() -> Iterator[str]:
    yield from _heading("What can happen at a table")
    yield "An event is told with `seq`, `at` (Unix seconds), `kind` and its members; those that"
    yield "change the position also with `position`, `to_move`, `clock` and `extras`. What depends"
    yield "on who is told: `played` has `decisions`, what each did as far as one may know, instead"
    yield "of `actions` and `moves`; `started` and `undone` have the `view`. The end has the id of"
    yield "the deal, `dealt`."
    yield ""
    yield "| kind | members | |"
    yield "|---|---|---|"
    yield from _structs(get_args(events.Happening), "kind")


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
