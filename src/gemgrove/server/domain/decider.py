"""Decides commands: refuses them, or returns the table after them and what happened on the way."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from gemgrove.server.domain.commands import Command, CommandContext, Create, ServerCommand
from gemgrove.server.domain.events import EventBody
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.domain.table import Step, Table, Transition

_Decider = Callable[[Table, Any, CommandContext], Sequence[EventBody | Step]]
_D = TypeVar("_D", bound=_Decider)

_DECIDERS: dict[type, _Decider] = {}


def decides(command: type[Command]) -> Callable[[_D], _D]:
    """Register a function as the decision of a command."""

    def register(function: _D) -> _D:
        _DECIDERS[command] = function
        return function

    return register


def decide(table: Table, command: Command, context: CommandContext) -> list[Transition]:
    """Everything that happens by a command, or `Refused`. The table itself is not changed."""
    if table.frozen is not None:
        raise Refused("frozen", table.frozen)
    if table.archived:
        raise Refused("archived", "This table has been closed for good.")
    if table.phase == "new" and not isinstance(command, Create):
        raise Refused("no_such_table", f"There is no table {table.id}.")
    if context.by is not None and isinstance(command, ServerCommand):
        raise Refused("server_only", "Only the server itself does that.")
    steps = _DECIDERS[type(command)](table, command, context)
    return table.advance(steps, at=context.now, by=context.by)
