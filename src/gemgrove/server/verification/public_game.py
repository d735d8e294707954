"""Verifies a finished game from its public events, without a database.

The spectators' payloads lack only the senders, which follow from the seats, and decisions that were
hidden for a while. A hidden decision is published once it is no longer secret. For a decision that
was undone before that, any decision with the same payload will do.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

import gemgrove as gg
from gemgrove.server.domain import Event, Table, events
from gemgrove.server.domain.events import write
from gemgrove.server.journal import StoredEvent
from gemgrove.server.verification.decisions import ERRORS
from gemgrove.server.verification.replay import KINDS, Replay, replay

Payload = Mapping[str, Any]

_NO_ACTION = -1


class NotFinishedError(ValueError):
    """The game has not ended, so it cannot be checked yet."""


def replay_public(table: str, payloads: Sequence[Payload]) -> Replay:
    """Check a table using all its public payloads, in order.

    Raise `NotFinishedError` if it has not ended: until then its cards are hidden.
    """
    secret = _secret(payloads)
    try:
        stored = _stored(Table(table, secret), payloads)
    except (AttributeError, *ERRORS):
        result = Replay(Table(table, secret), complete=False)
        result.fault(None, "its public events are not such as a server would send")
        return result
    return replay(table, secret, stored, public=True)


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


def _stored(table: Table, payloads: Sequence[Payload]) -> list[StoredEvent]:
    """Return the events as a server would have stored them, but without their senders."""
    found: list[StoredEvent] = []
    for payload, actions in zip(payloads, _actions(payloads), strict=True):
        kind = str(payload.get("kind"))
        seq, at = int(payload.get("seq", 0)), float(payload.get("at", 0.0))
        what = _body(payload, kind)
        if isinstance(what, events.Played):
            what = _decisions(table, what, actions, payload)
        if what is None:
            members = {name: payload[name] for name in payload if name != "seq"}
            body = msgspec.json.encode(members).decode()
        else:
            body = write(what)
            _apply(table, Event(table.last_seq + 1, at, None, what))
        text = msgspec.json.encode(payload).decode()
        found.append(StoredEvent(seq, at, None, kind, body, text))
    return found


def _body(payload: Payload, name: str) -> events.EventBody | None:
    """Return the event without its hidden members; None if this program does not know it."""
    kind = KINDS.get(name)
    if kind is None:
        return None
    members = {name: payload[name] for name in kind.__struct_encode_fields__ if name in payload}
    if kind is events.Played:
        members |= {"actions": [], "moves": []}
    try:
        return msgspec.convert({"kind": name, **members}, kind)
    except msgspec.ValidationError:
        return None


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
