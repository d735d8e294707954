"""Whether a command is within the rules, and what happens by it."""

from collections.abc import Callable
from typing import Any

from gemgrove.server.domain import commands, leaving, playing, rematches, seating, undoing
from gemgrove.server.domain.commands import Command, Occasion
from gemgrove.server.domain.events import Happening
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.domain.table import Table

_DECIDED_BY: dict[type, Callable[[Table, Any, Occasion], list[Happening]]] = {
    commands.Create: seating.create,
    commands.Join: seating.join,
    commands.AddBot: seating.add_bot,
    commands.RemoveBot: seating.remove_bot,
    commands.Ready: seating.ready,
    commands.Play: playing.play,
    commands.Leave: leaving.leave,
    commands.Resign: leaving.resign,
    commands.TimeOut: leaving.time_out,
    commands.Withdraw: leaving.withdraw,
    commands.TakeOver: leaving.take_over,
    commands.Abort: leaving.abort,
    commands.Archive: leaving.archive,
    commands.OfferUndo: undoing.offer_undo,
    commands.AnswerUndo: undoing.answer_undo,
    commands.Say: rematches.say,
    commands.Rematch: rematches.rematch,
}


def decide(
    table: Table,
    command: Command,
    *,
    now: float,
    by: str | None,
    credited: float = 0.0,
    stand_in: str = "greedy",
) -> list[Happening]:
    """What happens by a command, all of it or, with `Refused`, nothing. The table is not changed.

    `by` is the id of the player who asks, None the server; `credited` are the seconds of this turn
    in which the server was away, `stand_in` is the bot that takes over for a player who goes.
    """
    if table.frozen is not None:
        raise Refused("frozen", table.frozen)
    if table.archived:
        raise Refused("archived", "This table has been closed for good.")
    if table.phase == "new" and not isinstance(command, commands.Create):
        raise Refused("no_such_table", f"There is no table {table.id}.")
    occasion = Occasion(now, by, credited, stand_in)
    return _DECIDED_BY[type(command)](table, command, occasion)
