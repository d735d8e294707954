"""Event payloads: an event as JSON, for a seat or the spectators.

A payload is fixed when the event is committed, so everybody is sent the same one, live or later. It
starts from what everybody may know; whatever depends on hidden cards is made from views. The types
of payloads are derived from those of the event bodies.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args

import msgspec
from msgspec import NODEFAULT, Meta

import gemgrove as gg
from gemgrove.server.domain import events
from gemgrove.server.domain.events import POSITION_CHANGING, EventBody
from gemgrove.server.domain.snapshot import (
    Clock,
    Extras,
    Hints,
    Seconds,
    View,
    clock,
    extras,
    view,
)
from gemgrove.server.domain.table import Table, Transition

Payload = msgspec.Struct
"""One of `EVENT_PAYLOADS`."""

_Decisions = Annotated[
    list[dict[str, Any]],
    Meta(description="What each decision did, as far as the recipient may know."),
]
_START = (
    ("dealt", Annotated[str | None, Meta(description="The id of the deal.")]),
    (
        "start",
        Annotated[
            dict[str, Any] | None,
            Meta(description="The first position by named fields, if no deal decides it."),
        ],
    ),
)
_POSITION = (
    ("position", Annotated[int, Meta(description="The position that a move must name.")]),
    ("to_move", int | None),
    ("clock", Clock | None),
    ("extras", Extras),
)
_HIDDEN = {"actions", "moves"}
_FOR_AUDIENCE: dict[type[EventBody], list[tuple[str, Any]]] = {
    events.Played: [("decisions", _Decisions)],
    events.Started: [("view", View), ("hints", Hints)],
    events.Undone: [("view", View)],
}
"""The members of each payload that depend on the audience."""


def _payload_type(body: type[EventBody]) -> type[Payload]:
    """Define an event's payload: the body's public members between those common to all events."""
    config = body.__struct_config__
    members: list[Any] = [("seq", int), ("at", Seconds)]
    for field in msgspec.structs.fields(body):
        if field.name not in _HIDDEN:
            default = NODEFAULT if not config.omit_defaults else field.default
            members.append(
                (field.name, field.type, msgspec.field(default=default, name=field.encode_name))
            )
    if body in (events.Over, events.Aborted):
        members += _START
    if body in POSITION_CHANGING:
        members += _POSITION
    members += _FOR_AUDIENCE.get(body, [])
    return msgspec.defstruct(
        f"{body.__name__}Event",
        members,
        namespace={"__doc__": body.__doc__},
        frozen=True,
        omit_defaults=config.omit_defaults,
        tag_field="kind",
        tag=config.tag,
        gc=False,  # a payload contains no cycles, and every event makes one
    )


EVENT_PAYLOADS: dict[type[EventBody], type[Payload]] = {
    body: _payload_type(body) for body in get_args(EventBody)
}
if TYPE_CHECKING:
    TableEvent = Any
else:
    TableEvent = Union[tuple(EVENT_PAYLOADS.values())]  # noqa: UP007
"""Any payload, for the API's schema."""


def event_payloads(transition: Transition) -> tuple[Payload, list[Payload | None]]:
    """Return the spectators' payload, and each seat's: None if it is the same."""
    kind = EVENT_PAYLOADS[type(transition.event.body)]  # type: ignore[index]
    common = _common(transition)
    public = _for_audience(transition, None)
    seats: list[Payload | None] = [None] * transition.after.players
    if not public:
        return kind(*common), seats
    for seat in range(len(seats)):
        if transition.games and not _sees_more(transition.games, seat):
            continue
        own = _for_audience(transition, seat)
        if own != public:
            seats[seat] = kind(*common, *own)
    return kind(*common, *public), seats


def _common(transition: Transition) -> list[Any]:
    """Return the members that are the same for everybody."""
    event, after = transition.event, transition.after
    body = event.body
    kind: Any = type(body)
    members: list[Any] = [event.seq, event.at]
    names = [name for name in kind.__struct_fields__ if name not in _HIDDEN]
    members += [getattr(body, name) for name in names]
    if isinstance(body, events.Over | events.Aborted):
        members += _start(after)
    if isinstance(body, POSITION_CHANGING):
        members += [after.position_seq, after.to_move, clock(after), extras(after)]
    return members


def _start(table: Table) -> list[Any]:
    """Return the id of the deal, and the first position if there is no deal."""
    if table.game is None:
        return [None, None]
    if table.game.deal is not None:
        return [table.game.deal.id, None]
    first = table.dealt()
    return [None, first.variant.fields(first)]


def _for_audience(transition: Transition, seat: int | None) -> list[Any]:
    """Return the members that depend on the audience."""
    match transition.event.body:
        case events.Played(actions=actions):
            games = transition.games
            pairs = zip(games, actions, games[1:], strict=False)
            tell = games[0].variant.event_payload
            return [[tell(before, action, after, seat) for before, action, after in pairs]]
        case events.Started():
            after = transition.after
            return [_position(after, seat), after.allows_hints(seat)]
        case events.Undone():
            return [_position(transition.after, seat)]
    return []


def _sees_more(games: Sequence[gg.Game], seat: int) -> bool:
    """Return whether a seat may know anything about these games that spectators do not."""
    known_actions = games[0].variant.known_actions
    return any(
        game._sees_more(seat) or known_actions(game, seat) != known_actions(game, None)
        for game in games
    )


def _position(table: Table, seat: int | None) -> dict[str, Any] | None:
    """Return the view without its seat, which is the same for all if nothing is hidden."""
    shown = view(table, seat)
    if shown is not None:
        del shown["seat"]
    return shown
