"""Decides commands: refuses them, or returns the transitions that they cause.

Below are the preconditions that many decisions share.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import gemgrove as gg
from gemgrove.server.domain.commands import Command, CommandContext, Create, ServerCommand
from gemgrove.server.domain.events import EventBody
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.domain.table import Seat, Step, Table, Transition

_Decider = Callable[[Table, Any, CommandContext], Sequence[EventBody | Step]]
_D = TypeVar("_D", bound=_Decider)

_DECIDERS: dict[type, _Decider] = {}


def decides(command: type[Command]) -> Callable[[_D], _D]:
    """Register the function that decides a command."""

    def register(function: _D) -> _D:
        _DECIDERS[command] = function
        return function

    return register


def decide(table: Table, command: Command, context: CommandContext) -> list[Transition]:
    """Return all that a command causes, or raise `Refused`. The table itself is not changed."""
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


def before_start(table: Table) -> None:
    """Refuse the command if the game has started."""
    if table.ended:
        raise Refused("game_over", "This table has ended.")
    if table.phase == "playing":
        raise Refused("already_started", "The game has started; seats are fixed from then on.")


def game_in_play(table: Table) -> gg.Game:
    """Return the game; refuse the command unless it has started and not ended."""
    if table.ended:
        raise Refused("game_over", "The game is over.")
    if table.game is None:
        raise Refused("not_started", "The game has not started; everybody must be ready first.")
    return table.game


def seat_of(table: Table, player: str | None) -> int:
    """Return the player's seat; refuse the command if they have none."""
    seat = table.seat_of(player)
    if seat is None:
        raise Refused("not_seated", "Only players who are seated at this table can do that.")
    return seat


def seat_at(table: Table, number: int) -> Seat:
    """Return the seat with this number; refuse the command if it does not exist."""
    if not 0 <= number < table.players:
        raise Refused(
            "bad_seat", f"There is no seat {number}; the seats are 0 to {table.players - 1}."
        )
    return table.seats[number]


def free_seat(table: Table, wanted: int | None) -> int:
    """Return the wanted seat, which must be free, or by default the first free one."""
    if wanted is not None:
        if not seat_at(table, wanted).free:
            raise Refused("seat_taken", f"Seat {wanted} is taken.")
        return wanted
    for number, seat in enumerate(table.seats):
        if seat.free:
            return number
    raise Refused("table_full", f"All {table.players} seats of this table are taken.")
