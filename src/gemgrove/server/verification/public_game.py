"""Verification of one finished game by its public events, without a database.

The payloads for spectators lack only the player who caused an event, and decisions that were hidden
for a while. Both can be reconstructed: the player follows from the seat, and a hidden decision is
published once it is no longer secret. For a decision that was undone before that, any decision with
the same payload will do.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

import gemgrove as gg
from gemgrove.server.domain import Event, Table, events
from gemgrove.server.domain.events import kind_of, write
from gemgrove.server.journal import StoredEvent
from gemgrove.server.verification.decisions import ERRORS
from gemgrove.server.verification.replay import KINDS, Replay, replay

Payload = Mapping[str, Any]

_NO_ACTION = -1
_SERVER = (events.TimedOut, events.Withdrawn, events.Archived)
_BY_THE_SAME = (events.Started, events.Undone, events.Over, events.Rematch)
_GOING = (events.Left, events.Resigned, events.TimedOut, events.Withdrawn)
_SOMEBODY = "?"


class NotFinishedError(ValueError):
    """The game has not ended, so it cannot be checked yet."""


def replay_public(table: str, payloads: Sequence[Payload]) -> Replay:
    """Check a table by all its public payloads, in order.

    Raises `NotFinishedError` if it has not ended: until then its cards are hidden.
    """
    secret = _secret(payloads)
    try:
        actions = _actions(payloads)
        public = [
            _public_event(payload, own) for payload, own in zip(payloads, actions, strict=True)
        ]
        stored = _stored(table, secret, payloads, public)
    except (AttributeError, *ERRORS):
        result = Replay(Table(table, secret), complete=False)
        result.fault(None, "its public events are not such as a server would send")
        return result
    return replay(table, secret, stored, seats=False)


def _secret(payloads: Sequence[Payload]) -> bytes | None:
    """Return the secret that was published when the table ended."""
    for payload in payloads:
        if payload.get("kind") in ("over", "aborted"):
            secret = payload.get("secret")
            try:
                return None if secret is None else bytes.fromhex(secret)
            except (TypeError, ValueError):
                return b""
    raise NotFinishedError("It has not ended; until then its cards are hidden.")


def _actions(payloads: Sequence[Payload]) -> list[list[int | None]]:
    """Return the actions of each event as published with it or later; None: never published."""
    found: list[list[int | None]] = [[] for _ in payloads]
    line: list[tuple[int, int]] = []  # the event and index of each decision that is not undone
    known = 0
    for number, payload in enumerate(payloads):
        if payload.get("kind") == "undone":
            del line[payload.get("to", 0) :]
            known = min(known, len(line))
        for decision in payload.get("decisions", ()):
            line.append((number, len(found[number])))
            found[number].append(None)
            for action in decision.get("actions", ()):
                if known < len(line):
                    where, place = line[known]
                    found[where][place] = action
                    known += 1
    return found


@dataclass(slots=True)
class _PublicEvent:
    """An event as far as its public payload shows it."""

    what: events.EventBody | None
    """None: this program does not know the kind."""
    at: float = 0.0
    actions: list[int | None] = field(default_factory=list)


def _public_event(payload: Payload, actions: list[int | None]) -> _PublicEvent:
    kind = KINDS.get(str(payload.get("kind")))
    if kind is None:
        return _PublicEvent(None)
    members = {name: payload[name] for name in kind.__struct_encode_fields__ if name in payload}
    if kind is events.Played:
        members |= {"actions": [], "moves": []}
    try:
        what = msgspec.convert({"kind": payload["kind"], **members}, kind)
        return _PublicEvent(what, float(payload.get("at", 0.0)), actions)
    except msgspec.ValidationError:
        return _PublicEvent(None)


def _stored(
    table_id: str, secret: bytes | None, payloads: Sequence[Payload], public: Sequence[_PublicEvent]
) -> list[StoredEvent]:
    """Return the events as a server would have stored them."""
    table = Table(table_id, secret)
    found: list[StoredEvent] = []
    for number, (payload, known) in enumerate(zip(payloads, public, strict=True)):
        seq, at = int(payload.get("seq", 0)), float(payload.get("at", 0.0))
        text = msgspec.json.encode(payload).decode()
        what = known.what
        if what is None:
            body = msgspec.json.encode({name: payload[name] for name in payload if name != "seq"})
            found.append(StoredEvent(seq, at, None, str(payload.get("kind")), body.decode(), text))
            continue
        if isinstance(what, events.Played):
            what = _decisions(table, what, known.actions, payload)
        by = _author(table, public, number, found[-1].by if found else None)
        found.append(StoredEvent(seq, at, by, kind_of(what), write(what), text))
        _apply(table, Event(table.last_seq + 1, at, by, what))
    return found


def _apply(table: Table, event: Event) -> None:
    """Apply an event; an impossible one is reported by the replay and must not stop us here."""
    try:
        table.apply(event)
    except ERRORS:
        table.frozen = table.frozen or "It cannot be replayed."


def _decisions(
    table: Table, what: events.Played, actions: Sequence[int | None], payload: Payload
) -> events.Played:
    """Return the event with the published decisions, or some with the same payload."""
    game = table.game
    if game is None or table.frozen is not None:
        return what
    game = game.copy()
    found: list[int] = []
    texts: list[str] = []
    for action, decision in zip(actions, payload["decisions"], strict=True):
        chosen = _alike(game, decision) if action is None else action
        found.append(chosen)
        try:
            texts.append(game.move(chosen).text)
            game.play(chosen)
        except ERRORS:
            texts.append("")
            break
    return msgspec.structs.replace(what, actions=found, moves=texts)


def _alike(game: gg.Game, payload: Payload) -> int:
    """Return a decision with this public payload."""
    for action in game.legal_actions():
        after = game.copy()
        after.play(action)
        if game.variant.event_payload(game, action, after, None) == payload:
            return action
    return _NO_ACTION


def _author(
    table: Table, public: Sequence[_PublicEvent], number: int, last: str | None
) -> str | None:
    """Return the player who must have caused an event; None: the server.

    `last` caused the event before it.
    """
    this, earlier = public[number], public[number - 1] if number else None
    what = this.what
    together = earlier is not None and earlier.at == this.at
    if isinstance(what, events.Created):
        return None if what.origin is None and _begins_rematch(public, number) else _SOMEBODY
    if isinstance(what, events.Joined | events.BotAdded) and table.created_by is None:
        return None if table.created_at == this.at else _seated(table, what)
    if isinstance(what, events.TakenOver | events.Aborted):
        by_the_same = together and earlier is not None and isinstance(earlier.what, _GOING)
        return last if by_the_same else None
    if isinstance(what, _BY_THE_SAME):
        return last
    return None if isinstance(what, _SERVER) else _seated(table, what)


def _begins_rematch(public: Sequence[_PublicEvent], number: int) -> bool:
    """Return whether somebody has a seat from the first moment on."""
    follower = public[number + 1] if number + 1 < len(public) else None
    return (
        follower is not None
        and isinstance(follower.what, events.Joined | events.BotAdded)
        and follower.at == public[number].at
    )


def _seated(table: Table, what: events.EventBody | None) -> str | None:
    match what:
        case events.Joined():
            return what.player
        case events.BotAdded() | events.BotRemoved():
            persons = table.persons()
            return table.seats[persons[0]].player if persons else _SOMEBODY
        case events.Played() if what.by_bot:
            return None
    seat: int | None = getattr(what, "seat", None)
    if seat is None or not 0 <= seat < table.players:
        return None
    return table.seats[seat].player
