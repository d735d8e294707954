"""Departures: leaving, resigning, timing out; and the ends that the server decides.

Before their first move players leave at no cost: with two players, or without another person, the
table is aborted; else a bot plays on in that seat as if it had always sat there. After that move
they have lost: a single remaining player wins; with more of them, a bot plays on, and the player
who left is ranked last whatever becomes of the seat. Without any person left nobody plays on: the
others share the win.

A resignation, a time-out and a deletion differ in nothing but their names.
"""

from gemgrove.server.domain import commands, events
from gemgrove.server.domain.commands import CommandContext
from gemgrove.server.domain.decider import decides
from gemgrove.server.domain.events import EventBody
from gemgrove.server.domain.preconditions import (
    game_in_play,
    seat_at,
    seat_of_player,
    seat_of_sender,
)
from gemgrove.server.domain.ranking import given_up
from gemgrove.server.domain.refusals import Refused
from gemgrove.server.domain.setup import leave_before_start
from gemgrove.server.domain.table import Table

MAX_REASON_LENGTH = 200
_TWO = 2


@decides(commands.Leave)
def leave(table: Table, _command: commands.Leave, context: CommandContext) -> list[EventBody]:
    """At no cost; refused after one's first move."""
    seat = seat_of_sender(table, context)
    if table.phase != "playing":
        return leave_before_start(table, seat)
    if table.has_moved(seat):
        raise Refused(
            "resign_instead", "You have made a move, so leaving loses the game; resign to do so."
        )
    return _departed(table, seat, events.Left(seat), "left", context)


@decides(commands.Resign)
def resign(table: Table, _command: commands.Resign, context: CommandContext) -> list[EventBody]:
    """Give the game up."""
    seat = seat_of_sender(table, context)
    game_in_play(table)
    return _departed(table, seat, events.Resigned(seat), "resigned", context)


@decides(commands.TimeOut)
def time_out(table: Table, _command: commands.TimeOut, context: CommandContext) -> list[EventBody]:
    """The time of the seat to move is up. A move that came before this was in time."""
    seat = game_in_play(table).to_move
    deadline = table.deadline(context.credited)
    if deadline is None:
        raise Refused("no_clock", f"There is no clock for the turn of player {seat + 1}.")
    if context.now < deadline:
        left = deadline - context.now
        raise Refused("time_left", f"Player {seat + 1} has {left:.1f} seconds left.")
    return _departed(table, seat, events.TimedOut(seat), "timed out", context)


@decides(commands.Withdraw)
def withdraw(table: Table, command: commands.Withdraw, context: CommandContext) -> list[EventBody]:
    """A player was deleted or banned."""
    seat = seat_of_player(table, command.player)
    if table.phase != "playing":
        return leave_before_start(table, seat)
    return _departed(table, seat, events.Withdrawn(seat), "withdrawn", context)


@decides(commands.TakeOver)
def take_over(
    table: Table, command: commands.TakeOver, _context: CommandContext
) -> list[EventBody]:
    """Replace a bot that is no longer allowed."""
    game_in_play(table)
    if seat_at(table, command.seat).person:
        raise Refused("no_bot_there", f"There is no bot in seat {command.seat}.")
    return [events.TakenOver(command.seat, command.bot)]


@decides(commands.Abort)
def abort(table: Table, command: commands.Abort, _context: CommandContext) -> list[EventBody]:
    """The host ends the table."""
    if table.ended:
        raise Refused("game_over", "This table has ended.")
    return [events.Aborted(command.why[:MAX_REASON_LENGTH], table.published_secret)]


@decides(commands.Archive)
def archive(table: Table, _command: commands.Archive, _context: CommandContext) -> list[EventBody]:
    """Close a table that is no longer used."""
    if table.ended:
        return [events.Archived()]
    abandoned = "Nobody has done anything here for a long time."
    return [events.Aborted(abandoned, table.published_secret), events.Archived()]


def _departed(
    table: Table, seat: int, leaving: EventBody, how: str, context: CommandContext
) -> list[EventBody]:
    others = [other for other in table.persons() if other != seat]
    stand_in = events.TakenOver(seat, context.stand_in)
    if not table.has_moved(seat):
        if others and table.players > _TWO:
            return [leaving, stand_in]
        why = f"Player {seat + 1} left before their first move."
        return [leaving, events.Aborted(why, table.published_secret)]
    contenders = [other for other in table.contenders() if other != seat]
    if others and len(contenders) > 1:
        return [leaving, stand_in]
    return [leaving, given_up(table, how, seat)]
