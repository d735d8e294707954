"""A table as a value: its events, its state, the commands that change it, and what clients see.

Nothing here reads a clock, draws a random number or touches a disk: the caller supplies time,
secrets and names. `decide` turns a command into the transitions it causes, or refuses it;
`Table.apply` folds an event; `event_payloads` and `snapshot` build what each audience is sent.
"""

from gemgrove.server.domain import chat, departures, moves, rematch, setup, undo
from gemgrove.server.domain.continuation import continued, redrawn
from gemgrove.server.domain.decider import decide
from gemgrove.server.domain.events import RULES_VERSION, Event, EventBody
from gemgrove.server.domain.payloads import event_payloads
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.domain.rematch import rematched
from gemgrove.server.domain.snapshot import legal_moves, published_deal, snapshot
from gemgrove.server.domain.table import Table, Transition

DECISIONS = (chat, departures, moves, rematch, setup, undo)
"""The modules that decide commands; importing them registers their decisions."""

__all__ = [
    "RULES_VERSION",
    "Event",
    "EventBody",
    "Refused",
    "Table",
    "Transition",
    "continued",
    "decide",
    "event_payloads",
    "legal_moves",
    "published_deal",
    "redrawn",
    "rematched",
    "snapshot",
]
