"""The messages of people's clients: one JSON object each, named by `do` from the client and by `is`
from the server.

What the server sends is put together around JSON that exists already: an event is sent with the
bytes that were stored.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from gemgrove.server.domain import Table
from gemgrove.server.domain.seen import clock
from gemgrove.server.hall import Answer
from gemgrove.server.problems import Problem, malformed
from gemgrove.server.requests import TableRequest

_Name = Annotated[str, msgspec.Meta(max_length=100)]
_Key = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
_Seq = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class _Message(msgspec.Struct, frozen=True, tag_field="do", kw_only=True):
    """Common to all that a client says."""


class Hello(_Message, frozen=True, tag="hello"):
    """The first message: who it is."""

    token: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    """None: one who only looks on."""


class Watch(_Message, frozen=True, tag="watch"):
    """Hear of a table from here on."""

    table: _Name
    after: _Seq | None = None
    """The last event that is known; None: begin with how the table stands."""
    invite: _Name | None = None


class Unwatch(_Message, frozen=True, tag="unwatch"):
    """Hear no more of a table."""

    table: _Name


class WatchLobby(_Message, frozen=True, tag="watch_lobby"):
    """Hear which tables there are."""


class UnwatchLobby(_Message, frozen=True, tag="unwatch_lobby"):
    """Hear no more of that."""


class Ping(_Message, frozen=True, tag="ping"):
    """Ask whether the server is there."""


class Ask(_Message, frozen=True, tag="ask"):
    """Ask a table for something."""

    id: _Key
    """The idempotency key: the same request may be sent again and is done once."""
    table: _Name
    request: msgspec.Raw
    """A `TableRequest`."""
    invite: _Name | None = None


Message = Hello | Watch | Unwatch | WatchLobby | UnwatchLobby | Ping | Ask

_messages: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_requests: msgspec.json.Decoder[TableRequest] = msgspec.json.Decoder(TableRequest)
_encode = msgspec.json.Encoder().encode

PONG = '{"is":"pong"}'


def read(text: str) -> Message:
    """What a client said; a `Problem` if it is no message."""
    try:
        return _messages.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise malformed(f"This is no message of the protocol: {_said(error)}.") from None


def request_of(ask: Ask) -> TableRequest:
    """What is asked of the table; a `Problem` if that is nothing."""
    try:
        return _requests.decode(ask.request)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise malformed(f"This is no request to a table: {_said(error)}.") from None


def welcome(player: str | None, name: str | None, heartbeat: float, server: str) -> str:
    """The answer to `hello`."""
    return _written(
        {"is": "welcome", "player": player, "name": name, "heartbeat": heartbeat, "server": server}
    )


def snapshot(table: str, standing: dict[str, Any]) -> str:
    """How a table stands for one audience, `domain.snapshot`."""
    return _written({"is": "snapshot", "table": table, "snapshot": standing})


def resumed(table: Table, credited: float) -> str:
    """Events from the one that was named will follow."""
    return _written(
        {
            "is": "resumed",
            "table": table.id,
            "last_seq": table.last_seq,
            "clock": clock(table, credited),
        }
    )


def event(table: str, form: str) -> str:
    """An event in the form of one audience, as it is stored."""
    # A table's id needs no escaping: it is one of ours.
    return f'{{"is":"event","table":"{table}","event":{form}}}'


def answer(key: str, given: Answer) -> str:
    """What a request was answered."""
    again = "true" if given.again else "false"
    return (
        f'{{"is":"answer","id":{_written(key)},"status":{given.status},"again":{again},'
        f'"body":{given.body}}}'
    )


def problem(found: Problem, *, key: str | None = None, table: str | None = None) -> str:
    """Why a message was not fulfilled."""
    return _written({"is": "problem", "id": key, "table": table, "problem": found.body()})


def lobby(tables: Sequence[msgspec.Raw]) -> str:
    """All tables that are open or played at."""
    return _written({"is": "lobby", "tables": tables})


def lobby_change(tables: Sequence[msgspec.Raw], gone: Sequence[str]) -> str:
    """Tables that are new or stand otherwise, and those that are no more in the lobby."""
    return _written({"is": "lobby_change", "tables": tables, "gone": gone})


def presence(table: str, seats: Sequence[bool], spectators: int) -> str:
    """Who is there."""
    return _written(
        {"is": "presence", "table": table, "seats": list(seats), "spectators": spectators}
    )


def _written(value: object) -> str:
    return _encode(value).decode()


def _said(error: Exception) -> str:
    if isinstance(error, msgspec.MsgspecError):
        return str(error)
    return "it is nested too deeply" if isinstance(error, RecursionError) else "it is not JSON"
