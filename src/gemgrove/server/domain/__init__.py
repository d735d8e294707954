"""A table as a value: what happened at it, how it stands by that, and what may happen next.

Nothing here reads a clock, draws a random number or touches a disk: time, secrets and names are
given. `decide` asks whether a command is within the rules and answers with what happens by it;
`Table.apply` is what happens; `told` and `snapshot` are what each audience learns.
"""

from gemgrove.server.domain.continuing import continued, redrawn
from gemgrove.server.domain.decisions import decide
from gemgrove.server.domain.events import RULES_VERSION, Event, Happening
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.domain.rematches import rematched
from gemgrove.server.domain.seen import legal_moves, snapshot
from gemgrove.server.domain.table import Table
from gemgrove.server.domain.telling import forms, told

__all__ = [
    "RULES_VERSION",
    "Event",
    "Happening",
    "Refused",
    "Table",
    "continued",
    "decide",
    "forms",
    "legal_moves",
    "redrawn",
    "rematched",
    "snapshot",
    "told",
]
