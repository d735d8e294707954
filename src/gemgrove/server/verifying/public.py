"""One finished game, checked by what its server tells everybody: no database is needed.

What spectators were told of each event has all of it but who asked, and which decisions were hidden
for a while. Both can be found again: who asked follows from the seat, and a hidden decision is told
once it is no secret any more. One that was taken back before that is anything that looks the same
from outside.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

import gemgrove as gg
from gemgrove.server.domain import Event, Table, events
from gemgrove.server.domain.events import kind_of, write
from gemgrove.server.journal import StoredEvent
from gemgrove.server.verifying.deciding import ERRORS
from gemgrove.server.verifying.following import KINDS, Followed, follow

Form = Mapping[str, Any]

_NO_ACTION = -1
_SERVER = (events.TimedOut, events.Withdrawn, events.Archived)
_BY_THE_SAME = (events.Started, events.Undone, events.Over, events.Rematch)
_GOING = (events.Left, events.Resigned, events.TimedOut, events.Withdrawn)
_SOMEBODY = "?"


class NotFinishedError(ValueError):
    """A game that cannot be checked yet."""


def follow_public(table: str, forms: Sequence[Form]) -> Followed:
    """Check a table by all that spectators were told of it, in order.

    `NotFinishedError` where it has not ended: until then its cards are hidden.
    """
    secret = _secret(forms)
    try:
        actions = _known_actions(forms)
        told = [_told(form, own) for form, own in zip(forms, actions, strict=True)]
        stored = _stored(table, secret, forms, told)
    except (AttributeError, *ERRORS):
        followed = Followed(Table.begin(table, secret), complete=False)
        followed.fault(None, "what the server tells of it is not what any server would tell")
        return followed
    return follow(table, secret, stored, seats=False)


def _secret(forms: Sequence[Form]) -> bytes | None:
    """As it was published when the table ended."""
    for form in forms:
        if form.get("kind") in ("over", "aborted"):
            secret = form.get("secret")
            try:
                return None if secret is None else bytes.fromhex(secret)
            except (TypeError, ValueError):
                return b""
    raise NotFinishedError("It has not ended; until then its cards are hidden.")


def _known_actions(forms: Sequence[Form]) -> list[list[int | None]]:
    """The actions of each event, from what was told with it or later; None: never told."""
    found: list[list[int | None]] = [[] for _ in forms]
    line: list[tuple[int, int]] = []  # where each decision of the game, as it stands, was made
    known = 0
    for number, form in enumerate(forms):
        if form.get("kind") == "undone":
            del line[form.get("to", 0) :]
            known = min(known, len(line))
        for decision in form.get("decisions", ()):
            line.append((number, len(found[number])))
            found[number].append(None)
            for action in decision.get("actions", ()):
                if known < len(line):
                    where, place = line[known]
                    found[where][place] = action
                    known += 1
    return found


@dataclass(slots=True)
class _Told:
    """An event as far as it was told."""

    what: events.Happening | None
    """None: this program does not know it."""
    at: float = 0.0
    actions: list[int | None] = field(default_factory=list)


def _told(form: Form, actions: list[int | None]) -> _Told:
    kind = KINDS.get(str(form.get("kind")))
    if kind is None:
        return _Told(None)
    members = {name: form[name] for name in kind.__struct_encode_fields__ if name in form}
    if kind is events.Played:
        members |= {"actions": [], "moves": []}
    try:
        what = msgspec.convert({"kind": form["kind"], **members}, kind)
        return _Told(what, float(form.get("at", 0.0)), actions)
    except msgspec.ValidationError:
        return _Told(None)


def _stored(
    table: str, secret: bytes | None, forms: Sequence[Form], told: Sequence[_Told]
) -> list[StoredEvent]:
    """The events as a server would have stored them."""
    standing = Table.begin(table, secret)
    found: list[StoredEvent] = []
    for number, (form, known) in enumerate(zip(forms, told, strict=True)):
        seq, at = int(form.get("seq", 0)), float(form.get("at", 0.0))
        text = msgspec.json.encode(form).decode()
        what = known.what
        if what is None:
            body = msgspec.json.encode({name: form[name] for name in form if name != "seq"})
            found.append(StoredEvent(seq, at, None, str(form.get("kind")), body.decode(), text))
            continue
        if isinstance(what, events.Played):
            what = _decisions(standing, what, known.actions, form)
        by = _who(standing, told, number, found[-1].by if found else None)
        found.append(StoredEvent(seq, at, by, kind_of(what), write(what), text))
        _go_on(standing, Event(standing.last_seq + 1, at, by, what))
    return found


def _go_on(standing: Table, event: Event) -> None:
    """What cannot happen is told when it is followed; here it only must not stop the reading."""
    try:
        standing.apply(event)
    except ERRORS:
        standing.frozen = standing.frozen or "It cannot be followed."


def _decisions(
    standing: Table, what: events.Played, actions: Sequence[int | None], form: Form
) -> events.Played:
    """With the decisions that were told, or some that look the same."""
    game = standing.game
    if game is None or standing.frozen is not None:
        return what
    game = game.copy()
    found: list[int] = []
    texts: list[str] = []
    for action, told in zip(actions, form["decisions"], strict=True):
        chosen = _alike(game, told) if action is None else action
        found.append(chosen)
        try:
            texts.append(game.move(chosen).text)
            game.play(chosen)
        except ERRORS:
            texts.append("")
            break
    return msgspec.structs.replace(what, actions=found, moves=texts)


def _alike(game: gg.Game, told: Form) -> int:
    """A decision of which spectators are told just this."""
    for action in game.legal_actions():
        after = game.copy()
        after.play(action)
        if game.variant.told_move(game, action, after, None) == told:
            return action
    return _NO_ACTION


def _who(standing: Table, told: Sequence[_Told], number: int, last: str | None) -> str | None:
    """Who must have asked for it; None: the server. `last` asked for what came before."""
    this, earlier = told[number], told[number - 1] if number else None
    what = this.what
    together = earlier is not None and earlier.at == this.at
    if isinstance(what, events.Created):
        return None if what.origin is None and _begins_rematch(told, number) else _SOMEBODY
    if isinstance(what, events.Joined | events.BotAdded) and standing.created_by is None:
        return None if standing.created_at == this.at else _seated(standing, what)
    if isinstance(what, events.TakenOver | events.Aborted):
        by_the_same = together and earlier is not None and isinstance(earlier.what, _GOING)
        return last if by_the_same else None
    if isinstance(what, _BY_THE_SAME):
        return last
    return None if isinstance(what, _SERVER) else _seated(standing, what)


def _begins_rematch(told: Sequence[_Told], number: int) -> bool:
    """Whether somebody sits there from the first moment on."""
    follower = told[number + 1] if number + 1 < len(told) else None
    return (
        follower is not None
        and isinstance(follower.what, events.Joined | events.BotAdded)
        and follower.at == told[number].at
    )


def _seated(standing: Table, what: events.Happening | None) -> str | None:
    match what:
        case events.Joined():
            return what.player
        case events.BotAdded() | events.BotRemoved():
            persons = standing.persons()
            return standing.seats[persons[0]].player if persons else _SOMEBODY
        case events.Played() if what.by_bot:
            return None
    seat: int | None = getattr(what, "seat", None)
    if seat is None or not 0 <= seat < standing.players:
        return None
    return standing.seats[seat].player
