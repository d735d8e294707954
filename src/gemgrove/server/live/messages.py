"""The messages to and from people's clients: one JSON object each, whose kind is `do` from the
client and `is` from the server.

The server's messages wrap JSON that exists already: an event is sent as it was stored.
"""

from typing import Annotated, Any, TypeVar

import msgspec

from gemgrove.server.domain import Table, snapshot
from gemgrove.server.domain.commands import TableCommand
from gemgrove.server.domain.payloads import TableEvent
from gemgrove.server.domain.snapshot import Clock, Snapshot, clock
from gemgrove.server.listing import ListedTable
from gemgrove.server.problems import Problem, ProblemDetails, malformed
from gemgrove.server.table_service import Answer, CommandResult

T = TypeVar("T")

_Name = Annotated[str, msgspec.Meta(max_length=100)]
_Key = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
_Seq = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class _Message(msgspec.Struct, frozen=True, tag_field="do", kw_only=True):
    """A message from a client."""


class Hello(_Message, frozen=True, tag="hello"):
    """The first message, which authenticates the client."""

    token: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    """None: a spectator."""


class Watch(_Message, frozen=True, tag="watch"):
    """Follow a table: receive its events from now on."""

    table: _Name
    after: _Seq | None = None
    """The last event that the client knows; None: begin with a snapshot."""
    invite: _Name | None = None


class Unwatch(_Message, frozen=True, tag="unwatch"):
    """Stop following a table."""

    table: _Name


class WatchLobby(_Message, frozen=True, tag="watch_lobby"):
    """Follow the lobby: the public tables and their changes."""


class UnwatchLobby(_Message, frozen=True, tag="unwatch_lobby"):
    """Stop following the lobby."""


class Ping(_Message, frozen=True, tag="ping"):
    """Check that the server is still there."""


class Ask(_Message, frozen=True, tag="ask"):
    """Send a command to a table."""

    id: _Key
    """The idempotency key: the same request may be sent again and is executed once."""
    table: _Name
    request: msgspec.Raw
    """A `TableCommand`."""
    invite: _Name | None = None


ClientMessage = Hello | Watch | Unwatch | WatchLobby | UnwatchLobby | Ping | Ask


class _ServerMessage(msgspec.Struct, frozen=True, tag_field="is", kw_only=True):
    """A message from the server."""


class Welcome(_ServerMessage, frozen=True, tag="welcome"):
    """The answer to `hello`: the player, and how often the server expects a heartbeat."""

    player: str | None
    name: str | None
    heartbeat: float
    server: str


class TableSnapshot(_ServerMessage, frozen=True, tag="snapshot"):
    """The snapshot of a table, as returned by `GET /api/tables/{table}`."""

    table: str
    snapshot: Snapshot


class Resumed(_ServerMessage, frozen=True, tag="resumed"):
    """The events after the named one follow; `clock` is the current clock."""

    table: str
    last_seq: int
    clock: Clock | None


class EventMessage(_ServerMessage, frozen=True, tag="event"):
    """An event, as returned by `GET /api/tables/{table}/events`."""

    table: str
    event: TableEvent


class AnswerMessage(_ServerMessage, frozen=True, tag="answer"):
    """A command was executed; `again` is true if that had happened before."""

    id: str
    status: int
    again: bool
    body: CommandResult


class ProblemMessage(_ServerMessage, frozen=True, tag="problem"):
    """A message was refused; `id` and `table` say which one."""

    id: str | None
    table: str | None
    problem: ProblemDetails


class LobbyTables(_ServerMessage, frozen=True, tag="lobby"):
    """The public tables that are open or being played."""

    tables: list[ListedTable]


class LobbyChange(_ServerMessage, frozen=True, tag="lobby_change"):
    """Tables that are new or have changed, and those that are gone."""

    tables: list[ListedTable]
    gone: list[str]


class Presence(_ServerMessage, frozen=True, tag="presence"):
    """The seats that are connected, and the number of spectators."""

    table: str
    seats: list[bool]
    spectators: int


class Pong(_ServerMessage, frozen=True, tag="pong"):
    """The answer to `ping`."""


ServerMessage = (
    Welcome
    | TableSnapshot
    | Resumed
    | EventMessage
    | AnswerMessage
    | ProblemMessage
    | LobbyTables
    | LobbyChange
    | Presence
    | Pong
)

_messages: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_commands: msgspec.json.Decoder[TableCommand] = msgspec.json.Decoder(TableCommand)
_encode = msgspec.json.Encoder().encode

PONG = _encode(Pong()).decode()


def read(text: str) -> ClientMessage:
    """Parse a message from a client; raise a `Problem` if it is not valid."""
    return _decode(_messages, text, "message of the protocol")


def command_of(ask: Ask) -> TableCommand:
    """Parse the command to a table; raise a `Problem` if it is not valid."""
    return _decode(_commands, ask.request, "command to a table")


def write(message: ServerMessage) -> str:
    """Return a message as it is sent."""
    return _encode(message).decode()


def table_snapshot(table: Table, seat: int | None, credited: float) -> str:
    """Return the answer to a client that begins to watch a table."""
    shown = snapshot(table, seat, credited=credited)
    return write(TableSnapshot(table=table.id, snapshot=shown))


def resumed(table: Table, credited: float) -> str:
    """Return the answer to a client that already knows some of a table's events."""
    return write(Resumed(table=table.id, last_seq=table.last_seq, clock=clock(table, credited)))


def event(table: str, payload: str) -> str:
    """Return the message of an event, with one audience's payload as it is stored."""
    return write(EventMessage(table=table, event=_stored(payload)))


def answer(key: str, given: Answer) -> str:
    body = _stored(given.body)
    return write(AnswerMessage(id=key, status=given.status, again=given.again, body=body))


def problem(found: Problem, *, key: str | None = None, table: str | None = None) -> str:
    return write(ProblemMessage(id=key, table=table, problem=found.details()))


def _stored(text: str) -> Any:
    """Wrap existing JSON for use inside a message."""
    return msgspec.Raw(text.encode())


def _decode(decoder: msgspec.json.Decoder[T], text: str | msgspec.Raw, what: str) -> T:
    try:
        return decoder.decode(text)
    except msgspec.MsgspecError as error:
        reason = str(error)
    except RecursionError:
        reason = "it is nested too deeply"
    except ValueError:
        reason = "it is not JSON"
    raise malformed(f"This is not a {what}: {reason}.")
