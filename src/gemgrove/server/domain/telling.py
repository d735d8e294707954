"""What each audience is told of an event: a seat, or those who look on.

A form is plain JSON and is fixed when the event is committed, so that whoever is told later is told
the same. It starts from what everybody may know; what depends on hidden cards is made from views.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

import gemgrove as gg
from gemgrove.server.domain import events
from gemgrove.server.domain.events import POSITION_CHANGING, Event, kind_of
from gemgrove.server.domain.seen import clock, extras, view
from gemgrove.server.domain.table import Table

Form = dict[str, Any]


_Step = tuple[gg.Game, int, gg.Game]
"""A game, a decision, and the game after it."""


def told(before: Table, event: Event, after: Table, seat: int | None) -> Form:
    """What a seat (None: a spectator) is told of an event between two states of a table."""
    return _for_all(event, after) | _for_one(_steps(before, event), event, after, seat)


def forms(before: Table, event: Event, after: Table) -> tuple[Form, list[Form | None]]:
    """The spectators' form and each seat's; None where a seat's is no other than theirs."""
    common = _for_all(event, after)
    steps = _steps(before, event)
    public = _for_one(steps, event, after, None)
    if not public:
        return common, [None] * after.players
    own: list[Form | None] = []
    for seat in range(after.players):
        if steps and not _sees_more(steps, seat):
            own.append(None)
            continue
        form = _for_one(steps, event, after, seat)
        own.append(None if form == public else common | form)
    return common | public, own


def _for_all(event: Event, after: Table) -> Form:
    """What everybody is told alike."""
    what = event.what
    form: Form = {"seq": event.seq, "at": event.at, "kind": kind_of(what)}
    match what:
        case events.Played():
            form |= {"seat": what.seat, "by_bot": what.by_bot}
        case events.Unknown():
            form["frozen"] = after.frozen
        case events.Over() | events.Aborted():
            form |= _members(what) | {"dealt": _dealt(after)}
        case _:
            form |= _members(what)
    if isinstance(what, POSITION_CHANGING):
        form |= {
            "position": after.position_seq,
            "to_move": after.to_move,
            "clock": clock(after),
            "extras": extras(after),
        }
    return form


def _for_one(steps: Sequence[_Step], event: Event, after: Table, seat: int | None) -> Form:
    """What depends on who is told."""
    match event.what:
        case events.Played():
            return {"decisions": [step[0].variant.told_move(*step, seat) for step in steps]}
        case events.Started() | events.Undone():
            return {"view": _position(after, seat)}
    return {}


def _members(what: events.Happening) -> Form:
    members: Form = msgspec.to_builtins(what)
    return members


def _steps(before: Table, event: Event) -> list[_Step]:
    """The decisions of an event, one by one."""
    if not isinstance(event.what, events.Played):
        return []
    assert before.game is not None
    game = before.game
    found: list[_Step] = []
    for action in event.what.actions:
        after = game.copy()
        after.play(action)
        found.append((game, action, after))
        game = after
    return found


def _sees_more(steps: Sequence[_Step], seat: int) -> bool:
    """Whether a seat may be told anything of these decisions that others are not."""
    games = [steps[0][0], *(after for _, _, after in steps)]
    seen_actions = games[0].variant.seen_actions
    return any(
        game._sees_more(seat) or seen_actions(game, seat) != seen_actions(game, None)
        for game in games
    )


def _position(table: Table, seat: int | None) -> Form | None:
    """The view, without saying whose it is: where nothing is hidden, all are told the same."""
    shown = view(table, seat)
    if shown is not None:
        del shown["seat"]
    return shown


def _dealt(table: Table) -> str | None:
    """The deal that was played, from which anybody can deal again."""
    deal = None if table.game is None else table.game.deal
    return None if deal is None else deal.id
